"""Web Push: messages encrypted for one browser (RFC 8291), and signed for its push service (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import struct

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
"""The size of the one record that a message is."""
LONGEST = 3_000
"""Bytes of a message; push services take less than 4096 in all."""
POINT, AUTH = 65, 16
"""Bytes of a public key of the curve P-256, uncompressed, and of a browser's secret."""
_CURVE = ec.SECP256R1()


def to_text(content: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """What base64url stands for; ValueError if it is none."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether messages could be encrypted with what a browser has sent."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, from_text(p256dh))
        return len(from_text(auth)) == AUTH
    except (ValueError, InvalidKey):
        return False


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only the browser with these keys can read; ``own`` and ``salt`` are chance otherwise."""
    own, salt = own or ec.generate_private_key(_CURVE), salt or os.urandom(16)
    point = from_text(p256dh)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point)
    ours = point_of(own)
    shared = own.exchange(ec.ECDH(), theirs)
    key = _derived(shared, from_text(auth), b"WebPush: info\0" + point + ours, 32)
    content_key = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD, len(ours)) + ours
    # The byte after the message says that no other record follows.
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key."""
    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(*form)


class Signer:
    """Says to push services whose messages these are, by the key pair of this site (VAPID)."""

    def __init__(self, secret: str, contact: str) -> None:
        """``secret`` is what `new_secret` has made, ``contact`` an address of the site's operator."""
        self._key = ec.derive_private_key(int.from_bytes(from_text(secret)), _CURVE)
        self._contact = contact
        self.public = to_text(point_of(self._key))
        """What browsers subscribe with."""

    @staticmethod
    def new_secret() -> str:
        """The private half of a new key pair."""
        value = ec.generate_private_key(_CURVE).private_numbers().private_value
        return to_text(value.to_bytes(32))

    def header(self, origin: str, expires: int) -> str:
        """The header that proves it to the push service at an origin, until then (seconds since 1970)."""
        said = {"aud": origin, "exp": expires, "sub": self._contact}
        parts = [to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, said)]
        signed = ".".join(parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{to_text(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"
