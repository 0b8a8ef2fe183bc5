"""Signing in and out over HTTP (`/api/sessions`)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from stonefield.server.domain.people.account import Account
from stonefield.server.domain.people.account_names import key_of, read_name
from stonefield.server.protocol import accounts as protocol
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web import cookies
from stonefield.server.web.api import PROBLEMS, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced, purse_of
from stonefield.server.web.signed_in import Person, device, site_of

HASHING, TAKING = 80.0, 5.0
"""Points for a password that is hashed, and for each game that comes along."""
NOTHING: protocol.TakenAlong = {"games": [], "studies": [], "learner": False}
router = APIRouter(prefix="/api/sessions", responses=PROBLEMS, route_class=PricedRoute)


async def taken_along(request: Request, account: Account, along: protocol.Along) -> protocol.TakenAlong:
    """What comes along from the browser, paid for."""
    if not (along.games or along.studies or along.learner):
        return NOTHING
    purse_of(request).spend(TAKING * (len(along.games) + len(along.studies)))
    return await application_of(request).people.belongings.take(account, along)


async def sign_in_as(request: Request, account: Account, along: protocol.Along) -> Response:
    """Open a session, always with a token of its own; the one that the browser had before ends."""
    here = application_of(request)
    before = cookies.session_token(request.scope, here.settings)
    old = None if before is None else await here.people.sessions.find(before)
    session, token = await here.people.sessions.open(account.id, device(request))
    if old is not None:
        await here.people.sessions.end(old.session.account, only=old.session.id)
    taken = await taken_along(request, account, along)
    answer: protocol.SignedIn = {"account": await here.people.accounts.view(account, session), "along": taken}
    response = encoded(answer, 201)
    cookies.give(response, request.scope, here.settings, token)
    return response


def try_name(request: Request, name: str) -> None:
    """One more try to get into the account with a name; Refusal if there were too many."""
    application_of(request).tries.for_name(caller_of(request.scope).address, key_of(read_name(name)))


@router.post("", status_code=201, responses=answers("SignedIn", 201))
@priced(HASHING)
async def sign_in(request: Request, wishes: protocol.SignIn) -> Response:
    """Sign in with a password; the answer sets the session's cookie.

    An unknown name, a wrong password and an account without one are refused alike.
    """
    try_name(request, wishes.name)
    account = await application_of(request).people.accounts.by_password(wishes.name, wishes.password)
    return await sign_in_as(request, account, wishes.along)


@router.post("/passkey-options", responses=answers("PasskeyOptions"))
@priced(4)
async def passkey_options(request: Request) -> Response:
    """What the browser needs to show a passkey, to sign in or to prove who one is."""
    application_of(request).tries.from_address(caller_of(request.scope).address)
    options = await application_of(request).people.accounts.passkeys.request(site_of(request))
    answer: protocol.PasskeyOptions = {"options": options}
    return encoded(answer)


@router.post("/passkey", status_code=201, responses=answers("SignedIn", 201))
@priced(10)
async def sign_in_with_passkey(request: Request, wishes: protocol.PasskeySignIn) -> Response:
    """Sign in with a passkey, which names its account itself."""
    application_of(request).tries.from_address(caller_of(request.scope).address)
    account = await application_of(request).people.accounts.by_passkey(site_of(request), wishes.passkey)
    return await sign_in_as(request, account, wishes.along)


@router.post("/recovery", status_code=201, responses=answers("SignedIn", 201))
@priced(10)
async def sign_in_with_code(request: Request, wishes: protocol.RecoverySignIn) -> Response:
    """Sign in with a recovery code, which is used up; a new password can be set then."""
    try_name(request, wishes.name)
    account = await application_of(request).people.accounts.by_code(wishes.name, wishes.code)
    return await sign_in_as(request, account, wishes.along)


@router.get("", responses=answers("SessionList"))
@priced(5)
async def list_sessions(request: Request, person: Person) -> Response:
    """Where the account is signed in."""
    found = await application_of(request).people.sessions.all(person.account.id)
    answer: protocol.SessionList = {
        "sessions": [
            {
                "id": one.id,
                "current": one.id == person.session.id,
                "device": one.device,
                "created": one.created,
                "seen": one.seen,
                "expires": one.expires,
            }
            for one in found
        ]
    }
    return encoded(answer)


@router.put("/current/proof", responses=answers("AccountView"))
@priced(HASHING)
async def prove(request: Request, person: Person, proof: protocol.Proof) -> Response:
    """Show again who one is, with the password or a passkey; that counts for 10 minutes."""
    here = application_of(request)
    if proof.password is None and proof.passkey is None:
        raise Refusal("invalid", "show the password or a passkey")
    try_name(request, person.account.name)
    session = await here.people.accounts.prove(person.session, proof, site_of(request))
    return encoded(await here.people.accounts.view(person.account, session))


@router.delete("/current", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(3)
async def sign_out(request: Request) -> Response:
    """Sign this browser out; nothing happens if it was."""
    here = application_of(request)
    token = cookies.session_token(request.scope, here.settings)
    known = None if token is None else await here.people.sessions.find(token)
    if known is not None:
        await here.people.sessions.end(known.session.account, only=known.session.id)
    response = Response(status_code=204)
    cookies.take_away(response, request.scope, here.settings)
    return response


@router.delete("", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(3)
async def end_sessions(request: Request, person: Person) -> None:
    """Sign all other browsers out."""
    await application_of(request).people.sessions.end(person.account.id, but=person.session.id)


@router.delete("/{session}", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(3)
async def end_session(request: Request, person: Person, session: Annotated[str, Path(max_length=32)]) -> None:
    """Sign a browser out."""
    if not await application_of(request).people.sessions.end(person.account.id, only=session):
        raise Refusal("no_such_session", "the account has no session with this id")
