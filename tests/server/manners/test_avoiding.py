"""Blocking, not being paired, and the completion rate; others learn no more than `not available`."""

from __future__ import annotations

import pytest

from ..test_challenges import challenge, path
from ..test_correspondence import CLOCK as DAYS
from .people import CLOCK, Person, code, pair

SEEK = {"game": {"game": "carnac", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": DAYS}}


@pytest.fixture
def ann(server):
    return Person(server)


@pytest.fixture
def ben(server):
    return Person(server)


def listed(person: Person) -> set[str]:
    return {seek["game"] for seek in person.get("/api/lobby").json()["seeks"]}


def test_a_block_ends_chat_both_ways(ann, ben):
    two = pair(ann, ben)
    ann.say(two.game, "insult")
    shown = ben.avoid(ann.name, blocked=True).json()["avoided"]
    assert [(one["name"], one["blocked"]) for one in shown] == [(ann.name, True)]
    for one, other in ((ann, ben), (ben, ann)):
        assert code(one.say(two.game, "hm")) == "not_available"
        assert one.chat(two.game)["problem"] == "not_available"
        assert all(line["mine"] for line in one.chat(two.game)["lines"]), other.name
    assert ann.manners()["avoided"] == []
    assert ben.delete(f"/api/accounts/me/manners/avoided/{ann.name}").json()["avoided"] == []
    assert code(ann.say(two.game, "sorry")) == ""


def test_blocked_people_do_not_challenge_each_other(ann, ben):
    before, link = challenge(ann, ben.name), challenge(ann)
    ben.avoid(ann.name, blocked=True)
    for one, other in ((ann, ben), (ben, ann)):
        wishes = {"game": "carnac", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": DAYS}
        answer = one.post("/api/challenges", json={"wishes": wishes, "opponent": other.name})
        assert code(answer) == "not_available"
    assert ben.get("/api/challenges").json()["received"] == []
    for made in (before, link):
        assert code(ben.post(path(made, "/accept"), json={})) == "not_available"


@pytest.mark.parametrize("blocked", [True, False])
def test_the_lobby_hides_and_never_pairs_people_who_avoid_each_other(ann, ben, blocked):
    mine = ann.post("/api/seeks", json=SEEK).json()["game"]
    his = ben.post("/api/seeks", json=SEEK).json()["game"]
    assert {mine, his} <= listed(ann)
    ben.avoid(ann.name, blocked=blocked)
    assert his not in listed(ann)
    assert mine not in listed(ben)
    assert code(ben.post(f"/api/seeks/{mine}/take", json={})) == "not_available"
    paired = ben.post("/api/seeks/pair", json={**SEEK, "but": [his]}).json()["game"]
    assert paired != mine
    assert code(ann.post("/api/challenges", json={"wishes": SEEK["game"], "opponent": ben.name})) == (
        "not_available" if blocked else ""
    )


def test_nobody_avoids_themselves_or_no_one(ann):
    assert code(ann.avoid(ann.name)) == "invalid"
    assert code(ann.avoid("nobody-is-this")) == "no_such_account"
    ann.cookies.clear()
    assert code(ann.avoid("Ben")) == "sign_in_first"


def test_the_profile_says_how_many_games_a_person_finishes(ann, ben):
    def completion(person: Person) -> object:
        return ben.get(f"/api/accounts/{person.name}").json()["completion"]

    assert completion(ann) is None
    for clock in (CLOCK, None):
        two = pair(ann, ben, clock=clock)
        ann.act(two.game, "resign")
    assert completion(ann) == {"finished": 1, "counted": 1}, "resigning is finishing"
    ann.patch("/api/accounts/me", json={"private": True})
    assert completion(ann) is None
