"""What people choose, whom they avoid, what they report, and what they are told about themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stonefield.locales.names import clean_name
from stonefield.server.accounts.accounts import Accounts
from stonefield.server.domain.game.table import Table
from stonefield.server.domain.people.account import DAY, Account
from stonefield.server.domain.people.caller import Caller
from stonefield.server.now import now_ms
from stonefield.server.protocol.manners import MannersView, NewReport, ReportMade
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.chat import ChatStore
from stonefield.server.store.journal import Conflict
from stonefield.server.store.manners import MOST_AVOIDED, MannersStore
from stonefield.server.store.reports import Report, ReportStore, evidence_of

ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class _Accused:
    """The person that a report is about, in a game if there is one."""

    account: str | None
    guest: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Manners:
    """What a person does about other people."""

    store: MannersStore
    reports: ReportStore
    chat: ChatStore
    accounts: Accounts

    async def view(self, account: str) -> MannersView:
        """What an account has chosen, whom it avoids, and what moderators have done to it."""
        known = await self.store.choices(account)
        return {
            "chat": known.chat,
            "moderator": known.moderator,
            "avoided": [{"name": one.name, "blocked": one.blocked, "since": one.at} for one in known.avoided],
            "notices": [
                {
                    "id": one.id,
                    "at": one.at,
                    "kind": one.kind,
                    "why": one.why,
                    "until": one.until,
                    "seen": one.seen,
                }
                for one in known.notices
            ],
        }

    async def avoid(self, account: Account, name: str, *, blocked: bool) -> None:
        """Avoid another account."""
        other = await self.accounts.named(name)
        if other.id == account.id:
            raise Refusal("invalid", "people cannot avoid themselves")
        try:
            await self.store.avoid(account.id, other.id, now_ms(), blocked=blocked)
        except Conflict:
            detail = f"an account avoids at most {MOST_AVOIDED} others; take one off the list first"
            raise Refusal("too_many", detail) from None

    async def allow(self, account: Account, name: str) -> None:
        """Avoid another account no more."""
        await self.store.allow(account.id, (await self.accounts.named(name)).id)

    async def see(self, account: Account, notice: str) -> None:
        """Put a notice away."""
        if not await self.store.see(account.id, notice):
            raise Refusal("no_such_notice", "there is no such notice")

    # Reports

    async def report_account(self, wanted: NewReport, caller: Caller) -> ReportMade:
        """Report an account; once a day is enough."""
        if caller.account is None:
            raise Refusal("sign_in_first", "guests report players of their own games")
        accused = await self.accounts.named(wanted.account or "")
        if accused.id == caller.account:
            raise Refusal("invalid", "people cannot report themselves")
        by = f"{caller.account} {now_ms() // DAY}"
        return await self._add(wanted, caller.account, by, _Accused(accused.id))

    async def report_player(
        self, wanted: NewReport, table: Table, holder: int | None, caller: Caller
    ) -> ReportMade:
        """Report another player of a game; the chat of the game comes along as evidence."""
        if holder is None or not table.seats_of(holder):
            raise Refusal("not_for_spectators", "only the players of a game report each other")
        accused = _accused(table, holder, wanted.seat)
        member = table.members.get(holder)
        reporter = member.id if member is not None and member.id else caller.account
        lines = await self.chat.lines(table.agreement.id, 0)
        seats = {seat.holder: number for number, seat in enumerate(table.seats) if seat.holder is not None}
        by = f"{table.agreement.id} {holder}"
        return await self._add(wanted, reporter, by, accused, evidence_of(lines, seats))

    async def _add(
        self,
        wanted: NewReport,
        reporter: str | None,
        by: str,
        accused: _Accused,
        lines: Sequence[Mapping[str, Any]] = (),
    ) -> ReportMade:
        about = f"{by}\n{accused.account or accused.seat}\n{wanted.reason}"
        report = Report(
            id=hashlib.sha256(about.encode()).hexdigest()[:ID_LENGTH],
            at=now_ms(),
            reporter=reporter,
            accused=accused.account,
            guest=accused.guest,
            game=wanted.game,
            reason=wanted.reason,
            words=clean_name(wanted.words),
            evidence={"seat": accused.seat, "lines": list(lines)},
        )
        await self.reports.add(report)
        return {"report": report.id, "at": report.at}


def _accused(table: Table, holder: int, seat: int | None) -> _Accused:
    others = [
        number
        for number, one in enumerate(table.seats)
        if one.kind == "person" and one.holder is not None and one.holder != holder
    ]
    if seat is None and len(others) == 1:
        seat = others[0]
    if seat not in others:
        raise Refusal("invalid", "`seat` is that of another person in this game")
    assert seat is not None
    theirs = table.seats[seat]
    assert theirs.holder is not None
    member = table.members.get(theirs.holder)
    account = member.id if member is not None and member.id else None
    return _Accused(account, "" if account else theirs.name, seat)
