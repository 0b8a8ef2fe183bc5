"""Challenges, and whose turn it is: what people need who are never there at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from .accounts.browser import Browser, fresh_name
from .test_correspondence import CLOCK, DAY, HOUR

WISHES = {"game": "carnac", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}], "clock": CLOCK}


def challenge(browser: Browser, opponent: str | None = None, **wishes) -> dict:
    answer = browser.post("/api/challenges", json={"wishes": {**WISHES, **wishes}, "opponent": opponent})
    assert answer.status_code == 201, answer.text
    return answer.json()


def code(answer) -> str:
    return answer.json()["code"]


def path(made: dict, act: str = "") -> str:
    return f"/api/challenges/{made['challenge']['challenge']}{act}"


def test_a_challenge_by_link_is_accepted_once(server):
    with Browser(server) as ann, Browser(server) as ben:
        made = challenge(ann)
        assert made["challenge"]["clock"]["correspondence"] is True
        assert made["challenge"]["you"] == "maker"
        seen = ben.get(path(made)).json()
        assert (seen["status"], seen["you"], seen["maker"]) == ("open", "other", "Ann")
        wanted = [{"name": f"Ben {n}", "token": f"{n}" * 40} for n in range(4)]
        with ThreadPoolExecutor(4) as several:
            answers = list(several.map(lambda one: ben.post(path(made, "/accept"), json=one), wanted))
        taken = [answer.json() for answer in answers if answer.status_code == 200]
        assert len(taken) == 1
        assert {code(answer) for answer in answers if answer.status_code != 200} == {"challenge_over"}
        again = ben.post(path(made, "/accept"), json={"name": "Ben", "token": taken[0]["token"]})
        assert again.json()["game"] == taken[0]["game"], "accepting again with the same token is the same"
        token = {"Authorization": f"Bearer {made['token']}"}
        state = ann.get(f"/api/games/{taken[0]['game']}", headers=token).json()
        assert state["you"]["seats"] == [0]
        assert state["clock"]["running"] == 0
        assert code(ann.post(path(made, "/withdraw"), headers=token)) == "challenge_over"


def test_a_challenge_is_withdrawn_by_its_maker_only(server):
    with Browser(server) as ann, Browser(server) as ben:
        made = challenge(ann)
        assert code(ben.post(path(made, "/withdraw"))) == "not_your_challenge"
        assert code(ben.post(path(made, "/decline"))) == "not_your_challenge"
        token = {"Authorization": f"Bearer {made['token']}"}
        for _ in range(2):
            assert ann.post(path(made, "/withdraw"), headers=token).json()["status"] == "withdrawn"
        assert code(ben.post(path(made, "/accept"), json={})) == "challenge_over"
        assert code(ben.get("/api/challenges/nothing")) == "no_such_challenge"
        assert code(ben.get("/api/challenges")) == "sign_in_first"
        answer = ben.post("/api/challenges", json={"wishes": WISHES, "opponent": "anyone"})
        assert code(answer) == "sign_in_first"
        both = {**WISHES, "seats": [{"kind": "person"}] * 2, "clock": None}
        assert code(ann.post("/api/challenges", json={"wishes": both})) == "wrong_seats"


def test_an_account_is_challenged(server):
    with Browser(server) as ann, Browser(server) as ben, Browser(server) as eve:
        ann_name, ben_name = fresh_name(), fresh_name()
        ann.make_account(ann_name)
        ben.make_account(ben_name)
        eve.make_account()
        made = challenge(ann, ben_name)
        (received,) = ben.get("/api/challenges").json()["received"]
        assert (received["maker"], received["opponent"], received["you"]) == (ann_name, ben_name, "opponent")
        assert code(eve.get(path(made))) == "no_such_challenge"
        assert code(eve.post(path(made, "/accept"), json={})) == "no_such_challenge"
        assert code(ann.post(path(made, "/accept"), json={})) == "not_your_challenge"
        declined = challenge(ann, ben_name)
        assert ben.post(path(declined, "/decline")).json()["status"] == "declined"
        seated = ben.post(path(made, "/accept"), json={}).json()
        assert [seat["account"] for seat in seated["state"]["seats"]] == [ann_name, ben_name]
        made_ones = ann.get("/api/challenges").json()["made"]
        assert [one["status"] for one in made_ones] == ["declined", "accepted"]
        for name in (ann_name, "nobody-has-this"):
            answer = ann.post("/api/challenges", json={"wishes": WISHES, "opponent": name})
            assert code(answer) == "no_such_account"
        _turns_follow_the_game(ann, ben, seated["game"])


def _turns_follow_the_game(ann: Browser, ben: Browser, game: str) -> None:
    def turns(browser: Browser, **asked) -> list[dict]:
        return browser.get("/api/accounts/me/turns", params=asked).json()["games"]

    (mine,) = turns(ann)
    assert mine["game"] == game
    assert 10 * DAY - HOUR < mine["left_ms"] <= 10 * DAY
    assert [seat["mine"] for seat in mine["seats"]] == [True, False]
    assert ann.get(mine["picture"]).headers["content-type"].startswith("image/svg")
    assert turns(ben) == []
    ann.move(game, "c4rw")
    assert turns(ann) == []
    assert [one["game"] for one in turns(ben)] == [game]
    ann.act(game, "pause")
    ben.act(game, "accept", kind="pause")
    assert turns(ben) == [], "nobody decides in a pause"
    ann.act(game, "resume")
    more = [ben.make_game(clock=CLOCK), ben.make_game(clock={"bank_hours": 24})]
    for made in more:
        ann.join(made)
    order = [one["game"] for one in turns(ben)]
    assert order == [more[1]["game"], game, more[0]["game"]], "least time left first"
    assert turns(ben, after=game)[0]["game"] == more[0]["game"]
    assert turns(ben, after=more[0]["game"])[0]["game"] == more[1]["game"]
    for one in order:
        ben.act(one, "resign")
    assert turns(ben) == []
    _a_rematch_is_found_later(ann, ben, game)


def _a_rematch_is_found_later(ann: Browser, ben: Browser, game: str) -> None:
    def rematches(browser: Browser) -> list[str]:
        return [one["game"] for one in browser.get("/api/accounts/me/turns").json()["rematches"]]

    assert rematches(ann) == []
    ben.act(game, "offer", kind="rematch")
    assert (rematches(ann), rematches(ben)) == ([game], [])
    ann.act(game, "decline", kind="rematch")
    assert rematches(ann) == []
    ben.act(game, "offer", kind="rematch")
    ann.act(game, "accept", kind="rematch")
    assert rematches(ann) == []
