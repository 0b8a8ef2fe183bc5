"""Positions as pictures (SVG, PNG) and as text for the terminal."""

from stonefield.draw.pictures import move_svg, png, position_in, svg
from stonefield.draw.terminal import text

__all__ = ["move_svg", "png", "position_in", "svg", "text"]
