"""Puzzles over HTTP: what there is, tries, storms and endgames."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from stonefield.puzzles import Puzzle
from stonefield.puzzles.practice.choosing import PLAIN_RATING
from stonefield.puzzles.practice.daily import date_of
from stonefield.puzzles.practice.streak import DAY_MS, day_of
from stonefield.server.jobs.tasks.pictures import draw_png
from stonefield.server.jobs.tasks.records import draw_position
from stonefield.server.now import now_ms
from stonefield.server.practice.endgames import Endgames
from stonefield.server.practice.feeds import ATOM
from stonefield.server.practice.game_shelf import PLAYED_OUT
from stonefield.server.practice.practice import GLANCE, Practice
from stonefield.server.practice.proofs import PATIENCE
from stonefield.server.practice.puzzles import Puzzles
from stonefield.server.protocol.practice import (
    MOST_OFFERED,
    DailyPuzzle,
    LateTry,
    NewStorm,
    PuzzleList,
    PuzzleReport,
    PuzzleTry,
    PuzzleVote,
    StormTry,
)
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.api import (
    PROBLEMS,
    Documented,
    PaintQuery,
    Theme,
    TokenHeader,
    answers,
    encoded,
    work,
)
from stonefield.server.web.application import application_of
from stonefield.server.web.caching import packed
from stonefield.server.web.catalogue import texts_of
from stonefield.server.web.guard import caller_of
from stonefield.server.web.pictures import SVG_HEADERS
from stonefield.server.web.prices import PricedRoute, priced
from stonefield.server.web.profiles_api import MaybeProfile, TheProfile

PICTURE_HEADERS = {**SVG_HEADERS, "Cross-Origin-Resource-Policy": "cross-origin"}
"""Readers of the feed show the pictures wherever they are."""
FEED: Documented = {200: {"content": {ATOM: {}}}}
PICTURES: Documented = {200: {"content": {"image/png": {}, "image/svg+xml": {}}}}
router = APIRouter(prefix="/api/puzzles", responses=PROBLEMS, route_class=PricedRoute)

GameName = Annotated[str, Query(max_length=32)]
Offered = Annotated[Sequence[Annotated[str, Field(max_length=32)]], Query(max_length=MOST_OFFERED)]
"""Puzzles that were offered lately, by their ids."""
Strength = Annotated[int | None, Query(ge=0, le=4_000)]


async def puzzles_of(request: Request) -> Puzzles:
    """The puzzles, ready."""
    puzzles = application_of(request).puzzles
    await puzzles.load()
    return puzzles


AllPuzzles = Annotated[Puzzles, Depends(puzzles_of)]


async def puzzle_of(puzzles: AllPuzzles, puzzle: Annotated[str, Path(max_length=32)]) -> Puzzle:
    """The puzzle in the path."""
    return puzzles.find(puzzle)


ThisPuzzle = Annotated[Puzzle, Depends(puzzle_of)]


async def practice_of(request: Request, puzzles: AllPuzzles) -> Practice:
    return application_of(request).practice


async def endgames_of(request: Request, puzzles: AllPuzzles) -> Endgames:
    return application_of(request).endgames


ThePractice = Annotated[Practice, Depends(practice_of)]
TheEndgames = Annotated[Endgames, Depends(endgames_of)]


@router.get("", responses=answers("PuzzleList"))
@priced(2)
async def list_puzzles(puzzles: AllPuzzles) -> Response:
    """What there is to practise with."""
    answer: PuzzleList = {"games": puzzles.games()}
    return encoded(answer)


@router.get("/daily.atom", responses=FEED, response_class=Response)
@priced(2)
async def daily_feed(
    request: Request,
    puzzles: AllPuzzles,
    game: Annotated[str | None, Query(max_length=32)] = None,
    lang: Annotated[str, Query(max_length=20)] = "en",
) -> Response:
    """The daily puzzles of the last fourteen days, the newest first."""
    feeds = application_of(request).feeds
    content = await feeds.find(puzzles, texts_of(lang), game, _base(request))
    return packed(request, content, ATOM)


@router.get("/daily", responses=answers("DailyPuzzle"))
@priced(3)
async def daily_puzzle(
    puzzles: AllPuzzles, practice: ThePractice, game: GameName, easy: bool = False
) -> Response:
    """Today's puzzle (UTC), the same for everyone.

    With `easy` it is the newcomers': one decision on a small board. Either is good for the streak.
    """
    now = now_ms()
    today = day_of(now)
    puzzle = puzzles.easy_daily(game, today) if easy else await puzzles.daily(game, today)
    answer: DailyPuzzle = {
        "date": date_of(today).isoformat(),
        "ends": (today + 1) * DAY_MS,
        "now": now,
        "puzzle": await practice.view(puzzle),
    }
    return encoded(answer)


@router.get("/next", responses=answers("NextPuzzle"))
@priced(6)
async def next_puzzle(
    practice: ThePractice,
    token: TokenHeader,
    game: GameName,
    theme: Annotated[str | None, Query(max_length=32)] = None,
    rating: Strength = None,
    but: Offered = (),
) -> Response:
    """A puzzle to try next, but none that `but` names (it may be repeated), nor one much like these.

    With a token: missed ones that are due first, then new ones near the profile's rating.
    """
    return encoded(await practice.next(token, game, theme, rating, but))


@router.post("/storm", status_code=201, responses=answers("StormView", 201))
@priced(6)
async def begin_storm(
    request: Request, puzzles: AllPuzzles, profile: MaybeProfile, wanted: NewStorm
) -> Response:
    """Begin a storm: three minutes of puzzles."""
    storms = application_of(request).storms
    return encoded(await storms.begin(wanted.game, profile, caller_of(request.scope), wanted.but), 201)


@router.post("/storm/{storm}/tries", responses=answers("StormView"))
@priced(5)
async def try_in_storm(
    request: Request, puzzles: AllPuzzles, storm: Annotated[str, Path(max_length=32)], wanted: StormTry
) -> Response:
    """Try a decision in a storm."""
    storms = application_of(request).storms
    return encoded(await storms.attempt(storm, wanted.puzzle, wanted.moves))


@router.get("/endgames/next", responses=answers("EndgameView"))
@priced(4)
async def next_endgame(
    endgames: TheEndgames,
    puzzles: AllPuzzles,
    game: GameName,
    rating: Strength = None,
    but: Offered = (),
) -> Response:
    """A position to play out."""
    wanted = PLAIN_RATING if rating is None else rating
    puzzle = await puzzles.endgame(game, wanted, but)
    return encoded(await endgames.view(puzzle))


async def free_puzzle(request: Request, puzzle: ThisPuzzle) -> Puzzle:
    """The puzzle in the path, if no storm at the caller's address has reached it."""
    storms = application_of(request).storms
    if await storms.shows(puzzle.name, caller_of(request.scope)):
        raise Refusal("in_storm", "a storm that runs at your address has reached this puzzle")
    return puzzle


