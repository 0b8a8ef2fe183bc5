"""Carnac games as AbstractPlay keeps them: its game record or game state in JSON, or the moves alone.

A turn is one word: ``12-a4`` places (1 on top, 2 facing south), ``>n,12-a4`` tilts north and then places,
``pass`` leaves the megalith standing; ``>n`` alone is a turn that is not complete yet. Colour 1 belongs to
the player who begins and becomes our red, unless a player's ``colour``, which our writer adds, is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from stonefield.games import carnac
from stonefield.games.game import StonefieldError
from stonefield.records.json_document import JsonNode, is_json, read_document
from stonefield.records.record import DRAWN, UNFINISHED, Record, RecordError
from stonefield.records.source import Text

BOARDS = {"8x5": "small", "10x7": "medium", "14x9": "large"}

_TURN = re.compile(
    r"(?=.)(?:>(?P<tilt>[nesw])(?:,(?=[12])|$))?(?:(?P<faces>[12]{2})-(?P<file>[a-n])(?P<rank>[1-9][0-9]?))?"
)
_NUMBER = re.compile(r"[0-9]++[.)]++")
_WORD = re.compile(r"\S++")
_MOVES = re.compile(r"(?:[0-9]++[.)]++\s*+)?[12]{2}-[A-Na-n][0-9]")
_FIELD = re.compile(r'"(?:header|stack)"\s*+:')
_OUR_FIELD = re.compile(r'"format"\s*+:')
_SIZE = re.compile(r"(?<![0-9])([0-9]{1,2}) ?[x×] ?([0-9]{1,2})(?![0-9])", re.IGNORECASE)
_USUAL_BOARD = (
    "#board",
    "default board",
    "standard-spielfeld",
    "plateau par défaut",
    "tabellone predefinito",
)
"""What the site calls the board where none was chosen and it has no other name for it, and its own code."""
_ENDINGS = {
    "resign": "resignation",
    "timeout": "time",
    "draw": "agreement",
    "abandoned": "abandoned",
}


def faces(first: str) -> dict[str, str]:
    """Their figures for top and south face, and our letters for top and axis, if this colour began.

    What faces south faces north as well, so the other colour faces east and west.
    """
    one, two = "rw" if first == "red" else "wr"
    return {"11": one + two, "12": one + one, "21": two + two, "22": two + one}


class _Turn(NamedTuple):
    word: str
    error: Callable[[str], RecordError]
    """Makes an error that says where the turn stands."""


def read_abstractplay_moves(content: str, board: str | None = None) -> tuple[Record, ...]:
    """The game of a list of moves. The list does not name its board: ``medium``, or ``large`` if need be."""
    text = Text(content)
    turns = list(_listed(text))
    if not turns:
        raise text.error("there is no move in this text", 0)
    try:
        return (_played(turns, board or _board_of(turns)),)
    except RecordError:
        raise
    except StonefieldError as error:
        raise text.error(str(error), 0) from None


def _listed(text: Text) -> Iterator[_Turn]:
    """The words of a list of moves, without the numbers before them."""
    for found in _WORD.finditer(text.content):
        number = _NUMBER.match(found[0])
        begin = number.end() if number else 0
        if word := found[0][begin:]:
            yield _Turn(word, partial(text.error, offset=found.start() + begin))


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
    document = read_document(content)
    try:
        if "stack" in document.typed(dict, "an object"):
            return (_from_state(document),)
        for name in ("header", "moves"):
            if name not in document.value:
                raise document.error(f"`{name}` is missing here")
        return (_from_record(document),)
    except RecordError as error:
        if error.line is not None:
            raise
        raise document.error(str(error)) from error


def _from_record(document: JsonNode) -> Record:
    header = document["header"]
    game = header.typed(dict, "an object").get("game")
    if isinstance(game, dict):
        header["game"].typed(dict, "an object")
    name = game.get("name") if isinstance(game, dict) else None
    if not isinstance(name, str) or name.lower() != "carnac":
        raise header.error("only AbstractPlay's Carnac can be read: header.game.name says so")
    players = _players(header.value)
    first = "white" if [player.get("colour") for player in players][:1] == ["white"] else "red"
    numbers = [player.get("result") for player in players]
    result = _result_of(numbers) if len(numbers) == 2 else None
    reason = header.value.get("reason")
    turns = list(_rounds(document["moves"]))
    record = _played(turns, _board(header["game"]), first, result, reason if isinstance(reason, str) else "")
    return replace(record, tags={**_tags(header.value), **record.tags})


def _result_of(numbers: list[Any]) -> str | None:
    """The result by the numbers of the two players, the higher one's win."""
    if not all(isinstance(number, int | float) for number in numbers):
        return None
    one, two = numbers
    return "1-0" if one > two else "0-1" if one < two else DRAWN


