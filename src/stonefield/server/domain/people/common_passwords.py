"""Passwords that are tried first: well-known words with digits around them, and walks over the keyboard."""

from __future__ import annotations

_TEXT = """
password passwort motdepasse wachtwoord contraseña senha parola jelszo jelszó passw0rd p@ssw0rd
p@ssword pa55word qwerty qwertz azerty asdfgh zxcvbn yxcvbn qwertyuiop qwertzuiop azertyuiop asdfghjkl
zxcvbnm iloveyou iloveu loveyou letmein welcome willkommen bienvenue welkom benvenuto admin administrator
root superman batman spiderman pokemon naruto dragon monkey sunshine princess prinzessin football fussball
baseball basketball liverpool chelsea arsenal juventus barcelona realmadrid master shadow hunter trustno
starwars minecraft fortnite computer internet samsung iphone google facebook changeme default secret
geheim hallo hello hellohello michael jennifer jessica ashley daniel charlie thomas andrew matthew anthony
nicole jordan chocolate cheese whatever freedom summer sommer winter spring herbst autumn january february
stonefield boardgame boardgames chess schach lichess abcdef abcdefg abcdefgh abcdefghij
abcabc aaaaaa testtest test guest user login pass blink onetwothree mypassword yourpassword newpassword
mustang ferrari porsche mercedes matrix phoenix killer soccer hockey tigger pepper ginger cookie banana
butterfly flower angel angels babygirl lovely family friends jesus christ jesuschrist blessed
"""
_WORDS = frozenset(_TEXT.split())
_WALKS = (
    "12345678901234567890",
    "09876543210987654321",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "abcdefghijklmnopqrstuvwxyz",
    "zyxwvutsrqponmlkjihgfedcba",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1a2b3c4d5e6f7g8h9i0j",
    "q1w2e3r4t5y6u7i8o9p0",
)
_AROUND = "0123456789!?.,-_*#@$%&+= "
_DISTINCT = 5
"""Characters that a password has at least, repetitions not counted."""
_PART = 4
"""A name shorter than this may occur in a password."""


def is_common(password: str, name: str = "") -> bool:
    """Whether a password is known to those who guess, or says the name of its account."""
    plain = password.casefold()
    word = plain.strip(_AROUND)
    if len(set(plain)) < _DISTINCT or word in _WORDS or _is_repeated(plain):
        return True
    if any(plain in walk or plain in walk[::-1] for walk in _WALKS):
        return True
    own = name.casefold()
    return len(own) >= _PART and own in plain and len(plain.replace(own, "").strip(_AROUND)) < _PART


def _is_repeated(text: str) -> bool:
    """Whether it is one short or well-known part again and again."""
    for length in range(1, len(text) // 2 + 1):
        part, (times, rest) = text[:length], divmod(len(text), length)
        if not rest and part * times == text:
            return length < _PART or part.strip(_AROUND) in _WORDS
    return False
