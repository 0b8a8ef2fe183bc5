"""A server that sends to receivers of the test's own."""

from __future__ import annotations

import pytest

from .receivers import MailBox, Takers, outgoing


@pytest.fixture
def mailbox():
    box = MailBox().start()
    yield box
    box.stop()


@pytest.fixture
def takers():
    taking = Takers().start()
    yield taking
    taking.stop()


@pytest.fixture
def sending(server_here, mailbox, takers):
    """A server whose messages all come here."""

    def make(database: str | None = None, **settings):
        usual = {"public_url": "https://stones.example.org", "outgoing": outgoing(mailbox, takers)}
        return server_here(database, **{**usual, **settings})

    return make
