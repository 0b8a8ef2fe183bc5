"""Studies that nobody keeps and nobody touches go; those that somebody keeps, or looks at, stay."""

from __future__ import annotations

from stonefield.server.settings import Quotas
from stonefield.server.store import StudyStore
from stonefield.server.studies.cleanup import drop_forgotten, drop_surplus
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.study import Study
from study.documents.values import start


async def kept(store: StudyStore, name: str, touched: int, **words) -> str:
    empty = Study(name * 16, 0, "owner", "editor", "", (), **words)
    study = empty.with_new_chapters([new_chapter(start())])
    await store.add(study, touched)
    return study.id


def rooms(store: StudyStore) -> StudyRooms:
    return StudyRooms(store, Sources(None, None, None), Quotas())


async def test_what_nobody_has_touched_for_long_goes_unless_it_is_kept(store):
    old, wanted = await kept(store, "a", 10), await kept(store, "b", 10, kept=True)
    young = await kept(store, "c", 100)
    assert await drop_forgotten(rooms(store), store, 50) == 1
    assert await store.find(old) is None
    assert await store.find(wanted) is not None
    assert await store.find(young) is not None


async def test_a_study_that_somebody_looks_at_stays(store):
    old = await kept(store, "a", 10)
    here = rooms(store)
    room = await here.find(old)
    room.viewers.add(object())
    assert await drop_forgotten(here, store, 50) == 0
    assert (await store.find(old))[1] > 50, "looking at it is touching it"


async def test_beyond_so_many_the_longest_untouched_go(store):
    made = [await kept(store, name, touched) for touched, name in enumerate("abcd", 1)]
    assert await drop_surplus(rooms(store), store, 2) == 2
    assert [await store.find(one) is None for one in made] == [True, True, False, False]


async def test_the_oldest_reviews_go_and_a_deeper_one_replaces_the_other(store):
    for at, key in enumerate("abc"):
        await store.keep_review(key, 300, "{}", at)
    await store.keep_review("c", 1200, "[]", 9)
    await store.drop_surplus_reviews(2)
    assert [await store.review(key) for key in "abc"] == [None, (300, "{}"), (1200, "[]")]
