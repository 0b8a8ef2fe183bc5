"""Every route and every message with something cheap and something costly to ask for."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator
from functools import cached_property

import httpx

from attack.payloads import long_record
from games.caminos.own_boards import geometry
from stonefield import caminos, carnac, records
from stonefield.games.game import Position
from stonefield.puzzles import by_name, shipped
from stonefield.records.record import Line, Ply, Record
from stonefield.server.tokens import new_token

from .account_doors import ACCOUNT_ROUTES, Owners
from .asks import Ask
from .correspondence_doors import CORRESPONDENCE_ROUTES
from .link_doors import LINK_ROUTES
from .lobby_doors import LOBBY_ROUTES
from .manners_doors import MANNERS_ROUTES
from .message_doors import MESSAGE_ROUTES
from .rating_doors import RATING_ROUTES

PERSON = {"kind": "person", "name": "Ann"}


def played(position: Position, seed: int = 1) -> list[str]:
    """A random game to its end."""
    chance, moves = random.Random(seed), []
    while not position.is_over:
        moves.append(str(chance.choice(position.legal_moves())))
        position = position.play(moves[-1])
    return moves


def bushy(position: Position, nodes: int, seed: int = 1) -> str:
    """A record of one game with as many variations as make so many nodes."""
    start, chance, plies, left = position, random.Random(seed), [], nodes
    moves = played(position, seed)
    each = nodes // len(moves)
    for move in moves:
        legal = [str(one) for one in position.legal_moves()]
        others = chance.sample(legal, min(each, len(legal)))
        lines = tuple(Line((Ply(other),)) for other in others if other != move)
        left -= 1 + len(lines)
        plies.append(Ply(move, variations=lines if left > 0 else ()))
        position = position.play(move)
    return records.write(Record(start, Line(tuple(plies)), records.result_of(position), {}))


def own_geometry(number: int) -> str:
    """A record on a board and with pieces that nobody has seen before, as many placements as may be."""
    board, pieces = geometry(number)
    return f'[Game "caminos"][Board "{board}"][Pieces "{pieces}"] *'


class World:
    """What there is on a server to ask for, made when it is first asked for."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.numbers = itertools.count(1)
        self.owners = Owners(client)
        self.talked: dict | None = None
        """A game in which a good deal was said."""

    def made(self, path: str, wishes: object) -> dict:
        answer = self.client.post(path, json=wishes)
        assert answer.status_code in (200, 201, 202), answer.text
        return answer.json()

    def game(self, *seats: dict, game: str = "carnac", **options) -> dict:
        seats = seats or (PERSON, PERSON)
        return self.made("/api/games", {"game": game, "options": options, "seats": list(seats)})

    @cached_property
    def short(self) -> dict:
        return self.game(board="4x3", stock=4)

    @cached_property
    def long(self) -> dict:
        """A game of Caminos on the largest board, played to the end."""
        start = caminos.start("octagon")
        moves = played(start)
        text = records.write(Record.of(start, moves))
        return self.made("/api/imports", {"text": text}) | {"plies": len(moves), "text": text}

    @cached_property
    def study(self) -> dict:
        source = {"kind": "start", "game": "carnac", "options": {"board": "4x3", "stock": 4}}
        return self.made("/api/studies", {"title": "small", "source": source})

    def fat_study(self) -> dict:
        return self.made("/api/studies", {"title": "fat", "source": {"kind": "record", "text": self.bush}})

    @cached_property
    def bush(self) -> str:
        return bushy(caminos.start("octagon"), 1_950)

    @cached_property
    def fat(self) -> dict:
        return self.fat_study()

    @cached_property
    def learner(self) -> dict:
        return self.made("/api/learners", None)

    @cached_property
    def puzzles(self) -> Iterator[str]:
        return itertools.cycle(puzzle.name for puzzle in shipped())

    @cached_property
    def wrong_tries(self) -> Iterator[tuple[str, str]]:
        """Puzzles, each with a decision that is legal."""
        for puzzle in itertools.cycle(shipped()):
            yield puzzle.name, str(puzzle.start.legal_moves()[0])

    @cached_property
    def endgames(self) -> Iterator[tuple[str, str]]:
        for puzzle in itertools.cycle(shipped()):
            if puzzle.result in ("win", "draw") and puzzle.game == "carnac":
                yield puzzle.name, str(puzzle.start.legal_moves()[0])

    @cached_property
    def review(self) -> str:
        """A review that is stored."""
        source = {"kind": "record", "text": self.long["text"]}
        wanted = {"source": source, "simulations": 300}
        while not (found := self.made("/api/reviews", wanted))["final"]:
            time.sleep(0.3)  # asking again at once keeps the engine from its work
        return found["key"]


Door = Callable[[World], Ask]


