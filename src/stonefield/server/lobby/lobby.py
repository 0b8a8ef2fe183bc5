"""The lobby: games are listed, taken and withdrawn here, and everyone who looks hears of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Protocol

from stonefield.ratings.pools import Pool
from stonefield.server.background import background
from stonefield.server.bus import Bus
from stonefield.server.domain.game.agreement import Agreement, clean_name
from stonefield.server.domain.game.rated_match import pool_of
from stonefield.server.domain.lobby.meeting import Hour, Meeting
from stonefield.server.domain.people.caller import Caller
from stonefield.server.lobby.views import seek_view, shown_view
from stonefield.server.now import now_ms
from stonefield.server.play.creating import Made, Maker
from stonefield.server.play.elsewhere import Elsewhere, Here
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.standing import PairingRules
from stonefield.server.protocol.lobby import LobbyView, NewSeek, PairUp, TakeSeek
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.requests import ClockRequest, CorrespondenceRequest, NewGame, PersonSeat
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.ratings import RatingStore
from stonefield.server.store.seeks import Seek, SeekStore, listing
from stonefield.server.store.strength import Work
from stonefield.server.tokens import hash_token, new_token

TOPIC = "lobby"
MOST_NAMES = 50
SOON = 0.1
"""Seconds in which news are gathered before the lobby is read again."""
EMPTY: LobbyView = {
    "type": "lobby",
    "seeks": [],
    "games": [],
    "people": 0,
    "accounts": [],
    "meeting": None,
}
REACH, WIDENS = 200.0, 10.0
"""How many points apart two players may be to be paired at once, and how many more per second of waiting."""


class Looker(Protocol):
    """A page that has the lobby open."""

    def changed(self) -> None:
        """There is something new."""


class Lobby:
    """What everyone in the lobby sees, and what they do there."""

    def __init__(
        self,
        store: SeekStore,
        ratings: RatingStore,
        rooms: Rooms,
        maker: Maker,
        addresses: Addresses,
        bus: Bus,
        most: int,
        pairing: PairingRules,
        meeting: Meeting | None = None,
    ) -> None:
        """``most`` is how many games one person may list, ``meeting`` when people meet here."""
        self._store, self._ratings, self._rooms, self._maker = store, ratings, rooms, maker
        self._addresses, self._bus, self._most, self._meeting = addresses, bus, most, meeting
        self._pairing = pairing
        self.view = EMPTY
        self.version = 0
        self._makers: dict[str, str] = {}
        """The accounts of those who have listed the games."""
        self._lookers: dict[Looker, str] = {}
        """Who looks, and the names of those who agree to be seen; empty for all others."""
        self._reading: asyncio.Task[None] | None = None
        self._reads = self._seen = 0
        """How often it was read, and which reading is shown: one that took long is older than the next."""
        self._elsewhere = Elsewhere(bus, "lobby-people", self._here, self._heard)
        self._end = bus.subscribe(TOPIC, lambda _: self._read_soon())

    def close(self) -> None:
        """Hear of nothing any more."""
        self._end()
        self._elsewhere.close()
        if self._reading is not None:
            self._reading.cancel()

    # Who looks

    async def enter(self, looker: Looker, name: str) -> None:
        """A page opens the lobby; ``name`` is empty for people who are not to be named."""
        if not self._lookers:
            await self._read()
        self._lookers[looker] = name
        self._elsewhere.tell()
        self._show(self.view)

    def leave(self, looker: Looker) -> None:
        """A page closes it."""
        if self._lookers.pop(looker, None) is not None:
            self._elsewhere.tell()
            self._show(self.view)

    def _here(self) -> Here:
        names = sorted({name for name in self._lookers.values() if name})
        return {"people": len(self._lookers), "names": names[:MOST_NAMES]}

    def _heard(self, before: Here, here: Here) -> None:
        self._show(self.view)

    # What they see

    def _read_soon(self) -> None:
        if self._lookers and self._reading is None:
            self._reading = background(self._gather(), name="lobby")

    async def _gather(self) -> None:
        try:
            await asyncio.sleep(SOON)
        finally:
            self._reading = None
        with contextlib.suppress(Refusal):
            await self._read()

    async def look(self) -> None:
        """What is done every few seconds: note whose makers are here, and heal what the bus has lost."""
        games = [game for game in await self._store.live() if self._is_waiting(game)]
        if games:
            await self._store.see(games, now_ms())
        self._elsewhere.forget()
        self._elsewhere.tell(again=True)
        if self._lookers:
            await self._read()

    def _is_waiting(self, game: str) -> bool:
        """Whether the maker of a game has it open in this process."""
        room = self._rooms.get(game)
        return room is not None and 0 in room.attendance.here()["holders"]

    async def tidy(self) -> None:
        """Forget what is old."""
        await self._store.tidy(now_ms())

    async def read(self) -> LobbyView:
        """What everyone sees now; nothing that was withdrawn a moment ago."""
        await self._read()
        return self.view

    async def hidden(self, account: str | None) -> frozenset[str]:
        """Accounts whose games an account is not shown."""
        return await self._pairing.hidden(account)

    def seen_without(self, hidden: frozenset[str]) -> LobbyView:
        """What is seen by a person from whom the games of some accounts are hidden."""
        if not hidden:
            return self.view
        seeks = [seek for seek in self.view["seeks"] if self._makers.get(seek["game"]) not in hidden]
        return {**self.view, "seeks": seeks}

    def meetings(self, count: int) -> list[Hour] | None:
        """The next meetings; None if there are none."""
        return self._meeting.following(now_ms(), count) if self._meeting else None

    async def _read(self) -> None:
        self._reads += 1
        order, now = self._reads, now_ms()
        listed, shown = await self._store.listed(now), await self._store.shown(now)
        if order < self._seen:
            return
        self._seen = order
        seeks = [seek_view(seek, agreement) for seek, agreement in listed]
        self._makers = {seek.game: seek.account for seek, _ in listed if seek.account is not None}
        self._show({**self.view, "seeks": seeks, "games": [shown_view(*one) for one in shown]})

    def _show(self, view: LobbyView) -> None:
        everywhere = [self._here(), *self._elsewhere.others()]
        names = Counter(name for here in everywhere for name in here.get("names", ()))
        people = sum(here.get("people", 0) for here in everywhere)
        hour = self._meeting.next(now_ms()) if self._meeting else None
        shown: LobbyView = {
            **view,
            "people": people,
            "accounts": sorted(names)[:MOST_NAMES],
            "meeting": {"begins": hour.begins, "ends": hour.ends} if hour else None,
        }
        if shown != self.view:
            self.view, self.version = shown, self.version + 1
            for looker in self._lookers:
                looker.changed()

    def _changed(self) -> None:
        self._bus.publish(TOPIC, now_ms())

    # What they do

    async def seek(self, wishes: NewSeek, caller: Caller) -> Made:
        """List a new game."""
        if wishes.times > 1 and caller.account is None:
            raise Refusal("sign_in_first", "only who has an account can be found for another game")
        await self._pairing.check_ban(caller.account)
        maker = (await self._addresses.this_month(now_ms()))(caller.key)
        rating = await self._rating(caller, _pool(wishes.game))
        listed = await self._store.count(maker, now_ms())
        if listed >= self._most:
            raise Refusal("too_many", f"you have listed {listed} games; withdraw one first")

        def listing_of(agreement: Agreement, invite: str) -> list[Work]:
            seek = Seek(
                game=agreement.id,
                created=agreement.created,
                live=agreement.clock_seconds is not None and not agreement.correspondence,
                invite=invite,
                maker=maker,
                account=caller.account,
                rating=rating,
                low=wishes.low,
                high=wishes.high,
                times=wishes.times,
            )
            return [listing(seek)]

        made = await self._maker.make(wishes.game, caller, listing_of)
        self._changed()
        return made

    async def take(self, game: str, wishes: TakeSeek, caller: Caller) -> Made:
        """Take a seat in a game that is listed; Refusal if someone was faster."""
        token = wishes.token or new_token()
        async with self._rooms.using(game) as room:
            seek = await self._store.find(game, now_ms())
            if seek is None:
                if hash_token(token) not in room.replica.holders:
                    raise Refusal("seat_taken", "this game is listed no more")
                return Made(room, token, None)
            if room.table.holder_of(caller.account) is not None:
                raise Refusal("already_seated", "this is your own game")
            await self._pairing.check_ban(caller.account)
            await self._pairing.check_pair(caller.account, seek.account)
            if not seek.fits(await self._rating(caller, pool_of(room.table.agreement))):
                raise Refusal("not_your_strength", "its maker wishes for another strength")
            await room.join(seek.invite, None, clean_name(wishes.name), token, caller)
        self._changed()
        return Made(room, token, None)

    async def withdraw(self, game: str, token: str | None, caller: Caller) -> None:
        """Forget a game that is listed, for its maker; Refusal if someone has taken it."""
        async with self._rooms.using(game) as room:
            holder = await room.holder_of(token, caller)
            if holder != 0:
                raise Refusal("not_your_seat", "only who has listed a game may withdraw it")
            if not await self._store.withdraw(game):
                raise Refusal("seat_taken", "someone has taken it already")
            await self._maker.delete(room, holder)
        self._changed()

    async def pair(self, wishes: PairUp, caller: Caller) -> Made:
        """Take the game that fits best, or list a new one."""
        own = wishes.instead_of
        before = None
        if own is not None:
            seek = await self._store.find(own.game, now_ms())
            if seek is None:
                raise Refusal("seat_taken", "someone has taken your game, or it is listed no more")
            before = seek.created
        for game in await self._fitting(wishes, caller, before):
            if own is not None:
                await self.withdraw(own.game, own.token, caller)
                own = None
            with contextlib.suppress(Refusal):
                return await self.take(game, TakeSeek(name=_name(wishes.game)), caller)
        if own is not None:
            raise Refusal("waiting", "no other game fits yet", retry_after=5)
        return await self.seek(NewSeek(game=wishes.game), caller)

    async def _fitting(self, pairing: PairUp, caller: Caller, before: int | None) -> list[str]:
        """Games that are listed and like the one wished for, those nearest in strength first.

        Only those older than a moment; and who has waited for longer is paired with people farther away.
        """
        wishes, own = pairing.game, {*pairing.but, pairing.instead_of and pairing.instead_of.game}
        rating, now = await self._rating(caller, _pool(wishes)), now_ms()
        hidden = await self.hidden(caller.account)
        fitting = [
            seek
            for seek, agreement in await self._store.listed(now)
            if seek.game not in own
            and seek.account not in hidden
            and (seek.account is None or seek.account != caller.account)
            and (before is None or seek.created < before)
            and seek.fits(rating)
            and _gap(seek, rating) <= REACH + WIDENS * (now - seek.created) / 1000
            and _is_like(agreement, wishes)
        ]
        return [seek.game for seek in sorted(fitting, key=lambda seek: (_gap(seek, rating), seek.created))]

    async def _rating(self, caller: Caller, pool: Pool) -> float | None:
        """What a pool knows of the caller; None for guests, and for who has not played in it."""
        if caller.account is None:
            return None
        known = (await self._ratings.standings(caller.account)).get(str(pool))
        return None if known is None else known.rating.rating


def _is_like(agreement: Agreement, wishes: NewGame) -> bool:
    """Whether a game is the one that is wished for; either may begin."""
    clock = wishes.clock
    return (
        agreement.rules == wishes.game
        and not agreement.start
        and agreement.rated == wishes.rated
        and all(agreement.options.get(name) == value for name, value in wishes.options.items())
        and len(agreement.seats) == len(wishes.seats)
        and agreement.clock_seconds == (clock.seconds if clock else None)
        and agreement.clock_increment == (clock.increment if clock else None)
        and agreement.correspondence == isinstance(clock, CorrespondenceRequest)
        and agreement.weekends_free == (isinstance(clock, CorrespondenceRequest) and clock.weekends_free)
    )


def _gap(seek: Seek, rating: float | None) -> float:
    """How far two players are apart; nothing where it is not known of one of them."""
    return 0.0 if seek.rating is None or rating is None else abs(seek.rating - rating)


def _pool(wishes: NewGame) -> Pool:
    return Pool(wishes.game, "live" if isinstance(wishes.clock, ClockRequest) else "correspondence")


def _name(wishes: NewGame) -> str:
    return next(seat.name for seat in wishes.seats if isinstance(seat, PersonSeat))
