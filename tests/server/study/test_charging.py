"""What edits cost: by the rows that are written, before they are."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.store import tables
from stonefield.server.store.study_rows import edit_size
from stonefield.server.studies.costs import ROW, cost_of_sending
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.web.budgets import PATIENCE, Purses, Rates
from stonefield.study.documents.chapter import new_chapter
from study.documents.values import EMPTY, done, start

from .messages import action
from .test_memory import grown


def test_an_edit_costs_what_it_writes():
    study = EMPTY.with_new_chapters([grown(200), new_chapter(start())])
    assert edit_size(None, study).rows == 1 + 2 + 201
    said = done(study, "comment", node=7, text="so")
    assert edit_size(study, said) == (3 + 2, 1, 0), "its node and what is above it, and two edits"
    gone = done(study, "chapter_delete", chapter=1)
    # The second chapter is the first one now: its row is written too.
    assert edit_size(study, gone) == (3 + 201 + 1, 0, 0)
    assert edit_size(gone, study).rows == 3 + 201 + 1
    cut = done(study, "delete", node=1)
    left = len(cut.chapter(1).nodes)
    assert edit_size(study, cut) == (4 + 200 - left, 200 - left, 0)
    assert edit_size(cut, study).added == 200 - left
    assert cost_of_sending(edit_size(study, cut), 10) == pytest.approx(
        10 * cost_of_sending(edit_size(study, cut), 1)
    )


def test_what_is_large_is_paid_in_advance_up_to_a_few_seconds():
    rates = Rates(10, 50, now=lambda: 0)
    rates.charge("ann", 60)
    rates.charge("ann", 10 * PATIENCE - 10)
    with pytest.raises(Refusal) as refused:
        rates.charge("ann", 10)
    assert refused.value.code == "too_many"
    rates.charge("ben", 10)


async def test_large_edits_are_refused_before_they_are_written(store, opened):
    quotas = Quotas(requests_per_second=1, burst_seconds=12)
    rooms = StudyRooms(store, Sources(None, None, None), quotas)
    free = Purses(Quotas().scaled(1000)).of(Caller("maker"))
    made = await rooms._keep("", [grown(200), new_chapter(start())], Caller("ann"), free)
    purse = Purses(quotas).of(Caller("ann"))
    await made.room.act(made.token, Caller("ann"), action("chapter_delete", chapter=1), purse)
    before = made.room.study
    with pytest.raises(Refusal) as refused:
        await made.room.act(made.token, Caller("ann"), action("undo").model_copy(update={"id": "2"}), purse)
    assert refused.value.code == "too_many"
    assert made.room.study is before
    # One of them is paid for: 201 rows and a few take most of the purse.
    assert 200 * ROW > 12 / 2
    async with opened.connect() as connection:
        count = await connection.scalar(select(func.count()).select_from(tables.nodes))
    assert count == 1
    # Others go on.
    await made.room.act(made.edit, Caller("ben"), action("comment", chapter=2, node=0, text="so"), free)
    rooms.close()


async def test_a_new_study_is_paid_by_its_nodes(store):
    rooms = StudyRooms(store, Sources(None, None, None), Quotas())
    purse = Purses(Quotas(requests_per_second=1, burst_seconds=10)).of(Caller("ann"))
    await rooms._keep("", [grown(300)], Caller("ann"), purse)
    with pytest.raises(Refusal) as refused:
        await rooms._keep("", [grown(300)], Caller("ann"), purse)
    assert refused.value.code == "too_many"
    assert len(rooms) == 1
    rooms.close()
