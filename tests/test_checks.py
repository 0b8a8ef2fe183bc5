"""The parts of `./test`: side by side, in the order they need, and none fails unseen."""

from __future__ import annotations

import contextlib
import re
import sys
import time
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from audit import NOT_AUDITED
from checks import BROWSER, ROOT, SERVED, WATCHED, Part, all_checks, run

from costs import LONGEST


def does(code: str) -> list[tuple[str, ...]]:
    return [(sys.executable, "-c", code)]


def test_a_part_that_fails_is_named_and_stops_no_other(capfd):
    bad = Part("bad", does("print('what is wrong'); raise SystemExit(3)"))
    good = Part("good", does("print('all is well')"), after=["bad"])
    assert run([bad, good]) == 1
    said = capfd.readouterr()
    assert "what is wrong" in said.out
    assert said.out.endswith("== good\nall is well\n")
    assert said.err.splitlines()[-1] == "test: failed: bad"


def test_what_cannot_be_started_has_failed(capfd):
    assert run([Part("none", [("/no/such/program",)])]) == 1
    said = capfd.readouterr().err
    assert "/no/such/program" in said
    assert said.splitlines()[-1] == "test: failed: none"


def test_what_hangs_is_ended_with_all_it_started_and_says_where_it_was(capfd, tmp_path):
    waits, file = "import faulthandler, time; faulthandler.enable(); time.sleep(600)", tmp_path / "pid"
    code = (
        "import subprocess, sys, pathlib; from faulthandler import enable; enable()\n"
        f"child = subprocess.Popen([sys.executable, '-c', {waits!r}])\n"
        "def waits_for_the_child():\n"
        f"    pathlib.Path({str(file)!r}).write_text(str(child.pid))\n"
        "    child.wait()\n"
        "waits_for_the_child()"
    )
    limit = 2.0
    while not file.exists():
        # How long a process takes to get that far depends on what else the machine has to do.
        assert run([Part("hangs", does(code), limit=limit), Part("good", does("print('all is well')"))]) == 1
        said, limit = capfd.readouterr(), 2 * limit
    assert "in waits_for_the_child" in said.out
    assert said.out.endswith("== good\nall is well\n")
    assert said.err.splitlines()[-1] == "test: failed: hangs"
    pid = int(file.read_text("utf-8"))
    with contextlib.suppress(psutil.NoSuchProcess):
        while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.01)


def test_all_goes_well(capfd, tmp_path):
    file = tmp_path / "written"
    first = Part("first", does(f"import time; time.sleep(0.3); open({str(file)!r}, 'w').close()"))
    second = Part("second", does(f"open({str(file)!r})"), after=["first", "a part that is not run today"])
    assert run([second, first]) == 0
    assert "FAILED" not in capfd.readouterr().out


def test_what_could_not_be_checked_is_the_last_line_of_a_run_that_goes_well(capfd):
    said = "NOT AUDITED: Python: no advisories could be reached"
    audit = Part("audit", does(f"print('asked'); print({said!r})"), warning=NOT_AUDITED)
    assert run([audit, Part("tests", does(f"print({said!r})"))]) == 0
    heard = capfd.readouterr()
    assert heard.err.splitlines()[-1] == f"test: WARNING: {said}"
    assert [line for line in heard.out.splitlines() if line.endswith(": audit NOT AUDITED")]


def test_a_warning_is_said_beside_a_failure(capfd):
    audit = Part("audit", does("print('NOT AUDITED: Python')"), warning=NOT_AUDITED)
    assert run([audit, Part("bad", does("raise SystemExit(1)"))]) == 1
    assert capfd.readouterr().err.splitlines()[-2:] == [
        "test: WARNING: NOT AUDITED: Python",
        "test: failed: bad",
    ]


@pytest.mark.parametrize("full", [False, True])
def test_the_audit_is_one_of_the_parts_whose_warnings_are_repeated(full):
    assert [part.warning for part in all_checks(full=full) if part.warning] == [NOT_AUDITED]


def test_every_room_is_in_one_part():
    commands = [command for part in all_checks(full=False) for command in part.commands]
    rooms = [word for command in commands if "loadgroup" in command for word in command if "tests/" in word]
    given = [*WATCHED, *SERVED, BROWSER]
    assert sorted(rooms) == sorted([*given, *(f"--ignore={room}" for room in given)])
    assert [room for room in given if not (ROOT / room).is_dir()] == []


def test_what_is_known_to_take_longest_is_there():
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    sources += (ROOT / "tests/server/conftest.py").read_text("utf-8")
    groups = set(re.findall(r'xdist_group\("([^"]+)"\)', sources))
    assert [name for name in LONGEST if name not in groups and not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("full", [False, True])
def test_every_part_waits_for_parts_there_are_and_browsers_speak_last(full):
    parts = all_checks(full=full)
    names = [part.name for part in parts]
    assert {name for part in parts for name in part.after} <= set(names)
    assert names[-1] == "tests in a browser"
