"""What each symmetry does to the board, by its name."""

from __future__ import annotations

import pytest

from stonefield import carnac

IMAGES = {
    "identity": ("a2rw", "N"),
    "mirror east-west": ("e2rw", "N"),
    "mirror north-south": ("a3rw", "S"),
    "half turn": ("e3rw", "S"),
    "colours": ("a2wr", "N"),
}


@pytest.mark.parametrize("name", IMAGES)
def test_a_symmetry_does_what_its_name_says(name):
    start = carnac.start("5x4")
    placed = start.play("a2rw")
    images = {
        symmetry.name: [str(symmetry.move(move)) for move in (start.read("a2rw"), placed.read("N"))]
        for symmetry in start.game.symmetries(start)
    }
    assert list(images) == list(IMAGES)
    assert images[name] == list(IMAGES[name])
