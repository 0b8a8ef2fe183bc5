"""The lines of the text protocol, read and written: both the engine and its clients use them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from stonefield.engine.thinker import Candidate, Limits, Thought
from stonefield.games.game import StonefieldError

_SIDES = ("p1", "p2")
_NUMBERS = ("movetime", "nodes", "p1time", "p2time", "p1inc", "p2inc")


NO_OUTLOOK = "none"
MOST_LINES = 256
"""As many candidates as an engine can be asked for."""
LARGEST_COUNT = 2**63


class ProtocolError(StonefieldError):
    """A line that does not belong to the protocol."""


def echo(text: str, longest: int = 80) -> str:
    """A foreign text made fit for one line of ours."""
    printable = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return printable if len(printable) <= longest else printable[: longest - 1] + "…"


def compiling_line(game: str, seconds: int) -> str:
    """What an engine says when a search has to wait until it is compiled."""
    return f"info string compiling {game}: about {seconds} seconds, on the first start only"


def seconds_of_compiling(line: str) -> int | None:
    """How long it takes, of such a line; None of any other."""
    said = re.fullmatch(r"info string compiling \S+: about (\d{1,4}) seconds, .*", line.strip())
    return int(said[1]) if said else None


def read_option(text: str) -> tuple[str, str]:
    """Name and value of ``name <name> value <value>``."""
    words = text.split()
    if not words or words[0] != "name" or "value" not in words:
        raise ProtocolError(f"`{echo(text)}`: setoption name <name> value <value>")
    value = words.index("value")
    name = " ".join(words[1:value])
    if not name:
        raise ProtocolError(f"`{echo(text)}`: setoption name <name> value <value>")
    return name, " ".join(words[value + 1 :])


def read_limits(text: str, side: int) -> Limits:
    """The limits that ``go`` gives the side that decides (side 0 is p1); times are in milliseconds.

    A bare ``go`` gives none: a level then thinks as long as it always does.
    """
    words = iter(text.split())
    numbers: dict[str, int] = {}
    infinite = False
    for word in words:
        if word == "infinite":
            infinite = True
        elif word in _NUMBERS:
            numbers[word] = _read_number(word, next(words, ""))
        else:
            raise ProtocolError(f"`{echo(word)}`: go infinite, {', '.join(_NUMBERS)}")
    clock = numbers.get(f"{_SIDES[side]}time")
    if infinite:
        return Limits(infinite=True)
    if not numbers:
        return Limits()
    if clock is None and "movetime" not in numbers and "nodes" not in numbers:
        raise ProtocolError(f"`{echo(text)}`: {_SIDES[side]} decides, give {_SIDES[side]}time")
    return Limits(
        movetime=numbers["movetime"] / 1000 if "movetime" in numbers else None,
        nodes=numbers.get("nodes"),
        clock=None if clock is None else clock / 1000,
        increment=numbers.get(f"{_SIDES[side]}inc", 0) / 1000,
    )


def _read_number(word: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise ProtocolError(f"`{word} {echo(text)}`: a whole number, times in milliseconds")
    return max(1, int(text)) if word == "nodes" else int(text)


def limits_text(limits: Limits) -> str:
    """The ``go`` command for limits; both sides' clocks are given as the one known."""
    words = []
    if limits.movetime is not None:
        words.append(f"movetime {round(limits.movetime * 1000)}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    if limits.clock is not None:
        clock, increment = round(limits.clock * 1000), round(limits.increment * 1000)
        words.append(f"p1time {clock} p2time {clock} p1inc {increment} p2inc {increment}")
    return " ".join(["go", *(words or ["infinite"])])


def info_lines(thought: Thought) -> Iterator[str]:
    """A thought as ``info`` lines, one for each candidate."""
    speed = round(thought.nodes / thought.seconds) if thought.seconds > 0 else 0
    head = (
        f"info depth {thought.depth} nodes {thought.nodes} nps {speed} time {round(thought.seconds * 1000)}"
    )
    for number, line in enumerate(thought.lines, 1):
        proven = f" proven {line.proven}" if line.proven else ""
        yield (
            f"{head} multipv {number} winrate {line.win_rate:.4f} score {line.score:.2f}"
            f" visits {line.visits}{proven} pv {' '.join(line.moves)}"
        )


def _count(text: str | int) -> int:
    """A number that is none of the ones only a broken engine gives."""
    number = int(text)
    if not 0 <= number < LARGEST_COUNT:
        raise ValueError(text)
    return number


def _finite(text: str | float) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


class InfoReader:
    """Puts the ``info`` lines of one search together again."""

    def __init__(self) -> None:
        self._lines: dict[int, Candidate] = {}
        self._depth, self._nodes, self._seconds = 0, 0, 0.0

    def read(self, line: str) -> bool:
        """Take in one line; False if it says nothing about a candidate, or nothing that can be true."""
        words = line.split()
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            return False
        head, _, moves = " ".join(words[1:]).partition(" pv ")
        values = dict(zip(*[iter(head.split())] * 2, strict=False))
        try:
            depth = _count(values.get("depth", self._depth))
            nodes = _count(values.get("nodes", self._nodes))
            seconds = _finite(values.get("time", self._seconds * 1000)) / 1000
            number = _count(values.get("multipv", 1))
            candidate = Candidate(
                moves=tuple(moves.split()),
                win_rate=_finite(values.get("winrate", 0.5)),
                score=_finite(values.get("score", 0.0)),
                visits=_count(values.get("visits", 0)),
                proven=values.get("proven"),
            )
        except ValueError:
            return False
        if not candidate.moves or not 1 <= number <= MOST_LINES or not 0 <= candidate.win_rate <= 1:
            return False
        self._depth, self._nodes, self._seconds = depth, nodes, seconds
        if number == 1:
            self._lines.clear()
        self._lines[number] = candidate
        return True

    def thought(self, best: str | None = None) -> Thought:
        """What has been read; a ``best`` move that was not announced becomes a candidate of its own."""
        lines = tuple(self._lines[number] for number in sorted(self._lines))
        if best is not None and (not lines or lines[0].moves[0] != best):
            played = next((line for line in lines if line.moves[0] == best), Candidate((best,), 0.5, 0.0, 0))
            lines = (played, *(line for line in lines if line is not played))
        return Thought(self._depth, self._nodes, self._seconds, lines)
