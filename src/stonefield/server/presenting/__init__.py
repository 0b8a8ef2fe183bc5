"""How a position and a game look to a viewer: a presenter for each game, and the state around it."""
