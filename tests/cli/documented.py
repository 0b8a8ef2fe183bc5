"""The commands on the pages: found where they are written, and run as a reader would, one page at a time.

- Lines of ``sh`` blocks are commands; of ``console`` blocks those that begin with ``$``. What follows `` #``
  is a remark.
- A ``python`` block without ``>>>`` is a script; one with it is a doctest and runs in ``tests/test_docs.py``.
- Code within a sentence is a command if it begins with a program and says what to do with it. A bare name
  (`stonefield solve`) is none, and neither is a usage (`stonefield convert IN [OUT]`): it has a word in
  capitals, a bracket or ``…``. ``tests/test_docs.py`` looks at these.
- ``pip install '.[envs]'`` on a page means that what comes after it has that extra. Before it, everything
  runs as after a plain installation. Benchmarks and attacks have what ``./test`` installs.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from .installed import EXTRAS, environment

PATIENCE = 900.0
"""Seconds for a command that takes a few: the machine may be busy."""
OURS = r"(?:\./|\.venv/bin/)?stonefield"
PROGRAM = re.compile(
    rf"(?:[A-Z_]+=\S+ )*(?:{OURS}|python3?|pytest|(?:\.venv/bin/)?(?:pip|mutmut)|dask|curl)(?= |$)"
)
ASSIGNMENT = re.compile(r"(?:export )?([A-Z_]+)=(\S+|\"[^\"]*\")")
USAGE = re.compile(r"…|[\[<]|(?:^| )[A-Z]+(?: |$)")
DEVELOPING = re.compile(r"python (?:benchmarks/|-m (?:attack|cluster)\.)")
SHELL, PROMPT, SCRIPT = "sh", "console", "python"


@dataclass(frozen=True)
class Command:
    """A command as it is written on a page."""

    line: int
    text: str


def commands_of(page: Path) -> list[Command]:
    """The commands of a page, in its order."""
    text = page.read_text("utf-8")
    found: list[Command] = []
    blocks = list(re.finditer(r"^( *)```([^\n]*)\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE))
    for block in blocks:
        first = text.count("\n", 0, block.start(3)) + 1
        if block[2] in (SHELL, PROMPT):
            found += _lines_of(block[3], first, "$ " if block[2] == PROMPT else "")
        elif block[2] == SCRIPT and ">>> " not in block[3]:
            found.append(Command(first, f"python -c {shlex.quote(block[3])}"))
    prose = text
    for block in blocks:
        blank = re.sub(r"[^\n]", " ", block[0])
        prose = prose[: block.start()] + blank + prose[block.end() :]
    for code in re.finditer(r"`([^`]+)`", prose):
        words = " ".join(code[1].split())
        if PROGRAM.match(words) and not is_name(words) and not is_usage(words):
            found.append(Command(prose.count("\n", 0, code.start()) + 1, words))
    return sorted(found, key=lambda command: command.line)


def _lines_of(block: str, first: int, prompt: str) -> Iterator[Command]:
    """The commands of a block: one may go on over several lines, by a backslash or within quotation marks."""
    whole, begun = "", first
    for number, line in enumerate(block.splitlines(), first):
        if not whole:
            begun = number
            if prompt and not line.lstrip().startswith(prompt):
                continue
            line = line.lstrip().removeprefix(prompt)
        whole += line.partition(" #")[0].rstrip()
        if whole.endswith("\\"):
            whole = whole[:-1]
        elif whole.count("'") % 2 or whole.count('"') % 2:
            whole += "\n"
        elif whole:
            yield Command(begun, whole)
            whole = ""
    assert not whole, whole


def is_name(code: str) -> bool:
    """Whether code only names something: `stonefield puzzles verify`, `.venv/bin/stonefield`."""
    return re.fullmatch(r"(?:\.venv/bin/)?(?:stonefield|python3?|pytest|pip)(?: [a-z]+)*", code) is not None


def is_usage(code: str) -> bool:
    """Whether something in it stands for something else."""
    return USAGE.search(re.sub(r"'[^']*'|\"[^\"]*\"", "text", code)) is not None


def unmarked_commands(page: Path) -> list[str]:
    """Lines of other blocks that begin with a program: they should be in one of ours."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^ *```([^\n]*)\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    others = [body for language, body in blocks if language in ("", "text", "bash", "shell")]
    bare = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    others += re.findall(r"^(?: {4}[^\n]+\n)+", bare, re.MULTILINE)
    lines = (line.strip() for body in others for line in body.splitlines())
    return [line for line in lines if PROGRAM.match(line)]


