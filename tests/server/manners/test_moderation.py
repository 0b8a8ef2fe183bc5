"""Reports and what moderators do: evidence is kept, each act is a row, and the person is told."""

from __future__ import annotations

import pytest

from stonefield.cli import run

from ..accounts.browser import fresh_name
from ..test_rated_games import CLOCK
from .people import Pair, Person, appoint, code, pair


@pytest.fixture
def server(server_over, database):
    """A server over each kind of database."""
    return server_over(database)


@pytest.fixture
def both(server) -> Pair:
    return pair(Person(server), Person(server))


@pytest.fixture
def cleo(server) -> Person:
    """A moderator."""
    one = Person(server)
    appoint(server, one.name)
    return one


def test_a_report_is_kept_with_its_evidence_and_acted_upon(both, cleo):
    ann, ben, game = both.ann, both.ben, both.game
    ann.say(game, "you idiot")
    made = ben.report(game=game, words="see the chat\u202e").json()
    assert ben.report(game=game, words="again").json()["report"] == made["report"], "the same report"
    reports = cleo.get("/api/moderation/reports").json()
    (listed,) = reports["reports"]
    assert (listed["reporter"], listed["accused"], listed["game"]) == (ben.name, ann.name, game)
    assert (listed["seat"], listed["reason"], listed["words"]) == (0, "insults", "see the chat")
    assert reports["open"] == 1
    ann.delete(f"/api/games/{game}")
    path = f"/api/moderation/reports/{made['report']}"
    file = cleo.get(path).json()
    assert [(line["seat"], line["text"]) for line in file["lines"]] == [(0, "you idiot")]
    assert file["reports"] == 1

    assert code(cleo.moderate("mute", report=made["report"], days=3, why="Insults are not welcome.")) == ""
    (notice,) = ann.manners()["notices"]
    assert (notice["kind"], notice["why"], notice["seen"]) == ("mute", "Insults are not welcome.", False)
    assert notice["until"] - notice["at"] == 3 * 86_400_000
    refused = ann.say(game, "what?")
    assert code(refused) == "chat_muted"
    assert "Insults are not welcome." in refused.json()["detail"]
    shown = ann.chat(game)
    assert (shown["problem"], shown["until"]) == ("muted", notice["until"])
    assert shown["why"] == "Insults are not welcome."
    seen = ann.put(f"/api/accounts/me/manners/notices/{notice['id']}").json()["notices"]
    assert seen[0]["seen"] is True
    assert code(ben.put(f"/api/accounts/me/manners/notices/{notice['id']}")) == "no_such_notice"

    assert code(cleo.moderate("close", report=made["report"])) == ""
    assert cleo.get("/api/moderation/reports").json() == {"reports": [], "open": 0}
    (closed,) = cleo.get("/api/moderation/reports", params={"closed": True}).json()["reports"]
    assert closed["closed"] is not None
    cleo.moderate("lift", account=ann.name)
    assert code(ann.say(game, "sorry")) == ""
    acts = cleo.get("/api/moderation/acts").json()["acts"]
    assert [(act["kind"], act["account"], act["moderator"]) for act in acts] == [
        ("lift", ann.name, cleo.name),
        ("close", None, cleo.name),
        ("mute", ann.name, cleo.name),
        ("grant", cleo.name, None),
    ]
    assert [act["kind"] for act in cleo.get(path).json()["acts"]] == ["lift", "close", "mute"]


def test_a_ban_keeps_from_pairing_and_rated_games(both, cleo):
    ann, ben = both.ann, both.ben
    cleo.moderate("ban", account=ann.name, days=1)
    rated = {
        "game": "carnac",
        "seats": [{"kind": "person"}, {"kind": "open"}],
        "clock": CLOCK,
        "rated": True,
        "options": {"board": "small"},
    }
    plain = {**rated, "rated": False}
    assert code(ann.post("/api/games", json=rated)) == "banned"
    assert code(ann.post("/api/seeks", json={"game": plain})) == "banned"
    assert code(ann.post("/api/seeks/pair", json={"game": plain})) == "banned"
    his = ben.post("/api/seeks", json={"game": plain}).json()["game"]
    assert code(ann.post(f"/api/seeks/{his}/take", json={})) == "banned"
    assert code(ann.post("/api/challenges", json={"wishes": rated, "opponent": ben.name})) == "banned"
    made = ben.post("/api/games", json=rated).json()
    join = {"invite": made["invite"]}
    assert code(ann.post(f"/api/games/{made['game']}/join", json=join)) == "banned"
    assert ann.post("/api/games", json=plain).status_code == 201, "games by link go on"


