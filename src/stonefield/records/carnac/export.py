"""Our games of Carnac as Boardspace and AbstractPlay would have kept them.

What they have no place for is refused; marks and clocks, and for AbstractPlay all comments and variations,
are left out. docs/records.md says what comes back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from stonefield.games import carnac
from stonefield.games.game import Position
from stonefield.records import sgf
from stonefield.records.carnac import abstractplay, boardspace
from stonefield.records.record import (
    DRAWN,
    UNFINISHED,
    Line,
    Ply,
    Record,
    RecordError,
    is_placement,
    is_set_up,
)

_BOARDSPACE, _ABSTRACTPLAY = "Boardspace", "AbstractPlay"
_IN_ONE_LINE = str.maketrans("\r\n", "  ")
_STEPS = {direction: step for step, direction in boardspace.DIRECTIONS.items()}


def to_boardspace(records: Record | Iterable[Record]) -> str:
    """One record or several in Boardspace's SGF."""
    several = (records,) if isinstance(records, Record) else records
    return "".join(map(_sgf, several))


def to_abstractplay(records: Record | Iterable[Record]) -> str:
    """A record as AbstractPlay's report of a game, in JSON."""
    several = (records,) if isinstance(records, Record) else tuple(records)
    if len(several) != 1:
        raise RecordError(f"{_ABSTRACTPLAY} keeps one game in a file, and here are {len(several)}")
    (record,) = several
    _check_site(record, record.line.plies, _ABSTRACTPLAY)
    return json.dumps(_report(record), ensure_ascii=False, indent=2) + "\n"


def _check_site(record: Record, written: Iterable[Ply], site: str) -> None:
    """Refuse a game that cannot be played by the rules of the other site, as far as it is written there."""

    def refused(what: str) -> RecordError:
        return RecordError(f"{site} {what}: write this game as .stones or .json")

    start, usual = record.start, carnac.start()
    if start.game is not usual.game:
        raise refused(f"has no {start.game.name.capitalize()}")
    if start.options["board"] not in boardspace.BOARDS.values():
        raise refused(f"has no board {start.options['board']}")
    if start.options["stock"] != usual.options["stock"]:
        raise refused(f"plays with {usual.options['stock']} megaliths, not {start.options['stock']}")
    if is_set_up(start):
        raise refused("starts from the empty board only")
    if any(ply.move == "swap" for ply in written):
        raise refused("has no swap")
    unanswered = "does not let the last megalith be answered"
    position: Position = carnac.start(**{**start.options, "final_tilt": site == _BOARDSPACE})
    for move in record.moves:
        if position.is_over:
            raise refused(unanswered)
        position = position.play(move)
    if position.is_over and not record.final.is_over:
        raise refused(unanswered)


def _plies(line: Line) -> Iterator[Ply]:
    for ply in line:
        yield ply
        for variation in ply.variations:
            yield from _plies(variation)


# Boardspace


def _sgf(record: Record) -> str:
    _check_site(record, _plies(record.line), _BOARDSPACE)
    assert isinstance(record.start, carnac.Position)
    names = {f"P{n - 1}": name.translate(_IN_ONE_LINE) for n in (1, 2) if (name := _name(record, n))}
    head = [
        "GM[Carnac]VV[1]",
        f"SU[{_key(boardspace.BOARDS, record.start.options['board'])} 0]",
        # The player who begins is P0, and P0 is red unless told otherwise.
        *(["CM[1,0]"] if record.start.options["first"] == "white" else []),
        *(sgf.written(name, record.tags[tag]) for name, tag in boardspace.TAGS.items() if tag in record.tags),
        *(sgf.written(player, f'id "{name.replace("%", "%37%")}"') for player, name in names.items()),
        *([sgf.written("RE", _verdict(record, names))] if record.result != UNFINISHED else []),
        *([sgf.written("C", record.line.comment)] if record.line.comment else []),
        "; P0[0 Start P0]",
    ]
    gestures = _branch(replace(record.line, comment=""), record.start, 1, tuple(_resigning(record)))
    return "\n".join(["(;", *head, *gestures, ")\n"])


def _branch(line: Line, position: carnac.Position, number: int, end: tuple[str, ...] = ()) -> Iterator[str]:
    """The gestures of a line, and those that end it; from where it has variations it is the first branch."""
    if line.comment:
        yield f"; {sgf.written('C', line.comment)}"
    for index, ply in enumerate(line):
        if ply.variations:
            if not index and not line.comment:
                yield ";"  # In SGF a branch has a node before others leave it.
            going_on = Line((replace(ply, variations=()), *line.plies[index + 1 :]))
            yield from _in_parentheses(_branch(going_on, position, number, end))
            for variation in ply.variations:
                yield from _in_parentheses(_branch(variation, position, number))
            return
        player = f"P{position.player - 1}"
        comment = sgf.written("C", ply.comment) if ply.comment else ""
        yield f"; {player}[{number} {_gesture(ply.move, position.pending)}]{comment}"
        yield f"; {player}[{number + 1} Done]"
        number += 2
        position = position.play(ply.move)
    yield from end


