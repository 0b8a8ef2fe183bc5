"""What moderators do about reports and people: each act is written down, with who, when and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stonefield.locales.names import clean_name
from stonefield.server.accounts.accounts import Accounts
from stonefield.server.domain.people.account import DAY, Account
from stonefield.server.now import now_ms
from stonefield.server.protocol.manners import ActList, ActView, NewAct, ReportFile, ReportList, ReportView
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.manners import MannersStore
from stonefield.server.store.reports import Act, ReportStore
from stonefield.server.tokens import new_game_id

LASTING = ("mute", "ban")


@dataclass(frozen=True, slots=True)
class Moderating:
    """Reports as moderators see them, and what they do; ``moderator`` is None for the operator."""

    store: MannersStore
    reports: ReportStore
    accounts: Accounts

    async def check(self, account: str) -> None:
        """Refusal for an account that does not moderate."""
        if not await self.store.is_moderator(account):
            raise Refusal("not_a_moderator", "this is for moderators")

    async def listed(self, *, closed: bool) -> ReportList:
        """Reports: the open ones that wait longest, or those that were closed last."""
        rows, count = await self.reports.listed(closed=closed)
        return {"reports": [_report(row) for row in rows], "open": count}

    async def file(self, id: str) -> ReportFile:
        """A report with its evidence, and what was done before."""
        row = await self._find(id)
        acts = await self.reports.acts(account=row.accused_id, report=id)
        return {
            "report": _report(row),
            "lines": row.evidence["lines"],
            "acts": [_act(one) for one in acts],
            "reports": 0 if row.accused_id is None else await self.reports.count(row.accused_id),
        }

    async def log(self) -> ActList:
        """What moderators have done lately."""
        return {"acts": [_act(row) for row in await self.reports.acts()]}

    async def act(self, wanted: NewAct, moderator: Account | None) -> None:
        """Do something to an account or about a report, and write it down."""
        now, target = now_ms(), None
        report = None if wanted.report is None else await self._find(wanted.report)
        why = clean_name(wanted.why)
        if not why:
            raise Refusal("invalid", "why: say it in words")
        if wanted.kind == "close":
            if report is None:
                raise Refusal("invalid", "report: which one is closed?")
        else:
            target = await self._target(wanted, report)
            if moderator is not None and target.id == moderator.id:
                raise Refusal("invalid", "account: a moderator cannot act on themselves")
        if (wanted.kind in LASTING) != (wanted.days is not None):
            raise Refusal("invalid", "days: for how long, with `mute` and `ban` only")
        if wanted.kind == "rename":
            if wanted.name is None or target is None:
                raise Refusal("invalid", "name: the new one")
            await self.accounts.rename(target, wanted.name, at_once=True)
        await self.reports.act(
            Act(
                id=new_game_id(),
                at=now,
                moderator=None if moderator is None else moderator.id,
                account=None if target is None else target.id,
                kind=wanted.kind,
                why=why,
                until=None if wanted.days is None else now + wanted.days * DAY,
                report=wanted.report,
            )
        )

    async def appoint(self, name: str, *, moderator: bool) -> str:
        """Let an account moderate, or no more; its name. Only operators do this."""
        account = await self.accounts.named(name)
        await self.store.choose(account.id, moderator=moderator)
        kind, why = ("grant", "moderator") if moderator else ("revoke", "moderator no more")
        act = Act(id=new_game_id(), at=now_ms(), moderator=None, account=account.id, kind=kind, why=why)
        await self.reports.act(act)
        return account.name

    async def tidy(self) -> None:
        """Forget reports that were closed long ago."""
        await self.reports.tidy(now_ms())

    async def _find(self, id: str) -> Any:
        row = await self.reports.find(id)
        if row is None:
            raise Refusal("no_such_report", "there is no report with this id")
        return row

    async def _target(self, wanted: NewAct, report: Any) -> Account:
        if wanted.account is not None:
            return await self.accounts.named(wanted.account)
        found = None
        if report is not None and report.accused_id is not None:
            found = await self.accounts.store.find(report.accused_id)
        if found is None:
            raise Refusal("no_such_account", "there is no account that this could be done to")
        return found


def _report(row: Any) -> ReportView:
    return {
        "id": row.id,
        "at": row.at,
        "reporter": row.reporter,
        "accused": row.accused,
        "guest": row.guest,
        "game": row.game,
        "seat": row.evidence["seat"],
        "reason": row.reason,
        "words": row.words,
        "closed": row.closed,
    }


def _act(row: Any) -> ActView:
    return {
        "id": row.id,
        "at": row.at,
        "kind": row.kind,
        "moderator": row.moderator,
        "account": row.account,
        "why": row.why,
        "until": row.until,
        "report": row.report,
    }
