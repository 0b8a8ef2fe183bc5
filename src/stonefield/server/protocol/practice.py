"""Practice with puzzles: what a page sends and what comes back.

On the wire a practice profile is called a learner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Colour, Request, View, doc
from stonefield.server.protocol.requests import FreshToken
from stonefield.server.protocol.reviews import ClaimView, Proven
from stonefield.server.protocol.scenes import Scene
from stonefield.server.protocol.study_views import Moment
from stonefield.server.protocol.views import BoardView

MOST_MOVES = 200
MOST_OFFERED = 100
Moves = Annotated[list[Annotated[str, Field(min_length=1, max_length=64)]], Field(max_length=MOST_MOVES)]
PuzzleResult = TypeAliasType(
    "PuzzleResult", Annotated[Literal["win", "draw", "hold"], doc("`hold`: not to lose at once.")]
)
Left = TypeAliasType(
    "Left", Annotated[Literal["win", "draw", "loss", "open"], doc("`open`: nothing is proven.")]
)
PuzzleFault = TypeAliasType("PuzzleFault", Literal["second_solution", "wrong_result", "unclear", "other"])


# What a page sends


class PuzzleTry(Request):
    """All decisions since the puzzle's position, of both sides; the last one is the player's new one."""

    moves: Moves = Field(min_length=1)
    patient: Annotated[bool, doc("Whether to wait for the proof of why a wrong try fails")] = True


class LateTry(Request):
    """A try that was made without a network: one that decided something there."""

    token: Annotated[FreshToken, doc("From a secure random source; with the same one it is the same try")]
    at: Annotated[int, doc("When it was made, in milliseconds since 1970")] = Field(ge=0, le=1 << 52)
    moves: Annotated[Moves, doc("As in any try; none: the solution was asked for")]


class StormTry(Request):
    """A try in a storm, for the puzzle that the page shows."""

    puzzle: Annotated[str, doc("Its id")] = Field(min_length=1, max_length=32)
    moves: Moves = Field(min_length=1)


class NewStorm(Request):
    """A storm to be begun; with a profile's token its score counts for the profile."""

    game: Annotated[str, doc("The game's name")] = Field(max_length=32)
    but: Annotated[
        list[Annotated[str, Field(max_length=32)]],
        doc("Puzzles that were offered lately: none like them comes"),
    ] = Field(default=[], max_length=MOST_OFFERED)


class PuzzleVote(Request):
    """What a player thinks of a puzzle; null takes an earlier vote back."""

    up: Annotated[bool | None, doc("Whether the player likes it")]


class PuzzleReport(Request):
    """What is wrong with a puzzle."""

    reason: PuzzleFault


# Positions


class PlayedStep(View):
    """A decision and the position after it, to be shown one after the other."""

    move: Annotated[str, doc("The decision")]
    colour: Annotated[Colour, doc("Who decided")]
    scene: Scene
    position: Annotated[str, doc("The position after it, as text")]


# Puzzles


class PuzzleView(View):
    """A puzzle to solve."""

    puzzle: Annotated[str, doc("Its id")]
    game: Annotated[str, doc("The game's name")]
    board: BoardView
    letters: Annotated[dict[Colour, str], doc("How colours are written in moves")]
    colour: Annotated[Colour, doc("The side that the player takes")]
    result: Annotated[PuzzleResult, doc("What is asked for, proven; `hold`: not to lose at once")]
    decisions: Annotated[int, doc("How many decisions are to be found")]
    themes: Annotated[Sequence[str], doc("`puzzle.theme.<theme>` names each; they give hints away")]
    rating: Annotated[int, doc("Its difficulty now, by Glicko-2")]
    deviation: Annotated[int, doc("How uncertain the rating is")]
    tried: Annotated[int, doc("By how many players")]
    up: Annotated[int, doc("Players who like it")]
    down: Annotated[int, doc("Players who do not")]
    moment: Moment


class ThemeCount(View):
    """A theme and how many puzzles have it."""

    theme: Annotated[str, doc("Its name")]
    puzzles: Annotated[int, doc("How many have it")]


