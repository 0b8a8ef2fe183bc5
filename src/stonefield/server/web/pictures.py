"""Pictures: positions of a game, and the examples of the rules page."""

from __future__ import annotations

from functools import lru_cache

from stonefield import draw
from stonefield.games.game import Position, parse
from stonefield.locales.rules import rules_page
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.catalogue import has_rules_page

# A picture carries its own styles and nothing that runs.
SVG_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


def position_picture(position: Position, *, last: str | None, view: str, theme: str, stones: str) -> str:
    """A position as SVG."""
    return draw.svg(position, view=view, theme=theme, stones=stones, last=last)


@lru_cache(maxsize=128)
def rules_picture(game: str, name: str, theme: str, stones: str) -> str:
    """An example of the rules page as SVG."""
    for section in rules_page(game) if has_rules_page(game) else ():
        if section.name == name and section.position is not None:
            view = section.view or "above"
            return draw.svg(parse(section.position), view=view, theme=theme, stones=stones)
    raise Refusal("no_picture", f"the rules have no picture `{name}`")
