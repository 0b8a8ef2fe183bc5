"""An owner, an editor and a reader do anything to a study: all of them end with what is stored."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from .pages import HEAD, MISTAKE, PATIENCE, START, Application, StudyPage, tree_of

NO_SUCH = 4404
CLOSED_IN_ORDER = {0, 1001, 4400, 4401, NO_SUCH, 4408, 4429}
MOVES = ("b2rw", "E", "-", "a1rr", "c3wr", "W", "zz", "a1")
SOURCES = (
    START,
    {"kind": "start", "game": "caminos", "options": {}},
    {"kind": "start", "game": "chess", "options": {}},
    {"kind": "position", "text": "carnac 4x3 4 r w2 b2rw?"},
    {"kind": "position", "text": "carnac 4x3"},
    {"kind": "record", "text": '[Game "carnac"]\n[Board "4x3"]\n\n1. a1rr (1. b2rw E) c3wr *'},
    {"kind": "game", "game": "A" * 16},
)
CHAPTERS, NODES = st.integers(1, 4), st.integers(0, 7)
TITLES = st.sampled_from(("", "Tilts", "\u202e\0x", "é" * 100))


def actions():
    """Everything that can be done to a study, right and wrong."""

    def one(kind: str, **words):
        return st.fixed_dictionaries({"type": st.just(kind), **words})

    place = {"chapter": CHAPTERS, "node": NODES}
    ink = st.sampled_from(("green", "red"))
    arrows = st.fixed_dictionaries({"start": st.just("a1"), "end": st.sampled_from(("b2", "z9")), "ink": ink})
    add = one("add", **place, moves=st.lists(st.sampled_from(MOVES), min_size=1, max_size=4))
    first = one(
        "add",
        chapter=st.just(1),
        node=st.just(0),
        moves=st.lists(st.sampled_from(MOVES[:4]), min_size=1, max_size=3),
    )
    return st.one_of(
        first,
        first,
        add,
        one("undo"),
        one("undo"),
        one("delete", **place),
        one("delete", chapter=st.just(1), node=st.integers(1, 3)),
        one("promote", **place, main=st.booleans()),
        one("comment", **place, text=st.sampled_from(("", "why?", "\0\ud7ff> *x*"))),
        one("mark", **place, mark=st.sampled_from(("", "!", "??"))),
        one("draw", **place, arrows=st.lists(arrows, max_size=2), circles=st.just([])),
        one("chapter_add", title=TITLES, source=st.sampled_from(SOURCES)),
        one("chapter_rename", chapter=CHAPTERS, title=TITLES),
        one("chapter_delete", chapter=CHAPTERS),
        one("chapter_move", chapter=CHAPTERS, place=st.integers(0, 4)),
        one("title", title=TITLES),
        one("visibility", visibility=st.sampled_from(("private", "link", "public"))),
        one("keep", kept=st.booleans()),
    )


NONSENSE = (
    "", "{", "null", "[]", "7", '"x"', '{"type": "x"}', '{"type": "add"}', '{"type": "ping", "surprise": 1}',
    '{"type": "hello", "token": "wrong"}', '{"type": "hello", "version": -1}', "[" * 5_000, "9" * 5_000,
    '{"type": "title", "id": "x", "title": "\\ud800"}', '{"type": "chapter", "chapter": 1e99}',
    '{"type": "cancel", "id": "none"}',
)  # fmt: skip
ASKED = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(("look", "outlook")), "chapter": CHAPTERS, "node": NODES}),
    st.fixed_dictionaries(
        {"type": st.just("lines"), "on": st.booleans(), "chapter": CHAPTERS, "node": NODES}
    ),
    st.fixed_dictionaries({"type": st.just("review"), "on": st.just(False), "chapter": CHAPTERS}),
)
PEOPLE = st.sampled_from(("owner", "other owner", "editor", "reader"))


class StudyMachine(RuleBasedStateMachine):
    """One study and those who have it open; the application is shared by all examples."""

    application: Application
    errors: list[logging.LogRecord]

    def __init__(self) -> None:
        super().__init__()
        self.run = self.application.run
        self.made = self.run(self.application.make_study())
        self.study = self.made["study"]
        tokens = {
            "owner": self.made["token"],
            "other owner": self.made["token"],
            "editor": self.made["edit"],
            "reader": None,
        }
        self.pages = {who: StudyPage(self.application, self.study, token) for who, token in tokens.items()}
        for page in self.pages.values():
            page.connect()
        self.last: tuple[str | None, dict] | None = None

    # What they do

    @rule(who=PEOPLE, action=actions(), turns=st.integers(0, 6))
    def act(self, who: str, action: dict, turns: int) -> None:
        """Over the socket; others need not have heard of it before the next thing happens."""
        self.pages[who].act(action)
        self.run(_turns(turns))

    @rule(who=PEOPLE, action=actions())
    def post(self, who: str, action: dict) -> None:
        """Over HTTP, and the same once more."""
        token = self.pages[who].token
        self.last = token, {**action, "id": f"h{id(action)}"}
        self.run(self._posted(*self.last))

    @precondition(lambda self: self.last)
    @rule()
    def post_again(self) -> None:
        self.run(self._posted(*self.last))

    async def _posted(self, token: str | None, action: dict) -> dict:
        answer = await self.application.request(
            "POST", f"/studies/{self.study}/actions", token, content=json.dumps(action)
        )
        return answer.json()

    @rule(who=PEOPLE, chapter=CHAPTERS, turns=st.integers(0, 3))
    def open_chapter(self, who: str, chapter: int, turns: int) -> None:
        self.pages[who].send({"type": "chapter", "chapter": chapter})
        self.run(_turns(turns))

    @rule(who=PEOPLE, message=ASKED)
    def ask(self, who: str, message: dict) -> None:
        self.pages[who].send(message)

    @rule(who=PEOPLE, text=st.sampled_from(NONSENSE) | st.text(max_size=30))
    def send_nonsense(self, who: str, text: str) -> None:
        self.pages[who].send(text)

    @rule(who=PEOPLE)
    def greet_again(self, who: str) -> None:
        self.pages[who].hello()

    # What happens to them

    @rule(who=PEOPLE)
    def stop_reading(self, who: str) -> None:
        self.pages[who].reading.clear()

    @rule(who=PEOPLE)
    def read_on(self, who: str) -> None:
        self.pages[who].reading.set()

    @rule(who=PEOPLE, forgets=st.booleans())
    def reconnect(self, who: str, forgets: bool) -> None:
        page = self.pages[who]
        self.run(page.disconnect())
        self._check_closed(page)
        if forgets:
            page.state, page.opened = None, {}
        page.connect()

    # What must hold

    @rule()
    def settle(self) -> None:
        """All read on, and then all have the same, which is what the database has."""
        for page in self.pages.values():
            page.reading.set()
        self.run(self._settled())
        room = self.run(self.application.parts.studies.find(self.study))
        stored, _ = self.run(self.application.parts.study_store.find(self.study))
        assert stored == room.study
        for chapter in stored.chapters:
            nodes = chapter.nodes
            assert all(node.parent is None or node.parent in nodes for node in nodes.values())
            assert chapter.next_node > max(nodes)
        truth = self._told()
        for page in self.pages.values():
            self._check_closed(page)
            if page.is_here:
                self._check_page(page, truth)
        assert not self.errors, self.errors[0].getMessage()

    def _told(self) -> dict:
        """The study as somebody sees it who comes now."""
        answer = self.run(self.application.request("GET", f"/studies/{self.study}", self.made["token"]))
        assert answer.status_code == 200
        return answer.json()

    def _check_page(self, page: StudyPage, truth: dict) -> None:
        assert {name: page.state[name] for name in HEAD} == {name: truth[name] for name in HEAD}
        for id, chapter in page.opened.items():
            path = f"/studies/{self.study}/chapters/{id}"
            whole = self.run(self.application.request("GET", path, self.made["token"])).json()["chapter"]
            assert tree_of(chapter) == tree_of(whole)
            assert {name: chapter[name] for name in ("id", "title", "nodes")} == {
                name: whole[name] for name in ("id", "title", "nodes")
            }

    async def _settled(self) -> None:
        room = await self.application.parts.studies.find(self.study)
        until = asyncio.get_running_loop().time() + PATIENCE / 2
        while not self._is_settled(room):
            assert asyncio.get_running_loop().time() < until, "some never hear what has happened"
            await asyncio.sleep(0.001)

    def _is_settled(self, room) -> bool:
        here = [page for page in self.pages.values() if page.is_here]
        if any(page.unanswered and page.closed is None and page.is_here for page in self.pages.values()):
            return False
        if any(not page.is_idle for page in self.pages.values()):
            return False
        return all(
            page.state is not None
            and page.state["version"] == room.study.version
            and (page.state["editors"], page.state["readers"])
            == (room.attendance["editors"], room.attendance["readers"])
            for page in here
        )

    def _check_closed(self, page: StudyPage) -> None:
        assert page.closed != MISTAKE
        assert page.closed is None or page.closed in CLOSED_IN_ORDER

    def teardown(self) -> None:
        self.settle()
        for format in ("json", "stones"):
            self.run(self._exported(format))
        answer = self.run(self.application.request("DELETE", f"/studies/{self.study}", self.made["token"]))
        assert answer.status_code == 204
        self.run(_turns(5))
        for page in self.pages.values():
            self.run(page.disconnect())
            self._check_closed(page)
        assert self.run(self.application.parts.study_store.find(self.study)) is None
        assert not self.errors, self.errors[0].getMessage()

    async def _exported(self, format: str) -> None:
        """What is exported can be taken in again."""
        path = f"/studies/{self.study}/export?format={format}"
        answer = await self.application.request("GET", path, self.made["token"])
        assert answer.status_code == 200
        taken = await self.application.request("POST", "/studies/import", json={"text": answer.text})
        assert taken.status_code == 201, taken.text
        copy = taken.json()
        await self.application.request("DELETE", f"/studies/{copy['study']}", copy["token"])


async def _turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.kept: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record)


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """The machine, over an application of its own; what it logs as an error is kept."""
    handler = _Errors()
    logging.getLogger().addHandler(handler)
    application = Application(f"sqlite:///{tmp_path_factory.mktemp('studies')}/games.db")
    yield type("Machine", (StudyMachine,), {"application": application, "errors": handler.kept})
    application.close()
    logging.getLogger().removeHandler(handler)


def attack(machine, examples: int, steps: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_whatever_people_do_to_a_study_all_see_what_is_stored(machine):
    attack(machine, 15, 25)


@pytest.mark.full
def test_whatever_people_do_to_a_study_for_long_all_see_what_is_stored(machine):
    attack(machine, 400, 50)


async def _until(wanted) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.005)


async def _done(page: StudyPage, action: dict) -> None:
    request = page.act(action)
    await _until(lambda: request in page.answers)


def test_a_chapter_that_reaches_a_slow_page_late_is_mended_by_the_updates(machine):
    """The chapter is of version 2, the page has 1, and the next update leads from 1 to 3."""
    application = machine.application

    async def happens() -> None:
        made = await application.make_study()
        slow, quick = (StudyPage(application, made["study"], made[token]) for token in ("edit", "token"))
        slow.connect()
        quick.connect()
        await _until(lambda: slow.state and quick.state and quick.state["editors"] == 2)
        slow.reading.clear()
        await _done(quick, {"type": "title", "title": "one"})
        await _done(quick, {"type": "add", "chapter": 1, "node": 0, "moves": ["b2rw"]})
        slow.send({"type": "chapter", "chapter": 1})
        await asyncio.sleep(0.2)
        await _done(quick, {"type": "undo"})
        slow.reading.set()
        await _until(lambda: slow.state["version"] == quick.state["version"] == 3)
        assert tree_of(slow.opened[1]) == tree_of(quick.opened[1])
        for page in (slow, quick):
            await page.disconnect()

    application.run(happens())
