"""Sentences read in seven languages: what no person should have to read."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SQUARE = r"[a-p](?:1[0-6]|[1-9])"
_NOTATION = re.compile(
    rf"\b{_SQUARE}[rw]{{2}}\b|\b[A-Z]:|{_SQUARE}\*\d|(?<!\S)[-–](?!\S)|(?<![\w’-])[NESW](?![\w’-])"
)
_ZERO = re.compile(r"(?<![\w.,])0(?![\w.,]\d)")
_GAP = re.compile(r"[{}]|  |^\s|\s$|\bNone\b| [.,;](?:\s|$)|\(\s*\)")
_LIST = re.compile(rf"\b{_SQUARE}(?:, {_SQUARE})*+")
_AND = {"en": "and", "de": "und", "fr": "et", "nl": "en", "it": "e", "hu": "és", "ro": "și"}
_YOU = {
    "en": "you|your|yours",
    "de": "du|dich|dir|dein|deine|deinem|deinen|deiner|deines",
    "fr": "vous|votre|vos",
    "nl": "je|jij|jou|jouw",
    "it": "tu|ti|tuo|tua|tuoi|tue",
    "hu": "te|téged|neked|tied|tiéd",
    "ro": "tu|te|ți|îți|tău|ta|tăi|tale",
}
_OPPONENT = {
    "en": r"opponents?",
    "de": r"Gegners?",
    "fr": r"adversaires?|adverses?",
    "nl": r"tegenstanders?",
    "it": r"avversari[oa]?",
    "hu": r"ellenf[eé]l\w*",
    "ro": r"adversar\w*",
}
"""The words for the player who is spoken to, and for the other one."""


def unreadable(text: str, language: str) -> Iterator[str]:
    """What makes a sentence unreadable, whatever it is about."""
    if not text:
        yield "no words"
    if _NOTATION.search(text):
        yield "notation"
    if _ZERO.search(text):
        yield "a count of nothing"
    if _GAP.search(text):
        yield "a gap"
    if not text.endswith((".", "!", "?")):
        yield "no end"
    for found in _LIST.finditer(text):
        if "," in found[0] and not text.startswith(f" {_AND[language]} ", found.end()):
            yield f"a list without “{_AND[language]}”"


def speaks_to_you(text: str, language: str) -> bool:
    """Whether a sentence has a word for the player who reads it."""
    return bool(re.search(rf"(?<![\w’-])(?:{_YOU[language]})(?!\w)", text, re.IGNORECASE))


def names_opponent(text: str, language: str) -> bool:
    """Whether a sentence has a word for the other player."""
    return bool(re.search(rf"(?<!\w)(?:{_OPPONENT[language]})(?!\w)", text, re.IGNORECASE))


def wrong_person(text: str, language: str) -> Iterator[str]:
    """Why a sentence that anyone may read speaks of the wrong person."""
    if speaks_to_you(text, language):
        yield "speaks to a player"
    if names_opponent(text, language):
        yield "speaks of an opponent"
