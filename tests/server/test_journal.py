"""Who waits for whom in the journal: moves for one large entry at most, and large ones not for ever."""

from __future__ import annotations

import asyncio
from functools import partial

from sqlalchemy import func, insert, select

from stonefield.server.store import Archive, GameRows, tables
from stonefield.server.store.journal import LARGE, Conflict
from stonefield.server.store.pulses import beat

from .agreements import agreement
from .page import PATIENCE


def noting(notes: list[str], name: str):
    """Work that notes when it was its turn."""
    return lambda connection: notes.append(name)


async def test_what_is_small_goes_first_and_large_ones_take_turns_with_it(journal):
    notes: list[str] = []

    async def moves(name: str) -> None:
        for number in range(3):
            await journal.write(noting(notes, f"{name}{number}"))

    large = [journal.write(noting(notes, f"L{number}"), rows=LARGE) for number in range(4)]
    small = [moves(name) for name in "abcd"]
    await asyncio.gather(*large, *small)
    # While a large one was under way each player's next move came in, and none of them waited for two.
    assert set(notes[:4]) == {"a0", "b0", "c0", "d0"}
    places = [notes.index(f"L{number}") for number in range(4)]
    assert places == sorted(places)
    for number in range(1, 3):
        for name in "abcd":
            before, after = notes.index(f"{name}{number - 1}"), notes.index(f"{name}{number}")
            assert sum(before < place < after for place in places) <= 1
    assert len(notes) == 16


async def test_a_large_entry_is_written_however_many_moves_come(journal):
    notes: list[str] = []
    done = asyncio.Event()

    async def moves() -> None:
        while not done.is_set():
            await journal.write(noting(notes, "move"))

    players = [asyncio.ensure_future(moves()) for _ in range(5)]
    try:
        async with asyncio.timeout(PATIENCE):
            for number in range(5):
                await journal.write(noting(notes, f"L{number}"), rows=10 * LARGE)
    finally:
        done.set()
        await asyncio.gather(*players)


async def test_a_large_entry_is_written_whole_or_not_at_all(opened, journal):
    waiting = tables.explorer_waiting

    def some_and_then_not(connection) -> None:
        connection.execute(insert(waiting), [{"game": f"{number:016}"} for number in range(LARGE)])
        raise Conflict

    refused, _ = await asyncio.gather(
        journal.write(some_and_then_not, rows=LARGE),
        journal.write(partial(beat, process="a", at=5)),
        return_exceptions=True,
    )
    assert isinstance(refused, Conflict)
    async with opened.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(waiting))).scalar() == 0


async def test_what_waits_is_written_before_the_journal_closes(opened, journal):
    notes: list[str] = []
    writing = [
        asyncio.ensure_future(journal.write(noting(notes, f"L{number}"), rows=LARGE)) for number in range(3)
    ]
    await asyncio.sleep(0)
    await journal.close()
    await asyncio.gather(*writing)
    assert notes == ["L0", "L1", "L2"]


async def test_each_gets_what_its_work_answers_whatever_is_committed_with_it(opened, journal):
    game = agreement()

    def conflicting(connection) -> None:
        raise Conflict

    answers = await asyncio.gather(
        journal.write(lambda connection: "one"),
        journal.write(GameRows([game])),
        journal.write(conflicting),
        journal.write(lambda connection: "two"),
        return_exceptions=True,
    )
    assert [answers[0], answers[1], answers[3]] == ["one", None, "two"]
    assert isinstance(answers[2], Conflict)
    assert await Archive(opened).find(game.id) is not None
