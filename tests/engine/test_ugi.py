"""The text protocol, spoken with a real engine process."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.talk import Talk
from stonefield.games import caminos, carnac, parse

pytestmark = pytest.mark.xdist_group("ugi")  # one worker, so that processes are started once


@pytest.fixture(scope="module")
def engine():
    talk = Talk()
    talk.ask("ugi", "ugiok")
    yield talk
    talk.close()


@pytest.fixture
def talk(engine):
    """The engine with everything as it was at its start."""
    defaults = ["Game carnac", "Board medium", "Board square", "Stock 28", "First red", "First yellow"]
    defaults += ["FinalTilt false", "Swap false", "Players 2", "Neutral false", "Points false"]
    defaults += ["Level 0", "Threads 1", "Hash 64", "MultiPV 1", "FairLines false", "Seed 1"]
    engine.send("stop")
    for default in defaults:
        name, value = default.split()
        engine.send(f"setoption name {name} value {value}")
    engine.send("uginewgame")
    engine.settle()
    return engine


def refusal(lines):
    return next(line for line in lines if line.startswith("info string refused: "))


def test_it_introduces_itself_with_every_option():
    talk = Talk()
    try:
        lines = talk.ask("ugi", "ugiok")
    finally:
        talk.close()
    assert lines[0].startswith("id name Stonefield ")
    options = {line.split()[2]: line for line in lines if line.startswith("option name ")}
    rules = {"Game", "Board", "Stock", "First", "FinalTilt", "Swap", "Players", "Neutral", "Points", "Pieces"}
    assert set(options) == rules | {"Level", "Threads", "Hash", "MultiPV", "FairLines", "Seed", "Network"}
    assert options["Level"] == "option name Level type string default 0"
    assert options["Game"] == "option name Game type combo default carnac var carnac var caminos"
    assert options["Stock"] == "option name Stock type spin default 28 min 1 max 60"
    assert options["Swap"] == "option name Swap type check default false"


def test_it_gives_a_legal_move_and_says_what_it_thinks(talk):
    talk.send("position startpos moves c4rw E d5wr")
    lines = talk.ask("go nodes 200", "bestmove")
    position = carnac.start().play("c4rw").play("E").play("d5wr")
    assert lines[-1].split()[1] in map(str, position.legal_moves())
    info = [line for line in lines if line.startswith("info depth ")][-1].split()
    for word in ("depth", "nodes", "nps", "time", "multipv", "winrate", "score", "pv"):
        assert word in info
    assert 0 <= float(info[info.index("winrate") + 1]) <= 1
    for move in info[info.index("pv") + 1 :]:
        position = position.play(move)


def test_a_time_limit_ends_the_search(talk):
    talk.send("setoption name Board value small", "position startpos")
    assert talk.ask("go movetime 50", "bestmove")[-1] != "bestmove none"


def test_a_clock_is_that_of_the_side_that_decides(talk):
    talk.send("position startpos moves c4rw")
    assert talk.ask("go p1time 1 p2time 400 p1inc 0 p2inc 10", "bestmove")
    talk.send("go p1time 1000")
    assert "p2time" in refusal(talk.settle())


def test_positions_are_set_by_text_and_by_moves(talk):
    text = "carnac small 12 rs w2 c4rw?"
    talk.send(f"position text {text} moves E")
    assert talk.query("position") == str(parse(text).play("E"))


@pytest.mark.parametrize(
    "nonsense",
    [
        "position", "position nowhere", "position text", "position text chess start", "position startpos e4",
        "position text carnac medium 28 r w2 z9rw", "position startpos moves c4rw Q",
        "position startpos moves c4rw c4rw", "position text carnac medium 28 r r1 - moves c4rw moves",
    ],
)  # fmt: skip
def test_a_nonsense_position_is_refused_and_the_old_one_kept(talk, nonsense):
    talk.send("position startpos moves c4rw")
    before = talk.query("position")
    talk.send(nonsense)
    assert refusal(talk.settle())
    assert talk.query("position") == before


def test_who_decides_need_not_alternate(talk):
    turns = []
    for moves in ("c4rw", "c4rw -", "c4rw E", "c4rw E d5wr"):
        talk.send(f"position startpos moves {moves}")
        turns.append(talk.query("p1turn"))
    assert turns == ["false", "true", "false", "true"]


def test_p1_is_the_player_who_began_even_after_a_swap(talk):
    talk.send("setoption name Swap value true", "position startpos moves c4rw swap")
    assert talk.query("p1turn") == "true"
    assert parse(talk.query("position")).colour_of(1) == "white"


def test_with_four_seats_p1_is_the_team_that_began(talk):
    talk.send("setoption name Game value caminos", "setoption name Players value 4")
    position = caminos.start("square", players=4)
    turns = []
    for _ in range(4):
        talk.send(f"position text {position}")
        turns.append(talk.query("p1turn"))
        position = position.play(position.legal_moves()[0])
    assert turns == ["true", "false", "true", "false"]


def test_a_finished_game_has_a_result_and_no_move(talk):
    position = carnac.start("3x3", stock=2)
    talk.send("setoption name Board value 3x3", "setoption name Stock value 2", "position startpos")
    assert (talk.query("gameover"), talk.query("result")) == ("false", "none")
    talk.send("position startpos moves a1rw E a3ww")
    for move in ["a1rw", "E", "a3ww"]:
        position = position.play(move)
    assert position.is_over
    expected = {"red": "p1win", "white": "p2win", None: "draw"}[position.outcome.winner]
    assert (talk.query("gameover"), talk.query("result")) == ("true", expected)
    assert talk.ask("go nodes 10", "bestmove")[-1] == "bestmove none"


def test_an_infinite_search_answers_only_when_stopped(talk):
    talk.send("go infinite")
    while talk.line().startswith("info string"):
        pass
    assert talk.ask("stop", "bestmove")[-1] != "bestmove none"


def test_an_infinite_search_of_a_solved_position_waits_too(talk):
    talk.send("setoption name Board value 3x3", "setoption name Stock value 1", "go infinite")
    talk.settle()
    talk.send("query gameover")
    assert talk.until("response")[-1] == "response false"
    assert talk.ask("stop", "bestmove")[-1] != "bestmove none"


def test_a_second_search_is_refused_while_one_runs(talk):
    talk.send("go infinite", "go nodes 10")
    assert "a search is running" in refusal(talk.settle())
    assert len([line for line in talk.ask("stop", "bestmove") if line.startswith("bestmove")]) == 1


def test_a_new_game_is_refused_while_a_search_runs(talk):
    talk.send("go infinite", "uginewgame")
    assert refusal(talk.settle())
    talk.ask("stop", "bestmove")


def test_several_lines_begin_with_different_moves(talk):
    talk.send("setoption name MultiPV value 3", "position startpos moves c4rw")
    lines = [line for line in talk.ask("go nodes 300", "bestmove") if " multipv " in line][-3:]
    assert [line.split(" multipv ")[1].split()[0] for line in lines] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 3


@pytest.mark.parametrize(("game", "moves"), [("carnac", "c4rw"), ("caminos", "")])
def test_each_of_several_lines_gets_a_fair_part_of_the_search(talk, game, moves):
    talk.send(f"setoption name Game value {game}", "setoption name MultiPV value 3")
    talk.send(
        "setoption name FairLines value true", "position startpos" + (f" moves {moves}" if moves else "")
    )
    lines = [line for line in talk.ask("go nodes 600", "bestmove") if " multipv " in line][-3:]
    visits = [int(line.split(" visits ")[1].split()[0]) for line in lines]
    assert visits[0] == max(visits)
    assert min(visits) >= 60


def test_a_level_with_a_seed_answers_the_same_every_time(talk):
    talk.send("setoption name Level value 2", "setoption name Seed value 5", "position startpos moves c4rw")
    answers = set()
    for limit in ("nodes 1000000", "movetime 600000", "", "nodes 1000000"):
        talk.send("uginewgame", "position startpos moves c4rw")
        answers.add(talk.ask(f"go {limit}", "bestmove")[-1])
    assert len(answers) == 1


@pytest.mark.parametrize("game", ["carnac", "caminos"])
@pytest.mark.parametrize("level", ["1", "3.5", "8"])
def test_a_level_answers_a_bare_go_by_itself(talk, game, level):
    talk.send(f"setoption name Game value {game}", f"setoption name Level value {level}")
    talk.settle()
    assert talk.ask("go", "bestmove")[-1] != "bestmove none"


def test_without_a_level_a_bare_go_waits_to_be_stopped(talk):
    talk.send("setoption name Board value 3x3", "setoption name Stock value 1", "go")
    talk.settle()
    talk.send("go nodes 1")
    assert "a search is running" in refusal(talk.settle())
    assert talk.ask("stop", "bestmove")[-1] != "bestmove none"


def test_a_level_between_two_answers_as_one_of_them(talk):
    answers = {}
    for level in ("1", "1.5", "2", "0"):
        talk.send(f"setoption name Level value {level}", "setoption name Seed value 5")
        assert not [line for line in talk.settle() if "refused" in line]
        talk.send("position startpos moves c4rw")
        answers[level] = talk.ask("go nodes 60", "bestmove")[-1]
    assert answers["1.5"] in (answers["1"], answers["2"])


def test_rules_may_be_set_before_the_game_they_belong_to(talk):
    talk.send("setoption name Board value diamond", "setoption name First value green")
    assert any("caminos, not for carnac" in line for line in talk.settle())
    assert talk.query("position") == str(carnac.start())
    talk.send("setoption name Game value caminos")
    assert talk.query("position") == str(caminos.start("diamond", first="green"))


@pytest.mark.parametrize(
    "option",
    ["name Board value moon", "name Stock value 61", "name Stock value many", "name Swap value perhaps",
     "name Level value 11", "name Level value 4.55", "name Level value", "name Threads value 0",
     "name Game value chess", "name Colour value blue",
     "name Stock", "Stock 12", "name value 12", ""],
)  # fmt: skip
def test_an_option_that_makes_no_sense_is_refused(talk, option):
    talk.send(f"setoption {option}")
    assert refusal(talk.settle())
    assert talk.query("position") == str(carnac.start())


@pytest.mark.parametrize("go", ["movetime", "movetime x", "nodes -5", "nodes 1e3", "depth 4", "sideways"])
def test_limits_that_make_no_sense_are_refused(talk, go):
    talk.send(f"go {go}")
    assert refusal(talk.settle())


def test_unknown_commands_are_ignored_with_a_remark(talk):
    talk.send("uci", "xyzzy plugh", "", "   ")
    assert [line.startswith("info string unknown command") for line in talk.settle()] == [True, True]


def test_the_end_of_the_input_ends_the_engine_with_its_move():
    talk = Talk()
    talk.send("setoption name Board value small", "isready")
    talk.until("readyok")
    talk.send("go infinite")
    talk.until("info")
    talk.process.stdin.close()
    assert talk.until("bestmove")
    assert talk.process.wait(60) == 0


VOCABULARY = """
    ugi isready setoption name value Board Stock Game caminos carnac small 3x3 99 uginewgame position startpos
    text moves c4rw E N - swap a1rr L:a1*3,b1 go movetime nodes 1 5 infinite p1time p2time stop query p1turn
    gameover result info bestmove Level MultiPV Seed -1 true
