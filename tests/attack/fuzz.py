"""Fuzzing led by coverage: Atheris (libFuzzer) where it is installed, else Hypothesis.

    pip install atheris
    PYTHONPATH=tests python -m attack.fuzz own_text --runs 100000          # exit status 1 at the first fault
    PYTHONPATH=tests python -m attack.fuzz own_text --runs 100000 --keep   # keep what reaches new code

The corpus has one file for each target, an input a line, in hexadecimal where it is no plain line.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType

CORPUS = Path(__file__).parent / "corpus"
LONGEST = 600
MOST_KEPT = 120
SLOW_RUNS = 2_000
"""Hypothesis counts the work of every input, which takes its time."""
HEX = "hex "


def corpus(name: str) -> list[bytes]:
    """The inputs that are kept for a target."""
    path = CORPUS / f"{name}.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [
        bytes.fromhex(line.removeprefix(HEX)) if line.startswith(HEX) else line.encode() for line in lines
    ]


def keep(name: str, inputs: set[bytes]) -> None:
    """Write the corpus, short inputs first."""
    chosen = sorted(sorted(inputs, key=lambda given: (len(given), given))[:MOST_KEPT])
    CORPUS.mkdir(exist_ok=True)
    (CORPUS / f"{name}.txt").write_text("".join(_line(given) + "\n" for given in chosen), "utf-8")


def _line(given: bytes) -> str:
    try:
        text = given.decode()
    except UnicodeDecodeError:
        return HEX + given.hex()
    plain = text.isprintable() and not text.startswith(HEX) and text
    return text if plain else HEX + given.hex()


def atheris_child(name: str, options: list[str]) -> None:
    """Run libFuzzer in this process. Never returns."""
    import atheris

    with atheris.instrument_imports(include=["stonefield"]):
        from attack.targets import attacked

    atheris.Setup([sys.argv[0], *options], lambda given: attacked(name, given))
    atheris.Fuzz()


def with_atheris(name: str, runs: int, seed: int, *, keeping: bool) -> str:
    """What went wrong, nothing if nothing did."""
    with tempfile.TemporaryDirectory(prefix="stonefield-fuzz-") as home:
        grown, fault = Path(home, "grown"), Path(home, "fault")
        grown.mkdir()
        for number, given in enumerate(corpus(name)):
            (grown / str(number)).write_bytes(given)
        options = [f"-runs={runs}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=60"]
        told = _child(name, [*options, f"-exact_artifact_path={fault}", str(grown)])
        if told.returncode:
            given = fault.read_bytes() if fault.exists() else b""
            return f"{name} fails for {given!r}:\n{told.stdout[-4_000:]}{told.stderr[-4_000:]}"
        if keeping:
            keep(name, reaching(name, [path.read_bytes() for path in grown.iterdir()]))
    return ""


def reaching(name: str, inputs: list[bytes]) -> set[bytes]:
    """The inputs that go from a line to another where no shorter one does."""
    from attack.targets import attacked

    seen: set[tuple[str, int, int]] = set()
    chosen = set()
    for given in sorted(inputs, key=lambda given: (len(given), given)):
        before = len(seen)
        last = 0

        def trace(frame: FrameType, event: str, argument: object) -> object:
            nonlocal last
            if "stonefield" not in frame.f_code.co_filename:
                return None
            if event == "line":
                seen.add((frame.f_code.co_filename, last, frame.f_lineno))
                last = frame.f_lineno
            return trace

        sys.settrace(trace)
        try:
            attacked(name, given)
        finally:
            sys.settrace(None)
        if len(seen) > before:
            chosen.add(given)
    return chosen


def _child(name: str, options: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "attack.fuzz", name, "--libfuzzer", *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment)


def with_hypothesis(name: str, runs: int) -> str:
    """The same without coverage: what costs much work is looked at more closely."""
    import hypothesis
    from hypothesis import strategies

    from attack.targets import attacked
    from records.counting import work

    known = strategies.sampled_from(corpus(name))
    cut = strategies.builds(
        lambda given, other, start, stop: given[:start] + other + given[stop:],
        known,
        strategies.one_of(strategies.binary(max_size=8), known),
        strategies.integers(0, LONGEST),
        strategies.integers(0, LONGEST),
    )

    @hypothesis.settings(
        max_examples=min(runs, SLOW_RUNS),
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategies.one_of(known, cut, strategies.binary(max_size=LONGEST)))
    def one(given: bytes) -> None:
        hypothesis.target(float(work(lambda _: attacked(name, given), "")))

    try:
        one()
    except Exception as error:
        return f"{name} fails: {error!r} {getattr(error, '__notes__', '')}"
    return ""


def fuzz(name: str, runs: int, seed: int = 1, *, keeping: bool = False) -> str:
    """Attack one target; what went wrong, nothing if nothing did."""
    if importlib.util.find_spec("atheris"):
        return with_atheris(name, runs, seed, keeping=keeping)
    return with_hypothesis(name, runs)


def main() -> None:
    if sys.argv[2:3] == ["--libfuzzer"]:
        atheris_child(sys.argv[1], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("target")
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep what reaches new code")
    wishes = parser.parse_args()
    sys.exit(fuzz(wishes.target, wishes.runs, wishes.seed, keeping=wishes.keep) or 0)


if __name__ == "__main__":
    main()
