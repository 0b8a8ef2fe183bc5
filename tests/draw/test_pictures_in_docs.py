"""The pictures in the documentation are those that the command it names would make."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from stonefield import draw
from stonefield.records import read

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"


@pytest.mark.parametrize("game", ["carnac", "caminos"])
@pytest.mark.parametrize(("ending", "look"), [("", {}), ("-above", {"view": "above", "theme": "dark"})])
def test_pictures_are_up_to_date(game, ending, look):
    record = read((PICTURES / f"{game}.stones").read_text("utf-8"))
    drawn = draw.svg(record.final, last=record.moves[-1], **look)
    assert (PICTURES / f"{game}{ending}.svg").read_text("utf-8") == drawn


@pytest.mark.parametrize(
    ("draw_map", "table"), [("carnac_map", "openings.csv"), ("caminos_map", "caminos-openings.csv")]
)
def test_maps_of_first_placements_are_up_to_date(draw_map, table):
    maps = runpy.run_path(str(ROOT / "scripts" / "opening_maps.py"))
    for board, worth in maps["read_table"](ROOT / "docs" / "games" / table).items():
        drawn = maps[draw_map](board, worth)
        assert (PICTURES / f"openings-{board}.svg").read_text("utf-8") == drawn, board
