"""What happens on the server as values: no I/O, no time of day."""
