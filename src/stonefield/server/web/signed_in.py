"""Who is signed in, as an argument of routes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from stonefield.server.accounts.devices import device_of
from stonefield.server.accounts.passkeys import Site
from stonefield.server.domain.people.account import Account, Session
from stonefield.server.now import now_ms
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.application import application_of
from stonefield.server.web.cookies import own_origins, session_token


@dataclass(frozen=True, slots=True)
class SignedInPerson:
    """The account that a request comes from, and the session of its browser."""

    account: Account
    session: Session

    def prove(self) -> None:
        """Refusal unless the person has just shown who they are."""
        if not self.session.is_proven(now_ms()):
            raise Refusal("prove_first", "show your password or a passkey again first")


async def signed_in(request: Request) -> SignedInPerson:
    """The person who is signed in; Refusal if no one is."""
    here = application_of(request)
    token = session_token(request.scope, here.settings)
    known = None if token is None else await here.people.sessions.find(token)
    account = None if known is None else await here.people.accounts.store.find(known.session.account)
    if known is None or account is None:
        raise Refusal("sign_in_first", "sign in first")
    return SignedInPerson(account, known.session)


async def just_proven(person: Annotated[SignedInPerson, Depends(signed_in)]) -> SignedInPerson:
    """The person who is signed in, and has just shown who they are."""
    person.prove()
    return person


Person = Annotated[SignedInPerson, Depends(signed_in)]
Proven = Annotated[SignedInPerson, Depends(just_proven)]


def site_of(request: Request) -> Site:
    """The site as the browser sees it; the door has seen to it that an Origin is ours."""
    ours = own_origins(request.scope, application_of(request).settings)
    origin = request.headers.get("origin", "").lower()
    return Site(origin if origin in ours else ours[0])


def device(request: Request) -> str:
    """What the browser says it is."""
    return device_of(request.headers.get("user-agent", ""))
