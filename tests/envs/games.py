"""The settings in which the environments are held against the rules."""

SETTINGS = (
    ("carnac", {"board": "small"}),
    ("carnac", {"board": "large", "stock": 40}),
    ("carnac", {"board": "5x4", "stock": 9, "final_tilt": True, "swap": True}),
    ("carnac", {"board": "3x3", "first": "white", "swap": True}),
    ("caminos", {"board": "square"}),
    ("caminos", {"board": "diamond", "neutral": True, "points": True, "swap": True}),
    ("caminos", {"board": "octagon", "first": "green", "swap": True}),
    ("caminos", {"board": "torus", "players": 4, "points": True}),
)
NAMES = [" ".join([game, *map(str, options.values())]) for game, options in SETTINGS]
