"""Every language says everything, in its own words, its own plurals and its own typography."""

import json
import re
from functools import cache

import pytest

from stonefield.locales import FOLDER, LANGUAGES, placeholders, plural_category

from .shared_words import SAME_AS_ENGLISH, may_be_the_same

OTHERS = [language for language in LANGUAGES if language != "en"]
FILES = sorted(path.name for path in (FOLDER / "en").glob("*.json"))

# Numbers people meet in this game; only round millions have a form of their own beyond these.
COUNTS = range(1000)

# What is counted here is always two or more: a form for one thing could never be shown.
NEVER_ONE = {
    "square.dolmen",
    "end.path",
    "hint.cuts",
    "hint.enlarges",
    "hint.grows_into",
    "hint.joins",
    "hint.links",
    "why.cuts",
    "why.enlarges",
    "why.grows_into",
    "why.holds",
    "why.joins",
    "why.joins_own",
    "why.larger_group",
    "why.larger_group_now",
    "why.line_cuts",
    "why.line_links",
    "why.line_wins",
    "why.links",
    "why.misses_joining",
    "why.misses_path",
    "why.more_groups",
    "why.more_groups_now",
    "why.more_sides",
}


@cache
def read(language, file):
    return json.loads((FOLDER / language / file).read_text("utf-8"))


def texts(language):
    """All texts of a language by their keys."""
    return {key: text for file in FILES for key, text in read(language, file).items()}


def forms(text):
    return list(text.values()) if isinstance(text, dict) else [text]


def every_text(language):
    for file in FILES:
        for key, text in read(language, file).items():
            for form in forms(text):
                yield key, form


def categories(language, counts=COUNTS):
    return {plural_category(language, count) for count in counts}


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_files(language):
    assert sorted(path.name for path in (FOLDER / language).glob("*.json")) == FILES


@pytest.mark.parametrize("language", OTHERS)
def test_no_key_is_missing_or_extra(language):
    for file in FILES:
        english, other = read("en", file), read(language, file)
        assert sorted(english.keys() - other.keys()) == [], f"missing in {file}"
        assert sorted(other.keys() - english.keys()) == [], f"extra in {file}"


def test_no_key_is_in_two_files_or_twice_in_one():
    seen = []
    for file in FILES:
        json.loads(
            (FOLDER / "en" / file).read_text("utf-8"), object_pairs_hook=lambda pairs: seen.extend(pairs)
        )
    keys = [key for key, _ in seen if "." in key]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_ends_in_blanks(language):
    wrong = [key for key, form in every_text(language) if not form.strip() or form != form.strip()]
    assert [key for key in wrong if key != "terminal.play.prompt"] == []  # a prompt ends in a blank


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_those_of_the_english_text(language):
    english, wrong = texts("en"), []
    for key, other in texts(language).items():
        wanted = frozenset().union(*(placeholders(form) for form in forms(english[key])))
        # A form for exactly one thing may leave the number out: "a dolmen".
        wrong += [form for form in forms(other) if not wanted - {"count"} <= placeholders(form) <= wanted]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_their_language_needs(language):
    english, wrong = texts("en"), []
    several, all_counts = categories(language, COUNTS[2:]), categories(language)
    for key, text in texts(language).items():
        if isinstance(text, dict) != isinstance(english[key], dict):
            wrong.append(key)
        elif isinstance(text, dict):
            wanted = several if key in NEVER_ONE else all_counts
            if not wanted <= text.keys() <= wanted | {"many"}:
                wrong.append(f"{key}: {sorted(text)}")
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_that_serves_several_numbers_shows_the_number(language):
    shared = {
        name for name in categories(language) if sum(plural_category(language, n) == name for n in COUNTS) > 1
    }
    for file in FILES:
        for key, text in read(language, file).items():
            if isinstance(text, dict) and "{count}" in "".join(forms(read("en", file)[key])):
                for name in shared & text.keys():
                    assert "{count}" in text[name], f"{key}, {name} in {language}"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language):
    english = texts("en")
    left = [
        f"{key}: {form}"
        for key, text in texts(language).items()
        if english[key] == text
        for form in forms(english[key])
        if re.search(r"[^\W\d_]{2}", bare(form)) and not may_be_the_same(language, form)
    ]
    assert sorted(left) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_list_of_words_shared_with_english_is_not_stale(language):
    said = {form for _, form in every_text(language)} & {form for _, form in every_text("en")}
    assert [text for text in SAME_AS_ENGLISH if may_be_the_same(language, text) and text not in said] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_words_slip_into_a_translation(language):
    words = r"\b(the|and|your|you|with|this|that|which|from|is not|cannot|game|move|board|stone|player)\b"
    commands = r"\b(moves|undo|score|save|resign|quit|help|swap)\b"
    found = [
        (key, match[0])
        for key, form in every_text(language)
        if (match := re.search(words, re.sub(commands, "", bare(form)), re.IGNORECASE))
    ]
    assert found == []


def bare(text):
    """A text without its placeholders."""
    return re.sub(r"\{\w+\}", "", text)


def test_french_puts_a_narrow_space_before_tall_punctuation():
    notation = re.compile(r"\w:\w|\d:\d|://")
    for key, form in every_text("fr"):
        text = notation.sub("", form)
        assert not re.search(r"(?<!\u202f)[:;?!»]", text), key
        assert not re.search(r"«(?!\u202f)", text), key


def test_romanian_letters_have_commas_below():
    assert [key for key, form in every_text("ro") if re.search("[şţŞŢ]", form)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_quotes_and_apostrophes_are_the_language_s_own(language):
    assert [key for key, form in every_text(language) if re.search(r"[\"']|\.\.\.", form)] == []
    if language == "de":
        assert [key for key, form in every_text("de") if "”" in form] == []
