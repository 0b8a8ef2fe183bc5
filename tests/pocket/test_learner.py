"""What a learner has done on a device is judged and shown as by a server; a device has one learner."""

from __future__ import annotations

import random
import time

import pytest

from server.practice.trainee import Trainee, wrong_at
from stonefield.pocket.late_tries import STANDING_IN
from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.schedule import scheduled
from stonefield.puzzles.practice.storm import LASTS_MS, PENALTY_MS
from stonefield.puzzles.practice.streak import DAY_MS
from stonefield.puzzles.puzzle import shipped

from .both import Both, differences
from .device import Device

GAMES = ("carnac", "caminos")
TIMES = ("learner", "created", "at", "due", "now", "ends", "detail", "storm_id", "refutation")
MINUTE_MS = 60_000


class Learning:
    """A learner on a server and one on a device, who do the same."""

    def __init__(self, both: Both) -> None:
        self.client, self.device = both.client, Device()
        self.there = self.client.post("/api/learners").json()
        self.here = self.device.ask("POST", "/api/learners").json()

    def ask(self, method: str, path: str, body: object = None, *, known: bool = True) -> dict:
        """What both answer, which must be the same; the path may name the learner."""
        self.device.now = round(1000 * time.time())
        headers = {"Authorization": f"Bearer {self.there['token']}"} if known else {}
        there = self.client.request(
            method, path.format(learner=self.there["learner"]), headers=headers, json=body
        )
        token = self.here["token"] if known else None
        here = self.device.ask(method, path.format(learner=self.here["learner"]), body, token)
        assert here.status == there.status_code
        if there.status_code == 204:
            return {}
        assert list(differences(plain(here.json()), plain(there.json()))) == []
        return here.json()


def plain(value):
    """Without what says when or which, and without proofs."""
    if isinstance(value, dict):
        return {name: (one is None if name in TIMES else plain(one)) for name, one in value.items()} | (
            {"refutation": None} if "refutation" in value else {}
        )
    return [plain(one) for one in value] if isinstance(value, list) else value


@pytest.fixture
def learning(server):
    return Learning(Both(server))


def of_game(game: str, count: int, seed: int = 1) -> list[Puzzle]:
    return random.Random(seed).sample([one for one in shipped() if one.game == game], count)


def wrong_move(puzzle: Puzzle) -> str:
    """A decision that is not the solution."""
    return wrong_at(puzzle.start, puzzle.line[0])


def solve(ask, puzzle: Puzzle) -> dict:
    """Solve a puzzle decision by decision; the last answer."""
    line: list[str] = []
    while True:
        body = {"moves": [*line, puzzle.line[len(line)]], "patient": False}
        told = ask("POST", f"/api/puzzles/{puzzle.name}/tries", body)
        line = list(told["moves"])
        if told["done"]:
            return told


@pytest.mark.parametrize("game", GAMES)
def test_attempts_are_judged_as_by_a_server_and_progress_is_the_same(learning, game):
    right, wrong, given_up, late = of_game(game, 4)
    assert solve(learning.ask, right)["judged"]["rated"]
    for _ in range(2):
        body = {"moves": [wrong_move(wrong)], "patient": False}
        learning.ask("POST", f"/api/puzzles/{wrong.name}/tries", body)
    assert solve(learning.ask, wrong)["judged"] is None
    learning.ask("POST", f"/api/puzzles/{given_up.name}/solution", {})
    # The solution was shown to a guest: at this address solving it is not rated.
    learning.ask("POST", f"/api/puzzles/{late.name}/solution", {}, known=False)
    judged = solve(learning.ask, late)["judged"]
    assert (judged["rated"], judged["before"]) == (False, judged["after"])
    view = learning.ask("GET", "/api/learners/{learner}")
    mine = next(one for one in view["games"] if one["game"] == game)
    assert (mine["tried"], mine["right"], mine["waiting"], len(mine["graph"])) == (4, 2, 2, 4)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("easy", ["", "&easy=true"])
def test_a_daily_puzzle_begins_a_streak(learning, game, easy):
    name = learning.ask("GET", f"/api/puzzles/daily?game={game}{easy}")["puzzle"]["puzzle"]
    puzzle = next(one for one in shipped() if one.name == name)
    told = solve(learning.ask, puzzle)
    assert told["streak"] == {"days": 1, "best": 1, "today": True}
    assert learning.ask("GET", "/api/learners/{learner}")["streak"]["days"] == 1


