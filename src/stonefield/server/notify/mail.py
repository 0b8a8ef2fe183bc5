"""Messages by mail: text and HTML with the positions inside, over the operator's SMTP server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from html import escape
from ipaddress import ip_address
from typing import cast
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib

from stonefield.server.domain.people.message import read_mail
from stonefield.server.notify.letter import Item, Letter, RefusedError, SendError

SECONDS = 20.0
"""How long one mail may take."""
PICTURE = 240
"""Points that a picture is wide."""
_PORTS = {"smtp": 587, "smtps": 465}
_SENDER = re.compile(r"(?:(?P<name>[^<>]*?)\s*<)?(?P<address>[^<>\s]+)>?")
_STYLE = "font-family:Georgia,serif;font-size:16px;line-height:1.5;color:#23302a;background:#f5f2ea"
_BUTTON = (
    "display:inline-block;padding:9px 18px;border-radius:8px;background:#285943;color:#fff;"
    "text-decoration:none"
)


class SmtpError(ValueError):
    """The address of a mail server cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mails are handed in, and who they are from."""

    host: str
    port: int
    user: str
    password: str
    encrypted: bool
    """Whether the connection is from its first byte; otherwise it becomes so by STARTTLS."""
    sender: Address

    @classmethod
    def read(cls, url: str, site: str) -> MailServer:
        """A server as `smtp://user:password@host:587?from=…`; ``site`` is the host's own name."""
        try:
            parts = urlsplit(url)
            port = parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            raise SmtpError("a mail server reads like smtp://user:password@host:587") from None
        if not parts.hostname or not port or parts.path.strip("/"):
            raise SmtpError("a mail server reads like smtp://user:password@host:587")
        user, query = unquote(parts.username or ""), parse_qs(parts.query)
        if unknown := set(query) - {"from"}:
            raise SmtpError(f"a mail server has no `{min(unknown)}`; only `from` can follow the `?`")
        usual = user if read_mail(user) else f"stonefield@{site}"
        return cls(
            host=parts.hostname,
            port=port,
            user=user,
            password=unquote(parts.password or ""),
            encrypted=parts.scheme == "smtps",
            sender=_sender(query.get("from", [usual])[0]),
        )

    @property
    def _start_tls(self) -> bool | None:
        """A password never goes over the network unencrypted; otherwise it is as the server likes."""
        if self.encrypted:
            return False
        return True if self.user and not _is_here(self.host) else None

    async def send(self, letter: Letter, address: str) -> None:
        """Hand a letter in; SendError if that cannot be done."""
        mail = self.written(letter, address)
        try:
            await aiosmtplib.send(
                mail,
                sender=self.sender.addr_spec,
                recipients=[address],
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                use_tls=self.encrypted,
                start_tls=self._start_tls,
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            code = error.recipients[0].code
            raise (RefusedError if code >= 500 else SendError)(f"SMTP {code}") from None
        except (aiosmtplib.SMTPException, OSError) as error:
            # What the server says may hold the address.
            raise SendError(type(error).__name__) from None

    def written(self, letter: Letter, address: str) -> EmailMessage:
        """A letter as mail."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.sender, Address(addr_spec=address), letter.subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{letter.name}@{self.sender.domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        if letter.one_click:
            mail["List-Unsubscribe"] = f"<{letter.one_click}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(_plain(letter))
        mail.add_alternative(_html(letter), subtype="html")
        *_, html = mail.iter_parts()
        shown = cast(EmailMessage, html)
        for number, item in enumerate(letter.items):
            if item.picture is not None:
                shown.add_related(item.picture, "image", "png", cid=_cid(number), disposition="inline")
        # To set the content takes away what the head said about it before.
        mail["Content-Language"] = letter.words.language
        return mail


def _sender(text: str) -> Address:
    found = _SENDER.fullmatch(text.strip())
    address = None if found is None else read_mail(found["address"]) or _local(found["address"])
    if found is None or address is None:
        raise SmtpError(f"`{text}`: a sender reads like Stonefield <stones@example.org>")
    return Address(found["name"] or "Stonefield", addr_spec=address)


def _local(address: str) -> str | None:
    """An address at a machine without a domain."""
    name, _, host = address.partition("@")
    return address if re.fullmatch(r"[\w.+-]+", name) and re.fullmatch(r"[\w.-]+", host) else None


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _cid(number: int) -> str:
    return f"<position{number}@stonefield>"


def _plain(letter: Letter) -> str:
    parts = [f"{item.text}\n{item.url}" for item in letter.items]
    if letter.more:
        parts.append(letter.more)
    foot = [letter.foot, f"{letter.words.text('mail.unsubscribe')} {letter.unsubscribe}"]
    if letter.unsubscribe:
        parts += ["-- \n" + "\n".join(filter(None, foot))]
    elif letter.foot:
        parts.append(letter.foot)
    return "\n\n".join(parts) + "\n"


def _html(letter: Letter) -> str:
    words = letter.words
    items = "".join(_item(letter, number, item) for number, item in enumerate(letter.items))
    more = f"<p>{escape(letter.more)}</p>" if letter.more else ""
    end = ""
    if letter.unsubscribe:
        said = escape(words.text("mail.unsubscribe"))
        end = f'<br><a href="{escape(letter.unsubscribe)}" style="color:#5d685f">{said}</a>'
    foot = f'<p style="font-size:13px;color:#5d685f">{escape(letter.foot)}{end}</p>' if letter.foot else ""
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        f"<title>{escape(letter.subject)}</title></head>"
        f'<body style="margin:0;{_STYLE}"><div style="max-width:560px;margin:0 auto;padding:24px">'
        f"{items}{more}{foot}</div></body></html>"
    )


def _item(letter: Letter, number: int, item: Item) -> str:
    url, text, picture = escape(item.url), escape(item.text), ""
    if item.picture is not None:
        shown = (
            f'<img src="cid:{_cid(number)[1:-1]}" width="{PICTURE}" alt="" style="max-width:100%;border:0">'
        )
        picture = f'<p style="margin:4px 0"><a href="{url}">{shown}</a></p>'
    button = f'<p><a href="{url}" style="{_BUTTON}">{escape(letter.button)}</a></p>'
    return f'<div style="margin:0 0 22px"><p style="margin:0 0 6px">{text}</p>{picture}{button}</div>'
