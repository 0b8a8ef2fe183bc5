"""The explorer over HTTP: games that end here, shipped games, collections, and what is refused."""

from __future__ import annotations

import time

import pytest
from alembic import command

from explorer.older import indexed_before
from explorer.test_explorer import play
from stonefield import carnac
from stonefield.cli import run
from stonefield.explorer.explorer import look_up
from stonefield.explorer.index import SHIPPED, index
from stonefield.explorer.keys import locate
from stonefield.explorer.rows import add_games
from stonefield.records import read
from stonefield.server.store import open_database
from stonefield.server.store.database import migrations
from stonefield.server.store.explorer import AT_ONCE, ExplorerStore
from stonefield.server.store.journal import Journal

START = str(carnac.start("small"))
RECORD = '[Game "carnac"]\n[Board "small"]\n[Result "1-0"]\n[Reason "resignation"]\n\n1. c3rw E 2. a1rr 1-0\n'


def explore(server, position: str = START, **query) -> dict:
    answer = server.client().get("/api/explorer", params={"position": position, **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def until(found, wanted) -> dict:
    """What is explored once the server has taken up what it should; it does so every few seconds."""
    for _ in range(400):
        answer = found()
        if wanted(answer):
            return answer
        time.sleep(0.25)
    pytest.fail(f"the explorer still says {answer}")


@pytest.mark.full
def test_the_shipped_games_are_there_from_the_first_question(server):
    found = explore(server, source=SHIPPED)
    assert found["games"] >= 50
    assert found["colours"] == ["red", "white"]
    first = found["continuations"][0]
    assert sum(first["wins"].values()) + first["draws"] == first["games"]
    assert first["squares"]
    game = found["listed"][0]
    record = read(server.client().get(f"/api/explorer/games/{game['id']}").text)
    assert len(record.moves) == game["length"]
    assert record.result == game["result"]
    assert {one["name"] for one in found["sources"]} >= {SHIPPED}
    after = explore(server, str(carnac.start("small").play(first["move"])), source=SHIPPED)
    assert after["games"] == first["games"]


@pytest.mark.full
def test_a_game_that_ends_here_is_explored_without_the_names_of_people(server):
    made = server.make_game("Ann Secret", "level 1", board="7x4")
    server.play(made, "c3rw")
    server.act(made, "resign")
    start = str(carnac.start("7x4"))
    found = until(lambda: explore(server, start, source="here"), lambda answer: answer["games"])
    (only,) = found["continuations"]
    assert (only["games"], only["wins"]) == (1, {"white": 1})
    (game,) = found["listed"]
    assert (game["first"], game["second"]) == ("", "Stonefield level 1")
    record = server.client().get(f"/api/explorer/games/{game['id']}").text
    assert "Secret" not in record
    assert made["game"] not in str(found) + record


def test_a_deleted_game_leaves_the_explorer(server):
    made = server.make_game("Ann", "Ben", board="6x4")
    server.play(made, "c3rw", "-")
    server.act(made, "resign")
    start = str(carnac.start("6x4"))
    until(lambda: explore(server, start, source="here"), lambda answer: answer["games"])
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert server.client().delete(f"/api/games/{made['game']}", headers=headers).status_code == 204
    assert explore(server, start, source="here")["games"] == 0


def test_what_a_review_thinks_of_a_move_is_told_with_it(server):
    made = server.make_game("Ann", "Ben", board="4x3")
    server.play(made, "b2rw")
    server.act(made, "resign")
    start = str(carnac.start("4x3"))
    until(lambda: explore(server, start, source="here"), lambda answer: answer["games"])
    record = '[Game "carnac"]\n[Board "4x3"]\n\n1. b2rw *\n'
    source = {"kind": "record", "text": record}
    assert server.client().post("/api/reviews", json={"source": source}).status_code in (200, 202)
    found = until(lambda: explore(server, start), lambda answer: answer["continuations"][0]["opinion"])
    opinion = found["continuations"][0]["opinion"]
    assert 0 <= opinion["win_rate"] <= 1
    assert opinion["colour"] == "red"
    assert opinion["simulations"] == 300


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"position": "nonsense"},
        {"position": "carnac nowhere"},
        {"position": START, "source": "x" * 65},
        {"position": START, "source": ["a"] * 17},
        {"position": "carnac " + "x" * 5000},
    ],
)
def test_what_cannot_be_explored_is_refused(server, query):
    answer = server.client().get("/api/explorer", params=query)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_a_game_that_the_explorer_has_not_is_not_found(server):
    assert server.client().get("/api/explorer/games/17").json()["code"] == "not_found"


def test_a_collection_of_ones_own_is_added_shown_and_removed(tmp_path, capsys):
    database = ("--database", f"sqlite:///{tmp_path}/games.db")
    file = tmp_path / "mine.stones"
    file.write_text(RECORD + "\n" + RECORD.replace("c3rw E", "c3rw W").replace("1-0", "*"))

    def said(*arguments: str) -> str:
        assert run(["explorer", *arguments, *database]) == 0
        return capsys.readouterr().out

    assert said("build", str(file), "--name", "Club") == "1 game added to Club (1 without a result)\n"
    assert said("list") == "Club: 1 game\n"
    assert '"games": 1' in said("show", START, "--json", "--source", "Club")
    assert "red wins" in said("show", START)
    assert run(["explorer", "index", str(file), "--out", str(tmp_path / "mine.explorer")]) == 0
    capsys.readouterr()
    indexed = str(tmp_path / "mine.explorer")
    assert said("build", indexed, "--name", "Club") == "0 games added to Club (1 already there)\n"
    assert said("remove", "Club") == "1 game removed\n"
    assert said("build", indexed, "--name", "Club") == "1 game added to Club\n"
    assert said("remove", "Club") == "1 game removed\n"
    for wrong in (("remove", "Club"), ("remove", "here"), ("build", str(file), "--name", "engine")):
        assert run(["explorer", *wrong, *database]) == 1
        assert capsys.readouterr().err.startswith("stonefield: `")


@pytest.mark.full
async def test_ended_games_wait_in_the_database_and_the_oldest_are_forgotten(database, monkeypatch):
    monkeypatch.setattr("stonefield.server.store.explorer.MOST_HERE", 2)
    engine = await open_database(database)
    journal = Journal(engine)
    journal.start()
    store = ExplorerStore(engine, journal)
    try:
        assert await store.waiting() == []
        await store.add_ended("nobody", index(read(RECORD)))
        place = locate(carnac.start("small"))
        assert (await store.look_up(place, ["here"])).games == 0
        before = await store.sources()
        assert before[SHIPPED] > AT_ONCE
        await store.look_up(place, None)
        assert await store.sources() == before
    finally:
        await journal.close()
        await engine.dispose()


async def test_games_on_square_boards_that_were_stored_without_quarter_turns_are_found(database):
    """As the database was before the migration: the explorer's tables are the same, its keys are not."""
    game = play(carnac.start("4x4", stock=6), 2)
    engine = await open_database(database)
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(migrations(sync), "0009"))
        await connection.run_sync(add_games, "Club", [indexed_before(game)])
    await engine.dispose()
    engine = await open_database(database)
    try:
        async with engine.connect() as connection:
            for position in game.positions[:-1]:
                found = await connection.run_sync(look_up, locate(position))
                assert found.games == 1
    finally:
        await engine.dispose()
