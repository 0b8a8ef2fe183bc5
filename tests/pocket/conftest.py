"""The server that a device is compared with."""

from __future__ import annotations

import pytest

from server.serverprocess import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running server."""
    home = tmp_path_factory.mktemp("pocket")
    running = ServerProcess(f"sqlite:///{home}/games.db").start()
    yield running
    running.stop()
