"""The pictures of the rules page."""

from __future__ import annotations

from stonefield.locales.rules import rules_page
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.catalogue import has_rules_page

# A picture carries its own styles and nothing that runs.
SVG_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


def rules_example(game: str, name: str) -> tuple[str, str]:
    """An example of the rules page: its position, and how it is seen."""
    for section in rules_page(game) if has_rules_page(game) else ():
        if section.name == name and section.position is not None:
            return section.position, section.view or "above"
    raise Refusal("no_picture", f"the rules have no picture `{name}`")
