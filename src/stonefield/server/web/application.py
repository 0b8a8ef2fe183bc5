"""What a running server consists of, for whatever answers requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from stonefield.server.accounts.people import People
from stonefield.server.bus import Bus
from stonefield.server.jobs.asking import Jobs
from stonefield.server.lobby.lobby import Lobby
from stonefield.server.notify.messages import Messages
from stonefield.server.play.challenges import Challenges
from stonefield.server.play.company import Company
from stonefield.server.play.creating import Maker
from stonefield.server.play.rooms import Rooms
from stonefield.server.play.vacations import Vacations
from stonefield.server.practice.endgames import Endgames
from stonefield.server.practice.feeds import Feeds
from stonefield.server.practice.practice import Practice
from stonefield.server.practice.profiles import Profiles
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.practice.storms import Storms
from stonefield.server.settings import ServerSettings
from stonefield.server.store import Archive, StudyStore
from stonefield.server.store.explorer import ExplorerStore
from stonefield.server.store.finished_games import FinishedGames
from stonefield.server.store.profiles import ProfileStore
from stonefield.server.store.ratings import RatingStore
from stonefield.server.store.strength import StrengthStore
from stonefield.server.studies.reviews import Reviews
from stonefield.server.studies.rooms import Sources, StudyRooms
from stonefield.server.web.readiness import Readiness
from stonefield.server.web.socket import Sockets
from stonefield.server.web.speech import Speech
from stonefield.server.web.tries import Tries


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """The parts of a server; `app.py` puts them together."""

    settings: ServerSettings
    bus: Bus
    archive: Archive
    jobs: Jobs
    rooms: Rooms
    maker: Maker
    lobby: Lobby
    study_store: StudyStore
    sources: Sources
    challenges: Challenges
    company: Company
    speech: Speech
    vacations: Vacations
    studies: StudyRooms
    reviews: Reviews
    explorer: ExplorerStore
    profile_store: ProfileStore
    strengths: StrengthStore
    ratings: RatingStore
    finished_games: FinishedGames
    profiles: Profiles
    puzzles: Puzzles
    practice: Practice
    endgames: Endgames
    storms: Storms
    feeds: Feeds
    people: People
    messages: Messages
    tries: Tries
    sockets: Sockets
    readiness: Readiness


def application_of(connection: HTTPConnection) -> Application:
    """The application that a request or a socket has come to."""
    application: Application = connection.app.state.application
    return application


Here = Annotated[Application, Depends(application_of)]
"""The application, as an argument of a route."""
