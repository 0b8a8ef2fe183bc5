"""The parts that messages are made of, put together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

from stonefield.server.accounts.people import People
from stonefield.server.jobs.asking import Jobs
from stonefield.server.notify.composing import Composer
from stonefield.server.notify.feed import feed_of, read_games
from stonefield.server.notify.https import Web
from stonefield.server.notify.links import Links
from stonefield.server.notify.mail import MailServer
from stonefield.server.notify.presence import Presence
from stonefield.server.notify.sender import Sender
from stonefield.server.notify.webpush import Signer
from stonefield.server.notify.wishes import Wishes
from stonefield.server.now import now_ms
from stonefield.server.periodic import Periodic, leased
from stonefield.server.settings import ServerSettings
from stonefield.server.store import Archive, Journal
from stonefield.server.store.challenges import ChallengeStore
from stonefield.server.store.channels import ChannelStore
from stonefield.server.store.reading import Reader
from stonefield.server.tokens import hash_token

LOOK_SECONDS, TIDY_SECONDS = 2.0, 600.0


@dataclass(frozen=True, slots=True)
class Messages:
    """All that there is for people who are away."""

    wishes: Wishes
    links: Links
    presence: Presence
    sender: Sender | None
    """None where there is no public address: links would lead nowhere."""
    challenges: ChallengeStore

    def periodic(self, journal: Journal) -> tuple[Periodic, ...]:
        """What is done again and again; sending only by the server that holds the lease."""
        here = Periodic("who is present", LOOK_SECONDS, self.presence.look)
        if self.sender is None:
            return (here,)
        return (
            here,
            leased(journal, "messages", LOOK_SECONDS, self.sender.look),
            leased(journal, "old messages", TIDY_SECONDS, self.sender.tidy),
        )

    async def feed(self, token: str, own: str) -> bytes | None:
        """The feed with a token; None if there is none."""
        channel = await self.wishes.store.by_token(hash_token(token))
        account = None if channel is None else await self.wishes.accounts.find(channel.account)
        if account is None:
            return None
        id, now = account.id, now_ms()
        games = await self.wishes.store.read(lambda connection: read_games(connection, id, now))
        found = await self.challenges.of(account.id)
        waiting = [one for one in found if one.opponent and one.opponent.id == id and one.at(now) == "open"]
        return feed_of(account, self.links.base, games, waiting, own)


async def open_messages(
    settings: ServerSettings,
    storage: tuple[Reader, Journal, Archive],
    people: People,
    jobs: Jobs,
    is_connected: Callable[[str], bool],
    stack: AsyncExitStack,
) -> Messages:
    """Put the parts together. SmtpError if the mail server's address cannot be used."""
    reader, journal, archive = storage
    store, accounts = ChannelStore(reader, journal), people.accounts.store
    challenges = ChallengeStore(reader, journal)
    outgoing, public = settings.outgoing, settings.public_url
    signer = Signer(await store.key("vapid", Signer.new_secret), public)
    links = Links(public, store, people.session_store)
    presence = Presence(store, is_connected)
    sender = None
    if public:
        host = urlsplit(public).hostname or ""
        mail = MailServer.read(outgoing.smtp, host) if outgoing.smtp else None
        composer = Composer(archive, accounts, challenges, jobs, links)
        client = await stack.enter_async_context(Web.new_client())
        sender = Sender(store, composer, mail, Web(client, outgoing, signer), presence.is_here)
    wishes = Wishes(settings, store, accounts, people.session_store, signer.public)
    return Messages(wishes, links, presence, sender, challenges)
