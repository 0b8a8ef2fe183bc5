"""What workers do for positions that are set up by hand, which may take the rules a while to judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stonefield import draw, records
from stonefield.games.editing import edit, fault_of, read_draft
from stonefield.games.errors import Span
from stonefield.games.game import (
    InvalidPosition,
    Position,
    StonefieldError,
    UnreadablePosition,
    find_game,
    game_names,
    parse,
)
from stonefield.server.domain.game.agreement import SetUp
from stonefield.server.jobs.kinds import task
from stonefield.server.jobs.tasks.records import unreadable
from stonefield.server.presenting.presenter import presenter_for
from stonefield.server.presenting.puzzles import after_line, step_views
from stonefield.server.presenting.state import board_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.positions import (
        DraftView,
        EditedPosition,
        FaultView,
        HandView,
        PlayedLine,
    )
    from stonefield.server.protocol.requests import Place
    from stonefield.server.protocol.study_views import Moment

LONGEST_WORD = 200
"""How much of a word at fault is sent back."""


@task("short")
def edit_position(source: str, edits: Sequence[str]) -> EditedPosition:
    """A position after some edits: those up to the first that cannot be done."""
    refused = None
    try:
        position = _drafted(source)
    except InvalidPosition as fault:
        return {"draft": None, "fault": _fault(fault, source), "refused": None}
    for text in edits:
        try:
            position = edit(position, text)
        except InvalidPosition as fault:
            refused = _fault(fault)
            break
        except StonefieldError as error:
            raise Refusal("invalid_option", str(error)) from None
    wrong = fault_of(position)
    return {"draft": _draft(position), "fault": _fault(wrong) if wrong else None, "refused": refused}


@task("short")
def play_line(text: str, before: Sequence[str], moves: Sequence[str]) -> PlayedLine:
    """What the board looks like after each decision of a line, which begins after some others."""
    try:
        position = parse(text)
        for move in before:
            position = position.play(move)
        steps = step_views(position, moves)
    except InvalidPosition as error:
        raise Refusal("invalid_position", str(error)) from None
    except StonefieldError as error:
        raise Refusal("invalid", str(error)) from None
    return {"scene": presenter_for(position.game.name).scene(None, position, 0), "steps": steps}


@task("short")
def see_moment(text: str, moves: Sequence[str]) -> Moment:
    """What can be decided after some decisions."""
    try:
        return after_line(parse(text), moves)
    except InvalidPosition as error:
        raise Refusal("invalid_position", str(error)) from None
    except StonefieldError as error:
        raise Refusal("invalid", str(error)) from None


@task("short")
def read_position(text: str) -> SetUp:
    """A position that a game can begin from: itself, its game and its options."""
    try:
        position = parse(text)
    except StonefieldError as error:
        raise Refusal("invalid_position", str(error)) from None
    if position.is_over:
        raise Refusal("invalid_position", "nothing is left to decide in this position")
    return {
        "position": str(position),
        "rules": position.game.name,
        "options": dict(position.options),
        "players": len(position.players),
    }


def _drafted(source: str) -> Position:
    """The position in a text: itself, in a picture, at the end of a record, or at the start of a game."""
    text = source.strip()
    if text.startswith("<"):
        return _carried(draw.position_in(text))
    if text in game_names():
        return find_game(text).start()
    if _is_position(text):
        return read_draft(source)
    try:
        found = records.read_any(source)
        if len(found) != 1:
            raise Refusal("several_records", f"one game at a time; this text has {len(found)}")
        return found[0].final
    except StonefieldError as error:
        raise unreadable(error) from None


def _is_position(text: str) -> bool:
    """One line that begins with the name of a game, or at least with a word: records begin with a bracket."""
    return "\n" not in text and (text.partition(" ")[0] in game_names() or text[:1].isalpha())


def _carried(text: str) -> Position:
    """The position that a picture carries; what is wrong with it has no place that its reader sees."""
    try:
        return read_draft(text)
    except InvalidPosition as fault:
        fault.span = None
        raise


def _fault(fault: InvalidPosition, source: str = "") -> FaultView:
    """What is wrong; ``source`` is the text that the place belongs to."""
    return {
        "code": fault.code,
        "detail": str(fault),
        "values": fault.values,
        "unreadable": isinstance(fault, UnreadablePosition),
        "place": _place(fault.span, source) if fault.span and source else None,
    }


def _place(span: Span, source: str) -> Place:
    start, end = span
    before = source[:start]
    return {
        "line": before.count("\n") + 1,
        "column": start - before.rfind("\n"),
        "word": source[start:end][:LONGEST_WORD],
    }


def _draft(position: Position) -> DraftView:
    game = position.game
    presenter, bench = presenter_for(game.name), game.workbench
    hands: list[HandView] = [
        {
            "colour": colour,
            "turn": {"seat": hand.players.index(hand.player), "colour": hand.turn, "phase": hand.phase},
            "legal": presenter.legal(hand),
        }
        for colour, hand in (bench.hands(position) if bench else {}).items()
    ]
    return {
        "position": str(position),
        "rules": game.name,
        "options": dict(position.options),
        "letters": game.letters,
        "board": board_view(position.board),
        "scene": presenter.scene(None, position, 0),
        "hands": hands,
        "verbs": list(bench.verbs) if bench else [],
        "deciders": [
            {"player": player, "seat": seat, "colour": position.colour_of(player)}
            for seat, player in enumerate(position.players)
            if bench
        ],
        "player": position.player,
        "swapped": _is_swapped(position) if bench and position.options.get("swap") else None,
        "symmetries": [one.name for one in game.symmetries(position) if one.name != "identity"],
        "over": position.is_over,
    }


def _is_swapped(position: Position) -> bool:
    first = position.players[0]
    return position.colour_of(first) != position.game.start(**position.options).colour_of(first)
