"""`stonefield cluster` and `stonefield haproxy`: many processes for one site."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from stonefield.cli.serve import PORT


def cluster(
    servers: Annotated[int, typer.Option(metavar="N", min=1, max=32, help="Server processes.")] = 3,
    engines: Annotated[
        int, typer.Option(metavar="N", min=1, max=32, help="Engine workers, each with one engine.")
    ] = 2,
    port: Annotated[
        int, typer.Option(metavar="PORT", min=0, max=65000, help="Port to listen on; 0 takes any free one.")
    ] = PORT,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder of the database and the logs; in your data folder by default."
        ),
    ] = None,
    redis: Annotated[
        bool | None,
        typer.Option("--redis/--no-redis", help="Tell servers of changes by Redis; used if it is installed."),
    ] = None,
    haproxy: Annotated[
        bool | None,
        typer.Option(
            "--haproxy/--no-haproxy", help="Put HAProxy in front of the servers; used if it is installed."
        ),
    ] = None,
) -> None:
    """Run several servers, engine workers and a PostgreSQL of their own on this machine."""
    if sys.platform == "win32":
        raise typer.BadParameter("a cluster needs Linux or macOS")
    from stonefield.cluster.cluster import Plan, default_folder
    from stonefield.cluster.running import run

    where = (folder or default_folder()).absolute()
    asyncio.run(run(Plan(where, servers, engines, port, redis, haproxy)))


def haproxy(
    server: Annotated[
        list[str], typer.Option(metavar="ADDRESS", help="A server as host:port; repeat it for each of them.")
    ],
    bind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Where HAProxy listens, e.g. ':443 ssl crt /etc/ssl/site.pem'; :80 by default.",
        ),
    ] = None,
) -> None:
    """Print a configuration of HAProxy for several servers."""
    from stonefield.cluster.haproxy import configuration

    print(configuration(server, bind or [":80"]), end="")
