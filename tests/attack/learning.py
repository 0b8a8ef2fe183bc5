"""Attackers of reviews, puzzles and learners."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Iterable

from attack.client import Attacker
from stonefield import carnac, records
from stonefield.puzzles import Puzzle, shipped

PAUSE = 0.05


def long_game() -> str:
    """A whole game on the medium board."""
    chance, position, moves = random.Random(7), carnac.start("medium"), []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return records.write(records.Record.of(carnac.start("medium"), moves))


async def stored_reviews(attacker: Attacker) -> None:
    """One stored review of a long game: read on thirty connections, and asked for by sixty that hang up."""
    wanted = {"source": {"kind": "record", "text": long_game()}, "simulations": 300}
    with attacker.preparing():
        found = await attacker.ask("POST", "/api/reviews", wanted)
        while not found.get("final"):
            await asyncio.sleep(1)
            found = await attacker.ask("POST", "/api/reviews", wanted)
    path = f"/api/reviews/{found['key']}"
    request = attacker.request("GET", path)

    async def hang_up() -> None:
        while True:
            for _ in range(60):
                _, writer = await attacker.connect()
                writer.write(request)
                await writer.drain()
                writer.transport.abort()
            await asyncio.sleep(1)

    await asyncio.gather(hang_up(), *(attacker.again(request) for _ in range(30)))


async def feed_readers(attacker: Attacker) -> None:
    """The feed in every language and of every game, as fast as it comes."""
    languages = ("en", "de", "fr", "nl", "it", "hu", "ro")
    wanted = [f"lang={lang}{game}" for lang in languages for game in ("", "&game=carnac", "&game=caminos")]
    requests = [attacker.request("GET", f"/api/puzzles/daily.atom?{query}") for query in wanted]
    await asyncio.gather(*(attacker.again(*requests[n:], *requests[:n]) for n in range(10)))


async def next_puzzles(attacker: Attacker) -> None:
    """Puzzles of every strength, endgames, storms, days and the list of all, as fast as they come."""
    requests = [attacker.request("GET", "/api/puzzles")]
    for rating, game in itertools.product(range(600, 2_400, 200), ("carnac", "caminos")):
        requests += [
            attacker.request("GET", f"/api/puzzles/next?game={game}&rating={rating}"),
            attacker.request("GET", f"/api/puzzles/endgames/next?game={game}&rating={rating}"),
            attacker.request("GET", f"/api/puzzles/daily?game={game}"),
            attacker.request("POST", "/api/puzzles/storm", {"game": game}),
        ]
    await asyncio.gather(*(attacker.again(*requests[n:], *requests[:n]) for n in range(30)))


async def learners_by_the_dozen(attacker: Attacker) -> None:
    """Learners who ask for solutions without their token, play them with it, vote, report and storm."""
    puzzles = [puzzle for puzzle in shipped() if puzzle.game == "carnac"][:40]

    async def one(some: Iterable[Puzzle]) -> None:
        for puzzle in some:
            made = await attacker.ask("POST", "/api/learners")
            token, path = made.get("token", ""), f"/api/puzzles/{puzzle.name}"
            await attacker.ask("POST", f"{path}/solution")
            await attacker.ask("POST", f"{path}/tries", {"moves": [puzzle.line[0]], "patient": False}, token)
            await attacker.ask("POST", f"{path}/vote", {"up": False}, token)
            await attacker.ask("POST", f"{path}/report", {"reason": "unclear"}, token)
            storm = await attacker.ask("POST", "/api/puzzles/storm", {"game": "carnac"}, token)
            if storm.get("puzzle"):
                name = storm["puzzle"]["puzzle"]
                await attacker.ask("POST", f"/api/puzzles/{name}/solution")
                moves = {"puzzle": name, "moves": ["a1rr"]}
                await attacker.ask("POST", f"/api/puzzles/storm/{storm['storm']}/tries", moves, token)
            await attacker.ask("GET", f"/api/learners/{made.get('learner', 'none')}", token=token)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one(itertools.cycle(puzzles[n:] + puzzles[:n])) for n in range(12)))


ATTACKS = (stored_reviews, feed_readers, next_puzzles, learners_by_the_dozen)
