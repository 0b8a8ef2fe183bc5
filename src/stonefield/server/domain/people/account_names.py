"""The names of accounts: which there may be, and which are taken for each other."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import pairwise

from stonefield.games.game import games
from stonefield.locales.confusables import look_of, script_of
from stonefield.locales.names import clean_name
from stonefield.server.protocol.accounts import NameProblem

SHORTEST, LONGEST = 2, 20
LONGEST_KEY = 120
"""A letter such as ﷺ is many after folding."""
_BETWEEN = "-_."
"""Signs that may be between letters and digits."""
_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
"""Scripts that one language is written in."""
_RANGES = {
    "LATIN": ((0x0041, 0x024F), (0x1E00, 0x1EFF)),
    "GREEK": ((0x0370, 0x03FF), (0x1F00, 0x1FFF)),
    "CYRILLIC": ((0x0400, 0x052F),),
}
"""Where the letters of languages are; the others are for phoneticians, and look like ordinary ones."""
_SPECIAL = {"ー": "KATAKANA", "々": "CJK", "〆": "CJK"}
_WORDS = """
abuse account accounts admin administrator anonymous anyone api arbiter bot computer
contact deleted engine everyone everybody guest guests help here host info learner mail me mod mods
moderation moderator nobody noreply none null official operator owner player postmaster root security
server session settings site someone somebody staff support sysadmin system team undefined unknown
user webmaster you
"""
_RESERVED_PARTS = tuple(map(look_of, ("stonefield", "admin", "moderator")))


@cache
def _reserved() -> frozenset[str]:
    """What no account is called: offices, and the names of the games."""
    return frozenset(map(look_of, (*_WORDS.split(), *(game.name for game in games()))))


def read_name(text: str) -> str:
    """A name as it is stored: without spaces around it, and in Unicode's composed form."""
    return unicodedata.normalize("NFKC", text.strip())


def key_of(name: str) -> str:
    """What two names have in common that could be taken for each other."""
    return look_of(name)


def problem_of(name: str) -> NameProblem | None:
    """Why an account cannot have a name, `read_name` done; None if it can, unless another has it."""
    if len(name) < SHORTEST:
        return "short"
    if len(name) > LONGEST:
        return "long"
    if not _is_written(name):
        return "letters"
    scripts = {_script(sign) for sign in name if unicodedata.category(sign)[0] == "L"}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return "mixed"
    key = key_of(name)
    if len(key) < SHORTEST:
        return "short"
    if len(key) > LONGEST_KEY:
        return "long"
    bare = key.rstrip("ol23456789")
    if key in _reserved() or bare in _reserved() or any(part in key for part in _RESERVED_PARTS):
        return "reserved"
    return None


def _is_written(name: str) -> bool:
    """Whether a name is made of letters, with digits among them, and single signs in between."""
    if clean_name(name) != name or not any(sign.isalpha() for sign in name):
        return False
    edges = {name[0], name[-1]} & set(_BETWEEN)
    doubled = any(one in _BETWEEN and other in _BETWEEN for one, other in pairwise(name))
    return not edges and not doubled and all(map(_is_allowed, name))


def _is_allowed(sign: str) -> bool:
    kind = unicodedata.category(sign)
    if sign in _BETWEEN or (sign.isascii() and sign.isdigit()):
        return True
    if kind in ("Mn", "Mc"):
        return True
    if kind not in ("Lu", "Ll", "Lo", "Lt") and sign not in _SPECIAL:
        return False
    ranges = _RANGES.get(_script(sign))
    return ranges is None or any(first <= ord(sign) <= last for first, last in ranges)


def _script(sign: str) -> str:
    return _SPECIAL.get(sign) or script_of(sign)
