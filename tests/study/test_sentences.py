"""Whatever people read about decisions reads well in seven languages: reviews, coach, hints and puzzles.

`test_truth.py` asks whether it is so; here it is only read.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

import pytest

from quick import few
from stonefield.engine import thinker_for
from stonefield.games import caminos, carnac
from stonefield.locales import LANGUAGES, Catalogue
from stonefield.puzzles import Puzzle, Unproven, prover_for, refute, shipped
from stonefield.puzzles.wording import sentence as why_sentence
from stonefield.records import Record

from .truth.games import games, played
from .truth.languages import names_opponent, speaks_to_you, unreadable, wrong_person
from .truth.saying import hint_sentence, review_sentence, said_of
from .truth.told import Told

SHORT = {
    "carnac": (carnac.start("5x4", stock=8), carnac.start("6x4", stock=9), carnac.start("small", stock=10)),
    "caminos": (caminos.start("square"), caminos.start("square", swap=True), caminos.start("diamond")),
}
NODES, PUZZLES = 60, 3
WORDS = {language: Catalogue(language) for language in LANGUAGES}


def faults(told: Told) -> Iterator[str]:
    """What is wrong with a sentence of a review, the coach or a hint, in any language."""
    is_hint = told.where == "hint"
    say = hint_sentence if is_hint else review_sentence
    for language, words in WORDS.items():
        text = say(told.claim, words)
        found = [*unreadable(text, language)]
        if not is_hint:
            found += wrong_person(text, language)
        elif names_opponent(text, language) != names_opponent(say(told.claim, WORDS["en"]), "en"):
            found.append("of another person than in English")
        yield from (f"{language}, {told.claim.code}: {why}: {text}" for why in found)


def read(records: Iterable[Record], game: str) -> tuple[set[str], list[Told]]:
    """All faults in what is said of some games, and all that is said."""
    thinker, found, sentences = thinker_for(game), set(), []
    for record in records:
        said = said_of(record, thinker, NODES).sentences
        sentences += said
        # A hint in a study, and a try in a review, are told in the words of a review.
        for told in said:
            found.update(faults(told))
    return found, sentences


@cache
def read_short(game: str) -> tuple[set[str], list[Told]]:
    """The same of a few short games."""
    return read([played(start, (1, 1), seed) for seed, start in enumerate(SHORT[game])], game)


def read_puzzles(puzzles: Iterable[Puzzle]) -> tuple[set[str], int]:
    """All faults in why solutions work and why other decisions fail; how many sentences there were."""
    found, count = set(), 0
    for puzzle in puzzles:
        prover, start = prover_for(puzzle.game), puzzle.start
        wrong = [str(move) for move in start.legal_moves() if str(move) != puzzle.line[0]]
        tried = random.Random(puzzle.name).choice(wrong)
        try:
            why, claims = prover.why(start, puzzle.line), refute(start, tried, prover).claims
        except Unproven:
            continue
        count += 1 + len(claims)
        for language, words in WORDS.items():
            said = why_sentence(why, words)
            texts = [(said, [*unreadable(said, language)])]
            for claim in claims:
                text = review_sentence(claim, words)
                texts.append((text, [*unreadable(text, language), *wrong_person(text, language)]))
            found |= {f"{language}: {why}: {text}" for text, whys in texts for why in whys}
    return found, count


def of(game: str, number: int) -> Iterator[Puzzle]:
    """Some puzzles of a game, the same ones every time."""
    puzzles = [puzzle for puzzle in shipped() if puzzle.game == game]
    return islice(random.Random(7).sample(puzzles, len(puzzles)), number)


@pytest.mark.parametrize("game", few(SHORT))
def test_what_is_said_of_games_reads_well_in_seven_languages(game):
    found, sentences = read_short(game)
    assert sorted(found) == []
    assert len(sentences) >= 50


@pytest.mark.parametrize("game", few(SHORT))
def test_a_hint_says_what_happens_not_what_does_not(game):
    hints = [told for told in read_short(game)[1] if told.where == "hint"]
    assert hints
    assert [told for told in hints if told.claim.code == "holds"] == []


@pytest.mark.parametrize("game", SHORT)
def test_what_is_said_of_puzzles_reads_well_in_seven_languages(game):
    found, count = read_puzzles(of(game, PUZZLES))
    assert sorted(found) == []
    assert count >= PUZZLES


@pytest.mark.full
@pytest.mark.parametrize("game", SHORT)
def test_what_is_said_of_fifty_games_of_each_kind_reads_well_in_seven_languages(game):
    found, sentences = read(islice(games(game), 50), game)
    assert sorted(found) == []
    assert len(sentences) >= 2_000


@pytest.mark.full
@pytest.mark.parametrize("game", SHORT)
def test_what_is_said_of_many_puzzles_reads_well_in_seven_languages(game):
    found, _ = read_puzzles(of(game, 100))
    assert sorted(found) == []


# The reader is tested


@pytest.mark.parametrize(
    ("text", "language", "fault"),
    [
        ("White has 2 dolmens after c3rw E.", "en", "notation"),
        ("Green needs 4 squares after L:d3,d4,d5,e3.", "en", "notation"),
        ("Wit heeft na - 1 dolmen meer.", "nl", "notation"),
        ("Red has only 0 squares.", "en", "a count of nothing"),
        ("Rot hat {count} Dolmen.", "de", "a gap"),
        ("Rot zeigt sich auf .", "de", "a gap"),
        ("Rot liegt auf d2, e1, e3 oben.", "de", "a list without “und”"),
        ("Rouge est visible en d2, e1.", "fr", "a list without “et”"),
        ("Red shows on a1", "en", "no end"),
        ("", "hu", "no words"),
    ],
)
def test_what_should_not_be_read_is_found(text, language, fault):
    assert fault in unreadable(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("White shows on d2, e1, e3 and f1.", "en"),
        ("Weiß liegt auf d2 und e1 oben: 10 statt 20.", "de"),
        ("Il Bianco è in vista in d2, e1, e3, f1 e altre 2.", "it"),
        ("Der Computer schätzt Stehenlassen um 7 % besser ein.", "de"),
        ("Rouge finit avec un demi-dolmen de moins.", "fr"),
    ],
)
def test_what_reads_well_is_left_alone(text, language):
    assert [*unreadable(text, language), *wrong_person(text, language)] == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Your path needs 2 fewer squares.", "en"),
        ("Dein Weg braucht 2 Felder weniger.", "de"),
        ("Jouw pad is korter.", "nl"),
        ("Votre chemin est plus court.", "fr"),
        ("Il tuo percorso è più corto.", "it"),
        ("Drumul tău e mai scurt.", "ro"),
    ],
)
def test_a_sentence_for_anyone_that_speaks_to_a_player_is_found(text, language):
    assert speaks_to_you(text, language)
    assert [*wrong_person(text, language)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Az ellenfélnek nincs útja.", "hu"),
        ("Drumul adversarului e lung.", "ro"),
        ("Der Weg des Gegners.", "de"),
    ],
)
def test_the_other_player_is_known_in_every_language(text, language):
    assert names_opponent(text, language)