def _get(path: str, **params) -> Door:
    return lambda world: Ask("GET", path, params=params)


def _of(kind: str, path: str, method: str = "GET", json: object = None, **params) -> Door:
    """Something about what the world has under ``kind``, with its token."""

    def ask(world: World) -> Ask:
        thing = getattr(world, kind)
        name = thing.get("game") or thing.get("study") or thing.get("learner")
        content = json(world, thing) if callable(json) else json
        return Ask(method, path.format(name, **thing), content, thing["token"], params)

    return ask


def _new(kind: Callable[[World], dict], path: str, method: str = "GET", json: object = None) -> Door:
    """The same with something that is made for it each time."""

    def ask(world: World) -> Ask:
        thing = kind(world)
        name = thing.get("game") or thing.get("study") or thing.get("learner")
        return Ask(method, path.format(name), json(world, thing) if callable(json) else json, thing["token"])

    return ask


def _post(path: str, make: Callable[[World], object], **known) -> Door:
    return lambda world: Ask("POST", path, make(world))


def _puzzle(path: str, method: str = "POST", json: object = None, **params) -> Door:
    return lambda world: Ask(method, path.format(next(world.puzzles)), json, world.learner["token"], params)


def _tried(path: str, pick: str = "wrong_tries", learner: bool = True) -> Door:
    def ask(world: World) -> Ask:
        puzzle, move = next(getattr(world, pick))
        wanted = {"moves": [move]} | ({"patient": False} if pick == "wrong_tries" else {})
        return Ask("POST", path.format(puzzle), wanted, world.learner["token"] if learner else "")

    return ask


def _why(world: World) -> Ask:
    puzzle = by_name(next(world.puzzles))
    return Ask("POST", f"/api/puzzles/{puzzle.name}/why", {"moves": list(puzzle.line)})


def _after_try(path: str, json: object) -> Door:
    def ask(world: World) -> Ask:
        puzzle, move = next(world.wrong_tries)
        token = {"Authorization": f"Bearer {world.learner['token']}"}
        world.client.post(
            f"/api/puzzles/{puzzle}/tries", json={"moves": [move], "patient": False}, headers=token
        )
        return Ask("POST", path.format(puzzle), json, world.learner["token"])

    return ask


def _late_try(world: World) -> Ask:
    puzzle, move = next(world.wrong_tries)
    late = {"token": new_token(), "at": 0, "moves": [move]}
    return Ask("POST", f"/api/puzzles/{puzzle}/late-tries", late, world.learner["token"])


def _storm_try(world: World) -> Ask:
    storm = world.made("/api/puzzles/storm", {"game": "carnac"})
    puzzle = storm["puzzle"]
    name = puzzle["puzzle"]
    found = next(one for one in shipped() if one.name == name)
    wanted = {"puzzle": name, "moves": [str(found.start.legal_moves()[0])]}
    return Ask("POST", f"/api/puzzles/storm/{storm['storm']}/tries", wanted)


def _move(world: World) -> Ask:
    made = world.game(game="caminos", board="octagon")
    move = str(caminos.start("octagon").legal_moves()[0])
    action = {"type": "move", "id": "m", "version": made["state"]["version"], "text": move}
    return Ask("POST", f"/api/games/{made['game']}/actions", action, made["token"])


def _joined(world: World) -> Ask:
    made = world.game(PERSON, {"kind": "open"}, game="caminos", board="octagon")
    return Ask("POST", f"/api/games/{made['game']}/join", {"invite": made["invite"], "name": "Ben"})


def _imported(world: World) -> Ask:
    study = world.fat
    text = world.client.get(
        f"/api/studies/{study['study']}/export?format=json",
        headers={"Authorization": f"Bearer {study['token']}"},
    ).text
    return Ask("POST", "/api/studies/import", {"text": text})


def _action(kind: str, **words) -> Door:
    def ask(world: World) -> Ask:
        thing = getattr(world, kind)
        number = next(world.numbers)
        action = {"id": f"a{number}", **words, "text": words["text"].format(number)}
        return Ask("POST", f"/api/studies/{thing['study']}/actions", action, thing["token"])

    return ask


def _large_edit(world: World) -> Ask:
    """All of a chapter but its first decision goes."""
    thing = world.fat_study()
    action = {"type": "delete", "id": "a", "chapter": 1, "node": 1}
    return Ask("POST", f"/api/studies/{thing['study']}/actions", action, thing["token"])


