"""Positions as pictures (SVG, PNG) and as text for the terminal, and games as films."""

from stonefield.draw.film import film
from stonefield.draw.pictures import move_svg, png, position_in, svg
from stonefield.draw.terminal import text

__all__ = ["film", "move_svg", "png", "position_in", "svg", "text"]
