"""Any text to the engine, in any order: it goes on, never fails, and always answers `isready`."""

from __future__ import annotations

import io
import queue
import threading
import time

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from stonefield.engine.ugi import LONGEST_LINE, Session, serve

PATIENCE = 180.0
ANSWERS = ("id", "option", "ugiok", "readyok", "info", "bestmove", "response", "outlook")
NUMBERS = st.sampled_from(("0", "1", "-1", "7", "1e3", "٣", "9" * 30, "9" * 5_000, "x", "", "nan", "0x10"))
NAMES = st.sampled_from((
    "Game", "Board", "Stock", "First", "FinalTilt", "Swap", "Players", "Neutral", "Points", "Pieces", "Level",
    "Threads", "MultiPV", "Seed", "Network", "board", "FİRST", "\0", "value", "name name",
))  # fmt: skip
VALUES = NUMBERS | st.sampled_from((
    "carnac", "caminos", "small", "4x3", "square", "diamond", "red", "true", "false", "own.toml", "classic",
    "a=#/#=a1|a1|a1|a1", "x=L4:###", "\ud7ff", "\N{RIGHT-TO-LEFT OVERRIDE}", "2.5", "100",
))  # fmt: skip
POSITIONS = st.sampled_from((
    "startpos", "startpos moves", "startpos moves c4rw", "startpos moves c4rw E", "startpos moves zz", "text",
    "text carnac 4x3 4 r w2 b2rw?", "text carnac small 12 rs w2 c4rw?", "text carnac", "text caminos square",
    "text carnac 4x3 4 r r1 - moves " + "b2rw " * 50, "moves moves", "text " + "9" * 3_000,
))  # fmt: skip
LIMITS = st.sampled_from((
    "nodes 1", "nodes 20", "movetime 1", "infinite", "", "nodes", "nodes -1", "nodes 99999999999999",
    "depth 3", "p1time 1 p2time 1", "p1time 5", "infinite infinite nodes 3", "movetime 1e3", "movetime \0",
))  # fmt: skip


class UgiMachine(RuleBasedStateMachine):
    """One conversation, in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.news = threading.Condition()
        self.session = Session(self._write)
        self.faults: list[object] = []
        threading.excepthook = self.faults.append
        # One thread, and a small tree: a whole run shares the machine with others.
        for option in ("Threads value 1", "Hash value 1", "Level value 1", "Board value 4x3"):
            self.tell(f"setoption name {option}")

    def _write(self, line: str) -> None:
        with self.news:
            self.written.append(line)
            self.news.notify_all()

    def tell(self, line: str) -> None:
        assert self.session.handle(line)

    @rule(name=NAMES, value=VALUES)
    def set_option(self, name: str, value: str) -> None:
        # More threads would only be slow.
        self.tell(f"setoption name {name} value {'1' if name == 'Threads' and value.isdigit() else value}")

    @rule(position=POSITIONS)
    def set_position(self, position: str) -> None:
        self.tell(f"position {position}")

    @rule(limits=LIMITS)
    def go(self, limits: str) -> None:
        self.tell(f"go {limits}")

    @rule(line=st.sampled_from(("stop", "ugi", "uginewgame", "query p1turn", "query result", "query x")))
    def say(self, line: str) -> None:
        self.tell(line)

    @rule(
        line=st.sampled_from(("query position", "query gameover", "outlook", "outlook x", "setoption", "go"))
    )
    def ask(self, line: str) -> None:
        self.tell(line)

    @rule(line=st.text(max_size=40) | st.text(alphabet="gostpqueryisad \0\t\r\x1b\x85\u2028", max_size=30))
    def babble(self, line: str) -> None:
        assert self.session.handle(line) or line.split(maxsplit=1)[:1] == ["quit"]

    @rule(
        sign=st.sampled_from(("x", "[", "9", "\0", "é", " ")),
        word=st.sampled_from(("", "go ", "position text ")),
    )
    def speak_long(self, sign: str, word: str) -> None:
        self.tell(word + sign * 100_000)

    @rule()
    def is_ready(self) -> None:
        before = self.written.count("readyok")
        self.tell("isready")
        self._await(lambda: self.written.count("readyok") > before)

    def _await(self, wanted) -> None:
        with self.news:
            assert self.news.wait_for(wanted, PATIENCE), self.written[-20:]

    @invariant()
    def every_line_is_one_of_the_protocol(self) -> None:
        for line in list(self.written):
            assert line.split(" ", 1)[0] in ANSWERS
            assert line.isprintable()
            assert len(line) < 10_000
            assert not line.startswith("info string error"), line
        assert not self.faults, self.faults

    def teardown(self) -> None:
        self.is_ready()
        self.tell("stop")
        self._await(lambda: not self.session._is_searching())
        self.session.end()
        self.every_line_is_one_of_the_protocol()
        threading.excepthook = threading.__excepthook__


def attack(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        UgiMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_no_line_ends_the_engine_or_makes_it_fail():
    attack(12, 30)


@pytest.mark.full
def test_no_line_of_very_many_ends_the_engine_or_makes_it_fail():
    attack(400, 60)


class Endless(io.RawIOBase):
    """A line that never ends, but for what is said after it has been given up."""

    def __init__(self, after: bytes) -> None:
        self._left, self._after = 40 * LONGEST_LINE, after

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        if self._left > 0:
            given = b"x" * min(len(buffer), self._left)
        else:
            given, self._after = self._after[: len(buffer)], self._after[len(buffer) :]
        self._left -= len(given)
        buffer[: len(given)] = given
        return len(given)


def test_a_line_without_an_end_is_not_kept_and_what_follows_is_answered(monkeypatch):
    longest = 0
    handle = Session.handle

    def measured(session: Session, line: str) -> bool:
        nonlocal longest
        longest = max(longest, len(line))
        return handle(session, line)

    monkeypatch.setattr(Session, "handle", measured)
    heard = io.BytesIO()
    serve(io.BufferedReader(Endless(b"\nquery gameover\nquit\n")), heard)
    lines = heard.getvalue().decode().splitlines()
    assert longest <= LONGEST_LINE
    assert sum("too long" in line for line in lines) == 1
    assert lines[-1] == "response false"


def test_many_questions_about_the_outlook_are_answered_one_after_the_other():
    answers: queue.Queue[str] = queue.Queue()
    session = Session(answers.put)
    session.handle("setoption name Board value 4x3")
    before = threading.active_count()
    for _ in range(200):
        session.handle("outlook")
    assert threading.active_count() <= before + 4
    until, count = time.monotonic() + PATIENCE, 0
    while count < 200 and time.monotonic() < until:
        count += answers.get(timeout=PATIENCE).startswith("outlook ")
    assert count == 200
