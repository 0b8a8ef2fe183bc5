"""Keeping what was worked out, for the next person who asks."""

from __future__ import annotations


class ByteCache:
    """Keeps what was used last, up to a number of bytes."""

    def __init__(self, most: int) -> None:
        self._most, self._held = most, 0
        self._kept: dict[bytes, bytes] = {}

    def __len__(self) -> int:
        return self._held

    def get(self, key: bytes) -> bytes | None:
        """What is kept under a key, which is now the one used last."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: bytes, value: bytes) -> None:
        """Keep something; what was not used for longest makes room."""
        self._held += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self._held > self._most:
            self._held -= len(self._kept.pop(next(iter(self._kept))))
