"""What a newcomer reads: the catalogue of games, the texts of a language, the rules with pictures."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from stonefield import __version__, locales
from stonefield.draw.picture import picture_of
from stonefield.engine.game_engine import engine_for
from stonefield.engine.levels import LEVELS
from stonefield.games.game import Game, Option, games
from stonefield.locales import LANGUAGES, NAMES
from stonefield.locales.rules import rules_page as rules_sections
from stonefield.ratings.ladder import NEWCOMER, Ladder
from stonefield.ratings.pools import level_rating
from stonefield.server.presenting.showcase import showcase_record
from stonefield.server.presenting.state import board_view
from stonefield.server.protocol.problems import Refusal

if TYPE_CHECKING:
    from stonefield.server.protocol.requests import Catalogue, GameView, OptionView, RulesPage, Texts

TextPart = Literal["all", "page", "reasons", "people", "offline", "embed"]
TEXT_PARTS: tuple[TextPart, ...] = get_args(TextPart)
_EMBEDDED = ("embed.", "game.", "moves.", "board.label", "action.pause")
"""All that a board in a frame on another site says."""
_NOT_ON_THE_PAGE = ("terminal.", "rules.", "course.", "feed.", "preview.", "mail.")
_FAULTS_OF_PEOPLE = (
    *("bad_address", "confirm_first", "link_used", "not_sent_here"),
    *("sign_in_first", "wrong_credentials", "prove_first"),
    *("no_such_account", "no_such_passkey", "no_such_session"),
    *("name_taken", "name_refused", "last_way_in", "renamed_lately", "weak_password", "bad_passkey"),
    *("invalid_plan", "no_such_challenge", "challenge_over", "not_your_challenge", "no_vacation"),
    *("chat_off", "chat_muted", "banned", "not_a_moderator", "no_such_report", "no_such_notice"),
)
_OF_PEOPLE = ("people.", *(f"error.{code}" for code in _FAULTS_OF_PEOPLE))
_OF_STUDIES = ("why.", "fault.", "study.", "explorer.")
_ALSO_ELSEWHERE = ("study.verdict.", "study.kind.", "study.keys.", "study.review")
"""What a game and puzzles say of moves in the words of studies."""


@cache
def list_games() -> Catalogue:
    """All games that are installed, and how they can be played."""
    return {
        "version": __version__,
        "games": [_game(game) for game in games()],
        "levels": sorted(LEVELS),
        "languages": {code: NAMES[code] for code in LANGUAGES},
    }


def _game(game: Game) -> GameView:
    ladder = engine_for(game.name).ladder
    return {
        "name": game.name,
        "colours": game.colours,
        "letters": game.letters,
        "boards": [board_view(game.start(board=name).board) for name in game.boards],
        "first_board": game.first_board,
        "sides": game.sides,
        "seats": game.seats,
        "options": [_option(option) for option in game.options],
        "reconstructed": game.is_reconstructed,
        "rules": has_rules_page(game.name),
        "newcomer": NEWCOMER if ladder else None,
        "level_ratings": ladder.ratings if ladder else (),
        "rated_levels": _rated_levels(ladder) if ladder else (),
        "showcase": showcase_record(game.name) is not None,
        "paints": tuple(picture_of(game.name).paints),
    }


def _rated_levels(ladder: Ladder) -> tuple[int, ...]:
    return tuple(round(level_rating(ladder, level).rating) for level in sorted(LEVELS))


def _option(option: Option) -> OptionView:
    default = option.default
    return {
        "name": option.name,
        "kind": "bool" if isinstance(default, bool) else "int" if isinstance(default, int) else "text",
        "default": default,
        "choices": option.choices,
        "closed": option.closed,
        "low": option.low,
        "high": option.high,
    }


def has_rules_page(game: str) -> bool:
    """Whether the rules of a game are explained on a page."""
    return f"rules.{game}.title" in texts_of("en").texts


def page_texts(language: str, part: TextPart = "all") -> Texts:
    """The texts of a language that the page shows; rules and lessons come by themselves."""
    if part == "embed":
        return {key: text for key, text in texts_of(language).texts.items() if key.startswith(_EMBEDDED)}
    return {
        key: text
        for key, text in texts_of(language).texts.items()
        if not key.startswith(_NOT_ON_THE_PAGE) and part in ("all", _part_of(key))
    }


def _part_of(key: str) -> TextPart:
    """What a first visit does not need: studies, reasons of reviews, accounts, playing without a network."""
    if key.startswith(_OF_PEOPLE):
        return "people"
    if key.startswith("embed."):
        return "embed"
    if key.startswith("pocket."):
        return "offline"
    return "reasons" if key.startswith(_OF_STUDIES) and not key.startswith(_ALSO_ELSEWHERE) else "page"


def texts_of(language: str) -> locales.Catalogue:
    """The texts of a language; Refusal if it is none of ours."""
    if language not in LANGUAGES:
        raise Refusal("no_such_language", f"`{language[:20]}`: the languages are {', '.join(LANGUAGES)}")
    return locales.Catalogue(language)


def rules_page(game: str, language: str) -> RulesPage:
    """The rules of a game in a language."""
    if not has_rules_page(game):
        known = (one.name for one in games() if has_rules_page(one.name))
        raise Refusal("not_found", f"`{game[:20]}`: there are rules of {', '.join(known)}")
    words = texts_of(language)

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
