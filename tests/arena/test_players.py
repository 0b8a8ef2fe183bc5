"""How players are written down, and other people's programs as players."""

from __future__ import annotations

import sys
from textwrap import dedent

import pytest

from stonefield.arena.play import PlayerCache, play_game
from stonefield.arena.players import read_spec
from stonefield.games import InvalidOption, carnac

UCT = """
    # The first legal move, in the plain line protocol: tilts in lower case, its own moves played at once.
    import sys
    from stonefield.games import carnac
    assert sys.argv[1] == "uct" and sys.argv[4] == "7"
    board = f"{sys.argv[2]}x{sys.argv[3]}"
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "new":
            position = carnac.start(board)
        elif word == "move":
            move = rest[0]
            assert move not in "NESW"
            position = position.play(move.upper() if move in "nesw" else move)
        elif word == "go":
            move = str(position.legal_moves()[0])
            position = position.play(move)
            print(move.lower() if move in "NESW" else move, flush=True)
        elif word == "quit":
            break
"""


def program(folder, name, source):
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{dedent(source)}")
    path.chmod(0o755)
    return path


@pytest.fixture
def players():
    players = PlayerCache()
    yield players
    players.close()


def test_a_level_is_played_on_one_thread():
    spec = read_spec("level:3")
    assert (spec.settings.level, spec.settings.threads) == (3, 1)
    assert read_spec("level:4.5").settings.level == 4.5
    assert read_spec("ugi:level=4.5;some-engine").settings.level == 4.5


def test_full_strength_takes_a_second_a_decision_unless_told_otherwise():
    assert read_spec("full").limits.movetime == 1.0
    spec = read_spec("full:nodes=500,threads=1,network=off")
    assert (spec.limits.nodes, spec.limits.movetime) == (500, None)
    assert (spec.settings.threads, spec.settings.network) == (1, False)


def test_limits_of_an_external_engine_stand_before_its_command():
    spec = read_spec("ugi:movetime=0.2;some-engine --fast 'with space'")
    assert spec.command == ("some-engine", "--fast", "with space")
    assert spec.limits.movetime == 0.2


@pytest.mark.parametrize(
    "text",
    ["", "nobody", "level:0", "level:11", "level:x", "level:4.55", "random:1", "full:speed=9",
     "full:movetime=fast", "full:network=maybe", "ugi:", "uct:limit 10 7", "uct:limit 10 7 many",
     "ugi:'open"],
)  # fmt: skip
def test_a_player_that_makes_no_sense_is_refused_by_name(text):
    with pytest.raises(InvalidOption, match="`"):
        read_spec(text)


def test_a_program_with_the_plain_line_protocol_plays_whole_games(tmp_path, players):
    path = program(tmp_path, "uct.py", UCT)
    uct, greedy = read_spec(f"uct:{path} 5 4 7"), read_spec("greedy")
    start = carnac.start("5x4")
    for specs in ((uct, greedy), (greedy, uct)):
        game = play_game(start, ["c2rw", "E", "a1ww"], specs, players, seed=1)
        assert game.reason in ("dolmens", "sizes", "equal")


def test_a_program_refuses_a_board_it_does_not_know(tmp_path, players):
    path = program(tmp_path, "uct.py", UCT)
    specs = (read_spec(f"uct:{path} 5 4 7"), read_spec("random"))
    game = play_game(carnac.start("small"), [], specs, players, seed=1)
    assert game.points == 0.0
    assert "5x4" in game.reason


def test_a_program_that_dies_has_lost_and_is_started_anew(tmp_path, players):
    dies = UCT.replace("print(", "len(position.stones) > 4 and sys.exit(1); print(")
    path = program(tmp_path, "dies.py", dies)
    specs = (read_spec(f"uct:{path} 5 4 7"), read_spec("random"))
    for _ in range(2):
        game = play_game(carnac.start("5x4"), [], specs, players, seed=1)
        assert game.points == 0.0
        assert game.reason.startswith("forfeit: ")
        assert "has ended" in game.reason


def test_a_program_that_cannot_be_started_has_lost(players):
    specs = (read_spec("random"), read_spec("ugi:/no/such/engine"))
    game = play_game(carnac.start("5x4"), [], specs, players, seed=1)
    assert game.points == 1.0
    assert "cannot be started" in game.reason
