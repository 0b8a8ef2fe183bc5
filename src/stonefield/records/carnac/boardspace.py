"""Carnac games as Boardspace keeps them, in SGF.

A node is one gesture of a player (``P0[3 Pick 2]``), so a placement takes two of them and may be taken up
again before ``Done``. Boardspace's black is our white, and it lets the last megalith still be tilted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from stonefield.games import carnac
from stonefield.games.game import StonefieldError
from stonefield.records.record import DRAWN, UNFINISHED, Line, Ply, Record, RecordError, joined, result_of
from stonefield.records.sgf import Branch, Property, read_sgf
from stonefield.records.source import Text

BOARDS = {"carnac_8x5": "small", "carnac_10x7": "medium", "carnac_14x9": "large"}
# The kinds of megalith by their number: the colour on top, the colour of the east and west sides.
KINDS = ("wr", "rr", "ww", "rw")
# The step from the square of a megalith to the first one of its fall: files, ranks.
DIRECTIONS = {(0, 1): "N", (1, 0): "E", (0, -1): "S", (-1, 0): "W"}
TAGS = {"GN": "Event", "DT": "Date"}
# What a verdict calls the players if their names would not tell them apart.
SEATS = {"P0": "the player P0", "P1": "the player P1"}

_GESTURE = re.compile(r"\s*([0-9]+\s+)?([A-Za-z]+)\s*(.*?)\s*", re.DOTALL)
_SQUARE = r"([A-Za-z])\s+([0-9]{1,2})"
_GESTURES = {
    "start": r".*",
    "pick": r"([0-3])",
    "drop": r"[0-9]+",
    "dropb": _SQUARE,
    "pickb": _SQUARE,
    "onboard": rf"([0-3])\s+{_SQUARE}",
    "tip": rf"{_SQUARE}\s+{_SQUARE}",
    "untip": r".*",
    "pass": r"",
    "done": r"",
    "resign": r"",
}


class _Staged(NamedTuple):
    """A decision that its player has not confirmed yet."""

    move: str
    found: Property
    comment: str = ""

    def said(self, comment: str) -> _Staged:
        return self._replace(comment=joined(self.comment, comment))


@dataclass(frozen=True, slots=True)
class _State:
    """The game after some gestures: confirmed plies are in the position, the last one may be staged."""

    position: carnac.Position
    kind: str | None = None
    staged: _Staged | None = None
    resigned: int | None = None


def read_boardspace(content: str) -> tuple[Record, ...]:
    """All the games of Carnac in an SGF text of Boardspace."""
    text = Text(content)
    return tuple(_Reader(text, tree).record() for tree in read_sgf(text))


class _Reader:
    def __init__(self, text: Text, tree: Branch) -> None:
        self.text, self.tree = text, tree
        self.red = 0

    def error(self, message: str, found: Property) -> RecordError:
        return self.text.error(message, found.offset)

    def find(self, name: str) -> Property | None:
        return next((found for node in self.tree.nodes for found in node if found.name == name), None)

    def record(self) -> Record:
        game, setup, colours = self.find("GM"), self.find("SU"), self.find("CM")
        if game is None or game.value.strip().lower() != "carnac":
            raise self.text.error(
                "GM[Carnac] is missing: only Boardspace's Carnac can be read", self.tree.offset
            )
        if setup is None:
            raise self.text.error(
                "SU[…] is missing: it names the board, such as carnac_10x7", self.tree.offset
            )
        board = BOARDS.get(setup.value.strip().lower().partition(" ")[0])
        if board is None:
            raise self.error(f"`{setup.value}`: the boards are {', '.join(BOARDS)}", setup)
        if colours:
            order = colours.value.replace(" ", "")
            if order not in ("0,1", "1,0"):
                raise self.error(f"`{colours.value}`: the colours of the players are 0,1 or 1,0", colours)
            self.red = int(order[0])
        beginner = self.beginner(self.tree) or 0
        first = "red" if beginner == self.red else "white"
        start = carnac.start(board, first=first, final_tilt=True)
        line, end = self.branch(self.tree, _State(start))
        return self.ended(Record(start, line, result_of(end.position)), end, beginner)

    def beginner(self, branch: Branch) -> int | None:
        """The player of the first gesture at the board."""
        for found in (found for node in branch.nodes for found in node):
            if (gesture := _gesture(found)) and gesture[0] != "start":
                return int(found.name[1])
        begun = (self.beginner(inner) for inner in branch.branches)
        return next((player for player in begun if player is not None), None)

    def ended(self, record: Record, end: _State, beginner: int) -> Record:
        """The record with its names, and its result where the rules gave none."""
        names = {found.name: _name(found) for node in self.tree.nodes for found in node if _name(found)}
        players = {f"Player{1 + (int(name[1]) ^ beginner)}": value for name, value in names.items()}
        tags = {TAGS[f.name]: f.value for node in self.tree.nodes for f in node if f.name in TAGS}
        record = replace(record, tags={"Site": "Boardspace", **tags, **dict(sorted(players.items()))})
        if end.resigned is not None:
            return record.finish("0-1" if end.resigned == beginner else "1-0", "resignation")
        found = self.find("RE")
        verdict = _verdict(found.value, names) if found else None
        if record.result != UNFINISHED or found is None or verdict is None:
            return record
        winner, reason = verdict
        result = DRAWN if winner is None else "1-0" if int(winner[1]) == beginner else "0-1"
        ended = None if reason else _without_last_answer(record, result)
        return ended or record.finish(result, reason or found.value)

    def branch(self, branch: Branch, state: _State) -> tuple[Line, _State]:
        """The plies of a branch: the first that follows goes on with it, the others are variations."""
        plies: list[Ply] = []
        comment = ""
        for found in (found for node in branch.nodes for found in node):
            if found.name != "C":
                state = self.gesture(found, state, plies)
            elif state.staged:
                state = replace(state, staged=state.staged.said(found.value))
            elif plies:
                plies[-1] = replace(plies[-1], comment=joined(plies[-1].comment, found.value))
            else:
                comment = joined(comment, found.value)
        if not branch.branches:
            state = self.confirmed(state, plies)
            return Line(tuple(plies), comment), state
        (main, end), *others = [self.branch(inner, state) for inner in branch.branches]
        variations = tuple(line for line, _ in others if line.plies)
        following = list(main.plies)
        if variations and not following:
            raise self.text.error(
                "no move is played in this branch, only beside it", branch.branches[0].offset
            )
        if variations:
            following[0] = replace(following[0], variations=variations)
        if main.comment and plies:
            plies[-1] = replace(plies[-1], comment=joined(plies[-1].comment, main.comment))
        elif main.comment:
            comment = joined(comment, main.comment)
        return Line((*plies, *following), comment), end

    def gesture(self, found: Property, state: _State, plies: list[Ply]) -> _State:
        """The game after one gesture."""
        gesture = _gesture(found)
        if gesture is None or gesture[0] == "start":
            return state
        verb, given = gesture
        form = re.fullmatch(_GESTURES.get(verb, "(?!)"), given)
        if form is None:
            raise self.error(
                f"`{found.value.strip()}`: no gesture of Boardspace's Carnac reads like this", found
            )
        if state.resigned is not None and verb == "done":
            return state
        if state.resigned is not None:
            raise self.error(
                f"`{found.value.strip()}`: the game is over, P{state.resigned} has resigned", found
            )
        if verb == "resign":
            return replace(self.confirmed(state, plies), resigned=int(found.name[1]))
        if verb in ("pickb", "untip"):
            return self.taken_back(verb, found, state)
        if verb == "drop":
            return replace(state, kind=None)
        state = self.confirmed(state, plies)
        if verb == "done":
            return state
        if verb == "pick":
            return replace(state, kind=KINDS[int(form[1])])
        return replace(state, kind=None, staged=_Staged(self.decision(verb, form, found, state), found))

    def decision(self, verb: str, form: re.Match[str], found: Property, state: _State) -> str:
        """The ply that a gesture stands for."""
        if verb == "pass":
            return "-"
        if verb == "onboard":
            return _square(form[2], form[3]) + KINDS[int(form[1])]
        if verb == "dropb":
            if state.kind is None:
                raise self.error(f"`{found.value.strip()}`: no megalith has been picked up before", found)
            return _square(form[1], form[2]) + state.kind
        pending = state.position.pending
        if pending is None or pending.square != _square(form[1], form[2]):
            raise self.error(f"`{found.value.strip()}`: no megalith there may be tilted now", found)
        fall = (ord(form[3].lower()) - ord(form[1].lower()), int(form[4]) - int(form[2]))
        if fall not in DIRECTIONS:
            raise self.error(f"`{found.value.strip()}`: the first square of a fall is the next one", found)
        return DIRECTIONS[fall]

    def taken_back(self, verb: str, found: Property, state: _State) -> _State:
        staged = state.staged
        is_tilt = staged is not None and staged.move in DIRECTIONS.values()
        if staged is None or is_tilt != (verb == "untip"):
            raise self.error(f"`{found.value.strip()}`: there is nothing to take up again", found)
        return replace(state, staged=None, kind=None if is_tilt else staged.move[-2:])

    def confirmed(self, state: _State, plies: list[Ply]) -> _State:
        """The game with what was staged played."""
        if state.staged is None:
            return state
        move, found, comment = state.staged
        colour = "red" if int(found.name[1]) == self.red else "white"
        try:
            position = state.position.play(move)
        except StonefieldError as error:
            raise self.error(str(error), found) from error
        if state.position.turn != colour:
            raise self.error(f"`{found.value.strip()}`: it is {state.position.turn}'s decision", found)
        plies.append(Ply(move, comment=comment))
        return _State(position, state.kind)


def _gesture(found: Property) -> tuple[str, str] | None:
    """The verb of a gesture and what it is given; None if the property is none, such as ``P0[id "Ann"]``."""
    match = _GESTURE.fullmatch(found.value) if found.name in ("P0", "P1") else None
    if match is None or not (match[1] or match[2].lower() in _GESTURES):
        return None
    return match[2].lower(), match[3]


def _name(found: Property) -> str:
    match = re.fullmatch(r'\s*id\s+"?(.*?)"?\s*', found.value) if found.name in ("P0", "P1") else None
    return match[1] if match else ""


def _verdict(text: str, names: Mapping[str, str]) -> tuple[str | None, str] | None:
    """Who has won (None in a draw), and why if that follows in parentheses: ``Game won by Ann (time)``."""
    called = [*SEATS.items(), *sorted(names.items(), key=lambda player: -len(player[1]))]
    wins = [(said, player) for player, name in called if (said := _find(f"won by {name}", text))]
    draw = _find("draw", text)
    if draw and not any(said.start() < draw.start() for said, _ in wins):
        return None, _reason(text[draw.end() :])
    if not wins:
        return None
    said, winner = min(wins, key=lambda win: win[0].start())
    return winner, _reason(text[said.end() :])


def _find(words: str, text: str) -> re.Match[str] | None:
    return re.search(re.escape(words), text, re.IGNORECASE)


def _reason(rest: str) -> str:
    match = re.fullmatch(r"\s*\((.*)\)\s*", rest, re.DOTALL)
    return match[1] if match else ""


def _without_last_answer(record: Record, result: str) -> Record | None:
    """The game as one that ended with its last megalith, if so the rules give it the result that it had."""
    start = carnac.start(**{**record.start.options, "final_tilt": False})
    try:
        ended = replace(record, start=start, result=result)
    except StonefieldError:
        return None
    return ended if ended.final.is_over else None


def _square(file: str, rank: str) -> str:
    return f"{file.lower()}{int(rank)}"
