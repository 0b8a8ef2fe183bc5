"""``stonefield build-wasm``: the engine for browsers (extra ``wasm``)."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Annotated

import typer

from stonefield.cli.extras import needs


@needs("wasm")
def build_wasm(
    out: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help="Write into this folder; files of the same name are replaced."),
    ] = Path("wasm"),
) -> None:
    """Build rules, searches and networks of all games as WebAssembly modules, with TypeScript types.

    It takes about a minute of processor time.
    """
    from stonefield.engine.game_engine import engine_for
    from stonefield.engine.wasm.building import build
    from stonefield.games.game import games

    names = [game.name for game in games() if engine_for(game.name).module() is not None]
    _print_sizes(build(names, out), out)


def _print_sizes(files: list[Path], out: Path) -> None:
    sizes = {path: (path.stat().st_size, len(gzip.compress(path.read_bytes(), 9))) for path in files}
    for path, (raw, compressed) in sizes.items():
        print(f"{path.name:26} {raw:>9,} bytes {compressed:>9,} with gzip")
    networks = sum(size for path, (_, size) in sizes.items() if path.stem.endswith("-network"))
    total = sum(size for _, size in sizes.values())
    print(f"{out}: {(total - networks) / 1000:.1f} kB with gzip, {total / 1000:.1f} kB with the networks")
