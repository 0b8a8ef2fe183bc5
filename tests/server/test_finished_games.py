"""Finished games in the database: found by what is known of them, and added up with their reviews."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest
from sqlalchemy import insert, update

from stonefield.explorer.index import index
from stonefield.explorer.keys import locate
from stonefield.explorer.rows import add_games
from stonefield.games import carnac
from stonefield.records import Record
from stonefield.server.domain.game.agreement import Seat
from stonefield.server.presenting.finished_games import account_game, statistics_of
from stonefield.server.store import GameRows, Journal
from stonefield.server.store.account_tables import account_games
from stonefield.server.store.finished_games import FinishedGame, FinishedGames, FinishedSeat, GameSearch
from stonefield.server.store.reading import Reader
from stonefield.server.store.tables import reviews

from .agreements import agreement
from .test_rating_rows import add_accounts

ANN = FinishedSeat("person", None, 0, "red")
BEN = FinishedSeat("person", None, 1, "white")
LEVEL = FinishedSeat("engine", 4.0, None, "white")
ABOUT = {
    "rules": "carnac",
    "board": "medium",
    "pace": "live",
    "rated": False,
    "length": 30,
    "reason": "count",
}


@pytest.fixture
def store(opened):
    return FinishedGames(Reader(opened))


@pytest.fixture
async def known(journal):
    """Ann and Ben have accounts."""
    await add_accounts(journal, "ann", "ben")
    return journal


async def finish(
    journal: Journal, at: int, result: str = "won", *seats: FinishedSeat, review: str = "", **about
) -> str:
    """A game of Ann's, and of Ben's if he plays; its id."""
    seats = seats or (ANN, BEN)
    sat = tuple(Seat(seat.kind, level=seat.level, holder=seat.holder, name="") for seat in seats)
    game = agreement(*sat, created=at - 10)
    level = next((seat.level for seat in seats if seat.level), None)
    fields = {**ABOUT, "level": level, "seats": seats, "review": review, **about}
    rows = [
        {"game": game.id, "holder": holder, "account": ("ann", "ben")[holder], "at": at}
        | {"to_move": False, "ended": at, "result": result if holder == 0 else "lost"}
        for holder in {seat.holder for seat in seats if seat.holder is not None}
    ]

    def held(connection) -> None:
        connection.execute(insert(account_games), rows)

    await journal.write(GameRows([game], finished=FinishedGame(game=game.id, **fields), also=[held]))
    return game.id


async def found(store: FinishedGames, account: str = "ann", **wanted) -> list[str]:
    page = await store.search(account, GameSearch(**wanted), None, 50)
    return [row.game for row in page.rows]


async def test_each_wish_of_a_search_is_met(known, store):
    plain = await finish(known, 100)
    other = await finish(known, 200, "lost", LEVEL, replace(ANN, colour="white"), board="small", length=50)
    third = await finish(
        known, 300, "drawn", rules="caminos", board="torus", rated=True, pace="correspondence"
    )
    assert await found(store) == [third, other, plain]
    for wanted, games in {
        ("rules", "carnac"): [other, plain],
        ("board", "torus"): [third],
        ("opponent", "ben"): [third, plain],
        ("level", 4.0): [other],
        ("result", "lost"): [other],
        ("since", 200): [third, other],
        ("until", 200): [plain],
        ("shortest", 31): [other],
        ("longest", 30): [third, plain],
        ("rated", True): [third],
        ("rated", False): [other, plain],
        ("pace", "live"): [other, plain],
    }.items():
        assert await found(store, **dict([wanted])) == games, wanted
    assert await found(store, "ben", result="lost", opponent="ann") == [third, plain]
    assert await found(store, opponent="ben", board="medium", rated=False) == [plain]


async def test_a_page_begins_where_the_last_one_ended(known, store):
    games = {await finish(known, 100 + number // 2) for number in range(5)}
    seen, before = [], None
    while page := (await store.search("ann", GameSearch(), before, 2)).rows:
        seen += [row.game for row in page]
        before = (page[-1].ended, page[-1].game)
    assert len(seen) == 5
    assert set(seen) == games


async def test_a_game_is_found_by_a_position_in_any_turn_of_the_board(known, store):
    game, _ = await finish(known, 100), await finish(known, 200)
    start = carnac.start("medium")
    record = replace(Record.of(start, ["c4rw", "-", "d4rw"]), result="1-0")
    await known.write(lambda connection: add_games(connection, "here", [index(record)], [game]))
    came_up = start.play("c4rw").play("-")
    turned = next(way for way in came_up.game.symmetries(came_up) if way.name != "identity")
    for position in (came_up, turned.position(came_up)):
        assert await found(store, position=locate(position).key) == [game]
    assert await found(store, position=locate(start.play("a1rw")).key) == []


async def test_a_game_names_the_others_as_they_are_called_today(known, store):
    await finish(known, 100)
    page = await store.search("ann", GameSearch(), None, 1)
    (row,) = page.rows
    shown = account_game(row, page)
    assert shown["opponents"] == [{"name": "Ben", "account": "Ben", "level": None}]
    assert (shown["colour"], shown["began"], shown["result"], shown["created"]) == ("red", True, "won", 90)
    gone = update(account_games).where(account_games.c.holder == 1).values(account=None)
    await known.write(lambda connection: connection.execute(gone))
    page = await store.search("ann", GameSearch(), None, 1)
    assert account_game(page.rows[0], page)["opponents"] == [{"name": "", "account": "", "level": None}]


def review(side: int) -> bytes:
    """A review of 30 decisions, in which one side has made the costliest."""
    decisions = [{"ply": ply, "side": (ply + 1) % 2} for ply in range(1, 31)]
    costly = [ply for ply in (3, 4, 15, 16, 29, 30) if (ply + 1) % 2 == side]
    sides = [{"side": 0, "accuracy": 80.0}, {"side": 1, "accuracy": 60.0}]
    return gzip.compress(
        json.dumps({"decisions": decisions, "sides": sides, "turning_points": costly}).encode()
    )


async def test_statistics_add_up_and_say_where_games_were_decided(known, store):
    await finish(known, 100, review="a")
    await finish(known, 200, "lost", replace(BEN, colour="red"), replace(ANN, colour="white"), review="b")
    await finish(known, 300, "drawn", ANN, LEVEL, length=70)
    await finish(known, 400, "won", ANN, replace(ANN, colour="white"))
    await finish(known, 500, "won", rules="caminos", board="torus")
    rows = [
        {"key": key, "simulations": 300, "at": 1, "thoughts": "", "form": "x", "view": review(0)}
        for key in ("a", "b")
    ]
    await known.write(lambda connection: connection.execute(insert(reviews), rows))
    games, _ = statistics_of(*await store.to_count("ann"))
    assert games["all"] == {"name": "carnac", "games": 3, "won": 1, "drawn": 1, "lost": 1}
    assert {tally["name"]: tally["games"] for tally in games["colours"]} == {"red": 2, "white": 1}
    assert {tally["name"]: tally["games"] for tally in games["seats"]} == {"first": 2, "second": 1}
    assert [(tally["name"], tally["games"]) for tally in games["lengths"]] == [("20-39", 2), ("60+", 1)]
    assert [(tally["name"], tally["games"]) for tally in games["opponents"]] == [("Ben", 2), ("level 4", 1)]
    # Ann began in the first game and made its costliest decisions; in the second one Ben did.
    assert games["turning_points"] == {"reviewed": 2, "accuracy": 70.0, "early": 1, "middle": 1, "late": 1}
