"""People as values: who asks."""
