"""Positions as pictures (SVG, PNG) and as text for the terminal."""

from stonefield.draw.picture import check_paint
from stonefield.draw.pictures import move_svg, png, position_in, svg
from stonefield.draw.terminal import text

__all__ = ["check_paint", "move_svg", "png", "position_in", "svg", "text"]
