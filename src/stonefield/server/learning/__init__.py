"""Training as values: ratings, spaced repetition, daily puzzles, storms, tries. No I/O, no time of day."""
