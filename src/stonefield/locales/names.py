"""Names and titles that people give: what cannot be seen goes, what real scripts need stays."""

from __future__ import annotations

import unicodedata

MOST_MARKS = 3
"""Combining marks on one letter: Hebrew and Tibetan need three, the towers of marks called Zalgo dozens."""
_NON_JOINER, _JOINER, _AS_EMOJI = "\u200c", "\u200d", "\ufe0f"
_VIRAMA = 9
"""The combining class of the sign that joins two consonants of Indic scripts."""
_BLANK = frozenset(
    "\u115f\u1160\u3164\uffa0"  # fillers of Hangul, letters by their category
    "\u2800"  # the Braille pattern without dots
    "\U00013441\U00013442"  # blank hieroglyphs
    "\U0001d159"  # the empty note head
    "\ufffc"  # stands for an object that is not there
)
"""Characters that look like nothing although their category says otherwise."""
_IGNORED_MARKS = (
    (0x034F, 0x034F),  # the grapheme joiner
    (0x17B4, 0x17B5),  # inherent vowels of Khmer
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0xFE00, 0xFE0F),  # variation selectors
    (0x16FE4, 0x16FE4),  # the Khitan filler
    (0xE0100, 0xE01EF),  # more variation selectors
)
"""Marks that Unicode calls default ignorable: nothing is drawn for them."""


def clean_name(name: str) -> str:
    """A name without anything invisible in it; of a name that cannot be seen nothing is left.

    At most `MOST_MARKS` marks stay on a letter, and none without a letter. Joiners stay where writing depends
    on them: after a virama, between Arabic letters and in emoji.
    """
    kept: list[str] = []
    marks = 0
    for place, sign in enumerate(name):
        before = kept[-1] if kept else " "
        kind = unicodedata.category(sign)
        if sign in (_NON_JOINER, _JOINER, _AS_EMOJI):
            if _is_needed(sign, before, name[place + 1 : place + 2]):
                kept.append(sign)
        elif kind[0] == "M":
            marks += 1
            if not before.isspace() and marks <= MOST_MARKS and not _is_ignored(sign):
                kept.append(sign)
        elif sign.isspace() or (kind[0] != "C" and sign not in _BLANK):
            kept.append(sign)
            marks = 0
    return " ".join("".join(kept).split())


def _is_ignored(mark: str) -> bool:
    return any(first <= ord(mark) <= last for first, last in _IGNORED_MARKS)


def _is_needed(sign: str, before: str, after: str) -> bool:
    """Whether a joiner or the emoji selector changes how its neighbours are written."""
    if sign == _AS_EMOJI:
        return unicodedata.category(before) == "So"
    if unicodedata.combining(before) == _VIRAMA:
        return bool(after) and unicodedata.category(after) == "Lo"
    if sign == _JOINER:
        return _is_emoji(before) and bool(after) and unicodedata.category(after) == "So"
    return _is_arabic(before) and bool(after) and _is_arabic(after)


def _is_emoji(sign: str) -> bool:
    """An emoji, or what was said about one: its colour of skin, that it is one."""
    return sign == _AS_EMOJI or unicodedata.category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _is_arabic(sign: str) -> bool:
    return unicodedata.bidirectional(sign) == "AL"
