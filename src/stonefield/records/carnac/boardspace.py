"""Carnac games as Boardspace keeps them, in SGF.

A node is one gesture of a player (``P0[3 Pick 2]``), so a placement takes two of them and may be taken up
again before ``Done``. Boardspace's black is our white, and it lets the last megalith still be tilted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from stonefield.games import carnac
from stonefield.games.game import StonefieldError
from stonefield.records.record import (
    DRAWN,
    UNFINISHED,
    GrowingPly,
    Line,
    Ply,
    Record,
    RecordError,
    joined,
    result_of,
)
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

_SQUARE = r"([A-Za-z]) ([0-9]{1,2})"
# What a gesture is given, its words one blank apart.
_GESTURES = {
    verb: re.compile(form)
    for verb, form in {
        "start": r".*+",
        "pick": r"([0-3])",
        "drop": r"[0-9]++",
        "dropb": _SQUARE,
        "pickb": _SQUARE,
        "onboard": rf"([0-3]) {_SQUARE}",
        "tip": rf"{_SQUARE} {_SQUARE}",
        "untip": r".*+",
        "pass": r"",
        "done": r"",
        "resign": r"",
        "winontime": r"",
        "loseontime": r"",
    }.items()
}
# The gestures that end a game: whether its player wins by it, and why the game ended.
_ENDINGS = {"resign": (False, "resignation"), "winontime": (True, "time"), "loseontime": (False, "time")}
_CODE = re.compile(r"%([0-9]{1,7})%")


class _Staged(NamedTuple):
    """A decision that its player has not confirmed yet."""

    move: str
    found: Property


class _End(NamedTuple):
    """How a gesture ended the game."""

    winner: int
    reason: str


@dataclass(frozen=True, slots=True)
class _State:
    """The game after some gestures: confirmed plies are in the position, the last one may be staged."""

    position: carnac.Position
    kind: str | None = None
    staged: _Staged | None = None
    said: list[str] = field(default_factory=list)
    """The comments on the decision that is being made."""
    end: _End | None = None


def read_boardspace(content: str) -> tuple[Record, ...]:
    """All the games of Carnac in an SGF text of Boardspace."""
    text = Text(content)
    return tuple(_record(text, tree) for tree in read_sgf(text))


def _record(text: Text, tree: Branch) -> Record:
    try:
        return _Reader(text, tree).record()
    except RecordError as error:
        if error.line is not None:
            raise
        raise text.error(str(error), tree.offset) from error


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
        if end.end is not None and record.result == UNFINISHED:
            return record.finish("1-0" if end.end.winner == beginner else "0-1", end.end.reason)
        found = self.find("RE")
        verdict = _verdict(found.value, names) if found else None
        if record.result != UNFINISHED or found is None or verdict is None:
            return record
        winner, reason = verdict
        result = DRAWN if winner is None else "1-0" if int(winner[1]) == beginner else "0-1"
        ended = None if reason else _without_last_answer(record, result)
        return ended or record.finish(result, reason or found.value)

    def branch(self, branch: Branch, state: _State) -> tuple[Line, _State]:
        """The plies of a branch: the first that follows continues it, the others are variations."""
        plies: list[GrowingPly] = []
        before: list[str] = []

        def latest() -> list[str]:
            return plies[-1].said if plies else before

        for node in branch.nodes:
            for found in node:
                state = self.gesture(found, state, plies)
            # Boardspace writes a comment before the gesture of its node as well as after it.
            said = state.said if state.staged or state.kind else latest()
            said += (found.value for found in node if found.name == "C")
        if not branch.branches:
            state = self.confirmed(state, plies)
            latest().extend(state.said)
            return Line(tuple(ply.whole() for ply in plies), joined(before)), state
        (main, end), *others = self.branches(branch, state)
        variations = tuple(line for line, _ in others if line.plies)
        following = list(main.plies)
        if variations and not following:
            raise self.text.error(
                "no move is played in this branch, only next to it", branch.branches[0].offset
            )
        if variations:
            following[0] = replace(following[0], variations=(*following[0].variations, *variations))
        latest().append(main.comment)
        return Line((*(ply.whole() for ply in plies), *following), joined(before)), end

    def branches(self, branch: Branch, state: _State) -> Iterator[tuple[Line, _State]]:
        """What follows a branch; a comment on a decision that is still being made goes to the first."""
        for inner in branch.branches:
            yield self.branch(inner, state)
            state = replace(state, said=[])

    def gesture(self, found: Property, state: _State, plies: list[GrowingPly]) -> _State:
        """The game after one gesture."""
        gesture = _gesture(found)
        if gesture is None or gesture[0] == "start":
            return state
        verb, given = gesture
        form = _GESTURES[verb].fullmatch(given) if verb in _GESTURES else None
        if form is None:
            raise self.error(
                f"`{found.value.strip()}`: no gesture of Boardspace's Carnac reads like this", found
            )
        if state.end is not None and verb == "done":
            return state
        if state.end is not None:
            raise self.error(
                f"`{found.value.strip()}`: the game is over, P{state.end.winner} has won it", found
            )
        if verb in _ENDINGS:
            wins, reason = _ENDINGS[verb]
            end = _End(int(found.name[1]) ^ (not wins), reason)
            return replace(self.confirmed(state, plies), end=end)
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

    def confirmed(self, state: _State, plies: list[GrowingPly]) -> _State:
        """The game with what was staged played."""
        if state.staged is None:
            return state
        move, found = state.staged
        colour = "red" if int(found.name[1]) == self.red else "white"
        try:
            position = state.position.play(move)
        except StonefieldError as error:
            raise self.error(str(error), found) from error
        if state.position.turn != colour:
            raise self.error(f"`{found.value.strip()}`: it is {state.position.turn}'s decision", found)
        plies.append(GrowingPly(Ply(move), state.said))
        return _State(position, state.kind)


def _gesture(found: Property) -> tuple[str, str] | None:
    """The verb of a gesture and what it is given; None if the property is none, such as ``P0[id "Ann"]``."""
    words = found.value.split() if found.name in ("P0", "P1") else []
    is_numbered = bool(words) and words[0].isascii() and words[0].isdigit()
    verb, *given = words[is_numbered:] or [""]
    verb = verb.lower()
    if not ((is_numbered and verb[:1].isalpha()) or verb in _GESTURES):
        return None
    return verb, " ".join(given)


def _name(found: Property) -> str:
    """The name in ``P0[id "Ann"]``, empty if the property is another."""
    words = found.value.split(maxsplit=1) if found.name in ("P0", "P1") else []
    begin, *rest = words or [""]
    name = rest[0].rstrip() if begin == "id" and rest else ""
    return _CODE.sub(_character, name.removeprefix('"').removesuffix('"')) if "\n" not in name else ""


def _character(code: re.Match[str]) -> str:
    """Boardspace writes a character by its number: ``%37%`` is ``%``."""
    number = int(code[1])
    is_character = 0x20 <= number < 0xD800 or 0xE000 <= number <= 0x10FFFF
    return chr(number) if is_character else code[0]


def _verdict(text: str, names: Mapping[str, str]) -> tuple[str | None, str] | None:
    """Who has won (None in a draw), and why if that follows in parentheses: ``Game won by Ann (time)``."""
    small = _small(text)
    called = [*SEATS.items(), *sorted(names.items(), key=lambda player: -len(player[1]))]
    sayings = [(f"won by {_small(name)}", player) for player, name in called]
    wins = [(at, at + len(said), player) for said, player in sayings if (at := small.find(said)) >= 0]
    draw = small.find("draw")
    if draw >= 0 and not any(at < draw for at, _, _ in wins):
        return None, _reason(text[draw + len("draw") :])
    if not wins:
        return None
    _, end, winner = min(wins, key=lambda win: win[0])
    return winner, _reason(text[end:])


def _small(text: str) -> str:
    """The text in small letters, every character in its place."""
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


def _reason(rest: str) -> str:
    rest = rest.strip()
    return rest[1:-1] if rest.startswith("(") and rest.endswith(")") else ""


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
