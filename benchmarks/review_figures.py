"""What `review_marks.py` has measured, in figures: marks that hold, accuracy by level, and what fits best."""

from __future__ import annotations

import statistics
from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from review_marks import LONGEST, LOOKS, Measured, measure_all

from stonefield.study.decision import Decision, accuracy_of
from stonefield.study.scales import FIRST_LOOK, MARKS, Scale, scale_for

GRAVEST_FIRST = tuple(reversed(MARKS))
WORST, BEST = 50, 95
"""What the accuracy of random play and of level 10 should be."""
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
    """The least margins with which marks hold, the gravest first, and the curve that accuracy needs."""
    scale = scale_for(game)
    print(f"  fitted to {game}:")
    for kind in GRAVEST_FIRST:
        for step in range(31):
            scale = replace(scale, margins={**scale.margins, kind: step / 100})
            shares = [held(games, kind, *looks, scale) for looks in transitions(kind)]
            if all(sum(share) >= AIMS[kind] * len(share) for share in shares):
                break
        told = ", ".join(map(_counted, shares))
        print(f"    {kind}: margin {scale.margins[kind]:.2f} at {FIRST_LOOK}: {told}")
    floor, decay = fitted_curve(games, scale)
    print(f"    accuracy: floor {floor:.1f}, decay {decay:.2f}")


def fitted_curve(games: Sequence[Measured], scale: Scale) -> tuple[float, float]:
    """Floor and decay with which random play has 50 and level 10 has 95 in the last look, or nearly so.

    Accuracy is linear in what is above the floor, so the decay alone decides how many times as much random
    play loses of it as level 10 does: it should be ten times as much.
    """

    def lost(decay: float, level: int) -> float:
        curve = by_level(games, LOOKS[-1], replace(scale, floor=0.0, decay=decay))
        return 100 - statistics.mean(curve[level])

    def error(decay: float) -> float:
        return abs(lost(decay, 0) / lost(decay, 10) - (100 - WORST) / (100 - BEST))

    decay = min((step / 10 for step in range(1, 201)), key=error)
    return 100 * (1 - (100 - WORST) / lost(decay, 0)), decay


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
