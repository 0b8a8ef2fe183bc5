"""The files for containers and systemd: they can be read, and every command in them is one of ours."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
import yaml
from typer.main import get_command

from stonefield.cli import app, run

ROOT = Path(__file__).parents[2]
UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
VARIABLES = {"DATABASE": "postgresql://stonefield@127.0.0.1/stonefield"}
INSTALLED = "/opt/stonefield/bin/stonefield"
INSTRUCTIONS = {
    *("FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "ENV", "EXPOSE", "STOPSIGNAL", "ENTRYPOINT", "CMD"),
}


def read_by_the_command_line(words: list[str]) -> None:
    """AssertionError unless the command line takes these words; nothing is done."""
    command = get_command(app)
    context = command.make_context("stonefield", [], resilient_parsing=True)
    rest = list(words)
    while hasattr(command, "get_command"):
        assert rest, f"{words}: no command"
        name = rest.pop(0)
        found = command.get_command(context, name)
        assert found is not None, f"{words}: there is no command {name}"
        command = found
    try:
        command.make_context(words[0], rest)
    except typer.TyperException as error:
        raise AssertionError(f"{shlex.join(words)}: {error.format_message()}") from None


@pytest.mark.parametrize("words", [["serve", "--stones", "3"], ["nothing"], ["haproxy"]])
def test_the_check_itself_finds_what_is_wrong(words):
    with pytest.raises(AssertionError):
        read_by_the_command_line(words)


# Containers


def compose() -> dict:
    return yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile with what follows each."""
    text = (ROOT / "Containerfile").read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]


def test_every_command_of_compose_is_one_of_ours():
    services = compose()["services"]
    ours = [service for service in services.values() if service["image"] == "stonefield"]
    assert len(ours) == 5
    for service in ours:
        read_by_the_command_line(service["command"])


def test_compose_names_only_what_it_has():
    found = compose()
    services = found["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert set(service["networks"]) <= set(found["networks"]), name
        assert service["restart"] == "always", name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in found["volumes"] or (ROOT / source).exists(), volume
        for word in service.get("command", ()):
            for host in re.findall(r"(?:@|redis://)([\w-]+)", word):
                assert host in services, word
    networks = found["networks"]["inside"]["ipam"]["config"]
    trusted = [word for word in services["server-1"]["command"] if word.startswith("--trusted-proxy=")]
    assert trusted == [f"--trusted-proxy={networks[0]['subnet']}"]


def test_the_balancer_of_compose_is_what_the_command_prints(capsys):
    servers = [name for name in compose()["services"] if name.startswith("server-")]
    words = [word for name in servers for word in ("--server", f"{name}:8765")]
    assert run(["haproxy", *words, "--bind", ":8765"]) == 0
    assert (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8") == capsys.readouterr().out


def test_the_image_is_built_from_files_that_exist_and_runs_a_command_of_ours():
    found = instructions()
    assert {name for name, _ in found} <= INSTRUCTIONS
    assert found[0][0] == "FROM"
    stages = [words.split(" AS ")[1] for name, words in found if name == "FROM" and " AS " in words]
    for name, words in found:
        if name == "COPY":
            *sources, _ = words.split()
            if sources[0].startswith("--from="):
                assert sources[0].removeprefix("--from=") in stages
            else:
                assert all((ROOT / source).exists() for source in sources), words
    last = dict(found)
    assert last["USER"] != "root"
    assert json.loads(last["ENTRYPOINT"]) == ["stonefield"]
    read_by_the_command_line(json.loads(last["CMD"]))
    extras = re.findall(r"'\.\[([\w,]+)\]'", " ".join(words for name, words in found if name == "RUN"))
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", project, flags=re.MULTILINE) for extra in extras)


# systemd


def unit(file: Path) -> configparser.ConfigParser:
    reader = configparser.ConfigParser(strict=False, interpolation=None)
    reader.optionxform = str
    reader.read(file, "utf-8")
    return reader


def environment() -> dict[str, str]:
    lines = (ROOT / "deploy" / "systemd" / "environment.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_a_unit_starts_a_command_of_ours(file):
    given = environment()
    command = unit(file)["Service"]["ExecStart"].replace("%i", "8766")
    words = []
    for word in shlex.split(command):
        braced, plain = re.fullmatch(r"\$\{(\w+)\}", word), re.fullmatch(r"\$(\w+)", word)
        # As systemd does it: only what is written without braces becomes several words.
        words += [given[braced[1]]] if braced else given[plain[1]].split() if plain else [word]
    assert words[0] == INSTALLED
    read_by_the_command_line(words[1:])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_takes_a_unit(file, tmp_path):
    there = tmp_path / file.name
    there.write_text(file.read_text("utf-8").replace(INSTALLED, sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(there)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == ""


def test_the_units_leave_a_server_the_time_to_drain():
    from stonefield.server.serving import DRAIN_SECONDS, LAST_SECONDS

    serve = unit(ROOT / "deploy" / "systemd" / "stonefield-serve@.service")["Service"]
    assert int(serve["TimeoutStopSec"]) > DRAIN_SECONDS + LAST_SECONDS
    grace = compose()["services"]["server-1"]["stop_grace_period"]
    assert int(grace.removesuffix("s")) > DRAIN_SECONDS + LAST_SECONDS
