"""``stonefield export-site``: the page without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stonefield.cli.extras import require


def export_site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or an empty folder.")],
) -> None:
    """Write Stonefield as plain files that need no server: to play, learn, train and analyse.

    Any web host serves them, under any path, e.g. `python -m http.server --directory DIR`. Addresses of
    pages are in the fragment, as in `#/learn`.

    Needs the extra `pocket` and some minutes the first time, unless a released wheel is installed.
    """
    from stonefield.export.folder import listed, shipped
    from stonefield.export.site import check_target, write_site

    check_target(folder)
    if shipped() is None:
        require("pocket")
    files = write_site(folder)
    size = sum(path.stat().st_size for path in files)
    offline = listed(folder / "pocket")["size"]
    print(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB; {offline / 1e6:.1f} MB of it for playing")
