"""`stonefield serve`: the web application."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from stonefield.cli.extras import needed, require

PORT = 8765
KEEP_DAYS = 90

Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Address to listen on; 0.0.0.0 accepts connections from other machines.",
    ),
]
Rate = Annotated[
    float,
    typer.Option(
        metavar="FACTOR",
        min=0.01,
        max=1e6,
        help="Multiply the limits on each client: 2 doubles them, 0.5 halves them.",
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NETWORK", help="Trust X-Forwarded-For from this network, e.g. 10.0.0.5 or 10.0.0.0/8."
    ),
]
Days = Annotated[
    int,
    typer.Option(
        metavar="DAYS",
        min=0,
        max=36_500,
        help="Delete unfinished games and imports after this many days without activity (0 keeps them all).",
    ),
]
Smtp = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="STONEFIELD_SMTP",
        show_envvar=True,
        help="Mail server for messages, smtp://user:password@host:587 or smtps://…; off without it.",
    ),
]
Telegram = Annotated[
    str | None,
    typer.Option(
        metavar="TOKEN",
        envvar="STONEFIELD_TELEGRAM",
        show_envvar=True,
        help="Token of the bot that sends messages to Telegram; off without it.",
    ),
]
Meeting = Annotated[
    str | None,
    typer.Option(
        metavar="DAY TIME ZONE",
        help="When people meet in the lobby each week, e.g. “Thu 19:00 Europe/Berlin”.",
    ),
]
Watchers = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NETWORK",
        help="Network that may read /metrics (Prometheus), e.g. 127.0.0.1; none by default.",
    ),
]
Port = Annotated[
    int, typer.Option(metavar="PORT", min=0, max=65535, help="Port to listen on; 0 takes any free one.")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="sqlite:///file.db or postgresql://…; a file in your data folder by default."
    ),
]
Engines = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=64, help="Engine processes; half the cores by default.")
]
Workers = Annotated[
    Literal["here", "elsewhere"],
    typer.Option(
        metavar="here|elsewhere",
        help="Who thinks and draws: processes of this server, or those that `stonefield work` starts.",
    ),
]
BusAddress = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="What connects several servers over one database: redis://… or postgresql://…; by default "
        f"the database itself, if it is PostgreSQL. {needed('redis')} for redis://.",
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = PORT,
    database: Database = None,
    bus: BusAddress = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    engines: Engines = None,
    workers: Workers = "here",
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Public address, if the server is behind a proxy.")
    ] = None,
    smtp: Smtp = None,
    telegram: Telegram = None,
    trusted_proxy: Proxies = None,
    rate: Rate = 1.0,
    keep_days: Days = KEEP_DAYS,
    meeting: Meeting = None,
    metrics: Watchers = None,
    log_format: Annotated[
        Literal["text", "json"],
        typer.Option(metavar="text|json", help="Readable text, or one JSON object per line."),
    ] = "text",
    log_level: Annotated[
        Literal["warning", "info"],
        typer.Option(metavar="warning|info", help="info also logs every request."),
    ] = "warning",
) -> None:
    """Play in the browser: start the server and open its page."""
    from stonefield.server.serving import run
    from stonefield.server.settings import Outgoing

    if bus is not None and bus.startswith(("redis:", "rediss:")):
        require("redis")
    raise typer.Exit(
        run(
            host=host,
            port=port,
            database=database,
            bus=bus,
            open_browser=browser,
            engines=engines,
            workers=workers,
            public_url=public_url,
            outgoing=Outgoing(smtp=smtp or "", telegram=telegram or ""),
            trusted_proxies=trusted_proxy or (),
            rate=rate,
            keep_days=keep_days,
            meeting=meeting,
            metrics=metrics or (),
            log_format=log_format,
            log_level=log_level,
        )
    )
