"""The learner and storms by request, as `server/web/profiles_api.py` and `puzzles_api.py` answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stonefield.pocket import puzzles
from stonefield.pocket.asking import Answer, Ask, Paths, encoded
from stonefield.pocket.late_tries import LateTries
from stonefield.pocket.learners import Learner, Learners
from stonefield.pocket.reading import read
from stonefield.pocket.storms import Storms
from stonefield.puzzles.practice.streak import day_of
from stonefield.server.presenting.learners import learner_games, uncounted
from stonefield.server.presenting.puzzles import streak_view
from stonefield.server.protocol.problems import Refusal
from stonefield.server.tokens import new_token

if TYPE_CHECKING:
    from stonefield.server.protocol.practice import LearnerMade, LearnerView
    from stonefield.server.protocol.strength import Strengths


def add_learners(paths: Paths, learners: Learners, late: LateTries) -> None:
    """Answer the paths of the learner."""

    def owner(ask: Ask) -> Learner:
        found = learners.asking(ask)
        if found is None:
            raise Refusal("bad_learner", "send the profile's token as `Authorization: Bearer …`")
        return found

    @paths.at("POST", "/api/learners")
    def make(ask: Ask) -> Answer:
        learner = learners.learner(ask.now)
        learners.keep(learner)
        made: LearnerMade = {"learner": learner.id, "token": new_token()}
        return encoded(made, 201)

    @paths.at("GET", "/api/learners/{learner}")
    def show(ask: Ask, learner: str) -> Answer:
        own, games = owner(ask), puzzles.games_with_puzzles()
        progress = [learners.practised(game).progress for game in games]
        view: LearnerView = {
            "learner": own.id,
            "created": own.created,
            "streak": streak_view(own.streak, day_of(ask.now)),
            "games": learner_games(games, progress, puzzles.themes_of, ask.now),
        }
        return encoded(view)

    @paths.at("PUT", "/api/learners/{learner}")
    def adopt(ask: Ask, learner: str) -> Answer:
        """What a server has answered to GET; tries that wait for the server are newer."""
        view = read("LearnerView", ask.body)
        if not late.waiting():
            learners.adopt(view, ask.now)
        return Answer("", 204)

    @paths.at("DELETE", "/api/learners/{learner}")
    def delete(ask: Ask, learner: str) -> Answer:
        owner(ask)
        learners.forget(puzzles.games_with_puzzles())
        return Answer("", 204)

    @paths.at("GET", "/api/learners/{learner}/strength")
    def strength(ask: Ask, learner: str) -> Answer:
        # Games on the device are not counted.
        found: Strengths = {"learner": owner(ask).id, "games": []}
        return encoded(found)

    @paths.at("GET", "/api/learners/{learner}/games/{game}")
    def counted(ask: Ask, learner: str, game: str) -> Answer:
        owner(ask)
        return encoded(uncounted(game))


def add_storms(paths: Paths, learners: Learners, storms: Storms) -> None:
    """Answer the paths of storms."""

    @paths.at("POST", "/api/puzzles/storm")
    def begin(ask: Ask) -> Answer:
        wanted = read("NewStorm", ask.body)
        view = storms.begin(wanted.game, learners.asking(ask), wanted.but, ask.now)
        return encoded(view, 201)

    @paths.at("POST", "/api/puzzles/storm/{storm}/tries")
    def attempt(ask: Ask, storm: str) -> Answer:
        wanted = read("StormTry", ask.body)
        return encoded(storms.attempt(storm, wanted.puzzle, wanted.moves, ask.now))
