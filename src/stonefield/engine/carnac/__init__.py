"""Carnac's engine: the rules compiled, the tree search, the exact solver."""
