"""Messages over HTTP: how an account is told (`/api/accounts/me/messages`), links, and feeds."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from stonefield.server.practice.feeds import ATOM
from stonefield.server.protocol import notifications as protocol
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.api import PROBLEMS, Documented, answers, encoded
from stonefield.server.web.application import Application, Here
from stonefield.server.web.guard import caller_of
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.sessions_api import sign_in_as, try_name
from stonefield.server.web.signed_in import Person, Proven, SignedInPerson

FEED: Documented = {200: {"content": {ATOM: {}}}}
NOTHING: Documented = {204: {"content": {}}}
Secret = Annotated[str, Path(max_length=64)]
mine = APIRouter(prefix="/api/accounts/me", responses=PROBLEMS, route_class=PricedRoute)
links = APIRouter(prefix="/api", responses=PROBLEMS, route_class=PricedRoute)


async def _view(here: Application, person: SignedInPerson) -> Response:
    return encoded(await here.messages.wishes.view(person.account, person.session))


@mine.get("/messages", responses=answers("MessagesView"))
@priced(5)
async def my_messages(here: Here, person: Person) -> Response:
    """How the account is told while its owner is away."""
    return await _view(here, person)


@mine.put("/mail", responses=answers("MessagesView"))
@priced(10)
async def set_mail(here: Here, person: Proven, wishes: protocol.NewMail) -> Response:
    """Set or forget the mail address. A link goes to a new one, which confirms it within a day.

    It is good for messages, if they are switched on, and for getting back into the account.
    """
    if wishes.mail is not None:
        here.tries.mail(person.account.id, wishes.mail)
    await here.messages.wishes.set_mail(person.account, wishes.mail)
    return await _view(here, person)


@mine.put("/messages/mail", responses=answers("MessagesView"))
@priced(7)
async def choose_mail(here: Here, person: Person, wishes: protocol.MailWishes) -> Response:
    """Switch messages by mail on or off, at once or once a day."""
    await here.messages.wishes.choose_mail(person.account, wishes)
    return await _view(here, person)


@mine.post("/messages/devices", status_code=201, responses=answers("MessagesView", 201))
@priced(8)
async def add_device(here: Here, person: Person, wishes: protocol.NewDevice) -> Response:
    """Let this browser get push messages, as long as it is signed in."""
    await here.messages.wishes.add_device(person.account, person.session, wishes)
    return encoded(await here.messages.wishes.view(person.account, person.session), 201)


@mine.delete("/messages/devices/{device}", responses=answers("MessagesView"))
@priced(7)
async def drop_device(here: Here, person: Person, device: Annotated[str, Path(max_length=32)]) -> Response:
    """Send a browser no more push messages."""
    await here.messages.wishes.store.drop(account=person.account.id, id=device, kind="push")
    return await _view(here, person)


@mine.put("/messages/discord", responses=answers("MessagesView"))
@priced(7)
async def set_discord(here: Here, person: Person, wishes: protocol.NewWebhook) -> Response:
    """Send messages to a webhook of Discord, or no more."""
    await here.messages.wishes.set_discord(person.account, wishes.webhook)
    return await _view(here, person)


@mine.put("/messages/telegram", responses=answers("MessagesView"))
@priced(10)
async def set_telegram(here: Here, person: Person, wishes: protocol.NewChat) -> Response:
    """Send messages to a chat of Telegram, once the link that the bot sends there was opened; or no more."""
    if wishes.chat is not None:
        here.tries.mail(person.account.id, wishes.chat)
    await here.messages.wishes.set_telegram(person.account, wishes.chat)
    return await _view(here, person)


@mine.post("/messages/feed", status_code=201, responses=answers("NewFeed", 201))
@priced(7)
async def make_feed(here: Here, person: Person) -> Response:
    """A new address of the feed, shown only now; the one before leads nowhere any more."""
    token = await here.messages.wishes.make_feed(person.account)
    answer: protocol.NewFeed = {"address": here.messages.links.page(f"/api/notifications/feed/{token}")}
    return encoded(answer, 201)


@mine.delete("/messages/feed", responses=answers("MessagesView"))
@priced(7)
async def drop_feed(here: Here, person: Person) -> Response:
    """Let the feed's address lead nowhere."""
    await here.messages.wishes.store.drop(account=person.account.id, kind="feed")
    return await _view(here, person)


# Links and feeds, which need no session


@links.get("/notifications/feed/{token}", responses=FEED, response_class=Response)
@priced(10)
async def feed(here: Here, token: Secret) -> Response:
    """What an account would be told, as an Atom feed: its turns, challenges and results."""
    content = await here.messages.feed(token, here.messages.links.page("/account"))
    if content is None:
        raise Refusal("not_found", "there is no feed at this address")
    return Response(content, media_type=ATOM)


@links.post("/notifications/unsubscribe/{token}", status_code=204, responses=NOTHING, response_class=Response)
@priced(6)
async def unsubscribe(here: Here, token: Secret) -> None:
    """End messages by mail (RFC 8058). No one has to be signed in; doing it again changes nothing."""
    await here.messages.links.end(token)


@links.post("/notifications/confirm", responses=answers("Confirmed"))
@priced(6)
async def confirm(request: Request, here: Here, use: protocol.LinkUse) -> Response:
    """Open the link that confirms a mail address or a chat; it is good for one use."""
    here.tries.from_address(caller_of(request.scope).address)
    return encoded(await here.messages.wishes.confirm(use.token))


@links.post("/sessions/mail", status_code=204, responses=NOTHING, response_class=Response)
@priced(10)
async def send_recovery(request: Request, here: Here, wishes: protocol.RecoveryWish) -> None:
    """Send the account with this name a link by mail, if it has a confirmed address.

    The answer is the same whether there is such an account or not. The link is good for 15 minutes.
    """
    try_name(request, wishes.name)
    await here.messages.wishes.recover(wishes.name)


@links.post("/sessions/mail-link", status_code=201, responses=answers("SignedIn", 201))
@priced(10)
async def sign_in_by_mail(request: Request, here: Here, use: protocol.MailSignIn) -> Response:
    """Sign in with the link that came by mail, which is used up; a new password can be set then."""
    here.tries.from_address(caller_of(request.scope).address)
    account = await here.messages.wishes.by_mail(use.token)
    return await sign_in_as(request, account, use.along)
