"""The figures and pictures of docs/what-it-taught-us.md, from the logs and records that are kept with it.

python benchmarks/lessons.py                 the figures
python benchmarks/lessons.py --pictures      the pictures

The records are made by benchmarks/self_play.py, the table of openings by benchmarks/openings.py.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import cast

import heat_map
import lessons_caminos
from lessons_caminos import percent

from stonefield import draw, records
from stonefield.games import carnac

DOCS = Path(__file__).parents[1] / "docs"
BOARDS = ("small", "medium", "large")
SHARES = {"small": 0.28, "medium": 0.32, "large": 0.32}
"""What part of the training's games is played on each board."""
RUNS = {"first": 32, "second": 32, "third": 32} | dict.fromkeys(
    ("fourth", "fifth", "sixth", "seventh", "eighth", "tenth", "eleventh", "twelfth", "thirteenth"), 64
)
"""The runs of the training, and the simulations a decision in each; in the eighth a larger network played.

From the ninth on, whose log has every second turn only, a few of the decisions were searched more deeply.
"""
WHOLE = "sixth"
"""The network's last run of which every turn was logged: of the seventh there are four turns only."""
TURN = 114_688
"""Decisions in one turn of self-play."""
LAST, BLOCK = 40, 10
"""Turns at the end of a run that count, and how many are taken together for the spread. The first turns do
not count, because only the games with the smallest stockpiles have ended there."""
PLAYABLE = 0.45
"""A first placement with this win rate or more leaves the game open."""
STAGES = ((1, 7), (8, 14), (15, 21), (22, 27))
"""Megaliths by their number; the last one is never answered."""
MOMENTS = {
    "small": (25, 40, 42),
    "medium": (16, 34, 47),
    "large": (39, 43, 45),
    "square": (12, 23, 28),
    "octagon": (11, 23, 25),
    "torus": (14, 18, 20),
}
"""The plies of the commented games that are drawn."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one megalith."""

    number: int
    answer: str | None
    """N, E, S, W, - or None if it could not be tilted."""
    top: str
    """The colour it had on top, "placer" or "answerer" by whose it is."""
    shown: str
    """The colour that it shows afterwards, in the same words."""
    falls: frozenset[str]
    """The colours that it could fall to, in the same words."""


def answers(record: records.Record) -> Iterator[Answer]:
    """Every megalith of a game but the one that ends it."""
    number, positions = 0, cast(tuple[carnac.Position, ...], record.positions)
    for at, move in enumerate(record.moves):
        before, placed = positions[at : at + 2]
        if before.pending is not None or placed.is_over:
            continue
        number += 1
        words = {before.turn: "placer", carnac.GAME.other(before.turn): "answerer"}
        answer, stone, falls = None, placed.stones[-1], set()
        if placed.pending is not None:
            answer, stone = record.moves[at + 1], positions[at + 2].stones[-1]
            falls = {placed.play(fall).stones[-1].top for fall in placed.legal_moves() if str(fall) != "-"}
        top = words["red" if move[-2] == "r" else "white"]
        yield Answer(number, answer, top, words[stone.top], frozenset(words[fall] for fall in falls))


Turns = Sequence[dict[str, str]]