"""
ANSWERS = {"id", "option", "ugiok", "info", "bestmove", "response", "readyok"}
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.one_of(
    st.lists(WORDS, max_size=8).map(" ".join).map(str.encode),
    st.text(max_size=60).map(lambda text: text.replace("\n", " ").encode(errors="replace")),
    st.binary(max_size=60).map(lambda junk: junk.replace(b"\n", b" ")),
).filter(lambda line: line.split()[:1] != [b"quit"])


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(LINES, max_size=12))
def test_nothing_that_comes_in_stops_it(engine, lines):
    engine.send(*lines, "stop")
    for line in engine.settle():
        assert line.split(" ")[0] in ("id", "option", "ugiok", "info", "bestmove", "response", "readyok"), (
            line
        )
        assert line.isprintable()
    position = parse(engine.query("position"))
    assert str(position) == str(parse(str(position)))


@pytest.mark.full
def test_a_first_start_says_hello_before_it_compiles_and_then_is_ready(tmp_path):
    talk = Talk(env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)})
    try:
        assert not [line for line in talk.ask("ugi", "ugiok") if "readyok" in line]
        remarks = talk.ask("isready", "readyok")
        assert any(line.startswith("info string compiling carnac") for line in remarks)
        assert talk.ask("go nodes 100", "bestmove")[-1] != "bestmove none"
    finally:
        talk.close()


@pytest.mark.full
def test_a_first_start_compiles_only_the_game_that_is_set(tmp_path):
    talk = Talk(env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)})
    try:
        talk.send("ugi", "setoption name Game value caminos")
        remarks = [line for line in talk.ask("isready", "readyok") if "compiling" in line]
        assert [line.split()[3] for line in remarks] == ["caminos:"]
    finally:
        talk.close()


@pytest.mark.full
def test_a_stop_during_the_first_compilation_is_answered_with_a_quick_move(tmp_path):
    talk = Talk(env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)})
    try:
        talk.send("ugi", "go movetime 100000", "stop")
        move = talk.until("bestmove")[-1].split()[1]
        assert move in map(str, carnac.start().legal_moves())
    finally:
        talk.close()
