"""What studies take in memory: it grows with what people look at, and has an end."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
import weakref
from dataclasses import replace

import pytest

from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.presenting.study import StudyPresenter
from stonefield.server.settings import Quotas
from stonefield.server.studies.room import StudyRoom
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.web.budgets import Purse, Purses
from stonefield.study.documents.chapter import ROOT, Chapter, Node, new_chapter
from stonefield.study.documents.positions import EVERY, MOST_KEPT
from study.documents.values import EMPTY, done, start

from .messages import refused


@pytest.fixture
def purse() -> Purse:
    return Purses(Quotas().scaled(1000)).of(Caller("ann"))


@pytest.fixture
def rooms(store):
    made = StudyRooms(store, Sources(None, None, None), Quotas())
    yield made
    made.close()


def grown(size: int, game: str = "caminos", seed: int = 1) -> Chapter:
    """A chapter of random lines."""
    chance, first = random.Random(seed), start(game)
    nodes, positions, ranks = [Node(ROOT, None, 0, "")], {ROOT: first}, [0]
    at = ROOT
    while len(nodes) < size:
        if positions[at].is_over or chance.random() < 0.05:
            at = chance.randrange(len(nodes))
            continue
        move = str(chance.choice(positions[at].legal_moves()))
        nodes.append(Node(len(nodes), at, ranks[at], move))
        ranks[at] += 1
        ranks.append(0)
        positions[nodes[-1].id] = positions[at].play(move)
        at = nodes[-1].id
    return new_chapter(first, nodes=nodes)


@pytest.fixture(scope="module")
def tree() -> Chapter:
    return grown(600)


def test_a_chapter_keeps_few_positions_and_knows_all(tree):
    fresh = replace(tree, _positions=type(tree._positions)())
    played = {step.node.id: step.after for step in fresh.walk(tree.nodes)}
    for id in random.Random(2).sample(sorted(tree.nodes), 200):
        assert fresh.position(id) == played.get(id, tree.start)
    assert len(fresh._positions) <= MOST_KEPT


def test_going_back_from_the_end_of_a_line_replays_a_few_moves_only(tree):
    fresh = replace(tree, _positions=type(tree._positions)())
    line = fresh.path(max(tree.nodes, key=lambda id: len(tree.path(id))))
    fresh.position(line[-1].id)
    for node in reversed(line):
        way = [one.id for one in fresh.path(node.id)]
        known = [place for place, id in enumerate(way) if fresh._positions.get(id) is not None]
        assert len(way) - 1 - max(known, default=-1) <= EVERY
        fresh.position(node.id)


def test_a_walk_plays_the_way_to_some_nodes_and_nothing_else(tree):
    wanted = [id for id, node in tree.nodes.items() if node.parent is not None][::50]
    walked = [step.node.id for step in tree.walk(wanted)]
    assert set(walked) == {node.id for id in wanted for node in tree.path(id)}
    assert len(walked) == len(set(walked))


def test_a_chapter_is_described_in_one_walk(tree, monkeypatch):
    monkeypatch.setattr(Chapter, "position", lambda *_: pytest.fail("a node is described by itself"))
    shown = StudyPresenter().chapter(tree)["tree"]
    assert [node["text"] for node in shown] == [node.move for node in tree.nodes.values()]


def test_what_is_known_of_a_node_takes_a_few_hundred_bytes(tree):
    study = EMPTY.with_new_chapters([tree])
    (chapter,) = study.chapters
    presenter = StudyPresenter()
    presenter.chapter(study.chapters[0])  # what is loaded once and for all
    presenter.clear()
    chapter.shed()
    gc.collect()
    tracemalloc.start()
    try:
        presenter.chapter(chapter)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    # Once it was a position and 550 bytes for each node.
    assert taken / len(chapter.nodes) < 350
    assert chapter.positions_weight + 160 * presenter.described > 0.6 * taken


def test_opening_one_chapter_works_out_nothing_of_the_others():
    study = EMPTY.with_new_chapters([grown(40, seed=seed) for seed in (1, 2)])
    presenter = StudyPresenter()
    presenter.state(study, "owner", {"editors": 1, "readers": 0})
    assert presenter.undescribed(study.chapters[0]) == 0
    assert presenter.undescribed(study.chapters[1]) == 39
    assert len(study.chapters[1]._positions) == 0


def test_what_was_known_of_deleted_nodes_is_forgotten():
    study = EMPTY.with_new_chapters([grown(60), grown(60)])
    presenter = StudyPresenter()
    for chapter in study.chapters:
        presenter.chapter(chapter)
    presenter.keep_only(done(study, "chapter_delete", chapter=2))
    assert presenter.described == 59
    presenter.keep_only(done(study, "delete", node=1))
    assert presenter.described < 59


# Rooms


async def kept(rooms: StudyRooms, purse: Purse, chapter: Chapter) -> StudyRoom:
    return (await rooms._keep("", [chapter], Caller("ann"), purse)).room


async def test_a_study_that_leaves_memory_waits_for_no_search_for_garbage(store, purse):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas())
    gc.collect()
    gc.disable()
    try:
        room = weakref.ref(await kept(rooms, purse, grown(5)))
        assert room() is not None
        rooms.close()
        rooms._residents.clear()
        await asyncio.sleep(0)  # the loop lets go of what it has just run
        assert room() is None
    finally:
        gc.enable()


async def test_studies_leave_memory_by_what_they_weigh(store, purse, tree):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas(), most_bytes=400_000)
    small = await kept(rooms, purse, grown(5))
    large = [await kept(rooms, purse, tree) for _ in range(4)]
    assert rooms.memory <= 400_000
    assert len(rooms) < 4
    again = await rooms.find(small.study.id)
    assert again.study == small.study
    assert (await rooms.find(large[0].study.id)).study == large[0].study
    assert rooms.memory <= 400_000
    rooms.close()


async def test_a_study_that_is_looked_at_stays_and_holds_less(store, purse, tree):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas(), most_bytes=400_000)
    made = await rooms._keep("", [tree], Caller("ann"), purse)
    with made.room.pinned():
        await made.room.state_for(made.token, purse)
        assert made.room.presenter.described == 599
        await kept(rooms, purse, tree)
        await kept(rooms, purse, tree)
        assert await rooms.find(made.room.study.id) is made.room
        assert made.room.presenter.described == 0
    rooms.close()


async def test_a_study_nobody_has_looked_at_for_a_while_leaves_memory(rooms, purse):
    quiet, watched = await kept(rooms, purse, grown(5)), await kept(rooms, purse, grown(5))
    with watched.pinned():
        rooms.evict_quiet(now_ms() + 1)
        assert len(rooms) == 1
        assert await rooms.find(watched.study.id) is watched
    assert await rooms.find(quiet.study.id) is not quiet
    rooms.evict_quiet(now_ms() + 1)
    assert (len(rooms), rooms.memory) == (0, 0)


async def test_a_copy_shares_the_nodes_and_what_is_known_of_them(rooms, purse):
    made = await rooms._keep("", [grown(60)], Caller("ann"), purse)
    await made.room.state_for(made.token, purse)
    copy = await rooms.duplicate(made.room, Caller("ann"), purse)
    assert copy.room.study.chapters[0].nodes is made.room.study.chapters[0].nodes
    assert copy.room.presenter.undescribed(copy.room.study.chapters[0]) == 0


async def test_one_person_looks_at_so_many_nodes_at_once(store, purse):
    rooms = StudyRooms(store, Sources(None, None, None), replace(Quotas(), study_nodes_open=100))
    several = [await kept(rooms, purse, grown(45)) for _ in range(3)]
    for room in several[:2]:
        rooms.look_at(room, Caller("ann"))
    rooms.look_at(several[0], Caller("ann"))
    assert refused(rooms.look_at, several[2], Caller("ann")) == "too_many"
    rooms.look_at(several[2], Caller("ben"))
    rooms.look_away(several[1], Caller("ann"))
    rooms.look_at(several[2], Caller("ann"))
    rooms.close()