def tell_beginners(folder: Path) -> None:
    """How often the first player wins in the training's own games."""
    runs: dict[str, Turns] = {}
    for run in RUNS:
        with (folder / f"{run}.csv").open(encoding="utf-8", newline="") as file:
            runs[run] = list(csv.DictReader(file))[-LAST:]
    last = runs[WHOLE]
    print(f"The last {LAST} turns of the {WHOLE} run: {_games(last):,.0f} games\n")
    print("| board | games, about | the first player's share | 95 % | lowest and highest of "
          f"{LAST // BLOCK} blocks |")  # fmt: skip
    print("|---|---|---|---|---|")
    for board in BOARDS:
        shares = [float(row[f"red_{board}"]) for row in last]
        count, share = _games(last) * SHARES[board], mean(shares)
        error = 1.96 * math.sqrt(share * (1 - share) / count)
        blocks = [mean(shares[at : at + BLOCK]) for at in range(0, LAST, BLOCK)]
        print(
            f"| {board} | {round(count, -3):,.0f} | {percent(share, 1)} | ± {percent(error, 1)} "
            f"| {percent(min(blocks), 1)}, {percent(max(blocks), 1)} |"
        )
    print(f"\nLeft standing, of all answers: {percent(mean(float(row['stood']) for row in last), 1)}\n")
    print("| run | simulations | at its end, games | counted here | small | medium | large |")
    print("|---|---|---|---|---|---|---|")
    for run, turns in runs.items():
        parts = [percent(mean(float(row[f"red_{board}"]) for row in turns), 1) for board in BOARDS]
        counts = f"{int(turns[-1]['games']):,} | {round(_games(turns), -3):,.0f}"
        print(f"| {run} | {RUNS[run]} | {counts} | " + " | ".join(parts) + " |")
    print()


def _games(turns: Turns) -> float:
    """How many games ended in these turns."""
    return sum(TURN / float(row["plies"]) for row in turns)


def tell_openings(path: Path) -> None:
    """How many first placements are playable, and whether the top or the sides of the megalith matter."""
    with path.open(encoding="utf-8", newline="") as file:
        apart = mean(float(row["apart"]) for row in csv.DictReader(file))
    table = heat_map.read_table(path)
    rates = [rate for worth in table.values() for rate in worth.values()]
    playable = sum(rate >= PLAYABLE for rate in rates)
    print(f"First placements: {len(rates)}, at {percent(PLAYABLE)} or better: {playable}")
    print(f"Mirror images lie {percent(apart, 1)} apart on average")
    for name, one, other in (("top", "r{}", "w{}"), ("sides", "{}r", "{}w")):
        changes = [
            abs(worth[square + one.format(same)] - worth[square + other.format(same)])
            for worth in table.values()
            for square in {move[:-2] for move in worth}
            for same in "rw"
        ]
        usual, most = percent(mean(changes), 1), percent(max(changes), 1)
        print(f"The colour of the {name} changes {usual} on average, {most} at most")
    print()


def tell_games(folder: Path) -> None:
    """What the fast games show."""
    played = {board: records.read_all((folder / f"{board}.stones").read_text("utf-8")) for board in BOARDS}
    print("| | " + " | ".join(BOARDS) + " |\n|---|---|---|---|")
    for name, figure in FIGURES.items():
        print(f"| {name} | " + " | ".join(figure(played[board]) for board in BOARDS) + " |")
    for first, last in STAGES:
        shares = [_became(played[board], first, last) for board in BOARDS]
        print(f"| megaliths {first} to {last}: tilted, left, cannot fall | " + " | ".join(shares) + " |")


Games = Sequence[records.Record]


def _became(games: Games, first: int, last: int) -> str:
    kinds = Counter(
        "cannot" if one.answer is None else "left" if one.answer == "-" else "tilted"
        for game in games
        for one in answers(game)
        if first <= one.number <= last
    )
    total = max(1, kinds.total())
    return ", ".join(f"{percent(kinds[kind] / total)}" for kind in ("tilted", "left", "cannot"))


def _offered(games: Games, falls: Set[str]) -> str:
    """Megaliths that could fall to these colours: their share, and what was made of them."""
    answered = [one for game in games for one in answers(game) if one.answer is not None]
    offered = [one for one in answered if one.falls == falls]
    left = sum(one.answer == "-" for one in offered) / max(1, len(offered))
    return f"{percent(len(offered) / len(answered))}, {percent(left)}"


def _dolmens(games: Games) -> str:
    counts = [tuple(sorted(map(game.final.score, ("red", "white")))) for game in games]
    return f"{mean(high for _, high in counts):.1f} and {mean(low for low, _ in counts):.1f}"


def _sizes(games: Games) -> str:
    ends = [cast(carnac.Position, game.final) for game in games]
    sides = [end.dolmens(colour) for end in ends for colour in ("red", "white")]
    every = [size for side in sides for size in side]
    return f"{mean(every):.1f}, {mean(max([0, *side]) for side in sides):.1f}"


