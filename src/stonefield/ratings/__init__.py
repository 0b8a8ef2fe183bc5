"""How strong players are, by their results."""
