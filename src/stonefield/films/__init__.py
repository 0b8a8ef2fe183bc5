"""Recorded games as moving pictures."""

from stonefield.films.film import KINDS, film, film_size

__all__ = ["KINDS", "film", "film_size"]
