"""A sender that is killed anywhere loses no message, and none is seen twice."""

from __future__ import annotations

import asyncio
import itertools
import random
import types
from collections import Counter
from dataclasses import dataclass

import pytest
from sqlalchemy import func, insert, select

from stonefield.server.domain.people.message import Channel, Told
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.local_queue import LocalQueue
from stonefield.server.notify.composing import Composer
from stonefield.server.notify.https import Web
from stonefield.server.notify.links import Links
from stonefield.server.notify.mail import MailServer
from stonefield.server.notify.sender import Sender
from stonefield.server.notify.webpush import Signer
from stonefield.server.now import now_ms
from stonefield.server.settings import Outgoing
from stonefield.server.store import Archive, Journal
from stonefield.server.store.account_tables import accounts
from stonefield.server.store.accounts import AccountStore
from stonefield.server.store.challenges import ChallengeStore
from stonefield.server.store.channels import ChannelStore
from stonefield.server.store.message_tables import outbox
from stonefield.server.store.outbox import TAKEN_FOR, done, give_up, take, write_told
from stonefield.server.store.reading import Reader
from stonefield.server.store.sessions import SessionStore

AT_ONCE = 4
MOST_STEPS = 90
"""About as many as sending some messages takes."""


class Killed(BaseException):
    """The process is gone."""


@types.coroutine
def killed_after(work, steps: int):
    """Run some work until it has waited so often; nothing of it runs after that."""
    for step in itertools.count():
        if step == steps:
            raise Killed
        try:
            yielded = work.send(None)
        except StopIteration as end:
            return end.value
        yield yielded


@dataclass
class Site:
    """The parts that send, over a database."""

    store: ChannelStore
    sender: Sender
    now: int

    async def make(self, number: int) -> None:
        """An account that gets mail, and that something waits for."""
        id = f"account{number}"
        row = {"name": f"Ann{number}", "created": 0, "touched": 0, "language": "en", "private": False}
        mail = {"mail": f"{id}@example.org", "mail_confirmed": True}
        told = Told(id, "vacation", self.now - 60_000, detail="0")

        def work(connection):
            connection.execute(insert(accounts).values(id=id, **row, **mail))

        await self.store.write(work)
        await self.store.put(Channel(id=f"channel{number:09}", account=id, kind="mail"))
        await self.store.write(lambda connection: write_told(connection, [told]))

    async def run(self) -> None:
        """What a sender does after it has started: take and send, until nothing is left."""
        while batches := await self.store.write(lambda one: take(one, self.now, AT_ONCE)):
            for batch in batches:
                await self.sender.send(batch)

    async def waiting(self) -> int:
        return await self.store.read(lambda one: one.execute(select(func.count(outbox.c.id))).scalar())


@pytest.fixture
async def site(opened, journal, mailbox):
    reader = Reader(opened)
    store, people = ChannelStore(reader, journal), AccountStore(reader, journal)
    links = Links("https://stones.example.org", store, SessionStore(reader, journal))
    parts = Archive(opened), people, ChallengeStore(reader, journal), Jobs(LocalQueue()), links
    client = Web.new_client()
    web = Web(client, Outgoing(), Signer(Signer.new_secret(), "https://stones.example.org"))
    mail = MailServer.read(mailbox.url, "stones.example.org")
    yield Site(store, Sender(store, Composer(*parts), mail, web, lambda account: False), now_ms())
    await client.aclose()


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore:coroutine:RuntimeWarning"
)
@pytest.mark.parametrize("kills", [60, pytest.param(1_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_no_kill_loses_a_message_or_shows_it_twice(site, mailbox, kills, database):
    chance, made, killed = random.Random(17), 0, 0
    while killed < kills:
        while made < killed + 2 * AT_ONCE:
            await site.make(made)
            made += 1
        try:
            await killed_after(site.run(), chance.randrange(MOST_STEPS))
        except Killed:
            killed += 1
            # What was being written is, as far as it had come; the next server waits until it may take over.
            await asyncio.sleep(0)
            site.now += TAKEN_FOR + 1
    await site.run()
    assert await site.waiting() == 0
    got = Counter(mailbox.recipients)
    named = {(mail["To"], mail["Message-ID"]) for mail in mailbox.mails}
    lost, again = made - len(got), sum(got.values()) - len(got)
    twice = len(named) - len(got)
    print(f"{kills} kills, {made} messages: {lost} lost, {again} handed over again, {twice} seen twice")
    assert lost == 0
    assert twice == 0
    assert again < kills


async def test_who_was_taken_for_dead_does_nothing_any_more(site):
    await site.make(1)
    (first,) = await site.store.write(lambda one: take(one, site.now, AT_ONCE))
    assert await site.store.write(lambda one: take(one, site.now, AT_ONCE)) == []
    later = site.now + TAKEN_FOR + 1
    (second,) = await site.store.write(lambda one: take(one, later, AT_ONCE))
    assert (second.name, second.attempt) == (first.name, first.attempt + 1)
    assert not await site.store.write(lambda one: done(one, first, later, sent=True))
    await site.store.write(lambda one: give_up(one, first, gone=True))
    assert await site.waiting() == 1
    assert await site.store.write(lambda one: done(one, second, later, sent=True))
    assert await site.waiting() == 0


async def test_two_servers_take_each_message_once(site, opened):
    for number in range(30):
        await site.make(number)
    other = Journal(opened)
    other.start()
    both = [site.store, ChannelStore(Reader(opened), other)]
    takes = (store.write(lambda one: take(one, site.now, AT_ONCE)) for store in both for _ in range(4))
    taken = [batch.name for batches in await asyncio.gather(*takes) for batch in batches]
    await other.close()
    assert len(taken) == len(set(taken))
    assert taken
