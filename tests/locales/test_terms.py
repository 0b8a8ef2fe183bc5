"""The words of the game are those of each language's own rule sheet."""

import re

import pytest

from stonefield.locales import LANGUAGES, Catalogue

# What a translation must say where the English text uses the word. Case counts: the Italian sheet writes
# Megalito and Dolmen with capitals, German writes all nouns so.
TERMS = {
    r"[Mm]egalith": {
        "de": "Megalith",
        "fr": "[Mm]égalithe",
        "nl": "[Mm]egaliet",
        "it": "Megalit[oi]",
        "hu": "[Mm]enhír",
        "ro": "[Mm]egali[tț]",
    },
    r"[Dd]olmen": {
        "de": "Dolmen",
        "fr": "[Dd]olmen",
        "nl": "[Dd]olmen",
        "it": "Dolmen",
        "hu": "[Dd]olmen",
        "ro": "[Dd]olmen",
    },
    r"\b[Tt]ilt": {
        "de": "[Kk]ipp",
        "fr": "[Cc]ouch|[Cc]hute",
        "nl": "[Kk]antel",
        "it": "[Cc]ader|[Cc]adut",
        "hu": "dönt|dől|Dönt|Dől",
        "ro": "[Cc]ulc",
    },
    r"[Ss]tockpile": {
        "de": "Vorrat",
        "fr": "[Rr]éserve",
        "nl": "[Vv]oorraad",
        "it": "[Rr]iserva",
        "hu": "[Kk]észlet",
        "ro": "[Rr]ezerv",
    },
    r"\b[Dd]raw\b": {
        "de": "[Rr]emis",
        "fr": "[Nn]ulle",
        "nl": "[Rr]emise",
        "it": "[Pp]atta",
        "hu": "[Dd]öntetlen",
        "ro": "[Rr]emiză",
    },
    r"[Nn]eutral": {
        "de": "[Nn]eutral",
        "fr": "[Nn]eutre",
        "nl": "[Nn]eutra",
        "it": "[Nn]eutr",
        "hu": "[Ss]emleges",
        "ro": "[Nn]eutr",
    },
}

# Words that name the same thing elsewhere, and the wrong way to speak to a player.
FORBIDDEN = {
    "de": r"[Mm]enhir|Megalithe\b|umwerfen|umstoßen|umkippen|Nachziehstapel|[Uu]nentschieden"
    r"|\b[A-ZÄÖÜ]?\w+en Sie\b|\bIhnen\b",
    "fr": r"[Mm]enhir|bascul|renvers|\bpioche|\b(tu|toi|ton|tes)\b",
    "nl": r"[Mm]enhir|omgooi|omkantel|omval|\bhokje|\b(u|uw|U|Uw)\b",
    "it": r"[Mm]enhir|megalit|\bdolmen|ribalt|rovesci|abbatt|\bcoricat",
    "hu": r"[Mm]egalit|feldönt|felborít|\bÖn(nek|t|ök)?\b|\bvörös",
    "ro": r"[Mm]enhir|[Mm]onolit|răsturn|dărâm|dumneavoastră|\bmegaliti\b|căsuț",
}

# A piece of Caminos is tipped over, not tilted: what is forbidden for megaliths may name that.
OF_PIECES = {
    *("hand.piece.tip", "hints.piece", "keys.tip"),
    *(f"course.caminos.placing.{step}" for step in ("flat.wrong", "tower.task", "tower.one")),
}


@pytest.mark.parametrize("language", FORBIDDEN)
@pytest.mark.parametrize("english", TERMS)
def test_a_term_is_that_of_the_rule_sheet(english, language):
    source, translated = Catalogue("en").texts, Catalogue(language).texts
    term = TERMS[english][language]
    concerned = [key for key in source.keys() & translated.keys() if re.search(english, str(source[key]))]
    assert sorted(key for key in concerned if not re.search(term, str(translated[key]))) == []


@pytest.mark.parametrize("language", FORBIDDEN)
def test_no_other_word_or_address_takes_its_place(language):
    texts = Catalogue(language).texts
    found = [
        (key, match[0])
        for key in texts.keys() - OF_PIECES
        if (match := re.search(FORBIDDEN[language], str(texts[key])))
    ]
    assert found == []


def test_every_language_is_checked():
    assert {"en", *FORBIDDEN} == set(LANGUAGES)
    assert all({"en", *words} == set(LANGUAGES) for words in TERMS.values())
