"""Games of a trained network against any player of the arena."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
import numpy as np

from stonefield.arena import Player, make_player, read_spec
from stonefield.games.game import Position, find_game
from stonefield.selfplay.game import AnyState
from stonefield.selfplay.network import Network, Weights
from stonefield.selfplay.playing import evaluator
from stonefield.selfplay.search import Decision, search


@dataclass(slots=True)
class _Game:
    """One game of a match: the arena's view of it."""

    start: Position
    player: Player
    position: Position = field(init=False)
    moves: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = self.start

    def choose(self) -> str:
        return self.player.choose(self.start, self.moves, self.position, None)

    def play(self, move: str) -> None:
        self.position = self.position.play(move)
        self.moves.append(move)


class NetworkMatch:
    """A network against one player; compiled once for each number of parallel games.

    The player is written as for `stonefield match`; ``{files}`` and ``{ranks}`` are replaced by the board's.
    """

    def __init__(self, network: Network, player: str, *, simulations: int) -> None:
        self._game, self._player = network.game, player

        def decide(weights: Weights, states: AnyState, key: jax.Array) -> Decision:
            # A little noise makes the games of a match differ from each other.
            return search(
                network.game,
                evaluator(network, weights),
                states,
                key,
                simulations=simulations,
                considered=min(16, simulations),
                kept=16,
                noise=0.1,
            )

        self._think, self._step = jax.jit(decide), jax.jit(jax.vmap(network.game.play))
        self._legal = jax.jit(jax.vmap(network.game.legal_actions))

    def games(self, weights: Weights, board: str, count: int, seed: int) -> tuple[int, int, int]:
        """Won, drawn, lost of this many parallel games; the network begins every second one."""
        states = jax.tree.map(lambda x: jnp.stack([x] * count), self._game.start(board))
        first = self._game.colours[0]
        ours = [first if number % 2 == 0 else self._game.colours[1] for number in range(count)]
        key = jax.random.key(seed)
        with self._seated(board, count, seed) as games, ThreadPoolExecutor(count) as pool:
            while not all(game.position.is_over for game in games):
                key, draw = jax.random.split(key)
                thinking = {
                    number: pool.submit(game.choose)
                    for number, game in enumerate(games)
                    if not game.position.is_over and game.position.turn != ours[number]
                }
                chosen = np.array(self._think(weights, states, draw).action)
                legal = np.asarray(self._legal(states))
                for number, game in enumerate(games):
                    if game.position.is_over:
                        continue
                    turn = 1 if game.position.turn == first else 2
                    if number in thinking:
                        move = thinking[number].result()
                        texts = {
                            self._game.text_of(int(a), turn): int(a) for a in np.flatnonzero(legal[number])
                        }
                        chosen[number] = texts[move]
                    else:
                        move = self._game.text_of(int(chosen[number]), turn)
                    game.play(move)
                states = self._step(states, jnp.asarray(chosen))
        winners = [game.position.outcome.winner for game in games if game.position.outcome]
        won = sum(winner == own for winner, own in zip(winners, ours, strict=True))
        drawn = winners.count(None)
        return won, drawn, count - won - drawn

    @contextmanager
    def _seated(self, board: str, count: int, seed: int) -> Iterator[list[_Game]]:
        """New games on a board, each with a player of its own."""
        game = find_game(self._game.name)
        start = game.start(board=board)
        text = self._player.replace("{files}", str(start.board.files))
        spec = read_spec(text.replace("{ranks}", str(start.board.ranks)))
        players: list[Player] = []
        try:
            for number in range(count):
                players.append(make_player(spec, game.name))
                players[-1].begin(start, seed + number)
            yield [_Game(start, player) for player in players]
        finally:
            for player in players:
                player.close()
