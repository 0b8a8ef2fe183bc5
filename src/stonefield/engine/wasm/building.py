"""Builds the modules of all games: kernels, memory, weights, and what TypeScript has to know of them."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numba

from stonefield.engine.game_engine import GameEngine, engine_for
from stonefield.engine.levels import PLAIN_LEVELS
from stonefield.engine.wasm.compiling import BASE, compile_entries, link
from stonefield.engine.wasm.image import Image
from stonefield.engine.wasm.typescript import types_of
from stonefield.engine.wasm_module import Module, arguments
from stonefield.games.game import StonefieldError

COMMAND = (sys.executable, "-m", "stonefield.engine.wasm")
# What LLVM knows of this machine's processor must not reach the module, or it would differ between machines.
GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}


def build(games: Sequence[str], folder: Path) -> list[Path]:
    """Write the modules of these games, side by side, each by a process of its own; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, **GENERIC}
    running = [subprocess.Popen([*COMMAND, game, str(folder)], env=environment) for game in games]
    failed = [game for game, process in zip(games, running, strict=True) if process.wait()]
    if failed:
        raise StonefieldError(f"could not build {' and '.join(failed)}: the reason is above")
    return sorted({path for game in games for path in folder.glob(f"{game}[.-]*")})


def build_here(game: str, folder: Path) -> None:
    """Write one game's module, in this process."""
    assert GENERIC["NUMBA_CPU_NAME"] == numba.config.CPU_NAME  # type: ignore[attr-defined]
    engine = engine_for(game)
    module = engine.module()
    assert module is not None
    memories = list(module.memories())
    examples = {name: (entry, arguments(entry, memories[0])) for name, entry in module.entries.items()}
    compiled = compile_entries(examples)
    target = folder / f"{game}.wasm"
    link(compiled.code, list(module.entries), target)
    images = [Image(module, memory, compiled.slots, BASE) for memory in memories]
    _write_images(module, images, folder)
    _describe(engine, module, images, folder)
    (folder / f"{game}.ts").write_text(types_of(module, memories[0], images[0]), "utf-8", newline="\n")


def _write_images(module: Module, images: list[Image], folder: Path) -> None:
    for name in module.files:
        (folder / name).write_bytes(images[0].file(name))
    for image in images:
        (folder / image.file_name).write_bytes(image.board())


def _describe(engine: GameEngine, module: Module, images: list[Image], folder: Path) -> None:
    """Write for JavaScript where everything is on each board, and what the levels are made of."""
    described = {
        "boards": {image.memory.board: image.description() for image in images},
        "levels": [dataclasses.asdict(level) for level in engine.levels],
        "plain_levels": [dataclasses.asdict(level) for level in PLAIN_LEVELS],
    }
    text = json.dumps(described, separators=(",", ":"), ensure_ascii=False)
    (folder / f"{module.name}.json").write_text(text + "\n", "utf-8", newline="\n")
