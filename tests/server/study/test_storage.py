"""Studies, reviews and explored games as they are written, on SQLite and on a real PostgreSQL alike."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from sqlalchemy import select

from stonefield.explorer.explorer import find_record, look_up
from stonefield.explorer.index import index
from stonefield.explorer.keys import locate
from stonefield.explorer.rows import add_games, count_sources, forget_games, remove_source
from stonefield.games import carnac
from stonefield.records import Record
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import tables
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.store.game_rows import GameRows
from stonefield.server.store.journal import Conflict
from stonefield.study import Decision, Review
from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.deciding import decide
from stonefield.study.documents.study import Study
from study.documents.values import start

from .messages import action

WORDS = "Žluťoučký ♜ kůň\n> *quoted*"
ACTIONS = (
    {"type": "add", "chapter": 1, "node": 0, "moves": ["c2rw", "E"]},
    {"type": "add", "chapter": 1, "node": 1, "moves": ["-"]},
    {"type": "comment", "chapter": 1, "node": 2, "text": WORDS},
    {"type": "mark", "chapter": 1, "node": 3, "mark": "?!"},
    {
        "type": "draw",
        "chapter": 1,
        "node": 3,
        "arrows": [{"start": "a1", "end": "c2", "ink": "red"}],
        "circles": [{"square": "b2", "ink": "blue"}],
    },
    {"type": "promote", "chapter": 1, "node": 3, "main": True},
    {"type": "title", "title": "Tilts"},
    {"type": "visibility", "visibility": "public"},
    {"type": "keep", "kept": True},
    {"type": "delete", "chapter": 1, "node": 2},
    {"type": "chapter_move", "chapter": 2, "place": 0},
    {"type": "chapter_delete", "chapter": 1},
)


def new_study(name: str = "s", **words) -> Study:
    empty = Study(name * 16, 5, "owner", "editor", "", (), **words)
    return empty.with_new_chapters([new_chapter(start()), new_chapter(start("caminos"))])


async def test_every_version_of_a_study_reads_back_as_it_was_written(store):
    study = new_study()
    await store.add(study, 6)
    assert await store.find(study.id) == (study, 6)
    for touched, words in enumerate(ACTIONS, 7):
        after = replace(decide(study, action(**words)).study, version=study.version + 1)
        await store.change(study, after, touched)
        assert await store.find(study.id) == (after, touched), words
        study = after
    assert await store.find("nothing") is None


async def test_two_who_change_the_same_version_do_not_overwrite_each_other(store):
    study = new_study()
    await store.add(study, 6)
    first, second = (replace(study, title=title, version=study.version + 1) for title in ("One", "Two"))
    await store.change(study, first, 7)
    with pytest.raises(Conflict):
        await store.change(study, second, 8)
    assert await store.find(study.id) == (first, 7)


async def test_a_study_that_is_dropped_leaves_nothing(store, opened):
    study, other = new_study("a"), new_study("b")
    for one in (study, other):
        await store.add(decide(one, action(**ACTIONS[0])).study, 6)
    await store.drop([study.id])
    async with opened.connect() as connection:
        for table in (tables.studies.c.id, tables.chapters.c.study, tables.nodes.c.study):
            assert set((await connection.execute(select(table))).scalars()) == {other.id}


async def test_public_studies_are_listed_page_by_page_the_latest_first(store):
    for touched, name in enumerate("abcd"):
        await store.add(new_study(name, visibility="private" if name == "b" else "public"), touched)
    first = await store.listed(None, 2)
    assert [one["study"][0] for one in first] == ["d", "c"]
    assert first[0]["rules"] == ["caminos", "carnac"]
    assert first[0]["chapters"] == 2
    (last,) = await store.listed((first[-1]["changed"], first[-1]["study"]), 2)
    assert last["study"] == "a" * 16


def random_record(seed: int) -> Record:
    rng, position, moves = random.Random(seed), carnac.start("4x3", stock=4), []
    while not position.is_over:
        moves.append(str(rng.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return Record.of(carnac.start("4x3", stock=4), moves)


def opinion(record: Record, after: float) -> Review:
    """A review that has judged the first decision."""
    first = Decision(1, record.moves[0], 0, "red", 0.5, after, 0.0, ("a1rr",), None)
    return Review(record, (first,), (0.5, after, *[None] * (len(record.moves) - 1)))


async def test_explored_games_are_counted_found_judged_and_forgotten(opened, journal):
    records = [random_record(seed) for seed in range(3)]
    explorer, place = ExplorerStore(opened, journal), locate(carnac.start("4x3", stock=4))

    async def write(*work) -> None:
        await journal.write(GameRows(also=list(work)))

    async def read(work):
        async with opened.connect() as connection:
            return await connection.run_sync(work)

    await write(lambda connection: add_games(connection, "Club", [index(record) for record in records]))
    await write(lambda connection: add_games(connection, "Home", [index(records[0])]))
    assert await read(count_sources) == {"Club": 3, "Home": 1}
    # The deeper of two opinions stays.
    await explorer.note(opinion(records[0], 0.25), 1200)
    await explorer.note(opinion(records[0], 0.75), 300)
    found = await read(lambda connection: look_up(connection, place, None))
    assert found.games == 4
    thought = [move.opinion for move in found.continuations if move.opinion]
    assert [(one.win_rate, one.simulations) for one in thought] == [(0.25, 1200)]
    assert (await read(lambda connection: look_up(connection, place, ["Home"]))).games == 1
    game = found.listed[0].id
    assert (await read(lambda connection: find_record(connection, game))).moves in [r.moves for r in records]
    await write(lambda connection: forget_games(connection, [game]))
    assert sum((await read(count_sources)).values()) == 3
    await write(lambda connection: remove_source(connection, "Club"))
    assert "Club" not in await read(count_sources)


async def test_a_database_that_fails_is_a_refusal(store, opened):
    async with opened.begin() as connection:
        await connection.run_sync(tables.reviews.drop)
    with pytest.raises(Refusal) as refused:
        await store.review("key")
    assert refused.value.code == "storage_failed"
