"""Studies as values: chapters with trees of decisions, what people do to them, and how that is taken back."""
