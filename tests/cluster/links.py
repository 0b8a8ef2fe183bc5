"""A link between two parts of a cluster that can be cut, silenced and slowed: a small TCP proxy."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Self

from stonefield.cluster.programs import LOOPBACK

CHUNK = 65_536


class Link:
    """Listens on a port of its own and hands on to another port of this machine, or to a socket."""

    def __init__(self, target: int | Path) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0
        """Seconds that each piece is kept before it is handed on."""
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._is_cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_) -> None:
        self.close()

    async def open(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._serve, LOOPBACK, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Reset all connections; new ones are reset at once."""
        self._is_cut = True
        for writer in list(self._open):
            writer.transport.abort()

    def silence(self) -> None:
        """Hand nothing on, as if packets were lost; what comes meanwhile waits."""
        self._flowing.clear()

    def heal(self) -> None:
        """All is well again."""
        self._is_cut, self.delay = False, 0.0
        self._flowing.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, Path):
                far_reader, far_writer = await asyncio.open_unix_connection(self.target)
            else:
                far_reader, far_writer = await asyncio.open_connection(LOOPBACK, self.target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._open |= ends
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._hand_on(reader, far_writer))
                group.create_task(self._hand_on(far_reader, writer))
        except* OSError:
            pass
        finally:
            self._open -= ends
            for end in ends:
                end.transport.abort()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(CHUNK):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self._flowing.wait()
            writer.write(piece)
            await writer.drain()
        raise ConnectionResetError("one end has closed")