class PuzzleGame(View):
    """The puzzles of one game."""

    game: Annotated[str, doc("The game's name")]
    puzzles: Annotated[int, doc("How many there are")]
    themes: Annotated[list[ThemeCount], doc("The most frequent first")]
    lowest: Annotated[int, doc("The rating of the easiest")]
    highest: Annotated[int, doc("The rating of the hardest")]
    endgames: Annotated[bool, doc("Whether the last decisions can be played out against perfect defence")]


class PuzzleList(View):
    """What there is to train with."""

    games: Annotated[list[PuzzleGame], doc("Every game that has puzzles")]


class DailyPuzzle(View):
    """The puzzle of a day, the same for everyone."""

    date: Annotated[str, doc("In UTC, e.g. 2026-11-16")]
    ends: Annotated[int, doc("When the next one comes, in milliseconds since 1970")]
    now: Annotated[int, doc("The server's time, milliseconds since 1970")]
    puzzle: PuzzleView


class NextPuzzle(View):
    """The next puzzle for a player."""

    due: Annotated[bool, doc("It was missed earlier and comes back")]
    puzzle: PuzzleView


class Refutation(View):
    """Why a try is wrong: best play after it."""

    moves: Annotated[Sequence[str], doc("After the wrong decision")]
    steps: Annotated[list[PlayedStep], doc("The same, with the positions")]
    result: Annotated[
        Left,
        doc(
            "What is left for the player; `open`: what was asked for can be stopped, and no more is proven; "
            "`win`: more slowly than asked"
        ),
    ]
    claims: Annotated[list[ClaimView], doc("Sentences `why.<code>`, weightiest first")]


class RatingView(View):
    """A rating by Glicko-2."""

    rating: Annotated[int, doc("1500 is the middle")]
    deviation: Annotated[int, doc("How uncertain it is")]


class StreakView(View):
    """Days in a row on which a daily puzzle was solved."""

    days: Annotated[int, doc("0 once a day was missed")]
    best: Annotated[int, doc("The longest so far")]
    today: Annotated[bool, doc("Whether today's is solved already")]


class Judged(View):
    """What a try has decided for the profile."""

    right: Annotated[bool, doc("Solved without any wrong try")]
    rated: Annotated[bool, doc("Only the first attempt at a puzzle is rated; one that was due is not")]
    before: RatingView
    after: RatingView
    due: Annotated[int | None, doc("When the puzzle comes back, in milliseconds since 1970; null: never")]


class PuzzleTried(View):
    """The answer to a try."""

    right: Annotated[
        bool, doc("Whether this decision, or one that leads to the same position, is the solution's")
    ]
    done: Annotated[bool, doc("The puzzle is solved")]
    moves: Annotated[
        Sequence[str],
        doc("The line so far; a next try is this with one decision more. As before a wrong try"),
    ]
    steps: Annotated[list[PlayedStep], doc("The decision that was tried and, if right, the defence's reply")]
    moment: Annotated[Moment, doc("Where the player decides next; after a wrong try, where they did")]
    refutation: Annotated[
        Refutation | None, doc("null for a right try, and where the proof takes the server too long")
    ]
    judged: Annotated[Judged | None, doc("null without a token, and while nothing is decided")]
    streak: Annotated[StreakView | None, doc("With a token, once the daily puzzle of today is solved")]


class PuzzleSolution(View):
    """The whole line. Asking for it gives the puzzle up."""

    moves: Annotated[Sequence[str], doc("All decisions, the defence's among them")]
    steps: Annotated[list[PlayedStep], doc("The same, with the positions")]
    moment: Annotated[Moment, doc("The end of the line")]
    judged: Annotated[Judged | None, doc("null without a token, and where the attempt was decided before")]


class EndingView(View):
    """What a line comes to."""

    how: Annotated[str, doc("`puzzle.end.<how>` says it")]
    own: Annotated[int, doc("What the player has at the end, where that is counted")]
    theirs: Annotated[int, doc("What the opponent has")]


class PuzzleWhy(View):
    """Why the first decision of a solution works, in one sentence, and a decision much like it that fails."""

    idea: Annotated[str, doc("What the decision does: `puzzle.idea.<idea>` says it")]
    then: Annotated[EndingView | None, doc("What best play after it comes to; null where the idea says it")]
    otherwise: Annotated[EndingView, doc("What best play after the other decision comes to")]
    steps: Annotated[
        list[PlayedStep], doc("The other decision and its refutation, from the puzzle's position")
    ]


