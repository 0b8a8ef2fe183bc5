"""Chat between players, whom people avoid, what they report, and what they are told about themselves."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from stonefield.server.protocol.base import Request, Version, View, doc
from stonefield.server.protocol.company import GreetingWords

LONGEST_LINE, LONGEST_REPORT = 300, 1_000
"""Characters of a line of chat, and of what is said with a report."""
ChatProblem: TypeAlias = Literal["off", "not_available", "muted", "alone", "full"]
ReportReason: TypeAlias = Literal["insults", "cheating", "leaving", "name", "other"]
ActKind: TypeAlias = Literal["warn", "mute", "ban", "rename", "lift", "close", "grant", "revoke"]

# Chat


class NewLine(Request):
    """A line of chat for the other players of a game."""

    text: Annotated[
        str, Field(min_length=1, max_length=LONGEST_LINE, description="Plain text; what cannot be seen goes")
    ]


class HearChoice(Request):
    """Whether a player reads what the others of this game say."""

    muted: bool


class ChatLine(View):
    """What a player has said."""

    number: Annotated[int, doc("From 1 up")]
    at: Annotated[int, doc("Milliseconds since 1970")]
    seat: int
    mine: Annotated[bool, doc("Whether the reader has said it")]
    text: Annotated[str, doc('Never markup; "" for a greeting')]
    greeting: Annotated[GreetingWords | None, doc("`greet.<words>` is read instead of a text")]


class ChatView(View):
    """The chat of a game as one of its players sees it."""

    lines: Annotated[list[ChatLine], doc("The latest, oldest first")]
    number: Annotated[int, doc("Of the last line, whether this player sees it or not")]
    problem: Annotated[
        ChatProblem | None,
        doc(
            "Why the player cannot write; null: they can. `off`: the player's own setting, `not_available`: "
            "the others do not take part, `muted`: by a moderator, `alone`: there is no other person"
        ),
    ]
    until: Annotated[int | None, doc("Until when a moderator has muted the player")]
    why: Annotated[str, doc("What the moderator says about it")]
    muted: Annotated[bool, doc("Whether this player does not read the others in this game")]


class ChatNews(View):
    """There are lines up to this number; sent to players only, who ask for them."""

    type: Literal["chat"]
    version: Version
    number: int


# Whom people avoid


class Avoidance(Request):
    """How to avoid an account."""

    blocked: bool = Field(
        default=False, description="Also its chat and its challenges; else only: never be paired with it"
    )


class MannersChoice(Request):
    """What an account chooses."""

    chat: bool = Field(description="Whether it chats")


class AvoidedPerson(View):
    """An account that another one avoids."""

    name: Annotated[str, doc("Of the account")]
    blocked: Annotated[bool, doc("Also its chat and its challenges")]
    since: Annotated[int, doc("Milliseconds since 1970")]


class MannersNotice(View):
    """What moderators have done that concerns the account."""

    id: str
    at: Annotated[int, doc("Milliseconds since 1970")]
    kind: ActKind
    why: Annotated[str, doc("In the moderator's words")]
    until: Annotated[int | None, doc("When it ends")]
    seen: Annotated[bool, doc("Whether the person has put it away")]


class MannersView(View):
    """What an account has chosen, whom it avoids, and what moderators have done."""

    chat: Annotated[bool, doc("Whether it chats")]
    moderator: Annotated[bool, doc("Whether it may open `/api/moderation`")]
    avoided: Annotated[list[AvoidedPerson], doc("Those added last first")]
    notices: Annotated[list[MannersNotice], doc("The latest first")]


# Reports


class NewReport(Request):
    """Telling moderators about a person: a player of a game, or an account."""

    game: str | None = Field(default=None, max_length=32, description="The game that it is about")
    seat: int | None = Field(default=None, ge=0, le=7, description="Who in that game")
    account: str | None = Field(default=None, max_length=64, description="Its name, if it is about no game")
    reason: ReportReason
    words: str = Field(default="", max_length=LONGEST_REPORT)


class ReportMade(View):
    """A report is with the moderators; the same one again is the same report."""

    report: str
    at: int


# Moderation


class NewAct(Request):
    """What a moderator does: about a report, or to an account."""

    kind: Literal["warn", "mute", "ban", "rename", "lift", "close"]
    report: str | None = Field(default=None, max_length=32)
    account: str | None = Field(default=None, max_length=64, description="Its name; null: the report's")
    why: str = Field(min_length=3, max_length=LONGEST_REPORT, description="The person reads it")
    days: int | None = Field(default=None, ge=1, le=3650, description="Of a `mute` or a `ban`")
    name: str | None = Field(default=None, max_length=64, description="The new one, of a `rename`")


class ActView(View):
    """What a moderator has done."""

    id: str
    at: Annotated[int, doc("Milliseconds since 1970")]
    kind: ActKind
    moderator: Annotated[str | None, doc("Name; null: the operator, or an account that is gone")]
    account: Annotated[str | None, doc("To whom; null: to no one")]
    why: str
    until: Annotated[int | None, doc("When it ends")]
    report: Annotated[str | None, doc("About which report")]


class EvidenceLine(View):
    """A line of the chat, as it was when it was reported."""

    at: int
    seat: int
    text: str
    greeting: GreetingWords | None


class ReportView(View):
    """A report."""

    id: str
    at: Annotated[int, doc("Milliseconds since 1970")]
    reporter: Annotated[str | None, doc("Name of the account; null: a guest, or it is gone")]
    accused: Annotated[str | None, doc("Name of the account; null: a guest")]
    guest: Annotated[str, doc("What the accused calls themselves, without an account")]
    game: Annotated[str | None, doc("The game's id")]
    seat: Annotated[int | None, doc("The accused's in that game")]
    reason: ReportReason
    words: str
    closed: Annotated[int | None, doc("When a moderator has closed it")]


class ReportFile(View):
    """A report with its evidence, and what was done before."""

    report: ReportView
    lines: Annotated[list[EvidenceLine], doc("The chat, oldest first")]
    acts: Annotated[list[ActView], doc("To the same account or about this report, the latest first")]
    reports: Annotated[int, doc("How many reports there are of the same account")]


class ReportList(View):
    """Reports, the oldest open ones or the latest closed ones."""

    reports: list[ReportView]
    open: Annotated[int, doc("How many are open")]


class ActList(View):
    """What moderators have done, the latest first."""

    acts: list[ActView]
