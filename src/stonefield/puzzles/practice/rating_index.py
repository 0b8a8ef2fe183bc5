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
            # A new list: a thread may be going through the present one.
            order = self._order.copy()
            del order[bisect_left(order, (old, name))]
            insort(order, (rating, name))
            self._ratings[name] = rating
            self._order = order

    def near(self, wanted: float) -> Iterator[str]:
        """All names, those nearest to a rating first."""
        order = self._order
        above = bisect_left(order, (wanted, ""))
        below = above - 1
        while below >= 0 or above < len(order):
            if below < 0 or (above < len(order) and order[above][0] - wanted <= wanted - order[below][0]):
                yield order[above][1]
                above += 1
            else:
                yield order[below][1]
                below -= 1
