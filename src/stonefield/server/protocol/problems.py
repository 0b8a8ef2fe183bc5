"""Everything the server refuses: a stable code, its HTTP status, and the reason in English."""

from __future__ import annotations

from pydantic_core import to_json

from stonefield.games.game import IllegalMove, InvalidMove, StonefieldError
from stonefield.server.protocol.requests import Place, Problem
from stonefield.server.protocol.views import State

STATUS = {
    "unreadable": 400,
    "bad_token": 401,
    "bad_learner": 401,
    "bad_invite": 403,
    "bad_origin": 403,
    "not_your_seat": 403,
    "not_between_people": 403,
    "not_for_spectators": 403,
    "not_your_study": 403,
    "study_private": 403,
    "not_found": 404,
    "no_such_game": 404,
    "no_such_ply": 404,
    "no_such_study": 404,
    "no_such_chapter": 404,
    "no_such_node": 404,
    "no_such_review": 404,
    "no_such_puzzle": 404,
    "no_such_storm": 404,
    "no_such_language": 404,
    "no_picture": 404,
    "method_not_allowed": 405,
    "already_offered": 409,
    "changed_meanwhile": 409,
    "already_seated": 409,
    "engine_plays": 409,
    "game_not_over": 409,
    "game_over": 409,
    "illegal_move": 409,
    "in_storm": 409,
    "no_offer": 409,
    "not_tried": 409,
    "not_your_turn": 409,
    "nothing_to_undo": 409,
    "seat_taken": 409,
    "stale_move": 409,
    "study_full": 409,
    "waiting": 409,
    "cancelled": 409,
    "too_large": 413,
    "wrong_host": 421,
    "invalid": 422,
    "invalid_move": 422,
    "invalid_option": 422,
    "invalid_position": 422,
    "illegal_record": 422,
    "invalid_record": 422,
    "several_records": 422,
    "not_in_this_format": 422,
    "wrong_seats": 422,
    "engine_busy": 429,
    "too_many": 429,
    "busy": 503,
    "engine_failed": 503,
    "storage_failed": 503,
}
MEANINGS = {
    "unreadable": "No JSON, or not UTF-8",
    "bad_token": "The token opens nothing in this game",
    "bad_learner": "There is no learner with this token: deleted, or not used for very long",
    "bad_invite": "The invitation opens no seat of this game",
    "bad_origin": "A request or socket from a page of another site",
    "not_your_seat": "A spectator, another player's seat, or an action that only the owner may take",
    "not_between_people": "No hint, win rate or undo while two people play each other",
    "not_for_spectators": "No hint or win rate for spectators before the end",
    "not_your_study": "Readers change nothing; visibility, keeping and deleting are for its maker",
    "study_private": "Only its tokens open this study",
    "not_found": "No such path",
    "no_such_game": "No game with this id",
    "no_such_ply": "The game has fewer decisions",
    "no_such_study": "No study with this id",
    "no_such_chapter": "The chapter was deleted; the last one of a study stays",
    "no_such_node": "The node was deleted, or it is the start, which is no decision",
    "no_such_review": "This game was never reviewed, or there is no decision in it",
    "no_such_puzzle": "No puzzle with this id, of this game or with this theme",
    "no_such_storm": "It was over long ago, or the server has restarted",
    "no_such_language": "The languages are those of the catalogue",
    "no_picture": "The rules page has no picture of this name",
    "method_not_allowed": "The path exists, but not with this method",
    "already_offered": "This offer is waiting for an answer already",
    "changed_meanwhile": "Another editor has built on what should be taken back",
    "already_seated": "You cannot take both seats of a game played by link",
    "engine_plays": "The engine does not answer offers",
    "game_not_over": "Only after the end: a rematch, and deleting a game that another person plays in",
    "game_over": "The game has ended",
    "illegal_move": "A move, but not in this position",
    "in_storm": "A storm that runs at this address has got to the puzzle",
    "no_offer": "There is nothing to answer",
    "not_tried": "Votes and reports are for learners who have tried the puzzle",
    "not_your_turn": "Another seat decides now",
    "nothing_to_undo": "There is nothing to undo, to take back or to redo",
    "seat_taken": "No seat is open, or not this one",
    "stale_move": "The position has changed since",
    "study_full": "More chapters, nodes or words than a study holds",
    "waiting": "A seat is still open",
    "cancelled": "The hint was cancelled (sockets only)",
    "too_large": "The body or message is too long, or a record takes too much time or memory to work out",
    "wrong_host": "On loopback the server answers only to `localhost`, `127.0.0.1` and `::1`",
    "invalid": "JSON, but not what this path takes; `detail` names the field",
    "invalid_move": "The text is no move of this game",
    "invalid_option": "A game cannot be set up like this",
    "invalid_position": "No game or study can begin from this position; `detail` says why",
    "illegal_record": "The record can be read, but has a move that is not legal; `place` says where",
    "invalid_record": "The record cannot be read; `place` has line and column",
    "several_records": "One game at a time",
    "not_in_this_format": "The format cannot hold something in this game; `detail` names it",
    "wrong_seats": "The number of seats does not fit the game",
    "engine_busy": "One person has too many requests, or too many games against engines; cancel or wait",
    "too_many": "Slow down; `Retry-After` says how long",
    "busy": "Too much heavy work (records, pictures) is waiting; `Retry-After` says how long",
    "engine_failed": "The engine could not be started",
    "storage_failed": "The database does not answer; send it again",
}
"""What each code means, for the reference of the API."""


class Refusal(Exception):
    """A request that is not carried out, and why."""

    def __init__(
        self, code: str, detail: str, place: Place | None = None, *, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.code, self.detail, self.place, self.retry_after = code, detail, place, retry_after
        self.state: State | None = None

    @property
    def status(self) -> int:
        return STATUS[self.code]


def refused_move(error: StonefieldError) -> Refusal:
    """The rules' no as ours; unreadable and illegal stay two different things."""
    code = "illegal_move" if isinstance(error, IllegalMove) else "invalid_move"
    assert isinstance(error, IllegalMove | InvalidMove), error
    return Refusal(code, str(error))


def problem_body(code: str, detail: str, state: State | None = None, place: Place | None = None) -> bytes:
    """A `Problem` as JSON."""
    problem: Problem = {"code": code, "detail": detail, "place": place, "state": state}
    return to_json(problem)
