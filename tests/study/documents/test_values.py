"""Studies as values: what actions make of them, and that every action can be taken back."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stonefield.games.game import IllegalMove, InvalidMove, StonefieldError
from stonefield.study.documents import study as studies
from stonefield.study.documents.actions import AddChapters, check_role
from stonefield.study.documents.chapter import Node, new_chapter
from stonefield.study.documents.deciding import decide
from stonefield.study.documents.errors import StudyError
from stonefield.study.documents.files import write_study
from stonefield.study.documents.plain import chapter_of, plain_chapter
from stonefield.study.documents.reading import read_study
from stonefield.study.documents.record import chapter_of_record, record_of
from stonefield.study.documents.study import Study, tree_difference
from stonefield.study.documents.undo import edit_between, read_edit, take_back, write_edit

from .values import EMPTY, action, done, new_study, start


@pytest.fixture
def study() -> Study:
    return new_study()


def main_line(study: Study) -> list[str]:
    chapter = study.chapter(1)
    return [chapter.nodes[id].move for id in chapter.main_line()[1:]]


def test_a_line_is_played_on_and_what_is_there_is_walked(study):
    first = decide(study, action("add", chapter=1, node=0, moves=["c2rw", "E"]))
    again = decide(first.study, action("add", chapter=1, node=0, moves=["c2rw", "E"]))
    assert again.study is first.study
    assert again.node == first.node == 2
    other = decide(first.study, action("add", chapter=1, node=1, moves=["-"]))
    assert [node.move for node in other.study.chapter(1).children(1)] == ["E", "-"]
    assert main_line(other.study) == ["c2rw", "E"]


def test_what_the_rules_forbid_is_refused_and_changes_nothing(study):
    for text, error in (("c2rw N", InvalidMove), ("E", IllegalMove), ("k9rw", IllegalMove)):
        with pytest.raises(error):
            decide(study, action("add", chapter=1, node=0, moves=[text]))


def test_a_variation_is_promoted_by_one_or_to_the_main_line(study):
    study = done(study, "add", node=0, moves=["c2rw", "E"])
    for text in ("-", "N", "W"):
        study = done(study, "add", node=1, moves=[text])
    study = done(study, "promote", node=5)
    assert [node.move for node in study.chapter(1).children(1)] == ["E", "-", "W", "N"]
    study = done(study, "add", node=0, moves=["a1ww", "-", "b1rr"])
    study = done(study, "promote", node=8, main=True)
    assert main_line(study) == ["a1ww", "-", "b1rr"]


def test_deleting_takes_everything_after_it_along(study):
    study = done(study, "add", node=0, moves=["c2rw", "E", "a1rr"])
    study = done(study, "delete", node=2)
    assert set(study.chapter(1).nodes) == {0, 1}
    with pytest.raises(StudyError, match="start stays"):
        done(study, "delete", node=0)
    grown = done(study, "add", node=1, moves=["-"])
    assert max(grown.chapter(1).nodes) == 4, "ids are never used again"


def test_drawings_name_squares_of_the_board(study):
    drawn = done(
        study,
        "draw",
        node=0,
        arrows=[{"start": "a1", "end": "b2", "ink": "red"}],
        circles=[{"square": "c3", "ink": "blue"}],
    )
    assert drawn.chapter(1).nodes[0].arrows == (("a1", "b2", "red"),)
    with pytest.raises(StudyError, match="no such square"):
        done(study, "draw", node=0, arrows=[], circles=[{"square": "z9", "ink": "blue"}])


def test_only_the_maker_opens_and_keeps_a_study_and_readers_change_nothing():
    with pytest.raises(StudyError):
        check_role("reader", action("title", title="x"))
    with pytest.raises(StudyError):
        check_role("editor", action("visibility", visibility="public"))
    check_role("editor", action("title", title="x"))
    check_role("owner", action("keep", kept=True))


def test_a_private_study_opens_to_its_tokens_alone(study):
    assert (study.role_of("owner"), study.role_of("editor")) == ("owner", "editor")
    for token, code in ((None, "study_private"), ("other", "bad_token")):
        with pytest.raises(StudyError) as refused:
            study.role_of(token)
        assert refused.value.code == code
    assert replace(study, visibility="link").role_of(None) == "reader"


def test_a_study_holds_only_so_much(study, monkeypatch):
    monkeypatch.setattr(studies, "MOST_NODES", 3)
    study = done(study, "add", node=0, moves=["c2rw", "E"])
    with pytest.raises(StudyError) as refused:
        done(study, "add", node=2, moves=["a1rr"])
    assert refused.value.code == "study_full"
    with pytest.raises(StudyError, match="at most 64 chapters"):
        study.with_new_chapters([new_chapter(start())] * 64)


def test_the_last_chapter_stays_and_others_move(study):
    with pytest.raises(StudyError, match="last chapter"):
        done(study, "chapter_delete")
    study = study.with_new_chapters([new_chapter(start("caminos"), title="b"), new_chapter(start())])
    study = decide(study, action("chapter_move", chapter=3, place=0)).study
    assert [chapter.id for chapter in study.chapters] == [3, 1, 2]


# Taking back


def test_what_others_did_elsewhere_stays(study):
    ann = done(study, "add", node=0, moves=["c2rw"])
    ben = done(ann, "comment", node=0, text="Ben was here")
    undone = take_back(edit_between(study, ann), ben)
    assert set(undone.chapter(1).nodes) == {0}
    assert undone.chapter(1).nodes[0].comment == "Ben was here"


def test_what_others_have_built_on_is_not_taken_back(study):
    ann = done(study, "add", node=0, moves=["c2rw"])
    built = done(ann, "add", node=1, moves=["E"])
    with pytest.raises(StudyError) as refused:
        take_back(edit_between(study, ann), built)
    assert refused.value.code == "changed_meanwhile"


def wish(study: Study, chance: random.Random):
    """Something that somebody might do next."""
    chapter = chance.choice(study.chapters)
    node = chance.choice(list(chapter.nodes))
    there = {"chapter": chapter.id, "node": node}
    legal = chapter.position(node).legal_moves()
    kinds = {
        "add": lambda: action("add", **there, moves=[str(chance.choice(legal))]) if legal else None,
        "delete": lambda: action("delete", **there),
        "promote": lambda: action("promote", **there, main=chance.random() < 0.5),
        "comment": lambda: action("comment", **there, text=chance.choice(["", "so {it} is\n\\[%clk", "né"])),
        "mark": lambda: action("mark", **there, mark=chance.choice(["", "!", "??"])),
        "draw": lambda: action(
            "draw",
            **there,
            arrows=[{"start": "a1", "end": "b2", "ink": "green"}],
            circles=[{"square": "b1", "ink": "red"}] * chance.randrange(2),
        ),
        "title": lambda: action("title", title=chance.choice("abc")),
        "chapter_rename": lambda: action("chapter_rename", chapter=chapter.id, title=chance.choice("xyz")),
        "chapter_delete": lambda: action("chapter_delete", chapter=chapter.id),
        "chapter_move": lambda: action("chapter_move", chapter=chapter.id, place=chance.randrange(3)),
        "chapter_add": lambda: action("chapter_add"),
    }
    names = ["add"] * 12 + list(kinds)
    return kinds[chance.choice(names)]()


def played(study: Study, chance: random.Random, count: int):
    """Each version with the one before."""
    for _ in range(count):
        wanted = wish(study, chance)
        if wanted is None:
            continue
        new = [new_chapter(start())] if isinstance(wanted, AddChapters) else []
        try:
            after = decide(study, wanted, new).study
        except StudyError:
            continue
        yield study, after
        study = after


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_every_action_can_be_taken_back_at_once(seed):
    study = EMPTY.with_new_chapters([new_chapter(start()), new_chapter(start("caminos"))])
    for before, after in played(study, random.Random(seed), 40):
        undone = take_back(read_edit(write_edit(edit_between(before, after))), after)
        assert [one.nodes for one in undone.chapters] == [one.nodes for one in before.chapters]
        assert [one.title for one in undone.chapters] == [one.title for one in before.chapters]
        assert undone.title == before.title


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_differences_make_one_version_out_of_another(seed):
    study = EMPTY.with_new_chapters([new_chapter(start())])
    for before, after in played(study, random.Random(seed), 40):
        for chapter in after.chapters:
            was = next((one for one in before.chapters if one.id == chapter.id), None)
            found = tree_difference(was, chapter)
            mended = (was or new_chapter(chapter.start)).mend(found.nodes, found.removed)
            assert mended.nodes == chapter.nodes


# Records and files


def shape(chapter) -> list:
    """A tree without its ids."""

    def of(id: int) -> list:
        node: Node = chapter.nodes[id]
        own = [node.move, node.mark, node.comment, node.clock, node.arrows, node.circles]
        return [own, [of(child.id) for child in chapter.children(id)]]

    return of(0)


@given(st.integers(0, 10_000), st.sampled_from(["carnac", "caminos"]))
@settings(max_examples=25, deadline=None)
def test_a_study_comes_back_whole_from_both_kinds_of_file(seed, game):
    study = EMPTY.with_new_chapters([new_chapter(start(game), title="first")])
    for _, after in played(study, random.Random(seed), 30):
        study = after
    plain = [plain_chapter(chapter) for chapter in study.chapters]
    assert [chapter_of(one).nodes for one in plain] == [one.nodes for one in study.chapters]
    for form in ("stones", "json"):
        title, back = read_study(write_study("My study", study.chapters, form))
        assert title == "My study"
        assert [shape(one) for one in back] == [shape(one) for one in study.chapters]
        assert [one.title for one in back] == [one.title for one in study.chapters]
        assert [str(one.start) for one in back] == [str(one.start) for one in study.chapters]


def test_a_record_with_variations_is_a_chapter_and_the_same_record_again():
    _, (chapter,) = read_study(
        '[Game "carnac"]\n[Board "5x4"]\n[Player1 "Ann"]\n[Player2 "Ben"]\n\n'
        "{so it began [%draw a1>b2:green c3:red]} 1. c2rw! E (1... - {why not} 2. a1rr) (1... N) 2. a1rr *"
    )
    assert chapter.title == "Ann – Ben"
    assert chapter.nodes[0].arrows == (("a1", "b2", "green"),)
    assert chapter.nodes[0].circles == (("c3", "red"),)
    assert chapter.nodes[0].comment == "so it began"
    assert [node.move for node in chapter.children(1)] == ["E", "-", "N"]
    again = chapter_of_record(record_of(chapter, ""))
    assert shape(again) == shape(chapter)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda chapter: chapter["nodes"].append(dict(chapter["nodes"][1])), "ids of their own"),
        (lambda chapter: chapter["nodes"][1].update(parent=7), "hang on the root"),
        (lambda chapter: chapter["nodes"][1].update(parent=1), "hang on the root"),
        (lambda chapter: chapter["nodes"][1].update(move="a1zz"), "a1zz"),
        (lambda chapter: chapter["nodes"][1].update(mark="???"), "mark"),
        (lambda chapter: chapter.update(result="2-0"), "2-0"),
        (lambda chapter: chapter.update(position="nonsense"), "nonsense"),
        (lambda chapter: chapter.update(surprise=1), "surprise"),
    ],
)
def test_a_file_that_is_no_study_is_refused_with_the_reason(study, change, reason):
    study = done(study, "add", node=0, moves=["c2rw"])
    document = json.loads(write_study("", study.chapters, "json"))
    change(document["chapters"][0])
    with pytest.raises(StonefieldError, match=reason):
        read_study(json.dumps(document))