@dataclass(frozen=True)
class Rule:
    """How commands are run that cannot run in a test as they are written, and why."""

    pattern: str
    why: str
    add: str = ""
    """Put at the end: the last value of an option counts."""
    quick: str = ""
    """Put there instead by ./test, if the command runs with ./test --full only."""
    swap: Mapping[str, str] = field(default_factory=dict)
    """Put in the place of something else."""
    is_full: bool = False
    """Runs with ./test --full only."""
    is_run: bool = True

    def matches(self, text: str) -> bool:
        return re.search(self.pattern, text) is not None


@dataclass
class Reader:
    """Someone who follows a page in a clone: types its commands and keeps what they leave behind."""

    folder: Path
    rules: tuple[Rule, ...]
    extras: frozenset[str] = frozenset()
    variables: dict[str, str] = field(default_factory=dict)
    address: str = ""
    """Of the server that was started last."""
    servers: list[subprocess.Popen[str]] = field(default_factory=list)

    def follow(self, commands: list[Command], *, full: bool) -> list[str]:
        """Run the commands of a page; what went wrong."""
        wrong = []
        for command in commands:
            rule = self.rule_for(command.text)
            if rule and rule.is_full and not full:
                rule = replace(rule, add=rule.quick, is_run=bool(rule.quick))
            if rule and not rule.is_run:
                continue
            if trouble := self.do(command.text, rule):
                wrong.append(f"line {command.line}: `{command.text}`\n{trouble}")
        return wrong

    def rule_for(self, text: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.matches(text)), None)

    def do(self, text: str, rule: Rule | None) -> str:
        """Do what a command says; an empty text if that went well."""
        if assigned := ASSIGNMENT.fullmatch(text):
            self.variables[assigned[1]] = self._here(assigned[2].strip('"'))
            return ""
        if extra := re.fullmatch(
            r"(?:\.venv/bin/)?pip install (?:-e )?'(?:\.|stonefield)\[([\w,]+)\]'", text
        ):
            self.extras |= set(extra[1].split(","))
            return "" if self.extras <= set(EXTRAS) else f"the extras are {', '.join(EXTRAS)}"
        for old, new in rule.swap.items() if rule else ():
            text = text.replace(old, new)
        whole = self._here(f"{text} {rule.add}".strip() if rule else text)
        if re.match(rf"{OURS} serve\b", text):
            return self._serve(whole)
        extras = self.extras | {"dev"} if DEVELOPING.search(text) else self.extras
        done = self._run(whole, extras)
        said = done.stdout + done.stderr
        if done.returncode or "Traceback (most recent call last)" in said:
            with_extras = ", ".join(sorted(extras)) or "no extra"
            return f"{whole}\nended with {done.returncode} ({with_extras}):\n{said[-3000:]}"
        if " -X POST $API/games " in whole:
            made = json.loads(done.stdout)
            self.variables |= {"GAME": made["game"], "TOKEN": made["token"]}
        return ""

    def leave(self) -> list[str]:
        """Stop what is still running, as Ctrl+C does; what went wrong."""
        wrong = []
        for server in self.servers:
            server.send_signal(signal.SIGINT)
            try:
                if server.wait(PATIENCE):
                    wrong.append(f"{server.args}: ended with {server.returncode}")
            finally:
                server.kill()
        return wrong

    def _here(self, text: str) -> str:
        """A command as it is typed here: programs by their names, the server where it is."""
        text = re.sub(r"(^| )(?:\./|\.venv/bin/)(?=stonefield\b)", r"\1", text)
        return text.replace("http://127.0.0.1:8765", self.address or "http://127.0.0.1:8765")

    def _environment(self, extras: frozenset[str]) -> dict[str, str]:
        here = {"XDG_DATA_HOME": str(self.folder / ".data"), "LANG": "en_GB.UTF-8", "COLUMNS": "100"}
        found = environment(extras, **here, **self.variables)
        found["PATH"] = os.pathsep.join([str(self.folder), found["PATH"]])
        return found

    def _run(self, text: str, extras: frozenset[str]) -> subprocess.CompletedProcess[str]:
        bash = shutil.which("bash")
        assert bash, "the commands of the pages need bash"
        return subprocess.run(
            [bash, "-c", text], cwd=self.folder, env=self._environment(extras), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
        )  # fmt: skip

    def _serve(self, text: str) -> str:
        """Start a server, and go on when it says where it is."""
        server = subprocess.Popen(
            shlex.split(text), cwd=self.folder, env=self._environment(self.extras), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
            # What runs the tests in the background may have had interrupts ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
        self.servers.append(server)
        watch = threading.Timer(PATIENCE, server.kill)
        watch.start()
        said = []
        assert server.stdout
        for line in server.stdout:
            said.append(line)
            if place := re.match(r"Stonefield is at http://\S+:(\d+)", line):
                self.address = f"http://127.0.0.1:{place[1]}"
                threading.Thread(target=server.stdout.read, daemon=True).start()
                break
        watch.cancel()
        return "" if server.poll() is None else f"{text}\nended with {server.returncode}:\n{''.join(said)}"
