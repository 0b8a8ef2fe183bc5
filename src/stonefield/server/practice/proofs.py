"""Proofs for players who practise: each is worked out once, and finished even if the player stops waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

from stonefield.puzzles import Puzzle
from stonefield.server.domain.people.caller import SERVER, Caller
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.puzzles import refute_try
from stonefield.server.protocol.problems import Refusal

PATIENCE = 15.0
"""Seconds that a request waits for a proof; a later one may find it finished."""
RETRY = 3.0
Proof: TypeAlias = Callable[[str, str], dict[str, Any]]


class Proofs:
    """Has proofs made by workers."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._running: dict[tuple[str, ...], asyncio.Task[dict[str, Any]]] = {}
        self._warmed: set[str] = set()

    async def prove(
        self, task: Proof, *arguments: str, caller: Caller, patience: float = PATIENCE
    ) -> dict[str, Any]:
        """What a prover answers; Refusal if that takes longer than the ``patience``, in seconds."""
        proof = self._begin(task, *arguments, caller=caller)
        done, _ = await asyncio.wait({proof}, timeout=patience)
        if not done:
            raise Refusal("busy", "the proof takes a while; ask again", retry_after=RETRY)
        return proof.result()

    def warm_up(self, puzzle: Puzzle) -> None:
        """Have the prover of a game loaded before the first wrong try: it is compiled code."""
        if puzzle.game not in self._warmed:
            self._warmed.add(puzzle.game)
            # A refutation needs all that a prover has, an endgame only part of it.
            self._begin(refute_try, puzzle.position, puzzle.line[0], caller=SERVER)

    def _begin(self, task: Proof, *arguments: str, caller: Caller) -> asyncio.Task[dict[str, Any]]:
        key = (task.__name__, *arguments)
        proof = self._running.get(key)
        if proof is None:
            proof = asyncio.create_task(self._jobs.do(caller.key, task, *arguments), name="proof")
            self._running[key] = proof
            proof.add_done_callback(lambda _: self._running.pop(key, None))
            # If no request waits any longer, its failure is looked at here.
            proof.add_done_callback(lambda done: done.cancelled() or done.exception())
        return proof