FreePuzzle = Annotated[Puzzle, Depends(free_puzzle)]


async def endgame_of(puzzle: ThisPuzzle) -> Puzzle:
    """The puzzle in the path, if it can be played out."""
    if puzzle.result not in PLAYED_OUT:
        raise Refusal("no_such_puzzle", "this puzzle cannot be played out")
    return puzzle


ThisEndgame = Annotated[Puzzle, Depends(endgame_of)]


@router.get("/endgames/{puzzle}", responses=answers("EndgameView"))
@priced(4)
async def show_endgame(endgames: TheEndgames, puzzle: ThisEndgame) -> Response:
    """A certain position to play out."""
    return encoded(await endgames.view(puzzle))


@router.post("/endgames/{puzzle}/moves", responses=answers("EndgameMoved"))
@priced(6)
async def play_endgame(
    request: Request, endgames: TheEndgames, puzzle: ThisEndgame, free: FreePuzzle, wanted: PuzzleTry
) -> Response:
    """Play a decision: all so far, the new one last. The perfect defence replies."""
    return encoded(await endgames.move(puzzle, wanted.moves, caller_of(request.scope)))


@router.get("/{puzzle}", responses=answers("PuzzleView"))
@priced(4)
async def show_puzzle(practice: ThePractice, puzzle: ThisPuzzle) -> Response:
    """One puzzle."""
    return encoded(await practice.view(puzzle))


