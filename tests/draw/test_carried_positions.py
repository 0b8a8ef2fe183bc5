"""A picture carries the position it shows, so that it can be opened again."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from stonefield import caminos, carnac, draw
from stonefield.games import InvalidPosition, parse

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("position", [carnac.start().play("c4rw"), caminos.start().play("L:a1*3,b1")])
def test_a_picture_can_be_read_again(position):
    picture = draw.svg(position)
    assert parse(draw.position_in(picture)) == position
    carried = ElementTree.fromstring(picture).find("{http://www.w3.org/2000/svg}metadata")
    assert carried is not None
    assert carried.text == str(position)


def test_the_pictures_of_the_documentation_can_be_read():
    assert parse(draw.position_in((PICTURES / "carnac.svg").read_text("utf-8"))).game.name == "carnac"


@pytest.mark.parametrize("text", ["<svg/>", "<svg><metadata>carnac</metadata></svg>", ""])
def test_a_picture_of_somebody_else_carries_none(text):
    with pytest.raises(InvalidPosition, match="carries no position") as refused:
        draw.position_in(text)
    assert refused.value.code == "picture"
