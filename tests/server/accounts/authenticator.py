"""A passkey authenticator in software, as WebAuthn level 3 describes one: ES256, no attestation."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class Credential:
    id: bytes
    key: ec.EllipticCurvePrivateKey
    host: str
    user: bytes
    signs: int = 0


class Authenticator:
    """Keeps credentials for sites, and answers what browsers ask it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.credentials: list[Credential] = []

    def create(self, options: dict) -> dict:
        """What `navigator.credentials.create` gives."""
        key = ec.generate_private_key(ec.SECP256R1())
        user = base64url_to_bytes(options["user"]["id"])
        made = Credential(os.urandom(32), key, options["rp"]["id"], user)
        self.credentials.append(made)
        numbers = key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        about = bytes(16) + len(made.id).to_bytes(2) + made.id + cbor2.dumps(cose)
        data = self._data(made, PRESENT | VERIFIED | HAS_KEY) + about
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        answer = {
            "clientDataJSON": self._client("webauthn.create", options["challenge"]),
            "attestationObject": bytes_to_base64url(attested),
            "transports": ["internal"],
        }
        return self._told(made, answer)

    def get(self, options: dict) -> dict:
        """What `navigator.credentials.get` gives, with the newest credential of the site."""
        made = next(one for one in reversed(self.credentials) if one.host == options["rpId"])
        made.signs += 1
        data = self._data(made, PRESENT | VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(base64url_to_bytes(client)).digest()
        answer = {
            "clientDataJSON": client,
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(made.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": bytes_to_base64url(made.user),
        }
        return self._told(made, answer)

    def _data(self, made: Credential, flags: int) -> bytes:
        return hashlib.sha256(made.host.encode()).digest() + bytes([flags]) + made.signs.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> str:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return bytes_to_base64url(json.dumps(said).encode())

    def _told(self, made: Credential, answer: dict) -> dict:
        id = bytes_to_base64url(made.id)
        return {
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": answer,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }
