"""What the features that explanations speak of are worth: log odds of winning, fitted to the shipped games.

    python benchmarks/claim_worth.py [--game carnac] [--games FILE]

Every position of the games counts in which nothing waits for an answer. A logistic regression of the result
on what one side has more than the other gives each feature's worth at the start and at the end of a game.
``study/explain/<game>/worth.py`` names the features and keeps what this prints.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from stonefield.explorer.index import shipped
from stonefield.games.game import Position, parse
from stonefield.records import Record
from stonefield.records.reader import read_all

RIDGE, EVEN = 1.0, 100.0
"""Keeps what hardly ever occurs from growing without bounds: a feature is worth the same all through the game
unless the games say otherwise. Of 1, 10, 30, 100 and 300 the middle ones predict games held out best."""
ROUNDS = 25
EVEN_CHANCE = 0.5


def games_of(game: str, file: Path | None) -> Iterator[tuple[list[Position], str]]:
    """The decided games, position by position, with their winners."""
    if file:
        records = [one for one in read_all(file.read_text("utf-8")) if one.start.game.name == game]
    else:
        found = [one for one in shipped() if one.start.startswith(f"{game} ")]
        records = [Record.of(parse(one.start), one.moves) for one in found]
    for record in records:
        outcome = record.final.outcome
        if outcome and outcome.winner:
            yield list(record.positions[1:-1]), outcome.winner


def rows_of(game: str, file: Path | None) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """The features' names, a row for each position, who won, and the games' numbers."""
    part = importlib.import_module(f"stonefield.study.explain.{game}.worth")
    rows, won, numbers = [], [], []
    names: list[str] = []
    for number, (positions, winner) in enumerate(games_of(game, file)):
        for position in positions:
            if getattr(position, "pending", None) is not None:
                continue
            mine, theirs = position.turn, position.game.other(position.turn)
            ours, others = part.features(position, mine), part.features(position, theirs)
            names = list(ours)
            more = np.array([ours[name] - others[name] for name in names], float)
            stage = part.stage(position)
            # The last column is the turn itself, which is no merit.
            rows.append([*more, *(more * (2 * stage - 1)), 1.0])
            won.append(winner == mine)
            numbers.append(number)
    return names, np.array(rows), np.array(won, float), np.array(numbers)


def fitted(rows: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method: each feature's worth in the middle, then how it changes."""
    weights = np.zeros(rows.shape[1])
    features = len(weights) // 2
    ridge = np.array([RIDGE] * features + [EVEN] * features + [RIDGE])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - chance) - ridge * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(ridge)
        weights += np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="carnac")
    parser.add_argument("--games", type=Path, metavar="FILE")
    options = parser.parse_args()
    names, rows, won, numbers = rows_of(options.game, options.games)
    held_out = numbers % 5 == 0
    trained = fitted(rows[~held_out], won[~held_out])
    chance = 1 / (1 + np.exp(-rows[held_out] @ trained))
    right = ((chance > EVEN_CHANCE) == won[held_out]).mean()
    loss = -np.log(np.where(won[held_out] > 0, chance, 1 - chance)).mean()
    print(f"{len(won)} positions of {numbers.max() + 1} games")
    print(f"a fifth of the games held out: {right:.1%} right, log loss {loss:.4f} (a coin: {np.log(2):.4f})")
    weights = fitted(rows, won)
    for nth, name in enumerate(names):
        middle, change = weights[nth], weights[len(names) + nth]
        print(f'"{name}": Worth({middle - change:.2f}, {middle + change:.2f}),')
    print(f"to have the turn: {weights[-1]:.2f}")


if __name__ == "__main__":
    main()
