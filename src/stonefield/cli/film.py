"""``stonefield film``: a recorded game as a moving picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stonefield.cli import inputs
from stonefield.cli.progress import bar


def film(
    source: inputs.Source,
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write: .gif, .webp, .apng (or .png) or .svg.")
    ],
    view: inputs.View = "isometric",
    theme: inputs.Theme = "light",
    paint: inputs.Paint = None,
    size: Annotated[int, typer.Option(metavar="PIXELS", help="The width in pixels.")] = 480,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="Seconds per position.")] = 0.8,
    first: Annotated[
        int, typer.Option("--from", metavar="N", min=0, help="Begin after this many plies.")
    ] = 0,
    last: Annotated[
        int | None,
        typer.Option("--to", metavar="N", min=0, help="End after this many plies (default: the whole game)."),
    ] = None,
    game: inputs.Number = 1,
) -> None:
    """Turn a recorded game into a looping film; the extension of OUT chooses the format."""
    from stonefield import films

    record = inputs.read_record(source, game)
    ending = out.suffix.lower().removeprefix(".")
    kind = "apng" if ending == "png" else ending
    pictures = max(0, (len(record.moves) if last is None else last) - first) + 1
    with bar("drawing", pictures) as report:
        content = films.film(
            record, kind, view=view, theme=theme, paint=paint, size=size, seconds=seconds,
            first=first, last=last, progress=report,
        )  # fmt: skip
    out.write_bytes(content)
