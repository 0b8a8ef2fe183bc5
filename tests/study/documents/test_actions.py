"""What each action on a study comes to, and when it is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stonefield.study.documents import chapter
from stonefield.study.documents import study as studies
from stonefield.study.documents.actions import check_role
from stonefield.study.documents.chapter import Node, new_chapter
from stonefield.study.documents.deciding import decide
from stonefield.study.documents.positions import Positions
from stonefield.study.documents.study import Done, tree_difference

from .values import EMPTY, action, done, effect, new_study, refused, start


@pytest.fixture
def study():
    """Chapter 1 has the lines c2rw E, c2rw -, c2rw N and a1ww; the nodes are 1 to 5."""
    made = done(new_study(2), "add", node=0, moves=["c2rw", "E"])
    for move in ("-", "N"):
        made = done(made, "add", node=1, moves=[move])
    return done(made, "add", node=0, moves=["a1ww"])


def ranks(study, parent: int) -> list[tuple[int, int]]:
    return [(node.id, node.rank) for node in study.chapter(1).children(parent)]


def test_a_new_chapter_has_its_start_alone():
    made = new_chapter(start())
    assert made.nodes == {0: Node(0, None, 0, "")}
    assert (made.id, made.title, made.tags, made.result, made.next_node) == (0, "", {}, "*", 1)
    assert made.children(0) == []


def test_a_new_study_is_private_and_forgotten_in_time():
    assert (EMPTY.visibility, EMPTY.kept, EMPTY.version, EMPTY.next_chapter) == ("private", False, 0, 1)
    assert EMPTY.with_new_chapters([]) == EMPTY


def test_siblings_are_counted_from_zero(study):
    assert ranks(study, 0) == [(1, 0), (5, 1)]
    assert ranks(study, 1) == [(2, 0), (3, 1), (4, 2)]


@pytest.mark.parametrize(
    ("type", "words", "place"),
    [
        ("add", {"node": 2, "moves": ["a1rr"]}, (1, 6)),
        ("add", {"node": 0, "moves": ["c2rw", "N"]}, (1, 4)),
        ("delete", {"node": 2}, (1, 1)),
        ("promote", {"node": 4}, (1, 4)),
        ("promote", {"node": 2}, (1, 2)),
        ("comment", {"node": 3, "text": "so"}, (1, 3)),
        ("comment", {"node": 3, "text": ""}, (1, 3)),
        ("chapter_rename", {"title": "x"}, (1, None)),
        ("chapter_move", {"place": 1}, (1, None)),
        ("chapter_delete", {}, (None, None)),
    ],
)
def test_an_action_leads_somewhere(study, type, words, place):
    found = effect(study, type, **words)
    assert (found.chapter, found.node) == place


def test_a_new_chapter_is_where_adding_it_leads(study):
    found = decide(study, action("chapter_add"), [new_chapter(start(), title="own")])
    assert (found.chapter, found.node) == (3, 0)
    assert [one.id for one in found.study.chapters] == [1, 2, 3]
    assert (found.study.next_chapter, found.study.chapter(3).title) == (4, "own")
    named = decide(study, action("chapter_add", title=" a  b"), [new_chapter(start(), title="own")])
    assert named.study.chapter(3).title == "a b"


def test_an_action_that_changes_nothing_leaves_the_study_as_it_is(study):
    assert done(study, "promote", node=2) is study
    assert done(study, "comment", node=2, text="  ") is study
    assert done(study, "mark", node=0, mark="") is study


def test_a_promotion_moves_the_nearest_variation_and_touches_nothing_else(study):
    study = done(study, "add", node=5, moves=["-"])
    study = done(study, "add", node=5, moves=["N", "e4rr"])
    promoted = done(study, "promote", node=8)
    assert ranks(promoted, 5) == [(7, 0), (6, 1)]
    assert ranks(promoted, 0) == [(1, 0), (5, 1)]
    main = done(study, "promote", node=8, main=True)
    assert (ranks(main, 0), ranks(main, 5)) == ([(5, 0), (1, 1)], [(7, 0), (6, 1)])
    last = done(study, "promote", node=4)
    changed = tree_difference(study.chapter(1), last.chapter(1))
    assert ([node.id for node in changed.nodes], changed.removed) == ([3, 4], [])
    assert not tree_difference(last.chapter(1), last.chapter(1)).nodes


def test_titles_are_cleaned_and_switches_set(study):
    assert done(study, "chapter_rename", title=" a\u200b  b ").chapter(1).title == "a b"
    assert decide(study, action("title", title=" a  b")).study.title == "a b"
    assert decide(study, action("visibility", visibility="public")).study.visibility == "public"
    assert decide(study, action("keep", kept=True)).study.kept


def test_comments_hold_what_every_file_can_hold(study):
    said = done(study, "comment", node=1, text=" a\r\nb\0c\n")
    assert said.chapter(1).nodes[1].comment == "a\nbc"


def test_comments_of_a_chapter_are_so_long_together(study, monkeypatch):
    assert studies.LONGEST_COMMENTS == 200_000
    monkeypatch.setattr(studies, "LONGEST_COMMENTS", 5)
    study = done(done(study, "comment", node=1, text="abc"), "comment", node=2, text="de")
    assert refused(done, study, "comment", node=3, text="f") == "study_full"


def test_a_decision_is_marked_and_the_start_is_none(study):
    assert done(study, "mark", node=1, mark="!?").chapter(1).nodes[1].mark == "!?"
    assert refused(done, study, "mark", node=0, mark="!") == "no_such_node"


@pytest.mark.parametrize("square", ["f1", "a5"])
@pytest.mark.parametrize("place", ["start", "end", "circle"])
def test_drawings_stay_on_the_board(study, place, square):
    arrow = {"start": "a1", "end": "e4", "ink": "red"}
    arrows = [arrow if place == "circle" else {**arrow, place: square}]
    circles = [{"square": square if place == "circle" else "e4", "ink": "blue"}]
    assert refused(done, study, "draw", node=1, arrows=arrows, circles=circles) == "invalid"
    drawn = done(study, "draw", node=1, arrows=[arrow], circles=[{"square": "e4", "ink": "blue"}])
    assert drawn.chapter(1).nodes[1].circles == (("e4", "blue"),)


def test_what_is_not_there_is_refused_by_name(study):
    assert refused(done, study, "delete", node=9) == "no_such_node"
    assert refused(done, study, "delete", node=0) == "no_such_node"
    assert refused(done, study, "delete", chapter=9, node=0) == "no_such_chapter"
    one = done(study, "chapter_delete", chapter=2)
    assert [left.id for left in one.chapters] == [1]
    assert refused(done, one, "chapter_delete") == "no_such_chapter"


def test_what_is_no_change_of_a_study_alone_is_an_error(study):
    with pytest.raises(ValueError, match="Undo"):
        decide(study, action("undo"))


@pytest.mark.parametrize(
    ("role", "type", "words"),
    [
        ("reader", "title", {"title": "x"}),
        ("editor", "visibility", {"visibility": "link"}),
        ("editor", "keep", {"kept": True}),
    ],
)
def test_a_role_that_is_not_enough_is_named(role, type, words):
    assert refused(check_role, role, action(type, **words)) == "not_your_study"


# Trees


def test_positions_are_worked_out_once_and_are_no_part_of_the_value(study):
    tree = study.chapter(1)
    fresh = replace(tree, _positions=Positions())
    assert fresh.position(2) is fresh.position(2)
    assert fresh.put(Node(6, 2, 0, "a1rr")).position(1) is fresh.position(1)
    assert fresh.position(4) == start().play("c2rw").play("N")
    assert fresh.position(0) is fresh.start
    assert fresh == replace(tree, _positions=Positions())
    assert "_positions" not in repr(fresh)


def test_the_way_to_a_node_begins_with_the_first_decision(study):
    assert [node.id for node in study.chapter(1).path(3)] == [1, 3]
    assert study.chapter(1).path(0) == []


def test_ids_go_on_after_the_highest(study):
    assert study.chapter(1).next_node == 6
    assert study.chapter(1).put(Node(9, 0, 2, "b1rr")).next_node == 10
    assert done(study, "delete", node=5).chapter(1).next_node == 6


def test_variations_lie_only_so_deep_in_each_other():
    study = new_study()
    tree = study.chapter(1)
    nodes = [
        Node(2 * level + side, max(2 * level - 1, 0), side - 1, "") for level in range(50) for side in (1, 2)
    ]
    tree = tree.put(*nodes)
    assert tree.depth == 50
    tree._positions.put_line([(97, tree.start), (99, tree.start)])
    study = study.with_chapter(tree)
    # The last pair hangs on node 97; another move in place of 99 lies no deeper, one more fork does.
    assert done(study, "add", node=97, moves=["a1rr"]).chapter(1).depth == 50
    assert done(study, "add", node=99, moves=["a1rr"]).chapter(1).depth == 50
    forked = done(study, "add", node=99, moves=["a1rr"])
    assert refused(done, forked, "add", node=99, moves=["b2ww"]) == "study_full"


# Sizes, and what was done


def of_size(nodes: int):
    return new_chapter(start(), nodes=[Node(id, id - 1 if id else None, 0, "") for id in range(nodes)])


def test_a_study_holds_so_many_chapters_and_nodes():
    assert len(EMPTY.with_new_chapters([of_size(1)] * 64).chapters) == 64
    full = EMPTY.with_new_chapters([of_size(2_000)] * 10)
    assert refused(full.with_new_chapters, [of_size(1)]) == "study_full"
    assert refused(EMPTY.with_new_chapters, [of_size(2_001)]) == "study_full"
    assert refused(EMPTY.with_new_chapters, [of_size(1)] * 65) == "study_full"


def test_an_action_that_is_sent_again_is_known_again():
    study = EMPTY
    for number in range(65):
        study = study.with_done(Done(f"ann:{number}", number, None, None))
    assert study.version == 64
    assert study.find_done("ann:0") is None
    assert study.find_done("ann:1") == Done("ann:1", 1, None, None)
    assert study.find_done("ann:64") == Done("ann:64", 64, None, None)


def test_an_unknown_token_opens_nothing_and_none_opens_what_is_not_private(study):
    assert refused(study.role_of, "other") == "bad_token"
    assert refused(study.role_of, None) == "study_private"
    assert replace(study, visibility="public").role_of(None) == "reader"
    assert chapter.ROOT == 0
