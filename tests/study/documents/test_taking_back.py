"""Taking one's last action back, and when what others did since stands in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stonefield.study.documents.chapter import new_chapter
from stonefield.study.documents.deciding import decide
from stonefield.study.documents.undo import edit_between, read_edit, take_back, write_edit

from .values import action, done, new_study, refused, start


@pytest.fixture
def study():
    return done(new_study(3), "add", node=0, moves=["c2rw", "E"])


def taken_back(before, after, now):
    """The study ``now`` without what made ``after`` out of ``before``."""
    return take_back(read_edit(write_edit(edit_between(before, after))), now)


def on_study(study, type, **words):
    return decide(study, action(type, **words)).study


SWITCHES = [
    ("title", {"title": "new"}, {"title": "newer"}),
    ("visibility", {"visibility": "link"}, {"visibility": "public"}),
]


@pytest.mark.parametrize(("field", "words", "since"), SWITCHES)
def test_what_a_study_is_called_and_who_reads_it_comes_back(study, field, words, since):
    after = on_study(study, field, **words)
    elsewhere = done(after, "comment", node=1, text="elsewhere")
    undone = taken_back(study, after, elsewhere)
    assert getattr(undone, field) == getattr(study, field)
    assert undone.chapters == elsewhere.chapters
    assert refused(taken_back, study, after, on_study(after, field, **since)) == "changed_meanwhile"


def test_whether_a_study_is_kept_comes_back(study):
    kept = on_study(study, "keep", kept=True)
    assert not taken_back(study, kept, kept).kept
    assert refused(taken_back, study, kept, replace(kept, kept=False)) == "changed_meanwhile"


def test_the_title_of_a_chapter_comes_back_unless_it_has_another_since(study):
    after = done(study, "chapter_rename", title="new")
    assert taken_back(study, after, after).chapter(1).title == ""
    assert (
        refused(taken_back, study, after, done(after, "chapter_rename", title="newer")) == "changed_meanwhile"
    )


def test_what_is_gone_or_changed_since_is_not_taken_back(study):
    after = done(study, "comment", node=2, text="so")
    assert (
        taken_back(study, after, done(after, "comment", node=1, text="x")).chapter(1).nodes[2].comment == ""
    )
    for type, words in (
        ("chapter_delete", {}),
        ("comment", {"node": 2, "text": "else"}),
        ("delete", {"node": 2}),
    ):
        assert refused(taken_back, study, after, done(after, type, **words)) == "changed_meanwhile"
    # Another chapter may go, and come.
    assert (
        taken_back(study, after, done(after, "chapter_delete", chapter=2)).chapter(1).nodes[2].comment == ""
    )


def test_what_was_deleted_comes_back_while_its_place_is_there(study):
    after = done(study, "delete", node=2)
    assert taken_back(study, after, after).chapter(1).nodes == study.chapter(1).nodes
    assert refused(taken_back, study, after, done(after, "delete", node=1)) == "changed_meanwhile"


def ids(study) -> list[int]:
    return [chapter.id for chapter in study.chapters]


def test_the_order_of_chapters_comes_back_unless_it_is_another_since(study):
    after = done(study, "chapter_move", chapter=3, place=0)
    said = done(after, "comment", node=0, text="kept")
    undone = taken_back(study, after, said)
    assert (ids(undone), undone.chapter(1).nodes[0].comment) == ([1, 2, 3], "kept")
    again = done(after, "chapter_move", chapter=3, place=1)
    assert refused(taken_back, study, after, again) == "changed_meanwhile"


@pytest.mark.parametrize("chapter", [1, 2, 3])
def test_a_deleted_chapter_comes_back_in_its_place(study, chapter):
    after = done(study, "chapter_delete", chapter=chapter)
    assert taken_back(study, after, after).chapters == study.chapters


def test_an_added_chapter_goes_unless_somebody_has_worked_on_it(study):
    new = [new_chapter(start())]
    after = decide(study, action("chapter_add"), new).study
    elsewhere = done(after, "comment", node=0, text="elsewhere")
    undone = taken_back(study, after, elsewhere)
    assert (ids(undone), undone.chapter(1)) == ([1, 2, 3], elsewhere.chapter(1))
    worked_on = done(after, "comment", chapter=4, node=0, text="so")
    assert refused(taken_back, study, after, worked_on) == "changed_meanwhile"
    alone = after
    for chapter in (1, 2, 3):
        alone = done(alone, "chapter_delete", chapter=chapter)
    assert refused(taken_back, study, after, alone) == "changed_meanwhile"


def test_what_comes_back_has_to_have_room(study):
    after = done(study, "chapter_delete", chapter=2)
    full = after.with_new_chapters([new_chapter(start())] * 62)
    assert refused(taken_back, study, after, full) == "study_full"


def test_an_edit_knows_who_did_what(study):
    edit = edit_between(study, done(study, "delete", node=2), role="editor", type="delete")
    again = read_edit(write_edit(edit))
    assert again == edit
    assert (again.role, again.type) == ("editor", "delete")


def test_an_edit_holds_what_changed_and_not_the_study(study):
    said = edit_between(study, done(study, "comment", node=0, text="x"))
    gone = edit_between(study, done(study, "chapter_delete", chapter=1))
    assert list(said.changed[1].nodes) == [0]
    assert said.weight < gone.weight
    assert gone.removed == {1: study.chapter(1)}
