"""How a position and a game look to a viewer."""
