"""The folder for browsers that play without a server, made in the background when it is first asked for."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import sys
from pathlib import Path

from stonefield.server.background import background
from stonefield.server.protocol.problems import Refusal

LIST = "pocket.json"
AGAIN_SECONDS = 60.0
"""How long after a failure it is tried once more."""
COMMAND = (sys.executable, "-m", "stonefield.export", "--beside")
MOST_SAID = 65_536
logger = logging.getLogger(__name__)


class PocketFiles:
    """Where the folder is. It is made by a process of its own: this one goes on playing."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._making: asyncio.Task[None] | None = None
        self._folder: Path | None = None
        self._version = ""
        self._problem = ""
        self._failed_at = -math.inf

    async def list_file(self) -> Path | None:
        """The list of its files; None while it is made, Refusal if it cannot be made here."""
        if self._folder is not None:
            return self._folder / LIST
        if self._making is None or (self._making.done() and self._is_time_again()):
            self._problem = ""
            self._making = background(self._make(), name="pocket")
        # What is there already is found at once.
        await asyncio.wait([self._making], timeout=1.0)
        if self._folder is not None:
            return self._folder / LIST
        if self._problem:
            raise Refusal("no_pocket", self._problem)
        return None

    def find(self, version: str, name: str) -> Path | None:
        """A file of this version; None if there is none."""
        if self._folder is None or version != self._version:
            return None
        inside = (self._folder / version).resolve()
        file = (inside / name).resolve()
        return file if file.is_relative_to(inside) and file.is_file() else None

    async def close(self) -> None:
        """Make it no longer."""
        if self._making is not None:
            self._making.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._making

    def _is_time_again(self) -> bool:
        return asyncio.get_running_loop().time() - self._failed_at > AGAIN_SECONDS

    async def _make(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=MOST_SAID,
            # It ends the processes that it has started with itself: they are a group.
            start_new_session=True,
        )
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            said, complaints = await asyncio.gather(process.stdout.read(), process.stderr.read())
            if await process.wait() == 0:
                folder = Path(said.decode().splitlines()[-1])
                described = json.loads(await asyncio.to_thread((folder / LIST).read_text, "utf-8"))
                self._version, self._folder = described["version"], folder
            else:
                self._fail(complaints.decode(errors="replace"))
        except (OSError, ValueError, LookupError) as error:
            self._fail(repr(error))
        finally:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()

    def _fail(self, said: str) -> None:
        self._failed_at = asyncio.get_running_loop().time()
        self._problem = said.strip().splitlines()[-1][:500] if said.strip() else "it ended without a word"
        logger.warning("the folder for browsers was not made: %s", self._problem)
