"""A server that goes and comes back at the same address."""

from __future__ import annotations

import socket

from server.serverprocess import ServerProcess


class Coming:
    """``stonefield serve`` at a port of its own."""

    def __init__(self, database: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.process = ServerProcess(database, "--port", str(port))

    def start(self) -> str:
        return self.process.start().url

    def stop(self) -> None:
        self.process.stop()
