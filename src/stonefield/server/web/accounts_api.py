"""Accounts over HTTP (`/api/accounts`)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from stonefield.locales import LANGUAGES
from stonefield.locales.names import clean_name
from stonefield.server.accounts.accounts import public_view
from stonefield.server.now import now_ms
from stonefield.server.presenting.ratings import pool_ratings
from stonefield.server.protocol import accounts as protocol
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web import cookies
from stonefield.server.web.account_games_api import is_hidden
from stonefield.server.web.api import JSON, PROBLEMS, Documented, answers, encoded
from stonefield.server.web.application import application_of
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced, purse_of
from stonefield.server.web.sessions_api import HASHING, taken_along
from stonefield.server.web.signed_in import Person, Proven, device, site_of

EXPORTED = 2.0
"""Points for each game in an export."""
Gone: Documented = {204: {"content": {}}}
PasskeyId = Annotated[str, Path(max_length=32)]
router = APIRouter(prefix="/api/accounts", responses=PROBLEMS, route_class=PricedRoute)


def _check_language(language: str | None) -> None:
    if language is not None and language not in LANGUAGES:
        raise Refusal("no_such_language", f"there are {', '.join(LANGUAGES)}")


@router.post("", status_code=201, responses=answers("AccountMade", 201))
@priced(HASHING, makes=True)
async def make_account(request: Request, wishes: protocol.NewAccount) -> Response:
    """Make an account, with what this browser has as a guest, and sign it in."""
    here = application_of(request)
    _check_language(wishes.language)
    here.tries.make(caller_of(request.scope).address)
    made = await here.people.accounts.make(wishes, site_of(request), device(request))
    taken = await taken_along(request, made.account, wishes.along)
    answer: protocol.AccountMade = {
        "account": await here.people.accounts.view(made.account, made.session),
        "along": taken,
        "recovery_codes": made.codes,
    }
    response = encoded(answer, 201)
    cookies.give(response, request.scope, here.settings, made.token)
    return response


@router.post("/passkey-options", responses=answers("PasskeyOptions"))
@priced(6)
async def new_account_passkey(request: Request, wishes: protocol.NewAccountPasskey) -> Response:
    """What the browser needs to make the first passkey of a new account."""
    here = application_of(request)
    here.tries.from_address(caller_of(request.scope).address)
    answer: protocol.PasskeyOptions = {
        "options": await here.people.accounts.options_for_new(site_of(request), wishes.name)
    }
    return encoded(answer)


@router.get("/names", responses=answers("NameVerdict"))
@priced(3)
async def check_name(request: Request, name: Annotated[str, Query(max_length=64)]) -> Response:
    """Whether an account could have a name."""
    return encoded(await application_of(request).people.accounts.verdict(name))


# One's own account


@router.get("/me", responses=answers("AccountView"))
@priced(4)
async def show_me(request: Request, person: Person) -> Response:
    """The account that is signed in."""
    return encoded(await application_of(request).people.accounts.view(person.account, person.session))


@router.patch("/me", responses=answers("AccountView"))
@priced(5)
async def settle(request: Request, person: Person, wishes: protocol.AccountSettings) -> Response:
    """Change settings."""
    here = application_of(request)
    _check_language(wishes.language)
    changes = wishes.model_dump(exclude_none=True)
    if changes:
        await here.people.accounts.store.settle(person.account.id, changes)
    account = await here.people.accounts.store.find(person.account.id)
    return encoded(await here.people.accounts.view(account or person.account, person.session))


@router.delete("/me", status_code=204, responses=Gone, response_class=Response)
@priced(20)
async def delete_me(request: Request, person: Proven) -> Response:
    """Delete the account for good, with its studies, practice and imported records, and all it has proposed.

    Games stay, for those who played them too, and name it no more. Ask for the password or a passkey before:
    `PUT /api/sessions/current/proof`.
    """
    here = application_of(request)
    await here.people.leaving.delete(person.account.id)
    response = Response(status_code=204)
    cookies.take_away(response, request.scope, here.settings)
    return response


@router.put("/me/name", responses=answers("AccountView"))
@priced(10)
async def rename(request: Request, person: Proven, wishes: protocol.NewName) -> Response:
    """Change the name, once in 30 days; former names stay the account's own."""
    here = application_of(request)
    await here.people.accounts.rename(person.account, wishes.name)
    account = await here.people.accounts.store.find(person.account.id)
    return encoded(await here.people.accounts.view(account or person.account, person.session))


