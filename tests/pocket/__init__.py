"""Stonefield without a server: what a device answers is what a server answers."""
