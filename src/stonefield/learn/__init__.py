"""Learning Carnac by self-play: the vectorised game, the network, self-play, replay, training, export.

Needs the extra ``learn`` (JAX, mctx, optax). Playing with the trained network does not.
"""
