"""The routes of messages, each with something to ask for; `doors.py` has all others."""

from __future__ import annotations

import base64

from .account_doors import ME, mine
from .asks import Ask

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The public key of the example in RFC 8291."""
DEVICE = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/one",
    "keys": {"p256dh": POINT, "auth": base64.urlsafe_b64encode(b"0123456789abcdef").decode()},
}
WEBHOOK = f"https://discord.com/api/webhooks/123456/{'a' * 40}"


def _mail(owners, owner) -> dict:
    return {"mail": f"{owners.name()}@example.org"}


def _anyone(method: str, path: str, json: object = None):
    return lambda world: Ask(method, path, json)


def _feed(world) -> Ask:
    owners = world.owners
    made = owners.told(Ask("POST", f"{ME}/messages/feed"), owners.usual)
    return Ask("GET", "/api/notifications/feed/" + made["address"].rpartition("/")[2])


MESSAGE_ROUTES = {
    "GET /api/accounts/me/messages": (mine("GET", f"{ME}/messages"),),
    "PUT /api/accounts/me/mail": (mine("PUT", f"{ME}/mail", _mail, fresh=True),),
    "PUT /api/accounts/me/messages/mail": (mine("PUT", f"{ME}/messages/mail", {"on": False}),),
    "POST /api/accounts/me/messages/devices": (mine("POST", f"{ME}/messages/devices", DEVICE),),
    "DELETE /api/accounts/me/messages/devices/{device}": (mine("DELETE", f"{ME}/messages/devices/none"),),
    "PUT /api/accounts/me/messages/discord": (mine("PUT", f"{ME}/messages/discord", {"webhook": WEBHOOK}),),
    "PUT /api/accounts/me/messages/telegram": (mine("PUT", f"{ME}/messages/telegram", {"chat": None}),),
    "POST /api/accounts/me/messages/feed": (mine("POST", f"{ME}/messages/feed", fresh=True),),
    "DELETE /api/accounts/me/messages/feed": (mine("DELETE", f"{ME}/messages/feed", fresh=True),),
    "GET /api/notifications/feed/{token}": (_feed,),
    "POST /api/notifications/unsubscribe/{token}": (
        _anyone("POST", f"/api/notifications/unsubscribe/{'a' * 48}"),
    ),
    "POST /api/notifications/confirm": (_anyone("POST", "/api/notifications/confirm", {"token": "a" * 32}),),
    "POST /api/sessions/mail": (
        lambda world: Ask("POST", "/api/sessions/mail", {"name": world.owners.usual["name"]}),
    ),
    "POST /api/sessions/mail-link": (_anyone("POST", "/api/sessions/mail-link", {"token": "a" * 32}),),
}
"""Links that are good for one use come by mail: `REFUSED` has those for which there is none here."""
