"""Letters are composed when they are sent, of what is still true by then."""

from __future__ import annotations

import asyncio
import base64
import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from stonefield.locales import Catalogue
from stonefield.server.domain.game.table import Table, replay
from stonefield.server.domain.people.account import MINUTE, Account
from stonefield.server.domain.people.message import HOUR, LINKS, Told
from stonefield.server.jobs.asking import Jobs
from stonefield.server.jobs.tasks.pictures import draw_png
from stonefield.server.notify.feed import game_name
from stonefield.server.notify.letter import Item, Letter
from stonefield.server.notify.links import Links
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store import Archive
from stonefield.server.store.account_games import results_of
from stonefield.server.store.accounts import AccountStore
from stonefield.server.store.challenges import ChallengeStore
from stonefield.server.store.outbox import Batch
from stonefield.server.store.turns import turns_of

MOST_GAMES, MOST_PICTURES = 8, 3
"""Games that a letter names, and of which it shows the position."""
PICTURE_SIZE, PICTURE_SECONDS = 480, 40.0
DAY_HOURS = 24
ORDER = ("recover", "confirm", "reminder", "accepted", "turn", "challenge", "over", "offer", "vacation")
"""What comes first in a letter; all else comes last. That a game has begun says more than that it waits."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Composer:
    """Knows games, people and words."""

    archive: Archive
    accounts: AccountStore
    challenges: ChallengeStore
    jobs: Jobs
    links: Links

    async def compose(self, batch: Batch) -> tuple[Letter, Account] | None:
        """The letter and its reader; None if nothing of it is news any more."""
        account = await self.accounts.find(batch.account)
        if account is None:
            return None
        words = Catalogue(account.language)
        told = sorted(batch.told, key=_rank)
        if told[0].kind in LINKS:
            link = await self._with_link(batch, account, words, told[0])
            return None if link is None else (link, account)
        with_pictures = batch.channel is not None and batch.channel.kind == "mail"
        page = _Page(self, account, words, MOST_PICTURES if with_pictures else 0)
        for one in told:
            await page.add(one)
        if not page.items:
            return None
        subject = page.subject or page.items[0].text
        more = words.text("mail.more", count=page.left_out) if page.left_out else ""
        letter = Letter(
            name=batch.name,
            words=words,
            subject=subject,
            items=tuple(page.items),
            button=words.text("mail.open"),
            more=more,
            foot=words.text("mail.why", site=self.links.host),
        )
        if with_pictures and batch.channel is not None:
            out = await self.links.unsubscribe(batch.channel.id)
            letter = replace(letter, unsubscribe=out[0], one_click=out[1])
        return letter, account

    async def _with_link(self, batch: Batch, account: Account, words: Catalogue, told: Told) -> Letter | None:
        """A letter whose link is good for one use."""
        url = await self.links.for_one_use(batch, account, told)
        if url is None:
            return None
        kind, known = told.kind, {"name": account.name, "site": self.links.host}
        return Letter(
            name=batch.name,
            words=words,
            subject=words.text(f"mail.{kind}.subject", **known),
            items=(Item(words.text(f"mail.{kind}.text", **known), url),),
            button=words.text(f"mail.{kind}.button"),
            foot=words.text(f"mail.{kind}.foot"),
        )


def _rank(told: Told) -> tuple[int, int]:
    return ORDER.index(told.kind) if told.kind in ORDER else len(ORDER), told.at


class _Page:
    """A letter while it is written."""

    def __init__(self, composer: Composer, account: Account, words: Catalogue, pictures: int) -> None:
        self._by, self._account, self._words, self._pictures = composer, account, words, pictures
        self.items: list[Item] = []
        self.subject = ""
        self.left_out = 0
        self._said: set[tuple[str, str]] = set()

    async def add(self, told: Told) -> None:
        """Tell one thing, if it still holds and was not said already."""
        if told.kind == "turn":
            await self._turns()
        elif told.kind == "challenge":
            await self._challenge(told)
        elif told.kind == "vacation":
            self._vacation(told)
        else:
            await self._game(told)

    async def _turns(self) -> None:
        """All games that wait for the reader, not only the one that has begun to."""
        account = self._account.id
        rows = await self._by.accounts.read(lambda connection: turns_of(connection, account))
        ids = [row.id for row in rows]
        if not ids or ("turns", "") in self._said:
            return
        self._said.add(("turns", ""))
        if not self.items:
            self.subject = self._words.text("mail.turn", count=len(ids))
        for row in rows:
            if ("game", row.id) not in self._said and len(self.items) < MOST_GAMES:
                table = await self._table(row.id)
                if table is not None:
                    left = "" if row.due_at is None else self._left(row.due_at)
                    await self._say(row.id, "mail.turn.game" if left else "mail.turn.free", table, left=left)
        told = sum(("game", id) in self._said for id in ids)
        self.left_out = len(ids) - told

    async def _game(self, told: Told) -> None:
        # An offer is news beside all else: a rematch after the end, a draw with the turn.
        about = told.kind if told.kind == "offer" else "game"
        table = None if (about, told.game) in self._said else await self._table(told.game)
        if table is None or len(self.items) >= MOST_GAMES:
            return
        holder = table.holder_of(self._account.id)
        if told.kind == "reminder":
            if table.waits_for == holder and table.deadline is not None:
                await self._say(told.game, "mail.reminder", table, left=self._left(table.deadline))
        elif told.kind == "over":
            result = results_of(table).get(-1 if holder is None else holder)
            if result is not None:
                await self._say(told.game, f"mail.over.{result}", table)
        elif told.kind == "offer":
            offer = next((one for kind, one in table.offers.items() if kind == told.detail), None)
            if offer is not None and holder not in offer.holders:
                await self._say(told.game, f"mail.offer.{offer.kind}", table, about)
        elif told.kind == "accepted":
            if table.status == "playing":
                await self._say(told.game, "mail.accepted", table)
        elif told.kind == "chat":
            await self._say(told.game, "mail.chat", table)

    async def _challenge(self, told: Told) -> None:
        found = await self._by.challenges.find(told.detail)
        if found is None or found.at(now_ms()) != "open":
            return
        maker = found.maker.name if found.maker is not None else ""
        game = game_name(self._words, found.wishes.game)
        text = self._words.text("mail.challenge", name=self._called(maker), game=game)
        self.items.append(Item(text, self._by.links.page(f"/challenges/{found.id}")))

    def _vacation(self, told: Told) -> None:
        if ("vacation", told.detail) in self._said:
            return
        self._said.add(("vacation", told.detail))
        until = datetime.fromtimestamp(int(told.detail) / 1000, UTC)
        text = self._words.text("mail.vacation", moment=f"{until:%Y-%m-%d %H:%M} UTC")
        self.items.append(Item(text, self._by.links.page("/account")))

    async def _say(self, game: str, key: str, table: Table, about: str = "game", **values: str) -> None:
        self._said.add((about, game))
        rules = game_name(self._words, table.agreement.rules)
        known = {"game": rules, "name": self._opponents(table), **values}
        picture = await self._picture(table) if self._pictures > 0 else None
        self._pictures -= 1
        self.items.append(Item(self._words.text(key, **known), self._by.links.page(f"/g/{game}"), picture))

    async def _table(self, game: str) -> Table | None:
        found = await self._by.archive.find(game)
        if found is None:
            return None
        return await asyncio.to_thread(replay, found.agreement, found.events, found.members)

    async def _picture(self, table: Table) -> bytes | None:
        """The position; a letter that cannot be drawn in time goes without."""
        try:
            async with asyncio.timeout(PICTURE_SECONDS):
                look = ("isometric", "light", None, PICTURE_SIZE)
                drawn = await self._by.jobs.do("", draw_png, str(table.position), None, *look)
                return base64.b64decode(drawn)
        except (Refusal, TimeoutError) as error:
            logger.warning("a message goes without its picture: %s", type(error).__name__)
            return None

    # Words

    def _opponents(self, table: Table) -> str:
        mine = table.seats_of(table.holder_of(self._account.id))
        names = [self._called(seat.name) for n, seat in enumerate(table.seats) if n not in mine]
        return ", ".join(dict.fromkeys(names))

    def _called(self, name: str) -> str:
        return name or self._words.text("mail.someone")

    def _left(self, due_at: int) -> str:
        return time_left(self._words, max(0, due_at - now_ms()))


def time_left(words: Catalogue, ms: int) -> str:
    """A time in words, as exactly as a reader needs it."""
    hours = ms // HOUR
    if hours >= 2 * DAY_HOURS:
        return words.text("mail.left.days", count=hours // DAY_HOURS)
    if hours >= 1:
        return words.text("mail.left.hours", count=hours)
    return words.text("mail.left.minutes", count=ms // MINUTE)
