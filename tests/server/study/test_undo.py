"""What can be taken back is stored: by author, the last hundred edits, also when the process is killed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.store import tables
from stonefield.server.store.journal import Conflict
from stonefield.server.store.packed_text import unpack
from stonefield.server.store.study_rows import MOST_EDIT_BYTES, MOST_EDITS, NewEdit
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.web.budgets import Purse, Purses
from stonefield.study.documents.chapter import Node, new_chapter
from study.documents.values import new_study

from .messages import action
from .reader import act, make_study, state_of, tree_of

ANN = Caller("192.0.2.1")


@pytest.fixture
def purse() -> Purse:
    return Purses(Quotas().scaled(1000)).of(ANN)


async def write_edits(store, *edits: NewEdit) -> str:
    """A study of as many versions as there are edits."""
    study = new_study()
    await store.add(study, 1)
    for edit in edits:
        after = replace(study, version=study.version + 1)
        await store.change(study, after, 2, edit)
        study = after
    return study.id


async def test_the_last_edit_is_found_by_its_author_or_of_anyone(store):
    edits = [NewEdit(author, 1, text) for author, text in (("ann", "a"), ("ann", "b"), ("ben", "c" * 200))]
    study = await write_edits(store, *edits)
    assert await store.last_edit(study, "ann") == (2, "b")
    version, packed = await store.last_edit(study, None)
    assert (version, unpack(packed)) == (3, "c" * 200)
    assert await store.last_edit(study, "eve") is None


async def test_an_edit_that_is_taken_back_is_gone(store):
    study = await write_edits(store, NewEdit("ann", 1, "a"), NewEdit("ann", 1, "b"))
    (before, _) = await store.find(study)
    await store.change(before, replace(before, version=3), 3, undone=2)
    assert await store.last_edit(study, "ann") == (1, "a")


async def test_the_last_hundred_edits_can_be_taken_back(store):
    others = [NewEdit("ben", 1, "b")] * (MOST_EDITS - 1)
    study = await write_edits(store, NewEdit("ann", 1, "a"), *others)
    assert await store.last_edit(study, "ann") == (1, "a")
    (before, _) = await store.find(study)
    await store.change(before, replace(before, version=before.version + 1), 3, others[0])
    assert await store.last_edit(study, "ann") is None
    assert await store.last_edit(study, None) == (MOST_EDITS + 1, "b")


async def test_the_oldest_edits_go_where_they_hold_too_much_but_never_the_last(store):
    third = MOST_EDIT_BYTES // 3
    study = await write_edits(store, *(NewEdit(name, third, name) for name in ("ann", "ben", "cleo", "dan")))
    assert [await store.last_edit(study, name) for name in ("ann", "ben")] == [None, (2, "ben")]
    (before, _) = await store.find(study)
    await store.change(before, replace(before, version=5), 3, NewEdit("eve", 2 * MOST_EDIT_BYTES, "e"))
    assert [await store.last_edit(study, name) for name in ("dan", "eve")] == [None, (5, "e")]


async def test_what_cannot_be_written_leaves_no_edit(store, opened):
    study = await write_edits(store)
    (before, _) = await store.find(study)
    with pytest.raises(Conflict):
        await store.change(replace(before, version=7), replace(before, version=8), 3, NewEdit("ann", 1, "a"))
    async with opened.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(tables.study_edits)) == 0


async def test_a_study_that_has_left_memory_can_be_taken_back(store, purse):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas())
    large = new_chapter(new_study().chapter(1).start, nodes=[Node(0, None, 0, "", comment="first")])
    made = await rooms._keep("", [large, large], ANN, purse)
    kinds = [
        action("comment", chapter=1, node=0, text="so").model_copy(update={"id": "1"}),
        action("chapter_delete", chapter=1).model_copy(update={"id": "2"}),
        action("add", chapter=2, node=0, moves=["c2rw", "E"]).model_copy(update={"id": "3"}),
    ]
    versions = [made.room.study]
    for one in kinds:
        await made.room.act(made.token, ANN, one, purse)
        versions.append(made.room.study)
    for number, was in enumerate(reversed(versions[:-1])):
        rooms.evict_quiet(now_ms() + 1)
        room = await rooms.find(made.room.study.id)
        again = action("undo").model_copy(update={"id": f"undo {number}"})
        acted = await room.act(made.token, ANN, again, purse)
        assert acted.undone == {"by": "owner", "type": kinds[-1 - number].type}
        assert [one.nodes for one in room.study.chapters] == [one.nodes for one in was.chapters]
    with pytest.raises(Refusal, match="nothing of yours"):
        await room.act(made.token, ANN, action("undo").model_copy(update={"id": "more"}), purse)
    rooms.close()


def test_a_server_that_is_killed_takes_back_what_was_done_before(server_over):
    server = server_over()
    made = make_study(server)
    assert act(server, made, "add", chapter=1, node=0, moves=["c2rw", "E"]).status_code == 200
    assert act(server, made, "comment", made["edit"], chapter=1, node=1, text="an editor").status_code == 200
    assert act(server, made, "comment", chapter=1, node=0, text="mine").status_code == 200
    server.kill()
    server = server_over()
    assert act(server, made, "undo").json()["undone"] == {"by": "owner", "type": "comment"}
    server.kill()
    server = server_over()
    # What an editor has done is the owner's to take back.
    assert act(server, made, "undo", anyone=True).json()["undone"] == {"by": "editor", "type": "comment"}
    assert {node["comment"] for node in tree_of(state_of(server, made)).values()} == {""}
    assert act(server, made, "undo", made["edit"]).json()["code"] == "nothing_to_undo"
    assert act(server, made, "undo").json()["undone"] == {"by": "owner", "type": "add"}
    assert set(tree_of(state_of(server, made))) == {0}


def test_a_restart_does_not_reset_how_many_studies_a_caller_may_make(server_here):
    quotas = replace(Quotas().scaled(1000), studies_kept=2)
    server = server_here(quotas=quotas)
    made = [make_study(server) for _ in range(2)]
    server.stop()
    server = server_here(quotas=quotas)
    wanted = {"source": {"kind": "start", "game": "carnac"}}
    answer = server.client().post("/api/studies", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    token = {"Authorization": f"Bearer {made[0]['token']}"}
    assert server.client().delete(f"/api/studies/{made[0]['study']}", headers=token).status_code == 204
    assert server.client().post("/api/studies", json=wanted).status_code == 201