@router.get("/{puzzle}/picture.{kind}", responses=PICTURES, response_class=Response)
@priced(3)
async def picture_of_puzzle(
    request: Request,
    puzzle: ThisPuzzle,
    kind: Annotated[Literal["png", "svg"], Path()],
    theme: Theme = "light",
    paint: PaintQuery = None,
) -> Response:
    """The position of a puzzle as a picture."""
    if kind == "svg":
        drawing = await work(request, draw_position, puzzle.position, None, "above", theme, paint)
        return packed(request, drawing.encode(), "image/svg+xml", PICTURE_HEADERS)
    content = await work(request, draw_png, puzzle.position, None, "above", theme, paint, 600)
    return packed(request, base64.b64decode(content), "image/png", PICTURE_HEADERS)


@router.post("/{puzzle}/tries", responses=answers("PuzzleTried"))
@priced(10)
async def try_puzzle(
    request: Request, practice: ThePractice, puzzle: FreePuzzle, profile: MaybeProfile, wanted: PuzzleTry
) -> Response:
    """Try a decision."""
    patience = PATIENCE if wanted.patient else GLANCE
    caller = caller_of(request.scope)
    return encoded(await practice.attempt(puzzle, wanted.moves, profile, caller, patience=patience))


@router.post(
    "/{puzzle}/late-tries", status_code=204, responses={204: {"content": {}}}, response_class=Response
)
@priced(8)
async def take_late_try(
    request: Request, practice: ThePractice, puzzle: FreePuzzle, profile: TheProfile, wanted: LateTry
) -> None:
    """Take a try that was made without a network; the same token is the same try."""
    caller = caller_of(request.scope)
    await practice.take_late(puzzle, wanted.moves, wanted.at, wanted.token, profile, caller)


@router.post("/{puzzle}/solution", responses=answers("PuzzleSolution"))
@priced(8)
async def solve_puzzle(
    request: Request, practice: ThePractice, puzzle: FreePuzzle, profile: MaybeProfile
) -> Response:
    """Give up and see the solution."""
    return encoded(await practice.solution(puzzle, profile, caller_of(request.scope)))


@router.post("/{puzzle}/why", responses=answers("PuzzleWhy"))
@priced(8)
async def explain_puzzle(
    request: Request, practice: ThePractice, puzzle: ThisPuzzle, wanted: PuzzleTry
) -> Response:
    """Why the solution works: send the whole line of a puzzle that is solved or shown."""
    return encoded(await practice.why(puzzle, wanted.moves, caller_of(request.scope)))


@router.post("/{puzzle}/vote", responses=answers("PuzzleVotes"))
@priced(5)
async def vote_for_puzzle(
    request: Request, practice: ThePractice, puzzle: ThisPuzzle, profile: TheProfile, wanted: PuzzleVote
) -> Response:
    """Vote on a puzzle; for a player who has tried it."""
    return encoded(await practice.vote(puzzle, profile, wanted.up, caller_of(request.scope)))


@router.post("/{puzzle}/report", status_code=204, responses={204: {"content": {}}}, response_class=Response)
@priced(5)
async def report_puzzle(
    request: Request, practice: ThePractice, puzzle: ThisPuzzle, profile: TheProfile, wanted: PuzzleReport
) -> None:
    """Report what is wrong with a puzzle; for a player who has tried it."""
    await practice.report(puzzle, profile, wanted.reason, caller_of(request.scope))


def _base(request: Request) -> str:
    """The address that readers use: the public one, where there is one."""
    origins = application_of(request).settings.origins
    return str(origins[0] if origins else request.base_url).rstrip("/")
