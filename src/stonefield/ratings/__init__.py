"""How strong players are, from results: Elo, Bradley–Terry, Glicko-2, and a person among the levels.

Pure arithmetic: it knows no game and no engine.
"""
