"""Letters that look alike: names that differ only in such letters are folded into one key."""

from __future__ import annotations

import unicodedata

_LOOKS = {
    # Digits and letters that many typefaces draw alike, one of them in upper case.
    "0": "o", "1": "l", "i": "l", "|": "l",
    # Latin letters with a stroke or without a dot, which no decomposition takes apart.
    "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ƀ": "b", "ɨ": "l", "ƶ": "z",
    "ɍ": "r", "ɇ": "e", "ɏ": "y", "ɉ": "j", "ȷ": "j", "ŋ": "n", "ƙ": "k", "ƈ": "c", "ƒ": "f", "ɠ": "g",
    "ǀ": "l", "ǃ": "l", "ǁ": "ll", "ƨ": "s", "ƽ": "s", "ƅ": "b", "ə": "e", "ǝ": "e", "ɔ": "c", "ŉ": "n",
    "æ": "ae", "œ": "oe", "þ": "p", "ĸ": "k",
    # Cyrillic
    "а": "a", "в": "b", "с": "c", "е": "e", "ё": "e", "є": "e", "н": "h", "к": "k", "ќ": "k", "м": "m",
    "о": "o", "р": "p", "т": "t", "у": "y", "ў": "y", "ү": "y", "ұ": "y", "х": "x", "ҳ": "x", "і": "l",
    "ї": "l", "ј": "j", "ѕ": "s", "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l", "г": "r", "п": "n",
    "и": "u", "ѵ": "v", "ҝ": "k", "қ": "k", "ҫ": "c", "ө": "o", "ғ": "f", "з": "3", "б": "6", "ь": "b",
    # Greek
    "α": "a", "β": "b", "γ": "y", "ε": "e", "ζ": "z", "η": "h", "ι": "l", "κ": "k", "μ": "m", "ν": "n",
    "ο": "o", "ρ": "p", "τ": "t", "υ": "y", "χ": "x", "σ": "o", "ω": "w", "ϳ": "j", "ϲ": "c",
    # Armenian, Hebrew, Arabic and Cherokee, as far as a whole name could be made of them.
    "օ": "o", "ո": "n", "ս": "u", "ց": "g", "հ": "h", "զ": "q", "ա": "w", "լ": "l", "տ": "m", "ք": "p",
    "ס": "o", "ו": "l", "ן": "l", "ا": "l", "ه": "o",
    "Ꭺ": "a", "Ᏼ": "b", "Ꮯ": "c", "Ꭰ": "d", "Ꭼ": "e", "Ꮐ": "g", "Ꮋ": "h", "Ꭵ": "l", "Ꭻ": "j", "Ꮶ": "k",
    "Ꮮ": "l", "Ꮇ": "m", "Ꮲ": "p", "Ꮢ": "r", "Ꮪ": "s", "Ꭲ": "t", "Ꮩ": "v", "Ꮃ": "w", "Ꮍ": "y", "Ꮓ": "z",
}  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"))
_ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")
"""Scripts whose marks are small beside their letters; in others a mark may be a vowel."""


def look_of(name: str) -> str:
    """What a name looks like at a glance: the same for names that could be taken for each other.

    Case, accents, punctuation and the difference between look-alike letters are gone.
    """
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen: list[str] = []
    for sign in unicodedata.normalize("NFKD", text):
        kind = unicodedata.category(sign)
        if kind == "Mn" and (not seen or script_of(seen[-1]) in _ALPHABETS):
            continue
        if kind[0] in "LMN" or sign == "|":
            seen.extend(_LOOKS.get(sign, sign))
    look = "".join(seen)
    for pair, one in _PAIRS:
        look = look.replace(pair, one)
    return unicodedata.normalize("NFC", look)


def script_of(letter: str) -> str:
    """The script of a letter, as the first word of its name says it, such as `LATIN` or `CJK`."""
    return unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]
