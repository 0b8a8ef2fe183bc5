"""What the tests of commands share: records to read, and how a refusal looks."""

from __future__ import annotations

from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"
BOARDS = str(GOLDEN / "carnac-boards.stones")
ANNOTATED = str(GOLDEN / "carnac-annotated.stones")
VARIANTS = str(GOLDEN / "caminos-variants.stones")
POSITION = "carnac medium 28 r w2 c4rw?,d5e5w"


def refused(said, code, message):
    """The command failed with one line on standard error, and nothing else."""
    assert said.code == code
    assert said.out == ""
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.err.startswith("stonefield: ")
    return True
