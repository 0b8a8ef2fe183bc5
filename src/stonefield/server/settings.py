"""How the server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import platformdirs

STATIC = Path(__file__).parent.parent / "static"


def default_database() -> str:
    """SQLite in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("stonefield", appauthor=False))
    return f"sqlite:///{folder / 'games.db'}"


def cores() -> int:
    """Those that this process may use, where the system says: a container may have fewer than the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2


@dataclass(frozen=True, slots=True)
class Quotas:
    """How much one person may ask for, over all their connections; `scaled` loosens all at once.

    Requests and messages cost points, about the milliseconds that they keep the server busy.
    """

    games_per_minute: float = 60
    requests_per_second: float = 40
    messages_per_second: float = 60
    burst_seconds: float = 5
    sockets_per_address: int = 200
    connections_per_address: int = 256
    body_bytes: int = 400_000
    message_bytes: int = 16_384
    advice_waiting: int = 2
    """Hints and win rates that one person may have waiting in a game."""
    engine_games: int = 20
    """Games in which engines play at the same time for one person."""
    imports_kept: int = 200
    """Imported records that are kept for one person, counted per month."""
    studies_kept: int = 300
    """Studies that one caller has made and that still exist."""
    seeks_listed: int = 5
    """Games that one person may have in the lobby."""
    sign_ins_per_minute: float = 10
    """Tries to sign in from one address; for one name a tenth of it."""
    accounts_per_day: float = 20
    """Accounts that are made from one address."""
    mails_per_day: float = 5
    """Links that one account has sent, and that one address gets, so that no one is flooded with them."""
    lines_per_minute: float = 20
    """Lines of chat that one person may write; all accounts of an address four times as many."""
    reports_per_day: float = 10
    """Reports that one person may send; all accounts of an address four times as many."""
    study_nodes_open: int = 200_000
    """Nodes of the studies that one person looks at at the same time; a single study may always be opened."""

    def scaled(self, factor: float) -> Quotas:
        """The same quotas, looser or tighter; sizes stay."""
        return replace(
            self,
            games_per_minute=self.games_per_minute * factor,
            requests_per_second=self.requests_per_second * factor,
            messages_per_second=self.messages_per_second * factor,
            sockets_per_address=max(1, round(self.sockets_per_address * factor)),
            connections_per_address=max(16, round(self.connections_per_address * factor)),
            engine_games=max(1, round(self.engine_games * factor)),
            seeks_listed=max(1, round(self.seeks_listed * factor)),
            sign_ins_per_minute=self.sign_ins_per_minute * factor,
            accounts_per_day=self.accounts_per_day * factor,
            mails_per_day=self.mails_per_day * factor,
            lines_per_minute=self.lines_per_minute * factor,
            reports_per_day=self.reports_per_day * factor,
        )


PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)
"""Where the browsers' makers take push messages; nothing is sent to any other place."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Where messages to people may go."""

    smtp: str = ""
    """The mail server, `smtp://user:password@host:587`; empty: no mail."""
    telegram: str = ""
    """The token of the site's bot; empty: no messages to Telegram."""
    push_services: tuple[str, ...] = PUSH_SERVICES
    """Origins; `*.` stands for any names before the rest."""
    discord_origins: tuple[str, ...] = ("https://discord.com", "https://discordapp.com")
    telegram_origin: str = "https://api.telegram.org"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Everything `create_app` needs to know."""

    database: str = field(default_factory=default_database)
    bus: str | None = None
    """What tells servers over one database of each other's doings: redis://… or postgresql://…; None: the
    database itself if it is PostgreSQL, else nothing."""
    static: Path = STATIC
    quotas: Quotas = field(default_factory=Quotas)
    hosts: tuple[str, ...] = ()
    """Host names this server answers to; none given: to all (then something else has to check)."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use the API: the public address behind a proxy on this machine."""
    public_url: str = ""
    """The public address that links in messages begin with; empty: no messages are sent."""
    outgoing: Outgoing = field(default_factory=Outgoing)
    lan_port: int = 0
    """The port at which other machines of the network reach this server; 0: only its own machine does."""
    proxies: tuple[str, ...] = ()
    """Networks of proxies that are believed when they say for whom they ask."""
    metrics: tuple[str, ...] = ()
    """Networks that may read /metrics; none: there is no such page."""
    engines: int = field(default_factory=lambda: max(1, min(4, cores() // 2)))
    workers: Literal["here", "elsewhere"] = "here"
    """Whether engines and tasks run on this machine, or processes elsewhere take them from the database."""
    engine_command: tuple[str, ...] = ()
    """The UGI program to run; none given: our own."""
    pace: float = 0.5
    """Seconds an engine takes at least for a decision, so that people can follow."""
    keep_days: int = 0
    """How long games that are not over, and imports, are kept untouched; 0: for ever."""
    most_imports: int = 20_000
    """Imported records kept in all; beyond it the oldest go."""
    most_studies: int = 50_000
    """Studies that are not marked to be kept, in all; beyond it those go that were touched longest ago."""
    study_days: int = 30
    """How long studies stay untouched that are not marked to be kept; 0: for ever."""
    most_reviews: int = 50_000
    """Reviews kept in all; beyond it the oldest go."""
    most_never_begun: int = 100_000
    """Games kept in which nothing has happened yet; beyond it the oldest go."""
    most_profiles: int = 100_000
    """Practice profiles kept in all; beyond it those go that were unused for longest."""
    most_attempts: int = 2_000_000
    """Attempts kept of all profiles together; beyond it the same profiles go."""
    profile_days: int = 730
    """How long unused profiles stay; 0: for ever."""
    study_memory: int = 128_000_000
    """About how many bytes studies may take in memory; those without viewers leave first."""
    meeting: str | None = None
    """When people meet in the lobby, once a week, e.g. `Thu 19:00 Europe/Berlin`."""
    live_games: int = 5_000
    """Games kept in memory; those without viewers leave first."""
    live_bytes: int = 100_000_000
    """About how many bytes these may take together; beyond it the same ones leave."""
