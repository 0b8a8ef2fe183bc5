"""A registry of games: what one layer of the code (rules, drawing, engine …) knows about each of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Generic, TypeVar, cast

Part = TypeVar("Part")


class Registry(Generic[Part]):
    """One part for each game: the built-in ones, those registered here, and those of installed packages.

    A built-in part is named ``module:attribute`` and imported when it is first asked for. A package adds
    its part by an entry point in ``group`` that has the game's name.
    """

    def __init__(self, group: str, built_in: Mapping[str, str]) -> None:
        self._group = group
        self._places: dict[str, str] = dict(built_in)
        self._parts: dict[str, Part] = {}
        self._has_packages = False

    def register(self, game: str, part: Part) -> Part:
        """Add a part for a game that has none yet."""
        if game in self._places or game in self._parts:
            raise ValueError(f"{self._group}: a game named {game} is already registered")
        self._parts[game] = part
        return part

    def get(self, game: str) -> Part | None:
        """The part for a game, or None if this layer has none."""
        if game not in self._parts and game not in self._places:
            self._find_packages()
        if game not in self._parts and game in self._places:
            module, _, attribute = self._places[game].partition(":")
            self._parts[game] = cast(Part, getattr(import_module(module), attribute))
        return self._parts.get(game)

    def names(self) -> tuple[str, ...]:
        """All games this layer has a part for, the built-in ones first."""
        self._find_packages()
        return tuple(dict.fromkeys((*self._places, *self._parts)))

    def _find_packages(self) -> None:
        if not self._has_packages:
            # Imported here because it takes longer than all of our rules together.
            from importlib.metadata import entry_points

            self._has_packages = True
            for point in entry_points(group=self._group):
                if point.name not in self._parts:
                    self._places.setdefault(point.name, point.value)
