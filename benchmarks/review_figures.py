"""What `review_marks.py` has measured, in figures: marks that hold, accuracy by level, and what would fit."""

from __future__ import annotations

import statistics
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from review_marks import LONGEST, LOOKS, Measured, measure_all

from stonefield.study.decision import Decision, accuracy_of
from stonefield.study.scales import MARKS, Scale, scale_for

GRAVEST_FIRST = tuple(reversed(MARKS))
AIMS = {"blunder": 0.90, "mistake": 0.80, "inaccuracy": 0.70}


def at_least(kind: str, verdict: str | None) -> bool:
    """Whether a verdict is of this kind or graver."""
    return verdict is not None and GRAVEST_FIRST.index(verdict) <= GRAVEST_FIRST.index(kind)


def pairs(
    games: Iterable[Measured], first: int, then: int, scale: Scale
) -> Iterator[tuple[Decision, Decision]]:
    """Every decision as two looks see it."""
    for one in games:
        later = {judged.ply: judged for judged in one.looks[then]}
        for judged in one.looks[first]:
            if judged.ply in later:
                yield judged.decision(scale), later[judged.ply].decision(scale)


def tell_marks(game: str, games: Sequence[Measured]) -> None:
    """How many marks of a look a longer one confirms."""
    scale = scale_for(game)
    print(f"\n{game}: {len(games)} games, {sum(len(one.looks[LOOKS[0]]) for one in games)} decisions")
    for look in LOOKS:
        found = [judged.decision(scale) for one in games for judged in one.looks[look]]
        shares = (f"{mark} {_share(found, kind)}" for kind, mark in MARKS.items())
        print(f"  marked at {look}: {', '.join(shares)}")
    for kind in GRAVEST_FIRST:
        for first, then in transitions(kind):
            told = _counted(held(games, kind, first, then, scale))
            print(f"  {MARKS[kind]} at {first} that hold at {then}: {told}, aim {AIMS[kind]:.0%}")
    looks = pairs(games, LOOKS[0], LOOKS[-1], scale)
    seen = _counted(now.verdict is not None for now, later in looks if later.verdict == "blunder")
    print(f"  ?? at {LOOKS[-1]} that have a mark at {LOOKS[0]}: {seen}")


def transitions(kind: str) -> tuple[tuple[int, int], ...]:
    """The looks in which such a mark is given, and the ones that are to confirm it."""
    if kind == "inaccuracy":
        return (LOOKS[1], LOOKS[-1]), (LOOKS[-1], LONGEST)
    return (LOOKS[0], LOOKS[-1]), (LOOKS[1], LOOKS[-1])


def held(games: Sequence[Measured], kind: str, first: int, then: int, scale: Scale) -> list[bool]:
    """For each mark of a look, whether a longer one gives it too, or a graver one."""
    return [
        at_least(kind, later.verdict)
        for now, later in pairs(games, first, then, scale)
        if now.verdict == kind
    ]


def tell_fit(game: str, games: Sequence[Measured]) -> None:
    """What other margins would do to marks, and the decay that gives random play its accuracy."""
    scale = scale_for(game)
    print("  margin: how many of ??, ? and ?! hold, in the order above")
    for step in range(0, 21, 2):
        other = replace(scale, margin=step / 100)
        shares = (held(games, kind, *looks, other) for kind in GRAVEST_FIRST for looks in transitions(kind))
        print(f"    {other.margin:.2f}: {', '.join(map(_counted, shares))}")
    print(f"  accuracy of random play and of level 10 by decay, at {LOOKS[-1]} simulations")
    for step in range(2, 21):
        curve = by_level(games, LOOKS[-1], replace(scale, decay=step / 2))
        worst, best = (statistics.mean(curve[level]) for level in (0, 10))
        print(f"    {step / 2:.1f}: {worst:.0f} {best:.0f}")


def by_level(games: Iterable[Measured], look: int, scale: Scale) -> dict[int, list[float]]:
    """The accuracy of each side, by its level."""
    found = defaultdict(list)
    for one in games:
        decisions = [judged.decision(scale) for judged in one.looks[look]]
        for side, level in enumerate(one.levels):
            accuracy = accuracy_of([each for each in decisions if each.side == side])
            if accuracy is not None:
                found[level].append(accuracy)
    return dict(sorted(found.items()))


def tell_accuracy(game: str, games: Sequence[Measured]) -> None:
    """The accuracy of random play and of each level."""
    scale = scale_for(game)
    print(f"  accuracy by level (0: random play), at {LOOKS[0]} and {LOOKS[-1]} simulations")
    first, last = (by_level(games, look, scale) for look in (LOOKS[0], LOOKS[-1]))
    for level, values in last.items():
        spread = f", {min(values):.0f} to {max(values):.0f}"
        means = f"{statistics.mean(first[level]):3.0f} {statistics.mean(values):3.0f}"
        print(f"    {level:2}: {means} ({len(values)} sides{spread})")


def _share(found: Sequence[Decision], kind: str) -> str:
    return f"{sum(one.verdict == kind for one in found) / max(1, len(found)):.1%}"


def _counted(held: Iterable[bool]) -> str:
    every = list(held)
    return f"{sum(every)} of {len(every)}" + (f" ({sum(every) / len(every):.0%})" if every else "")


def tell_all(options: Namespace) -> None:
    """Measure what is missing, and print all."""
    games = defaultdict(list)
    for one in measure_all(options):
        games[one.game].append(one)
        if options.games:
            what = f"{one.game} {one.number} on {one.board}, levels {one.levels}"
            print(f"{what}, processor {one.processor:.0f} s", flush=True)
    for game, found in sorted(games.items()):
        tell_marks(game, found)
        tell_accuracy(game, found)
        if options.fit:
            tell_fit(game, found)
