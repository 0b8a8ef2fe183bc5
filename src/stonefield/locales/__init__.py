"""The words people read, in seven languages: one catalogue each for server, browser and terminal.

A text is a string with ``{name}`` placeholders, or plural forms; ``count`` chooses one by CLDR's rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

Text: TypeAlias = str | dict[str, str]

LANGUAGES = ("en", "de", "fr", "nl", "it", "hu", "ro")
NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "nl": "Nederlands",
    "it": "Italiano",
    "hu": "Magyar",
    "ro": "Română",
}
_BETWEEN_THOUSANDS = {"en": ",", "de": ".", "fr": "\u202f", "nl": ".", "it": ".", "hu": "\u00a0", "ro": "."}
FOLDER = Path(__file__).parent

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class MissingTextError(LookupError):
    """A key or a placeholder's value that is not there: a mistake of ours, never of a reader."""


class Catalogue:
    """Every text of one language."""

    __slots__ = ("language", "texts")

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise MissingTextError(f"`{language}`: the languages are {', '.join(LANGUAGES)}")
        self.language = language
        self.texts: Mapping[str, Text] = _texts(language)

    def text(self, key: str, /, **values: object) -> str:
        """The text of ``key`` with its placeholders filled; ``count`` chooses between plural forms."""
        entry = self.texts.get(key)
        if entry is None:
            raise MissingTextError(f"`{key}`: the {self.language} catalogue has no such text")
        if isinstance(entry, dict):
            count = values.get("count")
            if not isinstance(count, int):
                raise MissingTextError(f"`{key}`: its plural forms need a whole number as `count`")
            # Only round millions are `many`; a text that never counts so far leaves the form out.
            entry = entry.get(plural_category(self.language, count), entry["other"])

        def fill(placeholder: re.Match[str]) -> str:
            name = placeholder[1]
            if name not in values:
                raise MissingTextError(f"`{key}`: no value for {{{name}}}")
            value = values[name]
            return grouped(self.language, value) if name == "count" and isinstance(value, int) else str(value)

        return _PLACEHOLDER.sub(fill, entry)

    def named(self, key: str, plain: str) -> str:
        """The word for a game or a colour; of one that was installed its plain name."""
        return self.text(key) if key in self.texts else plain


def grouped(language: str, number: int) -> str:
    """A whole number with its thousands kept apart, as CLDR has it for the language."""
    return f"{number:,}".replace(",", _BETWEEN_THOUSANDS[language])


def placeholders(text: str) -> frozenset[str]:
    """The names a text wants values for."""
    return frozenset(_PLACEHOLDER.findall(text))


def plural_category(language: str, count: int) -> str:
    """CLDR's name for the form a whole number takes: ``one``, ``few``, ``many`` or ``other``."""
    return _PLURALS[language](abs(count))


def best_language(wanted: str | None) -> str:
    """The best of our languages for an Accept-Language header or a locale variable; English if none fits.

    >>> best_language("pt, de-CH;q=0.8, fr;q=0.9")
    'fr'
    >>> best_language("hu_HU.UTF-8")
    'hu'
    """
    choices: list[tuple[float, str]] = []
    for part in re.split(r"[,:]", wanted or ""):
        tag, _, weight = part.strip().partition(";")
        language = re.split(r"[-_.@]", tag.strip().lower())[0]
        if language in LANGUAGES:
            choices.append((_weight(weight), language))
    # Of equal weights the first named wins, and a weight of 0 means "not this one".
    best = max(choices, key=lambda choice: choice[0], default=(0.0, "en"))
    return best[1] if best[0] > 0 else "en"


@cache
def _texts(language: str) -> dict[str, Text]:
    texts: dict[str, Text] = {}
    for file in (FOLDER / language).glob("*.json"):
        texts |= json.loads(file.read_text("utf-8"))
    return texts


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _french(count: int) -> str:
    return "one" if count <= 1 else _millions(count)


def _italian(count: int) -> str:
    return "one" if count == 1 else _millions(count)


def _millions(count: int) -> str:
    return "many" if count and count % 1_000_000 == 0 else "other"


def _romanian(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if count == 0 or 1 <= count % 100 <= 19 else "other"


_PLURALS: dict[str, Callable[[int], str]] = {
    "en": _one_or_other,
    "de": _one_or_other,
    "fr": _french,
    "nl": _one_or_other,
    "it": _italian,
    "hu": _one_or_other,
    "ro": _romanian,
}