def _from_state(document: JsonNode) -> Record:
    if document.value.get("game") != "carnac":
        raise document.error("only AbstractPlay's Carnac can be read")
    turns = []
    for state in list(document["stack"].items())[1:]:
        if "lastmove" not in state.typed(dict, "an object"):
            raise state.error("`lastmove` is missing here")
        turns.append(_turn(state["lastmove"]))
    winners = document.value.get("winner")
    result = None
    if document.value.get("gameover") and winners in ([1], [2], [1, 2], [2, 1]):
        result = _result_of([1 in winners, 2 in winners])
    return _played(turns, _board(document), result=result)


def _board(game: JsonNode) -> str:
    """The board among the variants, which are called by their names in some language; medium without one."""
    board = "medium"
    for variant in game["variants"].items() if "variants" in game.value else ():
        if variant.text().casefold() in _USUAL_BOARD:
            continue
        found = _SIZE.search(variant.text())
        size = f"{int(found[1])}x{int(found[2])}" if found else ""
        if size not in BOARDS:
            raise variant.error(f"`{variant.value}`: the variants are {', '.join(BOARDS)}")
        board = BOARDS[size]
    return board


def _board_of(turns: Iterable[_Turn]) -> str:
    found = [match for turn in turns if (match := _TURN.fullmatch(turn.word.lower()))]
    beyond = any(match["file"] > "j" or int(match["rank"]) > 7 for match in found if match["faces"])
    return "large" if beyond else "medium"


def _rounds(moves: JsonNode) -> Iterator[_Turn]:
    """The turns of all rounds, in the order in which they were played."""
    for moves_of_round in moves.items():
        in_round: list[tuple[float, _Turn]] = []
        for seat, entry in enumerate(moves_of_round.items()):
            if isinstance(entry.value, dict):
                if "move" not in entry.typed(dict, "an object"):
                    raise entry.error("`move` is missing here")
                order = entry.value.get("sequence")
                in_round.append((order if type(order) is int else seat, _turn(entry["move"])))
            elif entry.value is not None:
                in_round.append((seat, _turn(entry)))
        yield from (turn for _, turn in sorted(in_round, key=lambda placed: placed[0]))


def _turn(node: JsonNode) -> _Turn:
    return _Turn("".join(node.text().split()), node.error)


def _played(
    turns: list[_Turn], board: str, first: str = "red", result: str | None = None, reason: str = ""
) -> Record:
    """The game of all the turns. Where the rules do not end it, ``result`` does, or the last turn's word."""
    start = carnac.start(board, first=first)
    position, moves = start, list[str]()
    ending = before = ""
    for turn in turns:
        word = turn.word.lower()
        if ending:
            raise turn.error(f"`{turn.word}`: the game is over, it ended with {ending}")
        if word in _ENDINGS:
            ending = word
        elif word != "pass" and not _TURN.fullmatch(word):
            raise turn.error(f"`{turn.word}`: a turn reads like 12-a4, >n,12-a4 or pass")
        # Early games passed the turn back after a tilt: the one who tilts places as well.
        is_passed_back = word == "pass" and before.startswith(">") and "-" not in before
        for move in () if is_passed_back else _plies(word, first):
            try:
                position = position.play(move)
            except StonefieldError as error:
                raise turn.error(str(error)) from None
            moves.append(move)
        before = word
    record = Record.of(start, moves)
    if record.result != UNFINISHED:
        return _with_verdict(record, result)
    if result is None and ending:
        by_word = "0-1" if position.player == 1 else "1-0"
        result = by_word if ending in ("resign", "timeout") else DRAWN
    return record.finish(result, reason or _ENDINGS.get(ending, "unknown")) if result else record


def _with_verdict(record: Record, result: str | None) -> Record:
    """The finished game; where the site gave it to another, a tag says so."""
    if result in (None, record.result):
        return record
    said = f"{result} (it compares the sizes of the dolmens before their number)"
    return replace(record, tags={**record.tags, "SiteResult": said})


def _plies(word: str, first: str) -> Iterator[str]:
    """The plies of a turn: the tilt, if there is one, and the placement, if it has followed."""
    if word == "pass":
        yield "-"
    elif match := _TURN.fullmatch(word):
        if match["tilt"]:
            yield match["tilt"].upper()
        if match["faces"]:
            yield f"{match['file']}{match['rank']}{faces(first)[match['faces']]}"


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
        "EndDate": header.get("date-end"),
        **{f"Player{n}": player.get("name") for n, player in enumerate(_players(header), 1) if n <= 2},
    }
    return {name: value for name, value in found.items() if isinstance(value, str) and value}