START_POSITION = str(carnac.start("medium"))
START = {"kind": "start", "game": "carnac"}
FILM = {"size": 200, "seconds": 0.2}
ROUTES: dict[str, tuple[Door, ...]] = {
    "GET /api/health": (_get("/api/health"),),
    "GET /api/ready": (_get("/api/ready"),),
    "GET /api/catalogue": (_get("/api/catalogue"),),
    "GET /api/addresses": (_get("/api/addresses"),),
    "GET /api/locales/{language}": (_get("/api/locales/hu"),),
    "GET /api/rules/{game}": (_get("/api/rules/carnac"), _get("/api/rules/caminos", lang="ro")),
    "GET /api/rules/{game}/pictures/{name}.svg": (_get("/api/rules/carnac/pictures/tie.svg"),),
    "GET /api/showcase/{game}": (_get("/api/showcase/caminos"),),
    "POST /api/games": (
        _post("/api/games", lambda world: {"game": "carnac", "seats": [PERSON, PERSON]}),
        _post(
            "/api/games",
            lambda world: {"game": "caminos", "options": {"board": "octagon"}, "seats": [PERSON, PERSON]},
        ),
    ),
    "POST /api/imports": (
        _post("/api/imports", lambda world: {"text": '[Game "carnac"]\n\n*'}),
        _post("/api/imports", lambda world: {"text": long_record(100_000 + next(world.numbers))}),
        _post("/api/imports", lambda world: {"text": world.long["text"]}),
        _post("/api/imports", lambda world: {"text": own_geometry(next(world.numbers))}),
    ),
    "POST /api/positions": (
        _post("/api/positions", lambda world: {"source": "carnac"}),
        _post("/api/positions", lambda world: {"source": world.long["text"]}),
    ),
    "POST /api/lines": (
        _post("/api/lines", lambda world: {"position": START_POSITION, "moves": ["c4rw", "E"]}),
        _post(
            "/api/lines",
            lambda world: {"position": START_POSITION, "moves": played(carnac.start("medium"))[:64]},
        ),
    ),
    "POST /api/moments": (
        _post("/api/moments", lambda world: {"position": START_POSITION, "moves": ["c4rw", "E"]}),
        _post(
            "/api/moments",
            lambda world: {"position": START_POSITION, "moves": played(carnac.start("medium"))[:64]},
        ),
    ),
    "GET /api/games/{game}": (_of("short", "/api/games/{}"), _of("long", "/api/games/{}")),
    "DELETE /api/games/{game}": (_new(World.game, "/api/games/{}", "DELETE"),),
    "POST /api/games/{game}/join": (_joined,),
    "POST /api/games/{game}/actions": (_move,),
    "GET /api/games/{game}/scenes/{ply}": (
        _of("short", "/api/games/{}/scenes/0"),
        _of("long", "/api/games/{}/scenes/{plies}"),
    ),
    "GET /api/games/{game}/record": (
        _of("short", "/api/games/{}/record"),
        _of("long", "/api/games/{}/record"),
    ),
    "GET /api/games/{game}/record/formats": (_of("long", "/api/games/{}/record/formats"),),
    "GET /api/games/{game}/picture.svg": (_of("long", "/api/games/{}/picture.svg", view="isometric"),),
    "POST /api/studies": (
        _post("/api/studies", lambda world: {"source": START}),
        _post("/api/studies", lambda world: {"source": {"kind": "record", "text": world.bush}}),
    ),
    "POST /api/studies/import": (_imported,),
    "POST /api/studies/{study}/duplicate": (
        _of("study", "/api/studies/{}/duplicate", "POST"),
        _of("fat", "/api/studies/{}/duplicate", "POST"),
    ),
    "GET /api/studies": (_get("/api/studies", most=50),),
    "GET /api/studies/{study}": (_of("study", "/api/studies/{}"), _of("fat", "/api/studies/{}")),
    "GET /api/studies/{study}/chapters/{chapter}": (
        _of("study", "/api/studies/{}/chapters/1"),
        _of("fat", "/api/studies/{}/chapters/1"),
    ),
    "DELETE /api/studies/{study}": (_new(World.fat_study, "/api/studies/{}", "DELETE"),),
    "POST /api/studies/{study}/actions": (
        _action("study", type="comment", chapter=1, node=0, text="{}"),
        _action("fat", type="comment", chapter=1, node=1, text="{}" + "x" * 3_900),
        _large_edit,
    ),
    "GET /api/studies/{study}/export": (_of("fat", "/api/studies/{}/export"),),
    "POST /api/reviews": (
        _post(
            "/api/reviews",
            lambda world: {
                "source": {"kind": "record", "text": world.long["text"]},
                "simulations": 300 if world.review else 0,
            },
        ),
    ),
    "GET /api/reviews/{key}": (lambda world: Ask("GET", f"/api/reviews/{world.review}"),),
    "GET /api/explorer": (lambda world: Ask("GET", "/api/explorer", params={"position": START_POSITION}),),
    "GET /api/explorer/games/{game}": (_get("/api/explorer/games/1"),),
    "GET /api/games/{game}/film.{kind}": (_of("short", "/api/games/{}/film.gif", **FILM),),
    "POST /api/films": (_post("/api/films", lambda world: {"text": '[Game "carnac"]\n\n*', **FILM}),),
    "GET /api/games/{game}/picture.png": (_of("long", "/api/games/{}/picture.png", size=400),),
    "GET /api/picture.{kind}": (
        lambda world: Ask("GET", "/api/picture.svg", params={"position": START_POSITION}),
    ),
    "GET /api/lessons": (_get("/api/lessons", lang="hu"),),
    "GET /api/lessons/{lesson}": (
        lambda world: Ask("GET", f"/api/lessons/{_lesson(world)}", params={"lang": "de"}),
    ),
    "POST /api/lessons/{lesson}/steps/{step}/tries": (
        lambda world: Ask("POST", f"/api/lessons/{_lesson(world)}/steps/0/tries", {"moves": ["x"]}),
    ),
    "GET /api/puzzles/daily.atom": (
        _get("/api/puzzles/daily.atom"),
        _get("/api/puzzles/daily.atom", lang="hu"),
    ),
    "GET /api/puzzles": (_get("/api/puzzles"),),
    "GET /api/puzzles/daily": (
        _get("/api/puzzles/daily", game="carnac"),
        _get("/api/puzzles/daily", game="caminos"),
    ),
    "GET /api/puzzles/next": (
        _get("/api/puzzles/next", game="carnac"),
        _of("learner", "/api/puzzles/next", game="caminos"),
    ),
    "POST /api/puzzles/storm": (_post("/api/puzzles/storm", lambda world: {"game": "caminos"}),),
    "POST /api/puzzles/storm/{storm}/tries": (_storm_try,),
    "GET /api/puzzles/endgames/next": (_get("/api/puzzles/endgames/next", game="carnac"),),
    "GET /api/puzzles/endgames/{puzzle}": (
        lambda world: Ask("GET", f"/api/puzzles/endgames/{next(world.endgames)[0]}"),
    ),
    "POST /api/puzzles/endgames/{puzzle}/moves": (_tried("/api/puzzles/endgames/{}/moves", "endgames"),),
    "GET /api/puzzles/{puzzle}": (_puzzle("/api/puzzles/{}", "GET"),),
    "GET /api/puzzles/{puzzle}/picture.{kind}": (_puzzle("/api/puzzles/{}/picture.png", "GET"),),
    "POST /api/puzzles/{puzzle}/tries": (
        _tried("/api/puzzles/{}/tries", learner=False),
        _tried("/api/puzzles/{}/tries"),
    ),
    "POST /api/puzzles/{puzzle}/late-tries": (_late_try,),
    "POST /api/puzzles/{puzzle}/solution": (_puzzle("/api/puzzles/{}/solution"),),
    "POST /api/puzzles/{puzzle}/why": (_why,),
    "POST /api/puzzles/{puzzle}/vote": (_after_try("/api/puzzles/{}/vote", {"up": True}),),
    "POST /api/puzzles/{puzzle}/report": (_after_try("/api/puzzles/{}/report", {"reason": "other"}),),
    "POST /api/learners": (_post("/api/learners", lambda world: None),),
    "GET /api/learners/{learner}": (_of("learner", "/api/learners/{}"),),
    "DELETE /api/learners/{learner}": (
        _new(lambda world: world.made("/api/learners", None), "/api/learners/{}", "DELETE"),
    ),
    "GET /api/learners/{learner}/strength": (_of("learner", "/api/learners/{}/strength"),),
    "GET /api/learners/{learner}/games/{game}": (_of("learner", "/api/learners/{}/games/0123456789abcdef"),),
    **ACCOUNT_ROUTES,
    **LINK_ROUTES,
    **LOBBY_ROUTES,
    **MESSAGE_ROUTES,
    **MANNERS_ROUTES,
    **RATING_ROUTES,
    **CORRESPONDENCE_ROUTES,
}
"""For each route what is cheap there, if anything, and what is costly."""
# The puzzle of a storm cannot be tried beside it, so storms come last.
for storm in ("POST /api/puzzles/storm", "POST /api/puzzles/storm/{storm}/tries"):
    ROUTES[storm] = ROUTES.pop(storm)
REFUSED = {
    "GET /api/explorer/games/{game}",
    "POST /api/lessons/{lesson}/steps/{step}/tries",
    "DELETE /api/sessions/{session}",
    "POST /api/notifications/confirm",
    "POST /api/sessions/mail-link",
}
"""Where being refused costs as much as anything."""


def _lesson(world: World) -> str:
    if not hasattr(world, "lesson"):
        world.lesson = world.client.get("/api/lessons").json()["lessons"][-1]["id"]
    return world.lesson
