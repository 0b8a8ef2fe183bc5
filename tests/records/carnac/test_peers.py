"""What Boardspace and AbstractPlay really write, made by hand in their formats; what they read of ours."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from records import trees
from stonefield import carnac
from stonefield.records import Record, read_any
from stonefield.records.carnac.export import to_abstractplay, to_boardspace

SGF = "(;GM[Carnac]SU[carnac_10x7 0];P0[0 Start P0]"


def report(variants: list[str], moves: list[list[str]], results: tuple[int, int] = (1, 0)) -> str:
    header = {
        "game": {"name": "Carnac", "variants": variants},
        "site": {"name": "Abstract Play", "gameid": "5b3e"},
        "date-start": "2025-01-02T03:04:05.000Z",
        "date-end": "2025-01-03T03:04:05.000Z",
        "date-generated": "2025-01-04T03:04:05.000Z",
        "players": [
            {"name": name, "userid": name, "result": result}
            for name, result in zip(("Ann", "Bob"), results, strict=True)
        ],
    }
    return json.dumps({"header": header, "moves": moves})


def state(*moves: str, winner: list[int]) -> str:
    stack = [{"_version": "1", "currplayer": 1}, *({"lastmove": move} for move in moves)]
    return json.dumps(
        {
            "game": "carnac",
            "numplayers": 2,
            "variants": [],
            "gameover": True,
            "winner": winner,
            "stack": stack,
        }
    )


@pytest.mark.parametrize(
    ("variant", "board"),
    [
        ("Small board (8x5)", "small"),
        ("Mittleres Brett (10x7)", "medium"),
        ("Default board", "medium"),
        ("#board", "medium"),
        ("Standard-Spielfeld", "medium"),
        ("Plateau par défaut", "medium"),
        ("Tabellone predefinito", "medium"),
        ("Large board (14 × 9)", "large"),
        ("14x9", "large"),
    ],
)
def test_a_report_calls_its_board_by_a_name(variant, board):
    (record,) = read_any(report([variant], [["12-b2", ">n,12-a4"]]))
    assert record.start == carnac.start(board)
    assert (record.moves, record.result) == (("b2rr", "N", "a4rr"), "1-0")


@pytest.mark.parametrize(("winner", "result"), [([1], "1-0"), ([2], "0-1")])
@pytest.mark.parametrize("moves", [("12-b2",), ("12-b2", ">n,12-a4")])
def test_who_resigned_out_of_turn_has_lost_all_the_same(moves, winner, result):
    (record,) = read_any(state(*moves, "resign", winner=winner))
    assert (record.result, record.tags["Reason"]) == (result, "resignation")
    (told,) = read_any(report([], [[*moves, "timeout"]], (int(winner == [1]), int(winner == [2]))))
    assert (told.result, told.tags["Reason"]) == (result, "time")


@pytest.mark.parametrize(
    ("gesture", "result"),
    [
        ("P1[3 WinOnTime]", "0-1"),
        ("P1[3 LoseOnTime]", "1-0"),
        ("P0[3 winontime];P0[4 Done]", "1-0"),
        ("P0[3 LoseOnTime]", "0-1"),
    ],
)
def test_a_game_at_boardspace_may_end_on_time(gesture, result):
    (record,) = read_any(f"{SGF};P0[1 OnBoard 3 C 4];P0[2 Done];{gesture})")
    assert (record.moves, record.result, record.tags["Reason"]) == (("c4rw",), result, "time")


@pytest.mark.parametrize(("word", "reason"), [("draw", "agreement"), ("abandoned", "abandoned")])
def test_a_game_at_abstractplay_may_be_drawn_or_abandoned(word, reason):
    for text in (
        f"12-b2 {word}",
        state("12-b2", word, winner=[1, 2]),
        report([], [["12-b2", word]], (1, 1)),
    ):
        (record,) = read_any(text)
        assert (record.moves, record.result, record.tags["Reason"]) == (("b2rr",), "1/2-1/2", reason)


def test_early_games_passed_the_turn_back_after_a_tilt():
    early = state("12-d4", ">e", "pass", "12-a4", "pass", "11-h5", ">w", "pass", "12-a1", winner=[])
    late = state("12-d4", ">e,12-a4", "pass", "11-h5", ">w,12-a1", winner=[])
    assert read_any(early)[0].moves == read_any(late)[0].moves
    assert read_any(early)[0].final == read_any(late)[0].final


@pytest.mark.parametrize(
    "nodes",
    [
        ";C[hello]P0[1 OnBoard 3 C 4];P0[2 Done]",
        ";P0[1 OnBoard 3 C 4]C[hello];P0[2 Done]",
        ";C[hello]P0[1 Pick 3];P0[2 Dropb C 4];P0[3 Done]",
        ";P0[1 Pick 3];C[hello]P0[2 Dropb C 4];P0[3 Done]",
        ";P0[1 OnBoard 3 C 4];C[hello]P0[2 Done]",
    ],
)
def test_a_comment_belongs_to_the_gesture_of_its_node(nodes):
    (record,) = read_any(f"{SGF};P0[0 Start P0]{nodes};C[answer]P1[4 Pass])")
    assert record.line.comment == ""
    assert [(ply.move, ply.comment) for ply in record.line] == [("c4rw", "hello"), ("-", "answer")]


@pytest.mark.parametrize(
    "tags", [{}, {"Date": "2026-11-15"}, {"Date": "2026.11.15", "Site": "Here"}, {"Date": "x"}]
)
def test_our_report_has_all_that_their_schema_asks_for(tags):
    record = Record.of(carnac.start(), ["c4rw", "E"], tags).finish("1-0", "resignation")
    header = json.loads(to_abstractplay(record))["header"]
    assert set(header) >= {"game", "site", "date-start", "date-end", "date-generated", "players"}
    assert header["site"]["name"] == tags.get("Site", "unknown")
    for name in ("date-start", "date-end", "date-generated"):
        assert "T" in header[name]
        assert datetime.fromisoformat(header[name]).tzinfo
    if "2026" in tags.get("Date", ""):
        assert header["date-start"] == "2026-11-15T00:00:00Z"
    assert all(isinstance(player["result"], int) and "name" in player for player in header["players"])


def test_a_percent_sign_in_a_name_is_written_by_its_number():
    tags = {"Player1": "100% Ann", "Player2": "%37%"}
    record = Record(carnac.start(), tags=tags).play("c4rw").finish("1-0", "time")
    text = to_boardspace(record)
    assert 'P0[id "100%37% Ann"]' in text
    assert text.count("%") == text.count("%37%") * 2
    assert tags.items() <= read_any(text)[0].tags.items()
    (found,) = read_any(f'{SGF};P0[id "%214%d%246%n %1%"];P0[1 OnBoard 3 C 4])')
    assert found.tags["Player1"] == "Ödön %1%"


def test_where_the_site_gave_the_game_to_the_other_a_tag_says_so():
    start = carnac.start("small")
    moves = next(
        moves
        for moves in (trees.random_game(start, seed) for seed in range(99))
        if Record.of(start, moves).result == "1-0"
    )
    played = Record.of(start, moves)
    theirs = json.loads(to_abstractplay(played))
    assert "SiteResult" not in read_any(json.dumps(theirs))[0].tags
    for player, result in zip(theirs["header"]["players"], (0, 1), strict=True):
        player["result"] = result
    (found,) = read_any(json.dumps(theirs))
    assert (found.moves, found.result) == (played.moves, "1-0")
    assert found.tags["SiteResult"].startswith("0-1 ")
