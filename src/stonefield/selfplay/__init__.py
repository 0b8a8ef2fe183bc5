"""Training a network by self-play: search, games, replay, training and export, the same for every game.

What is special to a game (rules, planes, symmetries) is in its own folder behind `game.TrainingGame`.
Needs the extra ``train`` (JAX, mctx, optax). Playing with the trained network does not.
"""
