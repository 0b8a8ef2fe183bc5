"""What the fuzzers throw bytes at: everything that reads what a stranger has written.

A target returns for what it accepts and refuses the rest with a `StonefieldError`, a `Refusal` or pydantic's
`ValidationError`; anything else is a fault. What is accepted has to survive being written and read again.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic import TypeAdapter, ValidationError

from stonefield import caminos, carnac, records
from stonefield.engine.ugi_options import Options
from stonefield.engine.ugi_text import InfoReader, read_limits, read_option
from stonefield.games import StonefieldError, parse
from stonefield.games.caminos.board import Board
from stonefield.games.caminos.pieces import PieceSet
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.trying import judge
from stonefield.records.carnac.abstractplay import read_abstractplay
from stonefield.records.carnac.boardspace import read_boardspace
from stonefield.server.domain.game.actions import decide
from stonefield.server.domain.game.agreement import Agreement, Seat, agree, clean_name
from stonefield.server.domain.game.event import Event
from stonefield.server.domain.game.table import Table
from stonefield.server.protocol.messages import BaseAction, client_messages
from stonefield.server.protocol.practice import PuzzleTry
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import Join, NewGame, NewImport

REFUSED = (StonefieldError, Refusal, ValidationError)
REQUESTS = TypeAdapter(NewGame | NewImport | Join)


def text_of(given: bytes) -> str:
    """Any bytes as a text; JSON may bring half characters, so this does too."""
    try:
        return given.decode(errors="surrogatepass")
    except UnicodeDecodeError:
        return given.decode("latin-1")


def own_text(given: bytes) -> None:
    for record in records.read_all(text_of(given)):
        assert records.read(records.write(record)) == record


def own_json(given: bytes) -> None:
    for record in records.from_json(text_of(given)):
        assert records.from_json(records.to_json(record)) == (record,)


def boardspace(given: bytes) -> None:
    for record in read_boardspace(text_of(given)):
        assert records.read(records.write(record)) == record


def abstractplay(given: bytes) -> None:
    for record in read_abstractplay(text_of(given)):
        assert records.read(records.write(record)) == record


def anything(given: bytes) -> None:
    records.read_any(text_of(given))


def position(given: bytes) -> None:
    found = parse(text_of(given))
    assert parse(str(found)) == found


def move(given: bytes) -> None:
    words = text_of(given).split(" ")
    for start in (carnac.start("small"), caminos.start()):
        here = start
        for word in words:
            try:
                here = here.play(word)
            except StonefieldError:
                break
        assert parse(str(here)) == here


def board(given: bytes) -> None:
    found = Board.read(text_of(given))
    assert Board.read(str(found)) == found


def pieces(given: bytes) -> None:
    found = PieceSet.read(text_of(given))
    assert PieceSet.read(str(found)) == found


def toml(given: bytes) -> None:
    for kind in (Board, PieceSet):
        try:
            found = kind._from_toml(given, "own.toml")
        except StonefieldError:
            continue
        assert kind.read(str(found)) == found


def protocol(given: bytes) -> None:
    """Lines of the engine's protocol."""
    line = text_of(given)
    InfoReader().read(line)
    for read in (lambda: Options().set(*read_option(line)), lambda: read_limits(line, 0)):
        try:
            read()
        except StonefieldError:
            continue


def body(given: bytes) -> None:
    """What is posted: games to make, records, joining."""
    wanted = REQUESTS.validate_json(given)
    if isinstance(wanted, NewGame):
        Table(agree(wanted, id="g", created=0, invite_hash="x"))
    elif isinstance(wanted, NewImport):
        records.read_any(wanted.text)
    else:
        clean_name(wanted.name)


SEATS = (Seat("person", name="Ann", holder=0), Seat("person", name="Ben", holder=1))
AGREED = Agreement(id="g", created=0, rules="carnac", options={"board": "5x4"}, seats=SEATS)


def messages(given: bytes) -> None:
    """Lines of a socket, each by one of two people, and what they do to a game."""
    table = Table(AGREED)
    for number, line in enumerate(given.split(b"\n")[:40]):
        try:
            message = client_messages.validate_json(line)
            if not isinstance(message, BaseAction):
                continue
            change = decide(table, number % 2, message, rematch=lambda: "again")
        except REFUSED:
            continue
        event = Event(table.version + 1, 1_000 * number, change.kind, change.seat)
        table.apply(event, change.position)


PUZZLE = Puzzle(
    "carnac large 28 r r1 g1h1r,i1rr,j1k1w,l1wr,m1rw,j2rr,i3i2w,k3rr,l3l2r,n3n4w,j4j3r,m4m3r,k5k4w,l5l6w,"
    "b6b7r,c7c6w,e7e8r,b8rr,c8wr,k8j8w,d9d8r,f9wr,h9i9r,k9l9w",
    "win",
    ("n2rr", "n1wr", "j9rr"),
    (),
    100,
)


def tries(given: bytes) -> None:
    """What is tried at a puzzle."""
    judge(PUZZLE, PuzzleTry.model_validate_json(given).moves)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        own_text,
        own_json,
        boardspace,
        abstractplay,
        anything,
        position,
        move,
        board,
        pieces,
        toml,
        protocol,
        body,
        messages,
        tries,
    )
}


def attacked(name: str, given: bytes) -> None:
    """One input for one target; only a fault is raised."""
    try:
        TARGETS[name](given)
    except REFUSED:
        return