@router.put("/me/password", responses=answers("AccountView"))
@priced(HASHING)
async def set_password(request: Request, person: Proven, wishes: protocol.NewPassword) -> Response:
    """Set a first or another password; all other browsers are signed out."""
    here = application_of(request)
    here.tries.from_address(caller_of(request.scope).address)
    await here.people.accounts.set_password(person.account, person.session, wishes.password)
    return encoded(await here.people.accounts.view(person.account, person.session))


@router.post("/me/recovery-codes", responses=answers("RecoveryCodes"))
@priced(6)
async def new_codes(request: Request, person: Proven) -> Response:
    """New recovery codes in place of the old ones."""
    codes = await application_of(request).people.accounts.fresh_codes(person.account.id)
    answer: protocol.RecoveryCodes = {"codes": codes}
    return encoded(answer)


@router.post("/me/passkeys/options", responses=answers("PasskeyOptions"))
@priced(6)
async def passkey_options(request: Request, person: Proven) -> Response:
    """What the browser needs to make one more passkey."""
    accounts = application_of(request).people.accounts
    options = await accounts.options_for_more(site_of(request), person.account)
    answer: protocol.PasskeyOptions = {"options": options}
    return encoded(answer)


@router.post("/me/passkeys", status_code=201, responses=answers("AccountView", 201))
@priced(10)
async def add_passkey(request: Request, person: Proven, wishes: protocol.NewPasskey) -> Response:
    """Add a passkey."""
    accounts = application_of(request).people.accounts
    await accounts.add_passkey(site_of(request), person.account, wishes, clean_name(wishes.name))
    return encoded(await accounts.view(person.account, person.session), 201)


@router.patch("/me/passkeys/{passkey}", responses=answers("AccountView"))
@priced(5)
async def rename_passkey(
    request: Request, person: Person, passkey: PasskeyId, wishes: protocol.PasskeyName
) -> Response:
    """Call a passkey something else."""
    accounts = application_of(request).people.accounts
    if not await accounts.store.rename_passkey(person.account.id, passkey, clean_name(wishes.name)):
        raise Refusal("no_such_passkey", "the account has no passkey with this id")
    return encoded(await accounts.view(person.account, person.session))


@router.delete("/me/passkeys/{passkey}", responses=answers("AccountView"))
@priced(5)
async def drop_passkey(request: Request, person: Proven, passkey: PasskeyId) -> Response:
    """Remove a passkey, if there is a password or another one."""
    accounts = application_of(request).people.accounts
    await accounts.drop_passkey(person.account, passkey)
    return encoded(await accounts.view(person.account, person.session))


@router.post("/me/along", responses=answers("TakenAlong"))
@priced(4)
async def take_along(request: Request, person: Person, along: protocol.Along) -> Response:
    """Let what this browser has as a guest belong to the account."""
    return encoded(await taken_along(request, person.account, along))


@router.get("/me/games", responses=answers("MyGames"))
@priced(10)
async def my_games(
    request: Request, person: Person, page: Annotated[int, Query(ge=0, le=10_000)] = 0
) -> Response:
    """Games of the account: those with its turn, then others that run, then those that ended last."""
    return encoded(await application_of(request).people.belongings.games(person.account.id, page))


@router.get("/me/export", responses={200: {"content": {JSON: {}}}}, response_class=Response)
@priced(20)
async def export(request: Request, person: Person) -> Response:
    """Everything that belongs to the account as one file: games and plans, studies, practice, settings."""
    here = application_of(request)
    purse_of(request).spend(EXPORTED * len(await here.people.belonging_store.games(person.account.id)))
    headers = {"Content-Disposition": 'attachment; filename="stonefield-account.json"'}
    return StreamingResponse(here.people.exporting.pieces(person.account), media_type=JSON, headers=headers)


# Others


@router.get("/{name}", responses=answers("PublicAccount"))
@priced(4)
async def show_account(request: Request, name: Annotated[str, Path(max_length=64)]) -> Response:
    """An account as others see it."""
    here = application_of(request)
    account = await here.people.accounts.named(name)
    if is_hidden(request, account):
        return encoded(public_view(account, [], None))
    standings = await here.ratings.standings(account.id)
    completion = await here.people.manners.store.completion(account.id)
    return encoded(public_view(account, pool_ratings(standings, now_ms()), completion))
