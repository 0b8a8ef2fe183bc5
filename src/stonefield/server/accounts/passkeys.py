"""Passkeys: options for the browser with a challenge that is good for one answer, and the answers checked."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from pydantic_core import from_json

from stonefield.server.domain.people.account import TICKET_LASTS, Account, Passkey
from stonefield.server.now import now_ms
from stonefield.server.protocol.accounts import NewCredential, ShownCredential
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.accounts import AccountStore
from stonefield.server.store.sessions import SessionStore, Ticket
from stonefield.server.tokens import hash_token, new_game_id

Purpose: TypeAlias = Literal["passkey new", "passkey shown"]
SITE = "Stonefield"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Site:
    """The site as the browser sees it."""

    origin: str

    @property
    def host(self) -> str:
        """The name that passkeys belong to."""
        return urlsplit(self.origin).hostname or ""


class Passkeys:
    """Makes and recognises passkeys."""

    def __init__(self, store: AccountStore, tickets: SessionStore) -> None:
        self._store, self._tickets = store, tickets

    async def creation(
        self, site: Site, account: str, name: str, known: tuple[Passkey, ...] = ()
    ) -> dict[str, Any]:
        """Options for a new passkey of an account, which need not exist yet; it has ``known`` already."""
        from webauthn import generate_registration_options
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        challenge = await self._challenge("passkey new", account)
        exclude = [PublicKeyCredentialDescriptor(id=_bytes(one.credential)) for one in known]
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=SITE,
            user_id=account.encode(),
            user_name=name,
            challenge=challenge,
            timeout=TICKET_LASTS,
            exclude_credentials=exclude,
            # Without asking for a name first, the browser offers what it has for this site.
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED
            ),
        )
        return _options(options)

    async def request(self, site: Site) -> dict[str, Any]:
        """Options for showing any passkey of this site."""
        from webauthn import generate_authentication_options

        challenge = await self._challenge("passkey shown", "")
        return _options(
            generate_authentication_options(rp_id=site.host, challenge=challenge, timeout=TICKET_LASTS)
        )

    async def made(self, site: Site, credential: NewCredential, name: str) -> Passkey:
        """A new passkey, to be written; its account is the one that the options were for."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        challenge, ticket = await self._answered("passkey new", credential.response.clientDataJSON)
        verified = await _verifying(
            lambda: verify_registration_response(
                credential=credential.model_dump(),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        )
        return Passkey(
            id=new_game_id(),
            account=ticket.detail,
            credential=bytes_to_base64url(verified.credential_id),
            public_key=bytes_to_base64url(verified.credential_public_key),
            signs=verified.sign_count,
            transports=tuple(credential.response.transports),
            host=site.host,
            name=name,
            created=now_ms(),
            used=None,
        )

    async def shown(self, site: Site, credential: ShownCredential) -> Account:
        """The account whose passkey was shown; Refusal if it is not right, or not ours."""
        from webauthn import verify_authentication_response

        challenge, _ = await self._answered("passkey shown", credential.response.clientDataJSON)
        passkey = await self._store.passkey(credential.id)
        if passkey is None:
            raise Refusal("wrong_credentials", "no account has this passkey")
        verified = await _verifying(
            lambda: verify_authentication_response(
                credential=credential.model_dump(),
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=_bytes(passkey.public_key),
                credential_current_sign_count=passkey.signs,
            )
        )
        account = await self._store.find(passkey.account)
        if account is None:
            raise Refusal("wrong_credentials", "no account has this passkey")
        await self._store.used_passkey(passkey.id, verified.new_sign_count, now_ms())
        return account

    async def _challenge(self, purpose: Purpose, detail: str) -> bytes:
        challenge = secrets.token_bytes(32)
        expires = now_ms() + TICKET_LASTS
        await self._tickets.add_ticket(_hash(challenge), purpose, expires, detail=detail)
        return challenge

    async def _answered(self, purpose: Purpose, client_data: str) -> tuple[bytes, Ticket]:
        """The challenge that was answered, and what it was for; no one can answer it again."""
        try:
            said = from_json(_bytes(client_data))
            challenge = _bytes(said["challenge"])
        except (ValueError, TypeError, KeyError, AttributeError):
            raise Refusal("bad_passkey", "the answer names no challenge") from None
        ticket = await self._tickets.use_ticket(_hash(challenge), purpose, now_ms())
        if ticket is None:
            raise Refusal("bad_passkey", "this challenge was answered before, or too long ago")
        return challenge, ticket


async def _verifying(verify: Callable[[], T]) -> T:
    """What is found right; Refusal if anything is not as it has to be."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return await asyncio.to_thread(verify)
    except WebAuthnException as error:
        raise Refusal("bad_passkey", f"the passkey's answer is not right: {error}") from None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
        # What a stranger sends need not have the form that the library takes for granted.
        raise Refusal("bad_passkey", f"the passkey's answer cannot be read: {type(error).__name__}") from None


def _hash(challenge: bytes) -> str:
    return hash_token(challenge.hex())


def _bytes(text: str) -> bytes:
    from webauthn import base64url_to_bytes

    return base64url_to_bytes(text)


def _options(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json

    plain: dict[str, Any] = from_json(options_to_json(options))
    return plain
