"""Messages over HTTPS: to push services of browsers, to Discord and to Telegram, and to nowhere else."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from stonefield.server.domain.people.message import Channel
from stonefield.server.notify.letter import Letter, RefusedError, SendError
from stonefield.server.notify.webpush import LONGEST, Signer, encrypted
from stonefield.server.settings import Outgoing

SECONDS = 15.0
TTL = 24 * 3600
"""Seconds that a push service keeps a message for a browser that is not there."""
SIGNED_FOR = 12 * 3600
LONGEST_WEBHOOK, LONGEST_ENDPOINT = 300, 1_000
MOST_LINES, LONGEST_TEXT = 6, 1_500
_WEBHOOK = re.compile(r"/api/(?:v\d{1,2}/)?webhooks/\d{5,25}/[\w-]{20,100}")
_CHAT = re.compile(r"-?\d{1,20}")


def is_endpoint(url: str, services: tuple[str, ...]) -> bool:
    """Whether an address belongs to one of the push services."""
    origin = _origin(url)
    return len(url) <= LONGEST_ENDPOINT and any(_fits(origin, service) for service in services)


def is_webhook(url: str, origins: tuple[str, ...]) -> bool:
    """Whether an address is a webhook of Discord."""
    path = url[len(_origin(url)) :]
    return len(url) <= LONGEST_WEBHOOK and _origin(url) in origins and bool(_WEBHOOK.fullmatch(path))


def is_chat(text: str) -> bool:
    """Whether this could be the number of a chat of Telegram."""
    return bool(_CHAT.fullmatch(text))


def _origin(url: str) -> str:
    """Scheme, host and port as they are written; empty if there is anything else, such as a user."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return ""
    origin = f"{parts.scheme}://{parts.netloc}"
    plain = host is not None and re.fullmatch(r"[a-z0-9.:-]+", parts.netloc) and url.isascii()
    return origin if plain and url.startswith(origin) and not re.search(r"[\s\\]", url) else ""


def _fits(origin: str, service: str) -> bool:
    scheme, _, host = service.partition("://*.")
    return origin.startswith(f"{scheme}://") and origin.endswith(f".{host}") if host else origin == service


@dataclass(frozen=True, slots=True)
class Web:
    """Sends letters over HTTPS. No redirect is followed, and of an answer only its status is read."""

    client: httpx.AsyncClient
    outgoing: Outgoing
    signer: Signer

    @staticmethod
    def new_client() -> httpx.AsyncClient:
        """What speaks HTTP; close it in the end."""
        limits = httpx.Limits(max_connections=16, max_keepalive_connections=8)
        return httpx.AsyncClient(timeout=SECONDS, limits=limits, follow_redirects=False)

    async def push(self, letter: Letter, channel: Channel) -> None:
        """To a browser, encrypted so that its push service cannot read it."""
        if not is_endpoint(channel.address, self.outgoing.push_services):
            raise RefusedError("no push service that is known here", gone=True)
        origin = _origin(channel.address)
        headers = {
            "Authorization": self.signer.header(origin, int(time.time()) + SIGNED_FOR),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            # A message that is sent twice takes the place of the first.
            "Topic": letter.name,
            "Urgency": "normal",
        }
        shown = {
            "title": letter.subject,
            "body": "\n".join(letter.lines[:MOST_LINES]),
            "tag": letter.name,
            "url": urlsplit(letter.items[0].url)._replace(scheme="", netloc="").geturl(),
            "language": letter.words.language,
        }
        content = json.dumps(shown, ensure_ascii=False).encode()
        if len(content) > LONGEST:
            content = json.dumps({**shown, "body": ""}, ensure_ascii=False).encode()
        body = encrypted(content, channel.keys["p256dh"], channel.keys["auth"])
        await self._post(channel.address, {"content": body, "headers": headers}, gone=(404, 410))

    async def discord(self, letter: Letter, webhook: str) -> None:
        """To a webhook of Discord."""
        if not is_webhook(webhook, self.outgoing.discord_origins):
            raise RefusedError("no webhook of Discord")
        # A name in it calls no one, and no link is unfolded.
        content = {"content": _text(letter, link="<{}>"), "allowed_mentions": {"parse": []}, "flags": 4}
        await self._post(webhook, {"json": content})

    async def telegram(self, letter: Letter, chat: str) -> None:
        """To a chat of Telegram, by the site's bot."""
        url = f"{self.outgoing.telegram_origin}/bot{self.outgoing.telegram}/sendMessage"
        content = {
            "chat_id": int(chat),
            "text": _text(letter),
            "link_preview_options": {"is_disabled": True},
        }
        await self._post(url, {"json": content})

    async def _post(self, url: str, what: dict[str, object], gone: tuple[int, ...] = ()) -> None:
        try:
            async with self.client.stream("POST", url, **what) as answer:  # type: ignore[arg-type]
                status = answer.status_code
        except httpx.HTTPError as error:
            # Its text may hold the address, which is a secret.
            raise SendError(type(error).__name__) from None
        if status in gone:
            raise RefusedError(f"HTTP {status}", gone=True)
        if status in (400, 401, 403, 404, 413):
            raise RefusedError(f"HTTP {status}")
        if not 200 <= status < 300:
            raise SendError(f"HTTP {status}")


def _text(letter: Letter, link: str = "{}") -> str:
    """A letter as plain text with links."""
    parts = [f"{item.text}\n{link.format(item.url)}" for item in letter.items[:MOST_LINES]]
    text = "\n\n".join([*parts, *filter(None, [letter.more])])
    return text if len(text) <= LONGEST_TEXT else parts[0]
