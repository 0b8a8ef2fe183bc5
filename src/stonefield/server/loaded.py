"""What is in memory of what is stored: loaded once, and held while it is used or there is space for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, Protocol, TypeVar

from stonefield.server.now import now_ms


class Resident(Protocol):
    """A game or a study in memory."""

    used: int
    """When it was last used, in milliseconds."""

    @property
    def busy(self) -> bool:
        """Whether it has to stay."""

    @property
    def memory(self) -> int:
        """About how many bytes it takes."""

    def shed(self) -> None:
        """Hold nothing that can be worked out again."""

    def close(self) -> None:
        """Stop what happens by itself."""


R = TypeVar("R", bound=Resident)


class Loaded(Generic[R]):
    """Residents by their ids. Where they are too many or too large, the longest unused ones leave."""

    def __init__(
        self, load: Callable[[str], Awaitable[R]], *, most_bytes: int, most: int | None = None
    ) -> None:
        self._load, self._most, self._most_bytes = load, most, most_bytes
        self._crowded, self._crowded_bytes = most, most_bytes
        self._residents: dict[str, R] = {}
        self._sizes: dict[str, int] = {}
        self.memory = 0
        """About how many bytes all of them take."""
        self._loading: dict[str, asyncio.Future[R]] = {}

    def __iter__(self) -> Iterator[R]:
        return iter(list(self._residents.values()))

    def __len__(self) -> int:
        return len(self._residents)

    def __contains__(self, id: str) -> bool:
        return id in self._residents

    def get(self, id: str) -> R | None:
        """A resident, if it is in memory."""
        return self._residents.get(id)

    async def find(self, id: str) -> R:
        """A resident, loaded once however many ask for it at the same time."""
        while (found := self._residents.get(id)) is None:
            loading = self._loading.get(id)
            if loading is None:
                loading = self._loading[id] = asyncio.ensure_future(self._load_one(id))
                loading.add_done_callback(lambda _: self._loading.pop(id, None))
            await asyncio.shield(loading)
        found.used = now_ms()
        return found

    async def _load_one(self, id: str) -> R:
        return self.put(id, await self._load(id))

    def put(self, id: str, resident: R) -> R:
        """Take in what has just been loaded or made."""
        self._residents[id] = resident
        self.weigh(id, resident)
        return resident

    def weigh(self, id: str, resident: R) -> None:
        """A resident may have grown: make space for it where that is needed."""
        if self._residents.get(id) is not resident:
            return
        self._measure(id, resident)
        if self._is_crowded(self._crowded, self._crowded_bytes):
            self._make_space(resident)
            # Where hardly any can leave, they are looked for again only once there are more.
            if self._most is not None:
                self._crowded = max(self._most, len(self._residents) * 11 // 10)
            self._crowded_bytes = max(self._most_bytes, self.memory * 11 // 10)

    def _measure(self, id: str, resident: R) -> None:
        size = resident.memory
        self.memory += size - self._sizes.get(id, 0)
        self._sizes[id] = size

    def _is_crowded(self, most: int | None, most_bytes: int) -> bool:
        return (most is not None and len(self._residents) > most) or self.memory > most_bytes

    def _make_space(self, wanted: R) -> None:
        """Evict the longest unused until a tenth of the space is free; else the others shed what they can."""
        most = None if self._most is None else self._most - max(1, self._most // 10)
        most_bytes = self._most_bytes * 9 // 10
        others = [(id, one) for id, one in self._residents.items() if one is not wanted]
        others.sort(key=lambda other: other[1].used)
        for id, one in others:
            if not self._is_crowded(most, most_bytes):
                return
            if not one.busy:
                self._evict(id, one)
        for id, one in others:
            if self.memory <= self._most_bytes:
                return
            if id in self._residents:
                one.shed()
                self._measure(id, one)

    def _evict(self, id: str, resident: R) -> None:
        resident.close()
        self.forget(id)

    def forget(self, id: str) -> None:
        """What was stored under this id is gone."""
        if self._residents.pop(id, None) is not None:
            self.memory -= self._sizes.pop(id)

    def evict(self, id: str, unused_since: int) -> bool:
        """Close a resident that has not been used since then; False if it is needed."""
        resident = self._residents.get(id)
        if id in self._loading or (resident is not None and (resident.busy or resident.used >= unused_since)):
            return False
        if resident is not None:
            self._evict(id, resident)
        return True

    def evict_quiet(self, unused_since: int) -> None:
        """Close all that have not been used since then."""
        for id in list(self._residents):
            self.evict(id, unused_since)

    def close(self) -> None:
        """Stop everything that happens by itself."""
        for resident in self._residents.values():
            resident.close()