def _in_parentheses(branch: Iterator[str]) -> Iterator[str]:
    yield "("
    yield from branch
    yield ")"


def _gesture(move: str, pending: carnac.Placement | None) -> str:
    if is_placement(move):
        return f"OnBoard {boardspace.KINDS.index(move[-2:])} {_square(move[:-2])}"
    if pending is None or move == "-":
        return "Pass"
    file, rank = pending.square[0], int(pending.square[1:])
    files, ranks = _STEPS[move]
    return f"Tip {_square(pending.square)} {_square(f'{chr(ord(file) + files)}{rank + ranks}')}"


def _square(name: str) -> str:
    return f"{name[0].upper()} {name[1:]}"


def _resigning(record: Record) -> Iterator[str]:
    """The gestures of a player who resigns; Boardspace knows them only from the one who is to decide."""
    loser = {"1-0": 2, "0-1": 1}.get(record.result)
    if _reason(record) == "resignation" and loser == record.final.player:
        number = 2 * len(record.moves) + 1
        yield f"; P{loser - 1}[{number} Resign]"
        yield f"; P{loser - 1}[{number + 1} Done]"


def _verdict(record: Record, names: dict[str, str]) -> str:
    reason = f" ({told})" if (told := _reason(record)) else ""
    if record.result == DRAWN:
        return f"Draw{reason}"
    one, two = (names.get(player, "").lower() for player in boardspace.SEATS)
    alike = one.startswith(two) or two.startswith(one)
    called = boardspace.SEATS if alike or "the player" in one + two or "%" in one + two else names
    return f"Game won by {called['P0' if record.result == '1-0' else 'P1']}{reason}"


# AbstractPlay


def _report(record: Record) -> dict[str, Any]:
    tags, first = record.tags, record.start.options["first"]
    board = record.start.options["board"]
    colours = (first, record.start.game.other(first))
    results = {"1-0": (1, 0), "0-1": (0, 1), DRAWN: (1, 1)}.get(record.result)
    players: list[dict[str, Any]] = [
        {"name": _name(record, n), "colour": colour} for n, colour in enumerate(colours, 1)
    ]
    for player, result in zip(players, results or (), strict=False):
        player["result"] = result
    generated = _in_full(datetime.now(UTC))
    begun = _date_time(tags, "Date") or generated
    known = {
        "event": tags.get("Event"),
        "round": tags.get("Round"),
        "reason": _reason(record) or None,
    }
    turns = list(_turns(record.moves, first))
    return {
        "header": {
            "game": {
                "name": "Carnac",
                "variants": [] if board == "medium" else [_key(abstractplay.BOARDS, board)],
            },
            **{name: value for name, value in known.items() if value is not None},
            # Their schema wants all of these: a day means its beginning, an unknown time that of writing.
            "site": {"name": tags.get("Site") or "unknown"},
            "date-start": begun,
            "date-end": _date_time(tags, "EndDate") or begun,
            "date-generated": generated,
            "players": players,
        },
        "moves": [turns[index : index + 2] for index in range(0, len(turns), 2)],
    }


def _date_time(tags: Mapping[str, str], name: str) -> str | None:
    """A date or a point in time (``2026-11-15``, ``2026.11.15``) as JSON schemas want it, if it is one."""
    try:
        date = tags[name]
        found = datetime.fromisoformat(date.replace(".", "-") if "T" not in date else date)
        found = (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (KeyError, ValueError, OverflowError):
        return None
    return _in_full(found)


def _in_full(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def _turns(moves: Iterable[str], first: str) -> Iterator[str]:
    """A tilt and the placement after it are one turn."""
    figures = {ours: theirs for theirs, ours in abstractplay.faces(first).items()}
    tilt = ""
    for move in moves:
        if move == "-":
            yield "pass"
        elif is_placement(move):
            yield f"{tilt}{',' if tilt else ''}{figures[move[-2:]]}-{move[:-2]}"
            tilt = ""
        else:
            tilt = f">{move.lower()}"
    if tilt:
        yield tilt


# Both


def _name(record: Record, player: int) -> str:
    return record.tags.get(f"Player{player}", "")


def _reason(record: Record) -> str:
    """Why a game ended that did not end by the rules."""
    return "" if record.final.is_over or record.result == UNFINISHED else record.tags.get("Reason", "")


def _key(table: dict[str, str], value: str) -> str:
    return next(theirs for theirs, ours in table.items() if ours == value)
