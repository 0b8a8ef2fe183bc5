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