def _decided(games: Games) -> str:
    """By the number of dolmens, by their sizes, not at all."""
    level = sum(game.final.score("red") == game.final.score("white") for game in games)
    drawn = sum(game.result == "1/2-1/2" for game in games)
    return ", ".join(percent(part / len(games)) for part in (len(games) - level, level - drawn, drawn))


def _tops(games: Games) -> str:
    tops = Counter(one.top for game in games for one in answers(game))
    return f"{percent(tops['placer'] / tops.total())}"


def _left(games: Games) -> str:
    given = [one.answer for game in games for one in answers(game) if one.answer is not None]
    return f"{percent(given.count('-') / len(given))}"


def _first_left(games: Games) -> str:
    firsts = [one.answer for game in games for one in answers(game) if one.number == 1]
    return f"{percent(firsts.count('-') / len(firsts))}"


def _showing(games: Games, *, tilted: bool) -> str:
    """How often megaliths that were tilted, or left standing, show the answerer's colour then."""
    shown = [
        one.shown
        for game in games
        for one in answers(game)
        if one.answer is not None and (one.answer != "-") == tilted
    ]
    return f"{percent(shown.count('answerer') / max(1, len(shown)))}"


FIGURES: dict[str, Callable[[Games], str]] = {
    "games": lambda games: f"{len(games)}",
    "decisions a game": lambda games: f"{mean(len(game.moves) for game in games):.0f}",
    "placed with the placer's colour on top": _tops,
    "left standing, of the first megaliths": _first_left,
    "left standing, of all answers": _left,
    "of these, showing the answerer's colour": lambda games: _showing(games, tilted=False),
    "of the tilted, showing the answerer's colour": lambda games: _showing(games, tilted=True),
    "could fall to the placer's colour only; of these, left": lambda games: _offered(games, {"placer"}),
    "could fall to the answerer's colour only; of these, left": lambda games: _offered(games, {"answerer"}),
    "could fall to either colour; of these, left": lambda games: _offered(games, {"placer", "answerer"}),
    "dolmens of the side with more, and of the other": _dolmens,
    "squares in a dolmen, and in a side's largest": _sizes,
    "decided by number, by sizes, drawn": _decided,
}


def draw_pictures(docs: Path) -> Iterator[tuple[Path, str]]:
    """Every picture of the page: its path and its SVG."""
    for board, worth in heat_map.read_table(docs / "games" / "openings.csv").items():
        yield docs / "pictures" / f"openings-{board}.svg", heat_map.picture(board, worth)
    for board, worth in heat_map.read_table(docs / "games" / "caminos-openings.csv").items():
        yield docs / "pictures" / f"openings-{board}.svg", heat_map.caminos_picture(board, worth)
    for board, plies in MOMENTS.items():
        record = records.read((docs / "games" / f"{board}.stones").read_text("utf-8"))
        for nth, ply in enumerate(plies, 1):
            drawn = draw.svg(record.positions[ply], view="above", last=record.moves[ply - 1])
            yield docs / "pictures" / f"game-{board}-{nth}.svg", drawn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", action="store_true", help="draw the pictures anew instead")
    given = parser.parse_args()
    if given.pictures:
        for path, drawn in draw_pictures(DOCS):
            path.write_text(drawn, "utf-8")
        return
    tell_beginners(DOCS / "training")
    tell_openings(DOCS / "games" / "openings.csv")
    tell_games(DOCS / "games" / "self-play")
    tell_caminos()


def tell_caminos() -> None:
    """All figures about Caminos."""
    lessons_caminos.tell_training(DOCS / "training" / "caminos-first.csv")
    lessons_caminos.tell_openings(heat_map.read_table(DOCS / "games" / "caminos-openings.csv"))
    plain, for_points = (
        lessons_caminos.read_games(DOCS / "games" / folder) for folder in ("caminos", "caminos-points")
    )
    lessons_caminos.tell_games(plain, for_points)


if __name__ == "__main__":
    main()
