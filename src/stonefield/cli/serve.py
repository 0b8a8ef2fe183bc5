"""`stonefield serve`: the web application."""

from __future__ import annotations

from typing import Annotated

import typer

PORT = 8765
KEEP_DAYS = 90


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes any free one.")
    ] = PORT,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///file.db or postgresql://…; a file in your data folder by default."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    engines: Annotated[
        int | None, typer.Option(min=1, max=64, help="Engine processes; half the cores by default.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="The address people use when the server is behind a proxy.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NETWORK", help="A proxy elsewhere that says for whom it asks, as 10.0.0.5 or 10.0.0.0/8."
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option(min=0.01, help="Loosen (2) or tighten (0.5) the limits on each client.")
    ] = 1.0,
    keep_days: Annotated[
        int,
        typer.Option(
            min=0,
            max=36_500,
            help="Days after which unfinished games and imports that nobody touches are dropped; 0 keeps all.",
        ),
    ] = KEEP_DAYS,
) -> None:
    """Play in the browser: start the server and open its page."""
    from stonefield.server.serving import run

    raise typer.Exit(
        run(
            host=host,
            port=port,
            database=database,
            open_browser=browser,
            engines=engines,
            public_url=public_url,
            trusted_proxies=trusted_proxy or (),
            rate=rate,
            keep_days=keep_days,
        )
    )
