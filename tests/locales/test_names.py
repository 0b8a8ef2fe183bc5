"""Names: nothing invisible, no towers of marks, and every real script as it is written."""

from __future__ import annotations

import unicodedata

import pytest

from stonefield.locales.names import MOST_MARKS, clean_name

INVISIBLE = {
    "a filler of Hangul": "\u3164",
    "a half-width filler": "\uffa0",
    "an initial consonant that is none": "\u115f",
    "a vowel that is none": "\u1160",
    "Braille without dots": "\u2800",
    "a variation selector": "\ufe0f",
    "a selector of Japanese names": "\U000e0100",
    "the grapheme joiner": "\u034f",
    "inherent vowels": "\u17b4\u17b5",
    "Mongolian selectors": "\u180b\u180e\u180f",
    "joiners": "\u200b\u200c\u200d\u2060\ufeff",
    "directions": "\u202e\u2066\u061c",
    "a soft hyphen": "\xad",
    "tags": "\U000e0041\U000e007f",
    "an empty note": "\U0001d159",
    "a blank hieroglyph": "\U00013441",
    "no object": "\ufffc",
    "spaces": "\xa0\u2003\u3000\u1680",
    "control characters": "\x00\x07\x1b",
    "marks without a letter": "\u0301\u0489 \u20dd",
}

REAL = {
    "Hebrew with points": "שָׁלוֹם",
    "Arabic with vowels": "مُحَمَّد",
    "Persian, with a non-joiner": "علی\u200cرضا",
    "Thai": "ก็ปู่ย่า",
    "Devanagari": "श्रीकृष्ण",
    "Devanagari, with a joiner": "क्\u200dष",
    "Sinhala, with a joiner": "ශ්\u200dරී",
    "Tamil": "தமிழ்",
    "Tibetan": "བརྒྱུད",
    "Khmer": "ខ្មែរ",
    "Korean": "김민준",
    "Chinese": "王小明",
    "Vietnamese": "Nguyễn",
    "Vietnamese in parts": unicodedata.normalize("NFD", "Nguyễn Thị Hương"),
    "Greek": "Ἀθηνᾶ",
    "an apostrophe and a hyphen": "Anne-Marie O’Neil",
    "an emoji": "Ann 🗿",
    "a heart": "Ann ❤\ufe0f",
    "a family": "👨\u200d👩\u200d👧",
    "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "skin and a profession": "👩🏽\u200d🔬",
    "a flag": "🇭🇺",
}


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE)
def test_of_a_name_that_cannot_be_seen_nothing_is_left(name):
    assert clean_name(name) == ""


@pytest.mark.parametrize("name", REAL.values(), ids=REAL)
def test_real_scripts_stay_as_they_are_written(name):
    assert clean_name(name) == name


def test_joiners_go_where_they_only_make_two_names_look_alike():
    assert clean_name("An\u200dn") == clean_name("An\u200cn") == clean_name("An\ufe0fn") == "Ann"
    assert clean_name("🗿\u200d") == "🗿"
    assert clean_name("علی\u200c") == "علی"


def test_a_letter_bears_few_marks():
    tower = "Z" + "\u0301\u0327\u0489" * 10 + "a"
    assert clean_name(tower) == "Z" + "\u0301\u0327\u0489" + "a"
    assert MOST_MARKS == 3
