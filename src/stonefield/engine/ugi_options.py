"""The options of the text protocol: everything a game's start takes, and how to think about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from stonefield.engine.levels import read_level
from stonefield.engine.thinker import Settings
from stonefield.games.game import (
    Game,
    InvalidOption,
    Option,
    OptionValue,
    Position,
    StonefieldError,
    find_game,
    games,
)

FULL_STRENGTH = 0
NO_SEED = -1

_DEFAULTS = Settings()
_SETTINGS = (
    Option("level", str(FULL_STRENGTH), closed=False),
    Option("threads", _DEFAULTS.threads, low=1, high=64),
    Option("hash", _DEFAULTS.hash_mb, low=1, high=65536),
    Option("multi_pv", _DEFAULTS.multipv, low=1, high=256),
    Option("fair_lines", _DEFAULTS.fair_lines),
    Option("seed", NO_SEED, low=NO_SEED, high=2**31 - 1),
    Option("network", _DEFAULTS.network),
)


def protocol_name(name: str) -> str:
    """The name an option has in the protocol: ``final_tilt`` is ``FinalTilt``."""
    return "".join("PV" if word == "pv" else word.capitalize() for word in name.split("_"))


class Options:
    """What has been set, for each game apart: a board set for one does not disturb another."""

    def __init__(self) -> None:
        self._game = games()[0]
        self._rules: dict[str, dict[str, OptionValue]] = {game.name: {} for game in games()}
        self.settings = Settings()

    @property
    def game(self) -> Game:
        """The game that ``startpos`` means."""
        return self._game

    def start(self) -> Position:
        """The beginning of the game as it is set."""
        return self._game.start(**self._rules[self._game.name])

    def set(self, name: str, text: str) -> str | None:
        """Set an option from its text; what a person should know about it, if anything."""
        wanted = name.replace(" ", "").lower()
        if wanted == "game":
            self._game = find_game(text.lower())
            return None
        for option in _SETTINGS:
            if protocol_name(option.name).lower() == wanted:
                self._change_settings(option, option.read(text))
                return None
        return self._set_rule(wanted, name, text)

    def _change_settings(self, option: Option, value: Any) -> None:
        if option.name == "level":
            value = None if value == str(FULL_STRENGTH) else read_level(value)
        changes: dict[str, Any] = {
            "hash": {"hash_mb": value},
            "multi_pv": {"multipv": value},
            "seed": {"seed": None if value == NO_SEED else value},
        }.get(option.name, {option.name: value})
        self.settings = replace(self.settings, **changes)

    def _set_rule(self, wanted: str, name: str, text: str) -> str | None:
        """Keep a rule for every game that can be played by it."""
        accepted: list[str] = []
        refusals: dict[str, StonefieldError] = {}
        for game in games():
            for option in game.options:
                if protocol_name(option.name).lower() != wanted:
                    continue
                try:
                    value = option.read(text)
                    game.start(**{option.name: value})
                except StonefieldError as error:
                    refusals[game.name] = error
                else:
                    self._rules[game.name][option.name] = value
                    accepted.append(game.name)
        if not accepted and not refusals:
            raise InvalidOption(f"`{name}`: the options are {', '.join(self._names())}")
        if not accepted:
            raise refusals.get(self._game.name) or next(iter(refusals.values()))
        if self._game.name not in accepted:
            return f"{name} {text} will be used for {', '.join(accepted)}, not for {self._game.name}"
        return None

    def _names(self) -> list[str]:
        return ["Game", *_merged_rules(), *(protocol_name(option.name) for option in _SETTINGS)]

    def describe(self) -> Iterator[str]:
        """The ``option`` lines that introduce the engine."""
        names = [game.name for game in games()]
        yield f"option name Game type combo default {names[0]} " + _vars(names)
        for name, options in _merged_rules().items():
            yield f"option name {name} {_type(options)}"
        for option in _SETTINGS:
            yield f"option name {protocol_name(option.name)} {_type([option])}"


def _merged_rules() -> dict[str, list[Option]]:
    merged: dict[str, list[Option]] = {}
    for game in games():
        for option in game.options:
            merged.setdefault(protocol_name(option.name), []).append(option)
    return merged


def _type(options: list[Option]) -> str:
    """How the protocol describes an option that several games may have."""
    option = options[0]
    if isinstance(option.default, bool):
        return f"type check default {str(option.default).lower()}"
    if isinstance(option.default, int):
        low, high = min(o.low for o in options), max(o.high for o in options)
        return f"type spin default {option.default} min {low} max {high}"
    choices = dict.fromkeys(choice for o in options for choice in o.choices)
    if all(o.closed for o in options):
        return f"type combo default {option.default} " + _vars(choices)
    return f"type string default {option.default}"


def _vars(choices: Iterable[str]) -> str:
    return " ".join(f"var {choice}" for choice in choices)
