"""What is in `/pocket/stonefield.zip`: the sources and data that answer in a browser, and what is baked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import stonefield
from stonefield.locales import LANGUAGES
from stonefield.pocket.baked import FILE, bake

ROOT = Path(stonefield.__file__).parent
_PACKAGES = (
    *("games", "draw", "records", "locales", "course", "study", "pocket"),
    *("server/domain/game", "server/presenting"),
)
"""Whole packages, with all that is in them."""
_FILES = (
    *("__init__.py", "films/*.py", "ratings/__init__.py", "ratings/glicko.py", "ratings/ladder.py"),
    *("ratings/elo.py", "ratings/pools.py", "ratings/strength.py"),
    *("engine/__init__.py", "engine/careless.py", "engine/clock.py", "engine/game_engine.py"),
    *("engine/*/__init__.py", "engine/*/packing.py", "engine/*/ways.py"),
    *("engine/levels.py", "engine/outlook.py", "engine/plain.py", "engine/sides.py"),
    *("engine/sight.py", "engine/thinker.py"),
    *("puzzles/*.py", "puzzles/*/__init__.py", "puzzles/*/shipped.jsonl", "puzzles/practice/*.py"),
    *("puzzles/*/reasons.py", "puzzles/*/themes.py"),
    *("server/__init__.py", "server/tokens.py", "server/domain/__init__.py", "server/domain/people/*.py"),
    *("server/protocol/__init__.py", "server/protocol/encoding.py", "server/protocol/problems.py"),
    "server/protocol/record_formats.py",
    *("server/jobs/__init__.py", "server/jobs/kinds.py", "server/jobs/film_cost.py"),
    *(f"server/jobs/tasks/{name}.py" for name in ("__init__", "lessons", "pictures", "positions")),
    *(f"server/jobs/tasks/{name}.py" for name in ("records", "reviews", "studies")),
    *("server/protocol/study_problems.py", "server/studies/__init__.py", "server/studies/authors.py"),
    *("server/studies/viewer.py", "server/studies/told_lines.py", "server/play/threats.py"),
    *("server/play/__init__.py", "server/play/game_records.py"),
    *(f"server/practice/{name}.py" for name in ("__init__", "game_shelf", "judging")),
    *("server/web/__init__.py", "server/web/catalogue.py", "server/web/pictures.py"),
)
_NOT_NEEDED = ("terminal.json", "messages.json")
"""Words of the command line and of mails."""


def contents() -> Iterator[tuple[str, bytes]]:
    """Each file of the zip: its name there (`stonefield/…`) and what is in it, in a fixed order."""
    for name in sorted(_names()):
        yield f"stonefield/{name}", (ROOT / name).read_bytes()
    yield f"stonefield/pocket/{FILE}", json.dumps(bake(), ensure_ascii=False, sort_keys=True).encode()


def _names() -> set[str]:
    found = {path for package in _PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()}
    for pattern in _FILES:
        found |= set(ROOT.glob(pattern))
    names = {path.relative_to(ROOT).as_posix() for path in found}
    return {name for name in names if "__pycache__" not in name and not _is_left_out(name)}


def _is_left_out(name: str) -> bool:
    language = name.removeprefix("locales/").partition("/")[0]
    return language in LANGUAGES and name.endswith(_NOT_NEEDED)
