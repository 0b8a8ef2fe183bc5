"""Studies as documents and as records: what comes in, what is cut off, and what is refused."""

from __future__ import annotations

import json

import pytest

from stonefield.games.game import StonefieldError
from stonefield.records import Line, Ply, Record
from stonefield.study.documents import record as study_records
from stonefield.study.documents import study as studies
from stonefield.study.documents.chapter import Chapter, Node, new_chapter
from stonefield.study.documents.files import document_of
from stonefield.study.documents.plain import chapter_of, plain_chapter
from stonefield.study.documents.reading import read_document
from stonefield.study.documents.record import chapter_of_record, record_of

from .values import done, new_study, refused, start


def file(nodes=None, **fields) -> str:
    """A document of one chapter; without nodes it has its start alone."""
    nodes = nodes or [{"id": 0, "parent": None, "move": ""}]
    chapter = {"game": "carnac", "options": {"board": "5x4"}, "nodes": nodes, **fields}
    return json.dumps({"format": "stonefield-study", "version": 1, "chapters": [chapter]})


def first(text: str) -> Chapter:
    return read_document(text)[1][0]


def child(id: int, parent: int, move: str, **fields) -> dict:
    return {"id": id, "parent": parent, "move": move, **fields}


ROOT = {"id": 0, "parent": None, "move": ""}


def test_what_a_document_leaves_out_has_its_default():
    title, (found,) = read_document(file())
    assert (title, found.title, found.tags, found.result) == ("", "", {}, "*")
    assert found.start == start()
    assert found.nodes == {0: Node(0, None, 0, "")}
    assert first(file(options={})).start == start(board="medium")


def test_siblings_are_counted_as_they_stand_in_the_document():
    nodes = [ROOT, child(5, 0, "c2rw"), child(2, 0, "a1ww"), child(7, 0, "b1rr"), child(4, 5, "E")]
    found = first(file(nodes))
    assert [(node.id, node.rank, node.move) for node in found.children(0)] == [
        (5, 0, "c2rw"),
        (2, 1, "a1ww"),
        (7, 2, "b1rr"),
    ]
    assert [(node.id, node.rank, node.move) for node in found.children(5)] == [(4, 0, "E")]


def test_a_move_is_kept_in_its_own_spelling():
    found = first(file([ROOT, child(1, 0, "L:c2,c1,b1,a1")], game="caminos", options={}))
    assert found.nodes[1].move == "L:a1,b1,c1,c2"


def test_a_document_tells_a_position_that_was_set_up_and_no_other():
    later = start().play("c2rw")
    begun, waiting = document_of("t", [new_chapter(start()), new_chapter(later)])["chapters"]
    assert (begun["position"], begun["options"]["board"]) == (None, "5x4")
    assert waiting["position"] == str(later)
    assert first(file(position=str(later))).start == later


def test_a_move_against_the_rules_is_refused_also_at_the_end_of_a_line():
    with pytest.raises(StonefieldError, match="no megalith waits"):
        first(file([ROOT, child(1, 0, "E")]))


def test_a_chapter_is_whole_on_its_way_to_a_worker_and_back():
    sent = new_chapter(
        start(), title="t", tags={"Event": "e"}, result="1-0", nodes=[Node(0, None, 0, "", "!")]
    )
    assert chapter_of(json.loads(json.dumps(plain_chapter(sent)))) == sent
    said = {"mark": "?", "comment": "c\0", "clock": 1.5}
    (found,) = read_document(file([ROOT, child(1, 0, "c2rw", **said)], tags={"Event": "e"}, result="0-1"))[1]
    assert (found.tags, found.result) == ({"Event": "e"}, "0-1")
    assert found.nodes[1] == Node(1, 0, 0, "c2rw", "?", "c", 1.5)


ARROW, CIRCLE = {"start": "a1", "end": "b2", "ink": "red"}, {"square": "a1", "ink": "red"}
JUST_SO_MUCH = {
    "ids": lambda more: file([ROOT, child(1_000_000 + more, 0, "c2rw")]),
    "comment": lambda more: file([{**ROOT, "comment": "x" * (4_000 + more)}]),
    "arrows": lambda more: file([{**ROOT, "arrows": [ARROW] * (64 + more)}]),
    "circles": lambda more: file([{**ROOT, "circles": [CIRCLE] * (64 + more)}]),
    "tags": lambda more: file(tags={f"T{number}": "" for number in range(100 + more)}),
    "title": lambda more: file(title="x" * (100 + more)),
}