class PuzzleVotes(View):
    """How players like a puzzle."""

    up: Annotated[int, doc("Players who like it")]
    down: Annotated[int, doc("Players who do not")]
    mine: Annotated[bool | None, doc("The caller's vote")]


# Storms


class StormView(View):
    """A storm: as many puzzles as possible until the server's clock says it is over."""

    storm: Annotated[str, doc("Its id; it is played by anyone who knows it")]
    game: Annotated[str, doc("The game's name")]
    now: Annotated[int, doc("Milliseconds since 1970, as `ends`")]
    ends: Annotated[int, doc("A wrong try takes ten seconds off")]
    over: Annotated[bool, doc("Time is up")]
    solved: Annotated[int, doc("Puzzles solved")]
    missed: Annotated[int, doc("Puzzles missed")]
    combo: Annotated[int, doc("Right decisions in a row")]
    best: Annotated[int | None, doc("The profile's best score in this game; null without a profile")]
    right: Annotated[bool | None, doc("The try that this answers; null for a new storm")]
    steps: Annotated[list[PlayedStep], doc("What that try and the defence did on the board")]
    puzzle: Annotated[
        PuzzleView | None, doc("Sent with a new puzzle: at the start, and after each one ended")
    ]
    moves: Annotated[Sequence[str], doc("The line so far of the puzzle that is shown")]
    moment: Annotated[Moment | None, doc("Where the player decides next; null once it is over")]


# Endgames


class EndgameView(View):
    """A position near the end, to be played out against perfect defence."""

    endgame: Annotated[str, doc("The id of the puzzle that begins here")]
    game: Annotated[str, doc("The game's name")]
    board: BoardView
    letters: Annotated[dict[Colour, str], doc("How colours are written in moves")]
    colour: Annotated[Colour, doc("The side that the player takes")]
    result: Annotated[Proven, doc("What is there for that side, proven")]
    rating: Annotated[int, doc("Its difficulty, by Glicko-2")]
    moment: Moment


class EndgameMoved(View):
    """The answer to a decision in an endgame."""

    moves: Annotated[Sequence[str], doc("All decisions so far, the defence's among them")]
    steps: Annotated[list[PlayedStep], doc("The player's decision and the defence's")]
    moment: Moment
    result: Annotated[Left, doc("What is there now for the player; `open`: nothing is forced any more")]
    kept: Annotated[bool, doc("Whether the last decision kept what there was before it")]
    better: Annotated[Sequence[str], doc("Best play instead of a decision that did not keep it; else []")]


# Profiles


class LearnerMade(View):
    """A new practice profile. The token is shown here and never again."""

    learner: Annotated[str, doc("The profile's id")]
    token: Annotated[str, doc("Send as `Authorization: Bearer …`")]


class GraphPoint(View):
    """A rating after an attempt."""

    at: Annotated[int, doc("Milliseconds since 1970")]
    rating: Annotated[int, doc("After the attempt")]


class ThemeProgress(View):
    """How a player does with a theme."""

    theme: Annotated[str, doc("Its name")]
    tried: Annotated[int, doc("Puzzles tried")]
    right: Annotated[int, doc("Of these solved without a wrong try")]


class LearnerGame(View):
    """The progress of a profile in one game."""

    game: Annotated[str, doc("The game's name")]
    rating: RatingView
    tried: Annotated[int, doc("Puzzles tried")]
    right: Annotated[int, doc("Of these solved without a wrong try")]
    due: Annotated[int, doc("Missed puzzles that may be tried again now")]
    waiting: Annotated[int, doc("Missed puzzles that come back later")]
    storm: Annotated[int, doc("The best score in a storm")]
    graph: Annotated[list[GraphPoint], doc("The latest attempts, the oldest of these first")]
    themes: Annotated[list[ThemeProgress], doc("The most tried first")]


class LearnerView(View):
    """The progress of a profile, for its owner alone."""

    learner: Annotated[str, doc("The profile's id")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    streak: StreakView
    games: Annotated[list[LearnerGame], doc("Every game that has puzzles")]