def test_without_a_token_nothing_is_judged(learning):
    puzzle = of_game("carnac", 1)[0]
    body = {"moves": [wrong_move(puzzle)], "patient": False}
    told = learning.ask("POST", f"/api/puzzles/{puzzle.name}/tries", body, known=False)
    assert told["judged"] is None
    for method in ("GET", "DELETE"):
        assert learning.ask(method, "/api/learners/{learner}", known=False)["code"] == "bad_learner"


def test_a_learner_is_forgotten(learning):
    solve(learning.ask, of_game("carnac", 1)[0])
    assert len(learning.device.database.rows) == 2
    learning.ask("DELETE", "/api/learners/{learner}")
    assert learning.device.database.rows == {}


def test_all_is_there_when_the_page_is_opened_again():
    device = Device()
    puzzle = of_game("carnac", 1)[0]
    solve(lambda *asked: device.ask(*asked, "a token").json(), puzzle)
    again = Device(device.database)
    views = [one.ask("GET", "/api/learners/me", None, "another").json() for one in (device, again)]
    assert views[0]["games"] == views[1]["games"]
    assert views[0]["games"][0]["tried"] == 1


def test_what_was_missed_comes_back_as_it_is_scheduled():
    device = Device()
    puzzle = of_game("caminos", 1)[0]
    wrong = {"moves": [wrong_move(puzzle)], "patient": False}
    path = f"/api/puzzles/{puzzle.name}/tries"
    judged = device.ask("POST", path, wrong, "token").json()["judged"]
    card = scheduled(None, right=False, now=device.now)
    assert judged["due"] == card.due
    following = "/api/puzzles/next?game=caminos"
    assert not device.ask("GET", following, None, "token").json()["due"]
    for _ in range(3):
        device.now = card.due
        offered = device.ask("GET", following, None, "token").json()
        assert (offered["due"], offered["puzzle"]["puzzle"]) == (True, puzzle.name)
        judged = solve(lambda *asked: device.ask(*asked, "token").json(), puzzle)["judged"]
        card = scheduled(card.state, right=True, now=device.now)
        assert (judged["rated"], judged["due"]) == (False, card.due)


def test_a_new_puzzle_is_one_that_was_not_tried_and_near_the_rating():
    device = Device()
    for _ in range(12):
        offered = device.ask("GET", "/api/puzzles/next?game=carnac", None, "token").json()["puzzle"]
        puzzle = next(one for one in shipped() if one.name == offered["puzzle"])
        told = solve(lambda *asked: device.ask(*asked, "token").json(), puzzle)
        assert told["judged"]["rated"]
        device.now += MINUTE_MS
    rating = told["judged"]["after"]["rating"]
    assert rating > 1200
    assert abs(offered["rating"] - rating) < 300


# Storms


@pytest.mark.parametrize("game", GAMES)
def test_a_storm_goes_as_on_a_server(both_storms, game):
    there, here = both_storms(game)
    assert there == here


@pytest.fixture
def both_storms(server):
    """The same storm on both, though each chooses its puzzles by chance: what is told of it besides."""

    def play(game: str) -> tuple[list, list]:
        learning = Learning(Both(server))
        told: tuple[list, list] = [], []
        headers = {"Authorization": f"Bearer {learning.there['token']}"}

        def there(path: str, body: dict) -> dict:
            return learning.client.post(path, json=body, headers=headers).json()

        def here(path: str, body: dict) -> dict:
            learning.device.now = round(1000 * time.time())
            return learning.device.ask("POST", path, body, learning.here["token"]).json()

        for ask, heard in zip((there, here), told, strict=True):
            view = ask("/api/puzzles/storm", {"game": game, "but": []})
            heard.append(score_of(view))
            for nth in range(5):
                puzzle = next(one for one in shipped() if one.name == view["puzzle"]["puzzle"])
                moves = [wrong_move(puzzle)] if nth == 2 else list(puzzle.line)
                for count in range(1, len(moves) + 1):
                    if moves[: count - 1] != list(view["moves"]):
                        continue  # the defence decides
                    body = {"puzzle": puzzle.name, "moves": moves[:count]}
                    view = ask(f"/api/puzzles/storm/{view['storm']}/tries", body)
                    if view["puzzle"] is not None:
                        break
                heard.append(score_of(view))
            heard.append(
                ask(f"/api/puzzles/storm/{view['storm']}/tries", {**body, "puzzle": "other"})["code"]
            )
            heard.append(ask("/api/puzzles/storm/nothing/tries", body)["code"])
        return told

    return play


