"""The lobby: who waits for a game, and what can be watched."""
