"""Play: one game between two players, and a pair of games from one opening with sides exchanged."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from stonefield.arena.player import Player
from stonefield.arena.players import Spec, make_player, read_spec
from stonefield.engine.client import EngineError
from stonefield.engine.sides import result_for, side_to_decide
from stonefield.engine.ugi_text import echo
from stonefield.games.game import Position, StonefieldError, parse

LONGEST_REASON = 300
FORFEIT = "forfeit: "
"""How the reason of a game begins that was lost otherwise than on the board."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the arena; side 0 began."""

    players: tuple[str, str]
    moves: tuple[str, ...]
    points: float
    """What side 0 got: 1, ½ or 0."""
    reason: str
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    slowest: tuple[float, float]
    """The longest that each side thought about one decision, in seconds."""

    @property
    def absent(self) -> str | None:
        """The player who lost before its first decision, if there is one."""
        loser = int(self.points)
        is_absent = self.reason.startswith(FORFEIT) and not self.decisions[loser]
        return self.players[loser] if is_absent else None

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """The game that ``asdict`` wrote."""
        lists = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
        return cls(**(fields | lists))


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players and the opening they shall play twice."""

    number: int
    a: str
    b: str
    start: str
    opening: tuple[str, ...]
    seed: int

    @property
    def key(self) -> tuple[int, str, str]:
        """What tells pairs of one tournament apart."""
        return self.number, self.a, self.b


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """Both games of a pairing: ``a`` began the first, ``b`` the second."""

    pairing: Pairing
    games: tuple[PlayedGame, PlayedGame]

    @property
    def points(self) -> tuple[float, float]:
        """What ``a`` got in each."""
        return self.games[0].points, 1.0 - self.games[1].points

    @property
    def absence(self) -> tuple[str, str] | None:
        """The player who lost both games before its first decision, and why."""
        first, second = self.games
        if first.absent is None or first.absent != second.absent:
            return None
        return first.absent, first.reason.removeprefix(FORFEIT)

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """The pair that ``to_json`` wrote."""
        pairing = fields["pairing"] | {"opening": tuple(fields["pairing"]["opening"])}
        first, second = (PlayedGame.from_json(game) for game in fields["games"])
        return cls(Pairing(**pairing), (first, second))


class Forfeit(Exception):
    """A side has lost for another reason than the board."""

    def __init__(self, side: int, reason: str) -> None:
        super().__init__(reason)
        self.side, self.reason = side, reason


class _GameInProgress:
    """One game while it is played."""

    def __init__(self, start: Position, opening: Sequence[str], specs: tuple[Spec, Spec]) -> None:
        self.start, self.position = start, start
        self.moves = list(opening)
        for move in opening:
            self.position = self.position.play(move)
        self.specs = specs
        self.clocks = [spec.limits.clock for spec in specs]
        self.decisions, self.seconds, self.slowest = [0, 0], [0.0, 0.0], [0.0, 0.0]

    def decide(self, side: int, player: Player) -> None:
        """Let a player choose; Forfeit if it fails, breaks the rules or its clock runs out."""
        began = time.perf_counter()
        try:
            move = player.choose(self.start, self.moves, self.position, self.clocks[side])
        except EngineError as error:
            raise Forfeit(side, str(error)) from error
        spent = time.perf_counter() - began
        self.decisions[side] += 1
        self.seconds[side] += spent
        self.slowest[side] = max(self.slowest[side], spent)
        clock = self.clocks[side]
        if clock is not None:
            if spent > clock:
                raise Forfeit(side, "out of time")
            self.clocks[side] = clock - spent + self.specs[side].limits.increment
        try:
            self.position = self.position.play(move)
        except StonefieldError as error:
            raise Forfeit(side, f"illegal move: {echo(str(error), LONGEST_REASON)}") from error
        self.moves.append(move)

    def result(self, points: float, reason: str) -> PlayedGame:
        first, second = self.specs
        return PlayedGame(
            players=(first.text, second.text),
            moves=tuple(self.moves),
            points=points,
            reason=reason,
            decisions=(self.decisions[0], self.decisions[1]),
            seconds=(round(self.seconds[0], 4), round(self.seconds[1], 4)),
            slowest=(round(self.slowest[0], 4), round(self.slowest[1], 4)),
        )


class PlayerCache:
    """The players of this thread: made once, used for many games, replaced when they fail."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, str, int], Player] = {}

    def take(self, spec: Spec, side: int, game_name: str) -> Player:
        """The player for a side (a player against itself is two)."""
        key = (spec.text, game_name, side)
        if key not in self._players:
            self._players[key] = make_player(spec, game_name)
        return self._players[key]

    def replace(self, player: Player) -> None:
        """Close a player and forget it; the next game gets a fresh one."""
        player.close()
        self._players = {key: kept for key, kept in self._players.items() if kept is not player}

    def close(self) -> None:
        """Close all players."""
        for player in self._players.values():
            player.close()
        self._players.clear()


def play_game(
    start: Position, opening: Sequence[str], specs: tuple[Spec, Spec], cache: PlayerCache, seed: int
) -> PlayedGame:
    """Play one game; a player that crashes, hangs, breaks a rule or oversteps its clock has lost it."""
    game = _GameInProgress(start, opening, specs)
    players: list[Player] = []
    name = start.game.name
    try:
        for side, spec in enumerate(specs):
            try:
                # A player stays the same when sides change; against itself it needs two.
                place = side if specs[0].text == specs[1].text else 0
                players.append(cache.take(spec, place, name))
                players[-1].begin(start, seed)
            except EngineError as error:
                raise Forfeit(side, str(error)) from error
        while not game.position.is_over:
            side = side_to_decide(game.position)
            game.decide(side, players[side])
    except Forfeit as forfeit:
        if forfeit.side < len(players):
            cache.replace(players[forfeit.side])
        return game.result(float(forfeit.side), FORFEIT + forfeit.reason)
    outcome = game.position.outcome
    assert outcome is not None
    return game.result(result_for(game.position, 0), outcome.reason)


_HERE = threading.local()


def play_pair(pairing: Pairing) -> PlayedPair:
    """Play both games of a pairing with this thread's players; runs in a worker process."""
    if not hasattr(_HERE, "players"):
        _HERE.players = PlayerCache()
    players: PlayerCache = _HERE.players
    a, b = read_spec(pairing.a), read_spec(pairing.b)
    start = parse(pairing.start)
    first = play_game(start, pairing.opening, (a, b), players, pairing.seed)
    second = play_game(start, pairing.opening, (b, a), players, pairing.seed + 1)
    return PlayedPair(pairing, (first, second))
