"""How a person is told of things while they are away (`/api/accounts/me/messages`, `/api/notifications`)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import ConfigDict, Field

from stonefield.server.protocol.accounts import Along
from stonefield.server.protocol.base import Request, View, doc

LinkToken: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, description="As the link has it")]
Hour: TypeAlias = Annotated[int, Field(ge=0, le=23)]


class Offered(View):
    """What this site can send."""

    mail: bool
    push: bool
    discord: bool
    telegram: bool
    feed: bool


class MailView(View):
    """Messages by mail."""

    on: bool
    hour: Annotated[int | None, doc("The hour (UTC) at which a day's messages come together; null: at once")]
    broken: Annotated[bool, doc("The mail server has refused the address; setting it anew mends that")]


class DeviceView(View):
    """A browser that gets push messages."""

    id: str
    device: Annotated[str, doc("What it says it is")]
    current: Annotated[bool, doc("Whether it is this browser's session")]
    created: int


class ChannelView(View):
    """Messages to Discord or Telegram."""

    confirmed: Annotated[bool, doc("Telegram: whether the link that was sent to the chat has been opened")]
    broken: Annotated[bool, doc("The last message was refused; setting it anew mends that")]
    address: Annotated[str, doc("Telegram: the chat's number. Discord: the webhook's number, not its secret")]


class MessagesView(View):
    """How the account is told; everything is off until it is switched on."""

    offered: Offered
    address: Annotated[str | None, doc("The mail address, which is also good for recovering the account")]
    confirmed: Annotated[bool, doc("Whether it was confirmed; nothing else is sent to it before")]
    mail: MailView
    devices: list[DeviceView]
    push_key: Annotated[str, doc("What a browser subscribes with (VAPID), base64url; empty without push")]
    discord: ChannelView | None
    telegram: ChannelView | None
    feed: Annotated[int | None, doc("When the feed's address was made; null: there is none")]


class NewMail(Request):
    """A mail address, which gets a link to confirm it."""

    mail: str | None = Field(max_length=254, description="null: forget it")


class MailWishes(Request):
    """Messages by mail, on or off."""

    on: bool
    hour: Hour | None = Field(None, description="All of a day together at this hour (UTC); null: at once")


class PushKeys(Request):
    """With what messages for a browser are encrypted, base64url."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)
    p256dh: str = Field(max_length=200)
    auth: str = Field(max_length=64)


class NewDevice(Request):
    """A browser's subscription, as `PushSubscription.toJSON()` writes it."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)
    endpoint: str = Field(max_length=1_000)
    keys: PushKeys


class NewWebhook(Request):
    """A webhook of Discord."""

    webhook: str | None = Field(max_length=300, description="null: no messages there")


class NewChat(Request):
    """A chat of Telegram with the site's bot."""

    chat: str | None = Field(max_length=24, description="Its number; null: no messages there")


class NewFeed(View):
    """A feed's address, which is shown only now."""

    address: str


class Confirmed(View):
    """What a link has confirmed."""

    what: Literal["mail", "telegram"]


class LinkUse(Request):
    """A link that is good for one use."""

    token: LinkToken


class RecoveryWish(Request):
    """A link by mail, for a person who cannot get in."""

    name: str = Field(max_length=64)


class MailSignIn(Request):
    """The link that came by mail."""

    token: LinkToken
    along: Along = Field(default_factory=Along)
