"""The pictures in the documentation are those that the command it names would make."""

from __future__ import annotations

from pathlib import Path

import pytest

from stonefield import draw
from stonefield.records import read

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("game", ["carnac", "caminos"])
@pytest.mark.parametrize(("ending", "look"), [("", {}), ("-above", {"view": "above", "theme": "dark"})])
def test_pictures_are_up_to_date(game, ending, look):
    record = read((PICTURES / f"{game}.stones").read_text("utf-8"))
    drawn = draw.svg(record.final, last=record.moves[-1], **look)
    assert (PICTURES / f"{game}{ending}.svg").read_text("utf-8") == drawn
