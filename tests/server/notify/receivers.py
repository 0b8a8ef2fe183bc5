"""What messages are sent to: a mail server, and a server that takes push messages and webhooks."""

from __future__ import annotations

import base64
import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from stonefield.server.notify.webpush import from_text, point_of, to_text
from stonefield.server.settings import Outgoing

from ..serverprocess import PATIENCE


class MailBox:
    """A real SMTP server on loopback that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.refused = 0
        self.refuses: str | None = None
        """What it says to every recipient, such as `550 no such user`."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=self._port)

    def start(self) -> MailBox:
        self._controller.start()
        return self

    def stop(self) -> None:
        self._controller.stop()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._port}?from=Stones%20<stones@example.org>"

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if self.refuses:
            self.refused += 1
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.recipients += envelope.rcpt_tos
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def wait(self, count: int = 1) -> EmailMessage:
        """The newest of at least so many mails."""
        until(lambda: len(self.mails) >= count)
        return self.mails[-1]


def text_of(mail: EmailMessage) -> str:
    return mail.get_body(("plain",)).get_content()


def html_of(mail: EmailMessage) -> str:
    return mail.get_body(("html",)).get_content()


def link_in(mail: EmailMessage, begins: str) -> str:
    """The link in a mail that has this in it."""
    return next(word for word in text_of(mail).split() if begins in word)


def until(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@dataclass
class Device:
    """A browser's half of a subscription; it reads what is encrypted for it."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def subscription(self) -> dict:
        keys = {"p256dh": to_text(point_of(self.key)), "auth": to_text(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict:
        """Decrypted by RFC 8291, with nothing of the server's own code but base64url."""
        salt, (_, length) = body[:16], struct.unpack("!IB", body[16:21])
        point, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)

        def derived(secret, salt, info, length):
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        info = b"WebPush: info\0" + point_of(self.key) + point
        secret = derived(self.key.exchange(ec.ECDH(), theirs), self.auth, info, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1:] == b"\x02"
        return json.loads(plain[:-1])


@dataclass
class Taken:
    path: str
    headers: dict[str, str]
    body: bytes


class Takers:
    """A push service, Discord and Telegram at once, on loopback."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.status = 201
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.taken.append(Taken(self.path, headers, body))
                self.send_response(outer.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"

    def start(self) -> Takers:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait(self, count: int = 1) -> Taken:
        until(lambda: len(self.taken) >= count)
        return self.taken[-1]

    @property
    def outgoing(self) -> dict:
        """The settings with which everything that goes out comes here."""
        return {
            "push_services": (self.origin,),
            "discord_origins": (self.origin,),
            "telegram_origin": self.origin,
            "telegram": "123:abc",
        }


def outgoing(mail: MailBox | None, takers: Takers | None = None) -> Outgoing:
    return Outgoing(smtp=mail.url if mail else "", **(takers.outgoing if takers else {}))


def check_vapid(taken: Taken, public: str, origin: str) -> dict:
    """The claims of a push message's signature, which is checked (RFC 8292)."""
    scheme, _, said = taken.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in said.split(","))
    assert parts["k"] == public
    head, claims, signature = parts["t"].split(".")
    raw = from_text(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(public))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found = json.loads(base64.urlsafe_b64decode(claims + "=="))
    assert found["aud"] == origin
    return found
