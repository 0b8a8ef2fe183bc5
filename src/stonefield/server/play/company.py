"""What concerns people who play each other besides the game: chat, who is paired, games left to run out."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.server.bus import Bus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.play.chat import Chat
from stonefield.server.play.judging import Judging
from stonefield.server.play.standing import PairingRules
from stonefield.server.store import Journal
from stonefield.server.store.chat import ChatStore
from stonefield.server.store.manners import MannersStore
from stonefield.server.store.reading import Reader
from stonefield.server.store.time_outs import TimeOutStore


@dataclass(frozen=True, slots=True)
class Company:
    """The parts of it."""

    chat: Chat
    pairing: PairingRules
    judging: Judging


def open_company(reader: Reader, journal: Journal, jobs: Jobs, bus: Bus) -> Company:
    """Put the parts together."""
    return Company(
        Chat(ChatStore(reader, journal), bus),
        PairingRules(MannersStore(reader, journal)),
        Judging(TimeOutStore(reader, journal), jobs),
    )
