"""Reading texts: the language, the plural form, the placeholders."""

import pytest

from stonefield.locales import (
    LANGUAGES,
    NAMES,
    Catalogue,
    MissingTextError,
    best_language,
    grouped,
    plural_category,
)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("de", "de"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr-CA;q=0.4, it;q=0.7", "it"),
        ("nl;q=0, ro", "ro"),
        ("nl;q=0", "en"),
        ("ja, hu;q=0.1", "hu"),
        ("FR", "fr"),
        ("hu_HU.UTF-8", "hu"),
        ("ro_RO@euro", "ro"),
        ("pt_BR:it:en", "it"),
        ("en-GB,fr", "en"),
        ("fr,en", "fr"),
        ("C.UTF-8", "en"),
        ("*", "en"),
        ("de;q=quickly", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_best_language_is_the_most_wanted_one_we_have(wanted, found):
    assert best_language(wanted) == found


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "other", 1: "one", 2: "other", 1_000_000: "other"}),
        ("de", {0: "other", 1: "one", 2: "other", 21: "other"}),
        ("nl", {0: "other", 1: "one", 2: "other"}),
        ("hu", {0: "other", 1: "one", 2: "other"}),
        ("fr", {0: "one", 1: "one", 2: "other", 21: "other", 1_000_000: "many", 1_000_001: "other"}),
        ("it", {0: "other", 1: "one", 2: "other", 3_000_000: "many"}),
        (
            "ro",
            {0: "few", 1: "one", 2: "few", 19: "few", 20: "other", 101: "few", 120: "other"},
        ),
    ],
)
def test_plural_forms_follow_cldr(language, forms):
    assert {count: plural_category(language, count) for count in forms} == forms


def test_every_language_names_itself():
    assert tuple(NAMES) == LANGUAGES


def test_a_count_chooses_the_form():
    romanian = Catalogue("ro")
    assert romanian.text("terminal.stock", count=1) == "A rămas 1 megalit."
    assert romanian.text("terminal.stock", count=12) == "Au rămas 12 megaliți."
    assert romanian.text("terminal.stock", count=28) == "Au rămas 28 de megaliți."
    assert Catalogue("fr").text("terminal.stock", count=0) == "Il reste 0 mégalithe."


def test_the_thousands_of_a_count_are_kept_apart_as_the_language_does():
    assert Catalogue("en").text("terminal.stock", count=3087).startswith("3,087 ")
    written = [grouped(language, 3087) for language in LANGUAGES]
    assert written == ["3,087", "3.087", "3\u202f087", "3.087", "3.087", "3\u00a0087", "3.087"]


def test_placeholders_are_filled_once_and_values_are_left_alone():
    assert Catalogue("de").text("terminal.wins", colour="{colour} <b>") == "{colour} <b> gewinnt."


def test_what_is_missing_is_named():
    english = Catalogue("en")
    with pytest.raises(MissingTextError, match=r"`terminal\.nonsense`"):
        english.text("terminal.nonsense")
    with pytest.raises(MissingTextError, match=r"\{colour\}"):
        english.text("terminal.wins")
    with pytest.raises(MissingTextError, match="count"):
        english.text("terminal.stock")
    with pytest.raises(MissingTextError, match="en, de, fr, nl, it, hu, ro"):
        Catalogue("tlh")
