"""The memory of a module as bytes: arrays, and each entry's block of arguments, at their final addresses."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stonefield.engine.wasm.texts import patterns_of
from stonefield.engine.wasm_module import Memory, Module, arguments, numbers, parameters

ALIGNED = 64
TEXTS = "texts"
LAGS = range(12)
"""A board's tables are regular: they are written as differences between numbers this far apart."""
_SLOT: dict[str, Any] = {"double": np.float64, "float": np.float32}


class Image:
    """Where everything of one board lies in memory, and the bytes that are loaded there."""

    def __init__(self, module: Module, memory: Memory, slots: Mapping[str, Sequence[str]], base: int) -> None:
        self._module, self.memory, self._slots = module, memory, slots
        self._texts = patterns_of(memory.moves, memory.squares)
        self.arrays = {**dict(_arrays(memory.arguments)), TEXTS: self._texts.numbers}
        self._at: dict[str, int] = {}
        self.base = self._top = _aligned(base)
        self.files = {file: self._place_file(names) for file, names in module.files.items()}
        self.board_at = self._top
        self.blocks = {name: self._room(8 * len(of)) for name, of in slots.items()}
        shared = {name for names in module.files.values() for name in names}
        own = [name for name in self.arrays if name.split(".")[0] not in shared]
        self._lags = {name: _best_lag(self.arrays[name]) for name in own if self.arrays[name].any()}
        for name in self._lags:
            self._place(name)
        self.board_end = self._top
        for name in own:
            if name not in self._at:
                self._place(name)
        self.top = self._top

    @property
    def file_name(self) -> str:
        """Where the bytes of this board are kept."""
        return f"{self._module.name}-{self.memory.board}.bin"

    def file(self, name: str) -> bytes:
        """What a file of the module holds."""
        return self._bytes(self.files[name], self._in_file(self._module.files[name]))

    def board(self) -> bytes:
        """What is loaded for this board: blocks of arguments, and the arrays that are not blank."""
        content = bytearray(self._bytes(self.board_at, list(self._lags), self.board_end))
        for name in self._slots:
            start = self.blocks[name] - self.board_at
            block = self._block(name)
            content[start : start + len(block)] = block
        return bytes(content)

    def description(self) -> dict[str, Any]:
        """For JavaScript: where everything is."""
        return {
            "top": self.top,
            "files": {**self.files, self.file_name: self.board_at},
            "arrays": {
                name: [array.dtype.name, self._at[name], array.size] for name, array in self.arrays.items()
            },
            "lags": {name: lag for name, lag in self._lags.items() if lag},
            "entries": {
                name: {"block": self.blocks[name], "numbers": self._number_slots(name)}
                for name in self._slots
            },
            "squares": self.memory.squares,
            "patterns": self._texts.patterns,
        }

    def _in_file(self, names: Sequence[str]) -> list[str]:
        return [name for name in self.arrays if name.split(".")[0] in names]

    def _place_file(self, names: Sequence[str]) -> int:
        at = self._top = _aligned(self._top)
        for name in self._in_file(names):
            self._place(name)
        return at

    def _place(self, name: str) -> None:
        self._at[name] = self._room(self.arrays[name].nbytes)

    def _room(self, size: int) -> int:
        at = _aligned(self._top)
        self._top = at + size
        return at

    def _bytes(self, at: int, names: Sequence[str], end: int = 0) -> bytes:
        last = end or max(self._at[name] + self.arrays[name].nbytes for name in names)
        content = bytearray(last - at)
        for name in names:
            start = self._at[name] - at
            written = _differences(self.arrays[name], self._lags.get(name, 0)).tobytes()
            content[start : start + len(written)] = written
        return bytes(content)

    def _flat(self, name: str, value: Any) -> Iterator[Any]:
        """An argument as numba passes it: a number for each slot."""
        if isinstance(value, np.ndarray):
            yield from (0, 0, value.size, value.itemsize, self._at[name], *value.shape, *value.strides)
        elif isinstance(value, tuple):
            for field, part in zip(value._fields, value, strict=True):  # type: ignore[attr-defined]
                yield from self._flat(f"{name}.{field}", part)
        else:
            yield value

    def _block(self, entry: str) -> bytes:
        function = self._module.entries[entry]
        given = zip(parameters(function), arguments(function, self.memory), strict=True)
        values = [flat for name, value in given for flat in self._flat(name, value)]
        return b"".join(
            _SLOT.get(kind, np.int64)(value).tobytes().ljust(8, b"\0")
            for kind, value in zip(self._slots[entry], values, strict=True)
        )

    def _number_slots(self, entry: str) -> list[int]:
        function = self._module.entries[entry]
        wanted, places, at = numbers(function, self.memory), [], self.blocks[entry]
        for name, value in zip(parameters(function), arguments(function, self.memory), strict=True):
            if name in wanted:
                places.append(at)
            at += 8 * len(list(self._flat(name, value)))
        return places


def _arrays(values: Mapping[str, Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            yield name, value
        elif isinstance(value, tuple):
            fields = zip(value._fields, value, strict=True)  # type: ignore[attr-defined]
            yield from _arrays({f"{name}.{field}": part for field, part in fields})


def _best_lag(array: NDArray[Any]) -> int:
    """The distance at which the differences take the least space; 0 for the numbers themselves."""
    if array.dtype.kind == "f":
        return 0
    return min(LAGS, key=lambda lag: len(zlib.compress(_differences(array, lag).tobytes())))


def _differences(array: NDArray[Any], lag: int) -> NDArray[Any]:
    flat = np.ascontiguousarray(array).reshape(-1)
    return np.concatenate([flat[:lag], flat[lag:] - flat[:-lag]]) if lag else flat


def _aligned(at: int) -> int:
    return -(-at // ALIGNED) * ALIGNED
