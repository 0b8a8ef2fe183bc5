"""Web Push: the example of RFC 8291, byte for byte, and signatures that a push service accepts."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec

from stonefield.server.notify.https import is_endpoint, is_webhook
from stonefield.server.notify.webpush import Signer, are_keys, encrypted, from_text, to_text
from stonefield.server.settings import PUSH_SERVICES

from .receivers import Device, Taken, check_vapid

PLAIN = b"When I grow up, I want to be a watermelon"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_byte_for_byte():
    own = ec.derive_private_key(int.from_bytes(from_text(OWN)), ec.SECP256R1())
    sealed = encrypted(PLAIN, POINT, AUTH, own=own, salt=from_text(SALT))
    assert to_text(sealed) == SEALED


def test_only_its_browser_reads_a_message():
    device = Device("https://push.example.org/1")
    keys = device.subscription["keys"]
    assert are_keys(**keys)
    assert device.read(encrypted(b'{"title": "Te j\xc3\xb6ssz"}', **keys)) == {"title": "Te jössz"}
    assert encrypted(b"{}", **keys) != encrypted(b"{}", **keys)


def test_what_are_no_keys():
    for point in ("", "AAAA", POINT[:-4], "B" + "A" * 86, "not base64!"):
        assert not are_keys(point, AUTH)
    assert not are_keys(POINT, "AAAA")


def test_a_signature_names_its_service_and_the_operator():
    secret = Signer.new_secret()
    signer = Signer(secret, "https://stones.example.org")
    header = signer.header("https://fcm.googleapis.com", 1_800_000_000)
    taken = Taken("/", {"authorization": header}, b"")
    claims = check_vapid(taken, signer.public, "https://fcm.googleapis.com")
    assert claims == {
        "aud": "https://fcm.googleapis.com",
        "exp": 1_800_000_000,
        "sub": "https://stones.example.org",
    }
    assert Signer(secret, "").public == signer.public


def test_endpoints_are_those_of_known_services():
    for good in (
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/Qx",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ):
        assert is_endpoint(good, PUSH_SERVICES)
    for bad in (
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8080/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example/.push.apple.com",
        "https://evilpush.apple.com.example/",
        "https://notify.windows.com\\@evil.example/",
        "https://[::1]/x",
        "",
    ):
        assert not is_endpoint(bad, PUSH_SERVICES), bad
    origins = ("https://discord.com",)
    assert is_webhook(f"https://discord.com/api/webhooks/123456/{'a' * 60}", origins)
    assert not is_webhook(f"https://discord.com/api/webhooks/123456/{'a' * 60}?x=1", origins)
    assert not is_webhook("https://discord.com/api/users/@me", origins)
