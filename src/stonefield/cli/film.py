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
    size: inputs.Width = 480,
    seconds: Annotated[float, inputs.measure("Seconds per position.", least=0.1, most=10)] = 0.8,
    first: Annotated[int, inputs.count("Begin after this many plies.", "--from", least=0)] = 0,
    last: Annotated[
        int | None, inputs.count("End after this many plies (default: the whole game).", "--to", least=0)
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
