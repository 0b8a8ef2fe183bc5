"""One game as a value: what was agreed on, what has happened, what may be done next. No I/O here."""
