"""Test the tests: put small faults into the rules, one at a time, and see whether a test fails.

    python scripts/mutants.py --sample 100 --seed 1        # a random hundred
    python scripts/mutants.py games/carnac                 # all of a part: hours

Each mutant runs in a process of its own, over a copy of the tree; scripts/mutant_tests.py says which tests
are run. A mutant that runs on without end counts as killed. Survivors are printed; docs/testing.md says what
became of them.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mutant_tests import ROOMS, Mutant, Tests
from mutations import mutations

ROOT = Path(__file__).parents[1]


def found(parts: Sequence[str]) -> list[Mutant]:
    """Every mutant of the parts, each of which compiles."""
    mutants = []
    for room in ROOMS:
        for path in sorted((ROOT / "src" / "stonefield" / room).rglob("*.py")):
            name = path.relative_to(ROOT / "src" / "stonefield").as_posix()
            if parts and not any(name.startswith(part) for part in parts):
                continue
            source = path.read_bytes()
            for mutation in mutations(source):
                with contextlib.suppress(SyntaxError):
                    compile(mutation.applied(source), name, "exec")
                    mutants.append(Mutant(room, path.relative_to(ROOT).as_posix(), mutation))
    return mutants


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("parts", nargs="*", help="such as games/carnac or records/sgf.py; all of it if none")
    parser.add_argument("--sample", type=int, help="so many of them, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    wishes = parser.parse_args()
    mutants = found(wishes.parts)
    print(f"{len(mutants)} mutants", flush=True)
    if wishes.sample is not None:
        mutants = random.Random(wishes.seed).sample(mutants, min(wishes.sample, len(mutants)))
    living = 0
    with tempfile.TemporaryDirectory(prefix="stonefield-mutants-") as folder:
        home = Path(folder)
        for part in ("src", "tests", "docs"):
            shutil.copytree(ROOT / part, home / part, ignore=shutil.ignore_patterns("static", "__pycache__"))
        shutil.copy2(ROOT / "pyproject.toml", home)
        for room in ROOMS:
            for mutant in Tests(home, room).survivors([m for m in mutants if m.room == room]):
                living += 1
                shown = mutant.mutation.shown((home / mutant.path).read_bytes())
                print(f"  lives: {mutant.path}:{mutant.mutation.line}: {shown}", flush=True)
    killed = len(mutants) - living
    print(f"{killed} of {len(mutants)} killed: {killed / max(1, len(mutants)):.1%}")


if __name__ == "__main__":
    main()
