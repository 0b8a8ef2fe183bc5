"""Studies in memory, and the reviews of games."""
