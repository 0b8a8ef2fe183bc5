"""What a newcomer reads: the catalogue of games, the texts of a language, the rules with pictures."""

from __future__ import annotations

from functools import cache
from typing import Any

from stonefield import __version__
from stonefield.engine.levels import LEVELS
from stonefield.games.game import Game, find_game
from stonefield.locales import LANGUAGES, NAMES, Catalogue
from stonefield.locales.rules import rules_page as rules_sections
from stonefield.server.presenting import scenes
from stonefield.server.protocol.problems import Refusal

_SEATS = {"carnac": [2], "caminos": [2, 4]}
_RECONSTRUCTED = {"caminos"}
_NOT_ON_THE_PAGE = ("terminal.", "rules.")


@cache
def catalogue() -> dict[str, Any]:
    """A `Catalogue`."""
    return {
        "version": __version__,
        "games": [_game(find_game(name)) for name in scenes.known_games()],
        "levels": sorted(LEVELS),
        "languages": {code: NAMES[code] for code in LANGUAGES},
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "colours": list(game.colours),
        "letters": scenes.letters(game.name),
        "boards": list(game.boards),
        "seats": _SEATS[game.name],
        "options": [
            {
                "name": option.name,
                "kind": {bool: "bool", int: "int", str: "text"}[type(option.default)],
                "default": option.default,
                "choices": list(option.choices),
                "closed": option.closed,
                "low": option.low,
                "high": option.high,
            }
            for option in game.options
        ],
        "reconstructed": game.name in _RECONSTRUCTED,
    }


def texts(language: str) -> dict[str, Any]:
    """Every text of a language that the page shows; the rules come by themselves."""
    return {
        key: text for key, text in _catalogue(language).texts.items() if not key.startswith(_NOT_ON_THE_PAGE)
    }


def _catalogue(language: str) -> Catalogue:
    if language not in LANGUAGES:
        raise Refusal("no_such_language", f"`{language[:20]}`: the languages are {', '.join(LANGUAGES)}")
    return Catalogue(language)


def rules_page(game: str, language: str) -> dict[str, Any]:
    """A `RulesPage`."""
    if game not in scenes.known_games():
        raise Refusal("not_found", f"`{game[:20]}`: the games are {', '.join(scenes.known_games())}")
    words = _catalogue(language)

    def text(name: str) -> str:
        return words.text(f"rules.{game}.{name}")

    return {
        "game": game,
        "language": language,
        "title": text("title"),
        "intro": text("intro"),
        "sections": [
            {
                "key": section.name,
                "title": text(f"{section.name}.title"),
                "text": text(f"{section.name}.text").split("\n"),
                "caption": text(f"{section.name}.caption") if section.position else "",
                "picture": f"/api/rules/{game}/pictures/{section.name}.svg" if section.position else None,
            }
            for section in rules_sections(game)
        ],
    }
