"""Names in the order of their ratings: which are near a strength is known without going through all."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping


class RatingIndex:
    """Names with ratings that change one by one."""

    def __init__(self, ratings: Mapping[str, float]) -> None:
        self._ratings = dict(ratings)
        self._order = sorted((rating, name) for name, rating in ratings.items())

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, name: object) -> bool:
        return name in self._ratings

    def __getitem__(self, name: str) -> float:
        return self._ratings[name]

    @property
    def lowest(self) -> float:
        return self._order[0][0]

    @property
    def highest(self) -> float:
        return self._order[-1][0]

    def move(self, name: str, rating: float) -> None:
        """Give a name that is known another rating."""
        old = self._ratings[name]
        if old != rating:
            del self._order[bisect_left(self._order, (old, name))]
            insort(self._order, (rating, name))
            self._ratings[name] = rating

    def near(self, wanted: float) -> Iterator[str]:
        """All names, those nearest to a rating first."""
        above = bisect_left(self._order, (wanted, ""))
        below = above - 1
        # A rating may move between two steps: at worst a name comes twice, or not at all.
        while below >= 0 or above < len(self._order):
            up = self._order[above] if above < len(self._order) else None
            if below < 0 or (up is not None and up[0] - wanted <= wanted - self._order[below][0]):
                assert up is not None
                above += 1
                yield up[1]
            else:
                below -= 1
                yield self._order[below + 1][1]
