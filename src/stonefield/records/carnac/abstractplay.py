"""Carnac games as AbstractPlay keeps them: its game record or game state in JSON, or the moves alone.

A turn is one word: ``12-a4`` places (1 on top, 2 facing south), ``>n,12-a4`` tilts north and then places,
``pass`` leaves the megalith standing; ``>n`` alone is a turn that is not complete yet. Colour 1 belongs to
the player who begins and becomes our red, unless a player's ``colour``, which our writer adds, is another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from stonefield.games import carnac
from stonefield.games.game import StonefieldError
from stonefield.records.json_format import Document, Path, is_json
from stonefield.records.record import DRAWN, UNFINISHED, Record
from stonefield.records.source import Text, find_in_json

BOARDS = {"8x5": "small", "10x7": "medium", "14x9": "large"}

_TURN = re.compile(r"(?=.)(?:>([nesw])(?:,(?=[12])|$))?(?:([12]{2})-([a-n])([1-9][0-9]?))?")
_WORD = re.compile(r"(?:[0-9]+[.)]+)?(\S*)")
_MOVES = re.compile(r"\s*(?:[0-9]+[.)]+\s*)?[12]{2}-[A-Na-n][0-9]")
_FIELD = re.compile(r'"(?:header|stack)"\s*:')
_OUR_FIELD = re.compile(r'"format"\s*:')
_LEAVING = {"resign": "resignation", "timeout": "time"}


def faces(first: str) -> dict[str, str]:
    """Their figures for top and south face, and our letters for top and axis, if this colour began.

    What faces south faces north as well, so the other colour faces east and west.
    """
    one, two = "rw" if first == "red" else "wr"
    return {"11": one + two, "12": one + one, "21": two + two, "22": two + one}


class _Turn(NamedTuple):
    word: str
    offset: int


def read_abstractplay_moves(content: str, board: str | None = None) -> tuple[Record, ...]:
    """The game of a list of moves. The list does not name its board: ``medium``, or ``large`` if need be."""
    text = Text(content)
    turns = [_Turn(word[1], word.start(1)) for word in _WORD.finditer(text.content) if word[1]]
    if not turns:
        raise text.error("there is no move in this text", 0)
    return (_played(text, turns, board or _board_of(turns)),)


def is_abstractplay(content: str) -> bool:
    """Whether a text looks like AbstractPlay's: JSON with its fields, or a list of its moves."""
    if is_json(content):
        return bool(_FIELD.search(content)) and not _OUR_FIELD.search(content)
    return bool(_MOVES.match(content))


def read_abstractplay(content: str, board: str | None = None) -> tuple[Record, ...]:
    """The game of a game record (``header`` and ``moves``), a game state (``stack``) or a list of moves.

    ``board`` is that of a list of moves, which names none.
    """
    if not is_json(content.removeprefix("\ufeff").lstrip()):
        return read_abstractplay_moves(content, board)
    document = Document(content)
    fields = document.typed((), dict, "an object")
    if "stack" in fields:
        return (_from_state(document, fields),)
    for name in ("header", "moves"):
        if name not in fields:
            raise document.error(f"`{name}` is missing here", ())
    return (_from_record(document, fields),)


def _from_record(document: Document, fields: dict[str, Any]) -> Record:
    header = document.typed(("header",), dict, "an object")
    game = document.typed(("header", "game"), dict, "an object") if "game" in header else {}
    if str(game.get("name")).lower() != "carnac":
        raise document.error("only AbstractPlay's Carnac can be read: header.game.name says so", ("header",))
    board = _board(document, ("header", "game"), game)
    begins_white = [player.get("colour") for player in _players(header)][:1] == ["white"]
    first = "white" if begins_white else "red"
    record = _played(document.text, list(_rounds(document)), board, first)
    record = replace(record, tags={**_tags(header), **record.tags})
    results = [player.get("result") for player in _players(header)]
    numbers = [result for result in results if isinstance(result, int | float)]
    if record.result != UNFINISHED or len(numbers) != 2:
        return record
    one, two = numbers
    reason = header.get("reason")
    result = DRAWN if one == two else "1-0" if one > two else "0-1"
    return record.finish(result, reason if isinstance(reason, str) else "unknown")