@pytest.mark.parametrize("what", JUST_SO_MUCH)
def test_a_document_may_be_just_so_large(what):
    assert first(JUST_SO_MUCH[what](0))
    with pytest.raises(ValueError, match="should"):
        first(JUST_SO_MUCH[what](1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (lambda more: file(game="x" * (32 + more)), "most 32 char"),
        (lambda more: file(options={f"o{n}": 1 for n in range(16 + more)}), "most 16 items"),
        (lambda more: file(position="x" * (4_000 + more)), "most 4000 char"),
    ],
)
def test_what_is_too_long_is_not_even_looked_at(text, reason):
    with pytest.raises(StonefieldError):
        first(text(0))
    with pytest.raises(ValueError, match=reason):
        first(text(1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (file().replace('"nodes": [', '"nodes": [], "n": ['), "at least 1 item"),
        (file([ROOT] * 2_001), "at most 2000 items"),
        (file([ROOT, child(-1, 0, "c2rw")]), "greater than or equal to 0"),
        (file([ROOT, child(1, -1, "c2rw")]), "greater than or equal to 0"),
        (file([ROOT, child(1, 1_000_001, "c2rw")]), "less than or equal to 1000000"),
        ('{"format": "stonefield-study", "version": 1, "chapters": []}', "at least 1 item"),
        (
            json.dumps({**json.loads(file()), "chapters": json.loads(file())["chapters"] * 65}),
            "at most 64 items",
        ),
        (json.dumps({**json.loads(file()), "version": 2}), "should be 1"),
        (json.dumps({**json.loads(file()), "format": "x"}), "stonefield-study"),
    ],
)
def test_a_document_out_of_bounds_is_refused(text, reason):
    with pytest.raises(ValueError, match=reason):
        read_document(text)


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([{"id": 1, "parent": None, "move": ""}], "only the root 0"),
        ([ROOT, {"id": 1, "parent": None, "move": ""}], "only the root 0"),
        ([ROOT, ROOT], "ids of their own"),
        ([ROOT, child(1, 2, "c2rw"), child(2, 1, "E")], "node 1 does not hang"),
        ([ROOT, child(1, 1_000_000, "c2rw")], "node 1 does not hang"),
    ],
)
def test_nodes_that_are_no_tree_are_refused(nodes, reason):
    with pytest.raises(StonefieldError, match=reason):
        first(file(nodes))


def test_nodes_may_stand_in_any_order():
    found = first(file([child(2, 1, "E"), child(1, 0, "c2rw"), ROOT, child(3, 2, "a1rr")]))
    assert [node.move for node in found.path(3)] == ["c2rw", "E", "a1rr"]


# Records


def test_the_limits_of_a_chapter_hold_for_records_and_documents(monkeypatch):
    record = Record.of(start(), ["c2rw", "E"])
    monkeypatch.setattr(study_records, "MOST_NODES", 3)
    assert len(chapter_of_record(record).nodes) == 3
    assert refused(chapter_of_record, record.play("a1rr")) == "study_full"
    monkeypatch.setattr(studies, "LONGEST_COMMENTS", 5)
    assert chapter_of_record(Record(start(), Line((Ply("c2rw", comment="de"),), "abc")))
    too_much = Record(start(), Line((Ply("c2rw", comment="def"),), "abc"))
    assert refused(chapter_of_record, too_much) == "study_full"
    said = [{**ROOT, "comment": "abc"}, child(1, 0, "c2rw", comment="def")]
    assert refused(read_document, file(said)) == "study_full"


def test_a_variation_keeps_what_is_said_before_it_and_its_place():
    beside = Line((Ply("a1ww", comment="then"), Ply("-", comment="last")), "before")
    other = Line((Ply("b1rr"),))
    chapter = chapter_of_record(Record(start(), Line((Ply("c2rw", "!", "main", 9.5, (beside, other)),))))
    assert [(node.move, node.rank) for node in chapter.children(0)] == [("c2rw", 0), ("a1ww", 1), ("b1rr", 2)]
    assert chapter.result == "*"
    assert chapter_of_record(Record(start(), result="0-1")).result == "0-1"
    one, two, _ = chapter.children(0)
    assert (one.mark, one.comment, one.clock) == ("!", "main", 9.5)
    assert (two.comment, chapter.children(two.id)[0].comment) == ("before\nthen", "last")


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        ({"Player1": "Ann", "Player2": "Ben"}, "Ann – Ben"),
        ({"Player2": "Ben"}, "Ben"),
        ({"Player1": "Ann", "Chapter": " the  end"}, "the end"),
        ({"Chapter": "x" * 101}, "x" * 100),
        ({"Study": "s"}, ""),
    ],
)
def test_a_chapter_is_called_as_its_record_says(tags, title):
    chapter = chapter_of_record(Record(start(), tags={**tags, "Event": "e"}))
    assert chapter.title == title
    assert chapter.tags == {name: tags[name] for name in tags if name.startswith("Player")} | {"Event": "e"}


def test_a_record_of_a_chapter_has_its_tags_and_its_result():
    chapter = new_chapter(start(), title="c", tags={"Event": "e", "Empty": ""}, result="1-0")
    assert record_of(chapter, "s").tags == {"Event": "e", "Study": "s", "Chapter": "c"}
    assert record_of(chapter, "").tags == {"Event": "e", "Chapter": "c"}
    assert record_of(chapter, "").result == "1-0"
    short = new_chapter(start(board="3x3", stock=1), result="*")
    over = done(new_study().with_chapter(short.put()), "add", node=0, moves=["c2rw"])
    assert record_of(over.chapter(1), "").result == "*"
    ended = short.put(Node(1, 0, 0, "a1rr"))
    assert record_of(ended, "").result == "1/2-1/2"


def test_drawings_and_comments_are_cut_off_where_a_study_has_no_room_for_more():
    drawn = " ".join(["a1>b2:green c3:red nonsense a1>b2:pink"] * 65)
    root = chapter_of_record(Record(start(), Line((), f"{'x' * 4_001} [%draw {drawn}]"))).nodes[0]
    assert root.comment == "x" * 4_000
    assert root.arrows == (("a1", "b2", "green"),) * 64
    assert root.circles == (("c3", "red"),) * 64
    said = chapter_of_record(Record(start(), Line((), "a\0 [%draw c3:red] b"))).nodes[0]
    assert (said.comment, said.circles) == ("a b", (("c3", "red"),))
    assert record_of(new_chapter(start(), nodes=[said]), "").line.comment == "a b [%draw c3:red]"
