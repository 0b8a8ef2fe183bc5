"""Carnac's decisions explained: by dolmens, by falls and by whose turn it is to place."""
