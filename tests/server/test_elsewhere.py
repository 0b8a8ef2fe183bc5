"""Servers without workers of their own: processes elsewhere think, draw and read for them."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest
from sqlalchemy import select

from stonefield.cli import run
from stonefield.server.bus import LocalBus
from stonefield.server.jobs.workers import Workers
from stonefield.server.store import open_database
from stonefield.server.store.job_tables import jobs as job_table

from .conftest import ON_POSTGRES
from .page import PATIENCE, Page
from .queues import taking
from .ugi_programs import INFO, program
from .workprocess import WorkProcess


def readiness(server) -> tuple[int, str]:
    with server.client() as client:
        answer = client.get("/api/ready")
    return answer.status_code, "" if answer.is_success else answer.json()["detail"]


def until_ready(server, code: int = 200) -> None:
    deadline = time.monotonic() + PATIENCE
    while (found := readiness(server))[0] != code:
        assert time.monotonic() < deadline, found
        time.sleep(0.2)


async def test_a_server_is_ready_once_workers_are_there_and_says_who_is_missing(
    server_here, tmp_path, patient
):
    bus, database = LocalBus(), f"sqlite:///{tmp_path}/here.db"
    server = await asyncio.to_thread(lambda: server_here(database, bus=bus, workers="elsewhere", pace=0.0))
    code, detail = await asyncio.to_thread(readiness, server)
    assert code == 503
    assert detail == "workers: none is alive for engine, film, long, proof, short"
    async with taking(database, bus) as taker:
        workers = Workers(taker, 1, program(tmp_path, INFO))
        await asyncio.to_thread(until_ready, server)
        made = await asyncio.to_thread(
            lambda: server.make_game("level 1", "Ann", game="carnac", board="3x3", stock=3)
        )
        async with Page(server, made) as page:
            await page.until_state(lambda state: state["moves"])
            assert page.state["moves"][0]["text"] == "a1rr"
        await workers.close()


@pytest.mark.parametrize(
    "words", [("work", "engine"), ("work", "tasks"), ("serve", "--no-browser", "--workers", "elsewhere")]
)
def test_workers_elsewhere_need_a_database_that_others_reach(words, tmp_path, capsys):
    assert run([*words, "--database", f"sqlite:///{tmp_path}/games.db"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("stonefield: ")
    assert "SQLite is for one machine" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("option", "address"), [("--database", "mysql://x/y"), ("--bus", "nowhere")])
def test_an_address_that_is_none_is_said(option, address, capsys):
    given = {"--database": "postgresql://nobody@127.0.0.1:9/none", option: address}
    assert run(["work", "tasks", *(word for pair in given.items() for word in pair)]) == 1
    assert capsys.readouterr().err.startswith(f"stonefield: `{address}`: ")


def test_a_worker_waits_for_a_database_that_does_not_answer_and_says_so():
    worker = WorkProcess("tasks", "postgresql://nobody@127.0.0.1:9/none")
    try:
        worker.until_said("trying again")
        assert worker.stop() == 0
    finally:
        worker.kill()


@pytest.fixture
def work_for():
    """Starts workers; all are gone after the test."""
    with contextlib.ExitStack() as stack:

        def start(role: str, database: str, *options: str) -> WorkProcess:
            worker = WorkProcess(role, database, *options)
            stack.callback(worker.kill)
            return worker.until_said("Stonefield works for")

        yield start


@pytest.mark.full
@ON_POSTGRES
async def test_workers_of_other_processes_move_review_and_draw(server_over, work_for, postgres):
    server = await asyncio.to_thread(server_over, postgres, "--workers", "elsewhere")
    assert (await asyncio.to_thread(readiness, server))[0] == 503
    workers = [await asyncio.to_thread(work_for, "engine", postgres, "--engines", "1")]
    workers.append(await asyncio.to_thread(work_for, "tasks", postgres))
    await asyncio.to_thread(until_ready, server)
    made = await asyncio.to_thread(lambda: server.make_game("level 1", "Ann", board="3x3", stock=3))
    async with Page(server, made) as page:
        await page.until_state(lambda state: state["may"]["move"])
        await page.send(type="hint", id="help")
        hint = await page.until(lambda message: message["type"] == "hint")
        await page.move(hint["text"])
    with server.client() as client:
        drawn = await asyncio.to_thread(client.get, f"/api/games/{made['game']}/picture.svg")
        assert drawn.status_code == 200, drawn.text
        record = await asyncio.to_thread(client.get, f"/api/games/{made['game']}/record")
        assert record.status_code == 200, record.text
    for worker in workers:
        assert await asyncio.to_thread(worker.stop) == 0, "".join(worker.said)
    await asyncio.to_thread(until_ready, server, 503)


async def until_taken(database: str) -> None:
    engine = await open_database(database)
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                async with engine.connect() as connection:
                    if (await connection.execute(select(job_table.c.worker))).scalar():
                        return
                await asyncio.sleep(0.05)
    finally:
        await engine.dispose()


@pytest.mark.full
@ON_POSTGRES
async def test_the_job_of_a_worker_that_was_killed_is_done_by_another(server_over, work_for, postgres):
    server = await asyncio.to_thread(server_over, postgres, "--workers", "elsewhere")
    first = await asyncio.to_thread(work_for, "engine", postgres, "--engines", "1")
    for name in ("engine 1 is ready", "engine 2 is ready"):
        await asyncio.to_thread(first.until_said, name)
    for engine in first.children():
        engine.suspend()
    made = await asyncio.to_thread(lambda: server.make_game("level 1", "Ann", board="3x3", stock=3))
    async with Page(server, made) as page:
        await until_taken(postgres)
        await asyncio.to_thread(first.kill)
        second = await asyncio.to_thread(work_for, "engine", postgres, "--engines", "1")
        await page.until_state(lambda state: state["may"]["move"])
        assert len(page.state["moves"]) == 1
    assert await asyncio.to_thread(second.stop) == 0
