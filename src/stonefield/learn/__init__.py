"""Learning a game by self-play: search, self-play, replay, training and export, alike for every game.

What is special to a game (rules, sight, symmetries) stands in its own folder behind `game.LearnedGame`.
Needs the extra ``learn`` (JAX, mctx, optax). Playing with the trained network does not.
"""