def test_a_name_is_changed_and_the_person_told(both, cleo):
    new, old = fresh_name(), both.ann.name
    assert code(cleo.moderate("rename", account=old, name=new, why="The name insults.")) == ""
    assert both.ann.me()["name"] == new
    assert both.ann.manners()["notices"][0]["why"] == "The name insults."
    assert code(cleo.moderate("rename", account=new, name=both.ben.name)) == "name_taken"


def test_only_moderators_moderate(both, cleo):
    ann = both.ann
    for method, path in (("GET", "reports"), ("GET", "reports/x"), ("GET", "acts"), ("POST", "acts")):
        body = {"kind": "warn", "why": "because", "account": both.ben.name}
        answer = ann.request(method, f"/api/moderation/{path}", json=body if method == "POST" else None)
        assert (answer.status_code, code(answer)) == (403, "not_a_moderator")
        stranger = Person(ann.server, guest=True)
        assert code(stranger.request(method, f"/api/moderation/{path}", json=body)) == "sign_in_first"
    assert code(cleo.moderate("warn", account=cleo.name)) == "invalid", "not themselves"
    assert code(cleo.moderate("warn", account="nobody-is-this")) == "no_such_account"
    assert code(cleo.moderate("mute", account=ann.name)) == "invalid", "for how long?"
    assert code(cleo.moderate("warn", account=ann.name, days=3)) == "invalid"
    assert code(cleo.moderate("close", report="none")) == "no_such_report"
    assert cleo.moderate("warn", account=ann.name, why="").status_code == 422
    other = cleo.post("/api/moderation/acts", json={}, headers={"Origin": "https://evil.example"})
    assert code(other) == "bad_origin"


def test_who_may_report_whom(both, server):
    ann, ben, eve, game = both.ann, both.ben, Person(server), both.game
    assert code(eve.report(game=game)) == "not_for_spectators"
    assert code(ann.report(game=game, seat=0)) == "invalid", "one's own seat"
    assert code(ann.report(game=game, account=ben.name)) == "invalid"
    assert code(ann.report(account=ann.name)) == "invalid"
    assert code(eve.report(account=ann.name, reason="name")) == ""
    guest = Person(server, guest=True)
    assert code(guest.report(account=ann.name)) == "sign_in_first"
    guests = pair(guest, ann)
    guest.say(guests.game, "hello")
    assert code(guest.report(game=guests.game, reason="leaving")) == ""
    assert code(ann.report(game=guests.game)) == "", "a guest is reported by the name they use"


def test_what_is_left_when_people_delete_their_accounts(both, cleo):
    ann, ben, game = both.ann, both.ben, both.game
    ann.say(game, "bad words")
    ben.report(game=game)
    ben.delete("/api/accounts/me")
    (report,) = cleo.get("/api/moderation/reports").json()["reports"]
    assert report["reporter"] is None
    cleo.moderate("warn", report=report["id"])
    ann.delete("/api/accounts/me")
    assert cleo.get("/api/moderation/reports").json()["reports"] == []
    assert [act["kind"] for act in cleo.get("/api/moderation/acts").json()["acts"]] == ["grant"]


@pytest.mark.full
def test_the_operator_moderates_from_the_terminal(both, server, capsys):
    ann, ben, game = both.ann, both.ben, both.game
    ann.say(game, "go away")
    report = ben.report(game=game, words="rude").json()["report"]

    def stonefield(*words: str) -> str:
        assert run(["moderate", *words, "--database", server.database]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    assert report in stonefield("list")
    shown = stonefield("show", report)
    assert "go away" in shown
    assert "rude" in shown
    stonefield("warn", ann.name, "--why", "Be kind.", "--report", report)
    stonefield("mute", ann.name, "--why", "Again.", "--days", "2")
    stonefield("ban", ann.name, "--why", "And again.", "--days", "2")
    stonefield("lift", ann.name, "--why", "Enough.")
    new = fresh_name()
    stonefield("rename", ann.name, new, "--why", "The name.")
    stonefield("close", report, "--why", "Settled.")
    assert stonefield("list") == ""
    assert report in stonefield("list", "--closed")
    assert stonefield("grant", ben.name) == f"{ben.name} moderates\n"
    assert ben.get("/api/moderation/acts").is_success
    stonefield("revoke", ben.name)
    assert code(ben.get("/api/moderation/acts")) == "not_a_moderator"
    assert "mute" in stonefield("log")
    assert [notice["kind"] for notice in ann.manners()["notices"]] == [
        "rename",
        "lift",
        "ban",
        "mute",
        "warn",
    ]
    assert run(["moderate", "warn", "nobody-is-this", "--why", "hm!", "--database", server.database]) != 0
