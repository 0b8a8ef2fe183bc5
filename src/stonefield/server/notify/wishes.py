"""How a person is told, as they choose it: every channel is off until its owner switches it on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from stonefield.server.domain.people.account import Account, Session
from stonefield.server.domain.people.account_names import key_of, read_name
from stonefield.server.domain.people.message import Channel, ChannelKind, Told, read_mail
from stonefield.server.notify.https import is_chat, is_endpoint, is_webhook
from stonefield.server.notify.links import CHAT, TICKETS
from stonefield.server.notify.webpush import are_keys
from stonefield.server.now import now_ms
from stonefield.server.protocol import notifications as protocol
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import ServerSettings
from stonefield.server.store.accounts import AccountStore
from stonefield.server.store.channels import (
    ChannelStore,
    change_channel,
    confirm_channel,
    confirm_mail,
    put_channel,
    set_mail,
)
from stonefield.server.store.outbox import write_link, write_recovery
from stonefield.server.store.sessions import SessionStore
from stonefield.server.tokens import hash_token, new_game_id, new_token


@dataclass(frozen=True, slots=True)
class Wishes:
    """Reads and changes how accounts are told."""

    settings: ServerSettings
    store: ChannelStore
    accounts: AccountStore
    sessions: SessionStore
    push_key: str
    """The public half of this site's key pair."""

    @property
    def offered(self) -> protocol.Offered:
        """What this site can send: nothing where links would lead nowhere."""
        there, outgoing = bool(self.settings.public_url), self.settings.outgoing
        return {
            "mail": there and bool(outgoing.smtp),
            "push": there,
            "discord": there,
            "telegram": there and bool(outgoing.telegram),
            "feed": there,
        }

    def _need(self, kind: ChannelKind) -> None:
        if not self.offered[kind]:
            raise Refusal("not_sent_here", f"this site sends no messages by {kind}")

    async def view(self, account: Account, session: Session) -> protocol.MessagesView:
        """All that an account has chosen; its secrets are not shown again."""
        fresh = await self.accounts.find(account.id) or account
        held = await self.store.of(account.id)
        one = {channel.kind: channel for channel in held}
        mail, feed = one.get("mail"), one.get("feed")
        return {
            "offered": self.offered,
            "address": fresh.mail,
            "confirmed": fresh.mail is not None and fresh.mail_confirmed,
            "mail": {
                "on": mail is not None,
                "hour": None if mail is None else mail.hour,
                "broken": mail is not None and mail.broken,
            },
            "devices": [
                {
                    "id": channel.id,
                    "device": channel.label,
                    "current": channel.session == session.id,
                    "created": channel.created,
                }
                for channel in held
                if channel.kind == "push"
            ],
            "push_key": self.push_key if self.offered["push"] else "",
            "discord": _chat(one.get("discord")),
            "telegram": _chat(one.get("telegram")),
            "feed": None if feed is None else feed.created,
        }

    # Mail

    async def set_mail(self, account: Account, text: str | None) -> None:
        """Give an account an address, and send a link there that confirms it; or forget the one it has."""
        mail = None
        if text is not None:
            self._need("mail")
            mail = read_mail(text)
            if mail is None:
                raise Refusal("bad_address", "a mail address reads like ann@example.org")
        confirming = Told(account.id, "confirm", now_ms(), detail=mail or "")

        def work(connection: Connection) -> None:
            set_mail(connection, account.id, mail)
            if mail is not None:
                write_link(confirming)(connection)

        await self.store.write(work)

    async def choose_mail(self, account: Account, wishes: protocol.MailWishes) -> None:
        """Switch messages by mail on or off."""
        if not wishes.on:
            await self.store.drop(account=account.id, kind="mail")
            return
        self._need("mail")
        if not account.mail_confirmed:
            raise Refusal("confirm_first", "open the link in the mail that was sent to this address first")
        changes = {"hour": wishes.hour, "broken": False}
        new = replace(_new(account, "mail"), hour=wishes.hour)

        def work(connection: Connection) -> None:
            # The same row: what mails say about ending them stays true.
            if not change_channel(connection, account.id, "mail", changes):
                put_channel(connection, new)

        await self.store.write(work)

    async def confirm(self, token: str) -> protocol.Confirmed:
        """A link was opened that came to an address or a chat: it belongs to the account."""
        ticket = await self.sessions.use_ticket(hash_token(token), TICKETS["confirm"], now_ms())
        if ticket is None or ticket.account is None:
            raise Refusal("link_used", "this link was used already, or is too old")
        account, detail = ticket.account, ticket.detail
        if detail.startswith(CHAT):
            done = await self.store.write(lambda one: confirm_channel(one, account, detail[len(CHAT) :]))
            what: protocol.Confirmed = {"what": "telegram"}
        else:
            done = await self.store.write(lambda one: confirm_mail(one, account, detail))
            what = {"what": "mail"}
        if not done:
            raise Refusal("link_used", "the account has another address by now")
        return what

    async def recover(self, name: str) -> None:
        """Send a link to the address of an account, if it has confirmed one. Whether it has is never said."""
        if self.offered["mail"]:
            await self.store.write(write_recovery(key_of(read_name(name)), now_ms()))

    async def by_mail(self, token: str) -> Account:
        """The account whose link came by mail; the link is used up."""
        ticket = await self.sessions.use_ticket(hash_token(token), TICKETS["recover"], now_ms())
        account = None if ticket is None else await self.accounts.find(ticket.account or "")
        # Only while the address is still the one that the link went to.
        has_it = account is not None and account.mail_confirmed and ticket is not None
        if account is None or ticket is None or not has_it or account.mail != ticket.detail:
            raise Refusal("link_used", "this link was used already, or is too old")
        return account

    # Browsers, chats and the feed

    async def add_device(self, account: Account, session: Session, wishes: protocol.NewDevice) -> None:
        """Let a browser get push messages, until its session ends."""
        self._need("push")
        keys = wishes.keys.model_dump()
        if not is_endpoint(wishes.endpoint, self.settings.outgoing.push_services):
            raise Refusal("bad_address", "no push service that is known here")
        if not are_keys(**keys):
            raise Refusal("bad_address", "no keys of a push subscription")
        new = _new(account, "push", wishes.endpoint)
        await self.store.add_device(replace(new, keys=keys, label=session.device, session=session.id))

    async def set_discord(self, account: Account, webhook: str | None) -> None:
        """Let messages go to a webhook of Discord."""
        if webhook is None:
            await self.store.drop(account=account.id, kind="discord")
            return
        self._need("discord")
        if not is_webhook(webhook.strip(), self.settings.outgoing.discord_origins):
            raise Refusal("bad_address", "a webhook reads like https://discord.com/api/webhooks/…/…")
        await self.store.put(_new(account, "discord", webhook.strip()))

    async def set_telegram(self, account: Account, chat: str | None) -> None:
        """Let messages go to a chat of Telegram, once the link that is sent there was opened."""
        if chat is None:
            await self.store.drop(account=account.id, kind="telegram")
            return
        self._need("telegram")
        if not is_chat(chat.strip()):
            raise Refusal("bad_address", "the number of a chat has only digits")
        new = replace(_new(account, "telegram", chat.strip()), confirmed=False)
        confirming = Told(account.id, "confirm", now_ms())

        def work(connection: Connection) -> None:
            put_channel(connection, new)
            write_link(confirming, new.id)(connection)

        await self.store.write(work)

    async def make_feed(self, account: Account) -> str:
        """A new secret address of the feed; the one before leads nowhere any more. The token."""
        self._need("feed")
        token = new_token()
        await self.store.put(_new(account, "feed", hash_token(token)))
        return token


def _new(account: Account, kind: ChannelKind, address: str = "") -> Channel:
    return Channel(id=new_game_id(), account=account.id, kind=kind, address=address, created=now_ms())


def _chat(channel: Channel | None) -> protocol.ChannelView | None:
    if channel is None:
        return None
    # The last part of a webhook opens it.
    address = channel.address if channel.kind == "telegram" else channel.address.split("/")[-2]
    return {"confirmed": channel.confirmed, "broken": channel.broken, "address": address}