def _from_state(document: Document, fields: dict[str, Any]) -> Record:
    if fields.get("game") != "carnac":
        raise document.error("only AbstractPlay's Carnac can be read", ())
    turns = []
    for index in range(1, len(document.typed(("stack",), list, "an array"))):
        state = document.typed(("stack", index), dict, "an object")
        if "lastmove" not in state:
            raise document.error("`lastmove` is missing here", ("stack", index))
        turns.append(_turn(document, ("stack", index, "lastmove")))
    record = _played(document.text, turns, _board(document, (), fields))
    winners = fields.get("winner")
    if record.result != UNFINISHED or not fields.get("gameover") or winners not in ([1], [2], [1, 2]):
        return record
    return record.finish({1: "1-0", 2: "0-1"}[winners[0]] if len(winners) == 1 else DRAWN, "unknown")


def _board(document: Document, path: Path, game: dict[str, Any]) -> str:
    """The board among the variants; medium if they name none."""
    if "variants" not in game:
        return "medium"
    variants = document.typed((*path, "variants"), list, "an array")
    for index, variant in enumerate(variants):
        size = str(variant).split(" ")[0].replace("×", "x").lower()
        if size not in BOARDS:
            raise document.error(
                f"`{variant}`: the variants are {', '.join(BOARDS)}", (*path, "variants", index)
            )
        return BOARDS[size]
    return "medium"


def _board_of(turns: Iterable[_Turn]) -> str:
    found = [match for turn in turns if (match := _TURN.fullmatch(turn.word.lower()))]
    beyond = any(match[3] > "j" or int(match[4]) > 7 for match in found if match[2])
    return "large" if beyond else "medium"


def _rounds(document: Document) -> Iterator[_Turn]:
    """The turns of all rounds, in the order in which they were played."""
    for index in range(len(document.typed(("moves",), list, "an array"))):
        in_round: list[tuple[float, _Turn]] = []
        for seat, entry in enumerate(document.typed(("moves", index), list, "an array")):
            path: Path = ("moves", index, seat)
            if entry is None:
                continue
            if isinstance(entry, dict):
                if "move" not in entry:
                    raise document.error("`move` is missing here", path)
                order = entry.get("sequence")
                place = order if type(order) is int else seat
                in_round.append((place, _turn(document, (*path, "move"))))
            else:
                in_round.append((seat, _turn(document, path)))
        yield from (turn for _, turn in sorted(in_round, key=lambda placed: placed[0]))


def _turn(document: Document, path: Path) -> _Turn:
    word = "".join(document.typed(path, str, "a text").split())
    return _Turn(word, find_in_json(document.text.content, path))


def _played(text: Text, turns: list[_Turn], board: str, first: str = "red") -> Record:
    """The game of all the turns; a player who leaves it loses it."""
    start = position = _start(text, board, first)
    moves: list[str] = []
    left: str | None = None
    for turn in turns:
        word = turn.word.lower()
        if left is not None:
            raise text.error(f"`{turn.word}`: the game is over, a player has left it", turn.offset)
        if word in _LEAVING:
            left = word
        elif word != "pass" and not _TURN.fullmatch(word):
            raise text.error(f"`{turn.word}`: a turn reads like 12-a4, >n,12-a4 or pass", turn.offset)
        for move in _plies(word, first):
            try:
                position = position.play(move)
            except StonefieldError as error:
                raise text.error(str(error), turn.offset) from None
            moves.append(move)
    record = Record.of(start, moves)
    if left is None or record.result != UNFINISHED:
        return record
    return record.finish("0-1" if position.player == 1 else "1-0", _LEAVING[left])


def _start(text: Text, board: str, first: str) -> carnac.Position:
    try:
        return carnac.start(board, first=first)
    except StonefieldError as error:
        raise text.error(str(error), 0) from None


def _plies(word: str, first: str) -> Iterator[str]:
    """The plies of a turn: the tilt, if there is one, and the placement, if it has followed."""
    if word == "pass":
        yield "-"
    elif match := _TURN.fullmatch(word):
        if match[1]:
            yield match[1].upper()
        if match[2]:
            yield f"{match[3]}{match[4]}{faces(first)[match[2]]}"


def _players(header: dict[str, Any]) -> list[dict[str, Any]]:
    players = header.get("players")
    if not isinstance(players, list):
        return []
    return [player for player in players if isinstance(player, dict)]


def _tags(header: dict[str, Any]) -> dict[str, str]:
    site = header.get("site")
    found = {
        "Event": header.get("event"),
        "Round": header.get("round"),
        "Site": site.get("name") if isinstance(site, dict) else None,
        "Date": header.get("date-start"),
        **{f"Player{n}": player.get("name") for n, player in enumerate(_players(header), 1) if n <= 2},
    }
    return {name: value for name, value in found.items() if isinstance(value, str) and value}
