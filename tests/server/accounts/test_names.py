"""Names of accounts: what may be one, and which are taken for each other."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stonefield.locales.confusables import look_of
from stonefield.server.domain.people.account_names import LONGEST_KEY, key_of, problem_of, read_name
from stonefield.server.domain.people.common_passwords import is_common

ANY = st.text(max_size=30)
WORDS = st.text(alphabet="abcdefghjkmnpqrstuxyzABCDEFGH23456789áéöüñçšž", min_size=3, max_size=20)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Jean-Luc",
        "anna_maria",
        "Zoë",
        "Łukasz",
        "Дмитрий",
        "Ελένη",
        "明子",
        "たなか",
        "민수",
        "محمد",
        "דוד",
        "x2y",
    ],
)
def test_names_of_many_languages_are_possible(name):
    assert problem_of(read_name(name)) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "short"),
        ("x", "short"),
        ("a" * 21, "long"),
        ("12345", "letters"),
        ("a b", "letters"),
        ("-ann", "letters"),
        ("ann.", "letters"),
        ("a--b", "letters"),
        ("ann\u202egnp", "letters"),
        ("ann\u2066x", "letters"),
        ("an\u200bn", "letters"),
        ("an\u200dn", "letters"),
        ("a\u0301\u0301\u0301\u0301\u0301nn", "letters"),
        ("ann\x00", "letters"),
        ("ann😀", "letters"),
        ("ᴀnn", "letters"),
        ("аnn", "mixed"),
        ("Annα", "mixed"),
        ("annか", "mixed"),
        ("admin", "reserved"),
        ("AdMiN1", "reserved"),
        ("ad-min", "reserved"),
        ("moderatοr".replace("ο", "o"), "reserved"),
        ("Stonefield_Team", "reserved"),
        ("st0nefield", "reserved"),
        ("guest", "reserved"),
        ("Guest42", "reserved"),
        ("engine", "reserved"),
        ("me", "reserved"),
    ],
)
def test_names_that_deceive_or_cannot_be_read_are_refused(name, problem):
    assert problem_of(read_name(name)) == problem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "bob"),
        ("Bob", "B0b"),
        ("Bill", "BiII"),
        ("paul", "pau1"),
        ("corner", "comer"),
        ("vvilly", "willy"),
        ("ace", "асе"),
        ("Zoe", "Zoë"),
        ("anna.maria", "annamaria"),
        ("ｂｏｂ", "bob"),
        ("strasse", "straße"),
        ("ΑΒΒΑ", "abba"),
        ("søren", "soren"),
    ],
)
def test_look_alikes_have_one_key(one, other):
    assert key_of(read_name(one)) == key_of(read_name(other))


def test_different_names_have_different_keys():
    names = [
        "Ann",
        "Anna",
        "Hanna",
        "Ben",
        "Jan",
        "Jana",
        "Дмитрий",
        "明子",
        "明",
        "민수",
        "דוד",
        "Carla",
        "Karla",
    ]
    assert len({key_of(name) for name in names}) == len(names)


@given(ANY)
def test_any_text_is_judged_and_what_is_accepted_stays_as_it_is(text):
    name = read_name(text)
    if problem_of(name) is None:
        assert read_name(name) == name
        assert 0 < len(key_of(name)) <= LONGEST_KEY
        assert not any(unicodedata.category(sign)[0] in "CZ" for sign in name)
        assert "/" not in name
        assert "?" not in name


@given(WORDS)
def test_case_and_accents_and_form_make_no_other_name(name):
    plain = "".join(one for one in unicodedata.normalize("NFD", name) if unicodedata.category(one) != "Mn")
    same = {name.upper(), name.lower(), plain, unicodedata.normalize("NFD", name), f" {name} "}
    assert {key_of(read_name(one)) for one in same} == {key_of(name)}


@given(ANY)
def test_what_a_name_looks_like_looks_like_itself(text):
    assert look_of(look_of(text)) == look_of(text)


@pytest.mark.parametrize(
    "password", ["password2024", "1234567890", "qwertzuiop", "abcabcabcabc", "0987654321"]
)
def test_well_known_passwords_are_known(password):
    assert is_common(password)


@given(
    st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=14, max_size=30).filter(lambda t: len(set(t)) > 9)
)
def test_random_letters_are_no_known_password(password):
    walk = "abcdefghijklmnopqrstuvwxyz"
    if password not in walk and password not in walk[::-1]:
        assert not is_common(password) or password * 2 in password * 3
