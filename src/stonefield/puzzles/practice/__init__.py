"""Practice with puzzles as values: what comes next, when it comes again, how a try is judged."""
