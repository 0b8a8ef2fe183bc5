"""``stonefield moderate``: reports, and what moderators do about them, from the operator's terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar

import typer

from stonefield.cli.accounts import Database
from stonefield.cli.help import Group
from stonefield.games.game import StonefieldError

if TYPE_CHECKING:
    from stonefield.server.accounts.moderating import Moderating
    from stonefield.server.protocol.manners import ActView, ReportView

T = TypeVar("T")
moderate = Group("Read reports, warn, mute, rename and exclude people, and say who moderates.")
Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The account's name.")]
Why: TypeAlias = Annotated[
    str, typer.Option("--why", metavar="TEXT", help="The reason; the person reads it.")
]
Report: TypeAlias = Annotated[
    str | None, typer.Option("--report", metavar="ID", help="The report that it is about.")
]
Days: TypeAlias = Annotated[int, typer.Option("--days", min=1, max=3650, metavar="N", help="For how long.")]


@moderate.command("list")
def list_reports(
    closed: Annotated[bool, typer.Option("--closed", help="Those that were closed last.")] = False,
    database: Database = None,
) -> None:
    """List open reports, those that wait longest first: id, day, reason, about whom, by whom."""
    for report in _run(database, lambda one: one.listed(closed=closed))["reports"]:
        print("\t".join(_words(report)))


@moderate.command()
def show(
    report: Annotated[str, typer.Argument(metavar="ID", help="The report's id.")], database: Database = None
) -> None:
    """Show a report with its evidence, and what was done before."""
    file = _run(database, lambda one: one.file(report))
    print("\t".join(_words(file["report"])))
    if file["report"]["game"]:
        print(f"game: /g/{file['report']['game']}, seat {file['report']['seat']}")
    if file["report"]["words"]:
        print(f"says: {file['report']['words']}")
    for line in file["lines"]:
        print(f"{_moment(line['at'])}  seat {line['seat']}: {line['text'] or line['greeting']}")
    for act in file["acts"]:
        print(_told(act))
    print(f"reports about this account: {file['reports']}")


@moderate.command()
def warn(name: Name, why: Why, report: Report = None, database: Database = None) -> None:
    """Warn a person."""
    _act(database, "warn", why, account=name, report=report)


@moderate.command()
def mute(name: Name, why: Why, days: Days, report: Report = None, database: Database = None) -> None:
    """Keep a person from writing in the chat for some days."""
    _act(database, "mute", why, account=name, report=report, days=days)


@moderate.command()
def ban(name: Name, why: Why, days: Days, report: Report = None, database: Database = None) -> None:
    """Keep a person from pairing and new rated games for some days."""
    _act(database, "ban", why, account=name, report=report, days=days)


@moderate.command()
def rename(
    name: Name,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The name that it gets.")],
    why: Why,
    report: Report = None,
    database: Database = None,
) -> None:
    """Give an account another name, and tell the person why."""
    _act(database, "rename", why, account=name, report=report, name=new)


@moderate.command()
def lift(name: Name, why: Why, report: Report = None, database: Database = None) -> None:
    """End what still keeps a person from the chat, pairing and rated games."""
    _act(database, "lift", why, account=name, report=report)


@moderate.command()
def close(
    report: Annotated[str, typer.Argument(metavar="ID", help="The report's id.")],
    why: Why,
    database: Database = None,
) -> None:
    """Close a report."""
    _act(database, "close", why, report=report)


@moderate.command()
def log(database: Database = None) -> None:
    """List what moderators have done, the latest first."""
    for act in _run(database, lambda one: one.log())["acts"]:
        print(_told(act))


@moderate.command()
def grant(name: Name, database: Database = None) -> None:
    """Let an account moderate: it finds the reports on the page /moderation."""
    print(f"{_run(database, lambda one: one.appoint(name, moderator=True))} moderates")


@moderate.command()
def revoke(name: Name, database: Database = None) -> None:
    """Let an account moderate no more."""
    print(f"{_run(database, lambda one: one.appoint(name, moderator=False))} does not moderate")


def _act(
    database: str | None,
    kind: Literal["warn", "mute", "ban", "rename", "lift", "close"],
    why: str,
    **more: str | int | None,
) -> None:
    from pydantic import ValidationError

    from stonefield.server.protocol.manners import NewAct

    try:
        wanted = NewAct.model_validate({"kind": kind, "why": why, **more})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise StonefieldError(f"{first['loc'][0]}: {first['msg']}") from None
    _run(database, lambda one: one.act(wanted, None))
    print("done")


def _words(report: ReportView) -> tuple[str, ...]:
    about = report["accused"] or f"{report['guest'] or 'a guest'} (no account)"
    by = report["reporter"] or "a guest"
    return report["id"], _moment(report["at"]), report["reason"], about, f"by {by}"


def _told(act: ActView) -> str:
    until = "" if act["until"] is None else f" until {_moment(act['until'])}"
    whom = "" if act["account"] is None else f" {act['account']}"
    about = "" if act["report"] is None else f" (report {act['report']})"
    return f"{_moment(act['at'])}  {act['moderator'] or '-'}: {act['kind']}{whom}{until}{about}: {act['why']}"


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _run(database: str | None, work: Callable[[Moderating], Awaitable[T]]) -> T:
    return asyncio.run(_work(database, work))


async def _work(database: str | None, work: Callable[[Moderating], Awaitable[T]]) -> T:
    from stonefield.server.accounts.operating import operating
    from stonefield.server.protocol.problems import Refusal
    from stonefield.server.settings import default_database

    async with operating(database or default_database()) as opened:
        try:
            return await work(opened.moderating)
        except Refusal as refusal:
            raise StonefieldError(refusal.detail) from None