def score_of(view: dict) -> tuple:
    left = round((view["ends"] - view["now"]) / PENALTY_MS)
    is_new = view["puzzle"] is not None
    return view["solved"], view["missed"], view["best"], view["right"], view["over"], left, is_new


def test_a_storm_is_over_when_its_time_is_and_its_score_is_kept():
    device = Device()
    view = device.ask("POST", "/api/puzzles/storm", {"game": "caminos"}, "token").json()
    puzzle = next(one for one in shipped() if one.name == view["puzzle"]["puzzle"])
    refused = device.ask("POST", f"/api/puzzles/{puzzle.name}/solution", {}, "token")
    assert refused.json()["code"] == "in_storm"
    path = f"/api/puzzles/storm/{view['storm']}/tries"
    body = {"puzzle": puzzle.name, "moves": [puzzle.line[0]]}
    again = Device(device.database)
    again.now = device.now + LASTS_MS // 2
    while not (view := again.ask("POST", path, body, "token").json())["solved"]:
        body["moves"] = [*view["moves"], puzzle.line[len(view["moves"])]]
    assert view["best"] == 1
    again.now += LASTS_MS
    late = again.ask("POST", path, body, "token").json()
    assert (late["over"], late["solved"], late["moment"]) == (True, 1, None)
    learner = again.ask("GET", "/api/learners/me", None, "token").json()
    assert next(one for one in learner["games"] if one["game"] == "caminos")["storm"] == 1


def test_a_streak_goes_on_from_day_to_day():
    device = Device()
    for days in (1, 2, 3):
        view = device.ask("GET", "/api/puzzles/daily?game=carnac&easy=true").json()
        puzzle = next(one for one in shipped() if one.name == view["puzzle"]["puzzle"])
        told = solve(lambda *asked: device.ask(*asked, "token").json(), puzzle)
        assert told["streak"] == {"days": days, "best": days, "today": True}
        device.now += DAY_MS


# For a server that is away


def test_what_a_server_could_not_hear_waits_and_counts_there_as_here(server):
    """Sent twice, in order: the server comes to what the device has come to."""
    device, there = Device(), Trainee(server)
    right, wrong, given_up = of_game("carnac", 3, seed=5)

    def ask(method: str, path: str, body: object = None) -> dict:
        device.now = max(device.now + 1, round(1000 * time.time()))
        return device.ask(method, path, body, STANDING_IN).json()

    solve(ask, right)
    for _ in range(2):
        ask("POST", f"/api/puzzles/{wrong.name}/tries", {"moves": [wrong_move(wrong)]})
    ask("POST", f"/api/puzzles/{given_up.name}/solution", {})
    waiting = ask("GET", "/api/late-tries")["tries"]
    assert [one["puzzle"] for one in waiting] == [right.name, wrong.name, given_up.name]
    for late in [*waiting, *waiting]:
        body = {name: one for name, one in late.items() if name != "puzzle"}
        there.ask("POST", f"/api/puzzles/{late['puzzle']}/late-tries", 204, json=body)
    for late in waiting:
        assert device.ask("DELETE", f"/api/late-tries/{late['token']}", None, STANDING_IN).status == 204
    assert ask("GET", "/api/late-tries")["tries"] == []
    views = [ask("GET", "/api/learners/me"), there.ask("GET", f"/api/learners/{there.id}")]
    assert list(differences(*(plain(view["games"]) for view in views))) == []


def test_what_a_site_of_plain_files_hears_waits_for_no_server():
    device = Device()
    solve(lambda *asked: device.ask(*asked, "own").json(), of_game("carnac", 1)[0])
    assert device.ask("GET", "/api/late-tries").json() == {"tries": []}


def test_the_device_continues_from_what_a_server_has_shown():
    device = Device()
    view = device.ask("GET", "/api/learners/me", None, STANDING_IN).json()
    for game in view["games"]:
        game |= {"tried": 40, "storm": 7, "rating": {"rating": 1810, "deviation": 70}}
    assert device.ask("PUT", "/api/learners/me", view, STANDING_IN).status == 204
    puzzle = of_game("caminos", 1)[0]
    told = solve(lambda *asked: device.ask(*asked, STANDING_IN).json(), puzzle)
    assert told["judged"]["before"] == {"rating": 1810, "deviation": 70}
    # What waits is newer than what the server has shown.
    device.ask("PUT", "/api/learners/me", view, STANDING_IN)
    again = device.ask("GET", "/api/learners/me", None, STANDING_IN).json()
    mine = next(one for one in again["games"] if one["game"] == "caminos")
    assert (mine["rating"], mine["storm"]) == (told["judged"]["after"], 7)
