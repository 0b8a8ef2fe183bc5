"""Everything the server refuses: a stable code, its HTTP status, and the reason in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from stonefield.games.game import IllegalMove, InvalidMove, StonefieldError
from stonefield.server.protocol.encoding import to_json

if TYPE_CHECKING:
    from stonefield.server.protocol.requests import Place, Problem
    from stonefield.server.protocol.views import State

Code: TypeAlias = Literal[
    "unreadable",
    "bad_token",
    "bad_learner",
    "sign_in_first",
    "wrong_credentials",
    "bad_invite",
    "bad_origin",
    "not_your_seat",
    "not_your_strength",
    "not_between_people",
    "not_for_spectators",
    "not_your_challenge",
    "not_available",
    "chat_off",
    "chat_muted",
    "banned",
    "not_a_moderator",
    "rated_game",
    "not_your_study",
    "study_private",
    "prove_first",
    "confirm_first",
    "not_found",
    "no_such_game",
    "no_such_ply",
    "no_such_study",
    "no_such_chapter",
    "no_such_node",
    "no_such_review",
    "no_such_puzzle",
    "no_such_storm",
    "no_such_challenge",
    "no_such_language",
    "no_such_account",
    "no_such_report",
    "no_such_notice",
    "no_such_passkey",
    "no_such_session",
    "no_picture",
    "method_not_allowed",
    "already_offered",
    "challenge_over",
    "changed_meanwhile",
    "already_seated",
    "engine_plays",
    "game_not_over",
    "game_over",
    "illegal_move",
    "in_storm",
    "no_offer",
    "not_tried",
    "not_your_turn",
    "not_here",
    "no_vacation",
    "paused",
    "nothing_to_undo",
    "seat_taken",
    "stale_move",
    "study_full",
    "waiting",
    "name_taken",
    "last_way_in",
    "link_used",
    "not_sent_here",
    "renamed_lately",
    "cancelled",
    "too_large",
    "wrong_host",
    "invalid",
    "invalid_move",
    "invalid_option",
    "invalid_plan",
    "invalid_position",
    "illegal_record",
    "invalid_record",
    "several_records",
    "not_in_this_format",
    "wrong_seats",
    "name_refused",
    "weak_password",
    "bad_passkey",
    "bad_address",
    "not_ratable",
    "engine_busy",
    "too_many",
    "busy",
    "engine_failed",
    "storage_failed",
    "no_pocket",
]
"""What a program can tell refusals apart by."""
REFUSALS: dict[Code, tuple[int, str]] = {
    "unreadable": (400, "No JSON, or not UTF-8"),
    "bad_token": (401, "The token opens nothing in this game"),
    "bad_learner": (401, "There is no practice profile with this token: deleted, or not used for very long"),
    "sign_in_first": (401, "No session: never signed in, signed out, or not used for 90 days"),
    "wrong_credentials": (401, "Name, password, code or passkey do not fit; which of them is not said"),
    "bad_invite": (403, "The invitation opens no seat of this game"),
    "bad_origin": (403, "A request or socket from a page of another site"),
    "not_your_seat": (403, "A spectator, another player's seat, or an action that only the owner may take"),
    "not_your_strength": (403, "The maker of a game wishes for another strength"),
    "not_between_people": (403, "No hint, win rate or undo while two people play each other"),
    "not_for_spectators": (403, "No hint or win rate for spectators before the end"),
    "not_your_challenge": (403, "Only the challenged player answers it, and only its maker withdraws it"),
    "not_available": (403, "The other person is not available for this"),
    "chat_off": (403, "The account does not chat; it can change that"),
    "chat_muted": (403, "A moderator has muted the account; `detail` says until when and why"),
    "banned": (403, "A moderator keeps the account from pairing and rated games; `detail` says until when"),
    "not_a_moderator": (403, "For moderators only"),
    "rated_game": (403, "No hint, win rate, review, study or takeback while a rated game is played"),
    "not_your_study": (403, "Readers change nothing; visibility, keeping and deleting are for its maker"),
    "study_private": (403, "Only its tokens open this study"),
    "prove_first": (403, "Show the password or a passkey again: `PUT /api/sessions/current/proof`"),
    "confirm_first": (403, "The mail address was not confirmed yet"),
    "not_found": (404, "No such path"),
    "no_such_game": (404, "No game with this id"),
    "no_such_ply": (404, "The game has fewer decisions"),
    "no_such_study": (404, "No study with this id"),
    "no_such_chapter": (404, "The chapter was deleted; the last one of a study stays"),
    "no_such_node": (404, "The node was deleted, or it is the start, which is no decision"),
    "no_such_review": (404, "This game was never reviewed, or there is no decision in it"),
    "no_such_puzzle": (404, "No puzzle with this id, of this game or with this theme"),
    "no_such_storm": (404, "It was over long ago, or had to make room"),
    "no_such_challenge": (404, "No challenge with this id, or it is between other players"),
    "no_such_language": (404, "The languages are those of the catalogue"),
    "no_such_account": (404, "No account with this name"),
    "no_such_report": (404, "No report with this id"),
    "no_such_notice": (404, "No notice with this id for this account"),
    "no_such_passkey": (404, "The account has no passkey with this id"),
    "no_such_session": (404, "The account has no session with this id"),
    "no_picture": (404, "The rules page has no picture of this name"),
    "method_not_allowed": (405, "The path exists, but not with this method"),
    "already_offered": (409, "This offer is waiting for an answer already"),
    "challenge_over": (409, "The challenge was accepted, declined or withdrawn, or has expired"),
    "changed_meanwhile": (409, "Another editor has built on what should be taken back"),
    "already_seated": (409, "You cannot take both seats of a game played by link"),
    "engine_plays": (409, "The engine does not answer offers"),
    "game_not_over": (409, "Only after the end: a rematch, and deleting a game that another person plays in"),
    "game_over": (409, "The game has ended"),
    "illegal_move": (409, "A move, but not in this position"),
    "in_storm": (409, "A storm that runs at this address has reached the puzzle"),
    "no_offer": (409, "There is nothing to answer"),
    "not_tried": (409, "Votes, reports and explanations are for players who have tried the puzzle"),
    "not_your_turn": (409, "Another seat decides now"),
    "not_here": (409, "On a device without a server: the engine there does not know this board or position"),
    "no_vacation": (409, "The account has fewer days of vacation left this year"),
    "paused": (409, "The game is paused; each player can resume it"),
    "nothing_to_undo": (409, "There is nothing to undo, to take back or to redo"),
    "seat_taken": (409, "No seat is open, or not this one"),
    "stale_move": (409, "The position has changed since"),
    "study_full": (409, "More chapters, nodes or words than a study holds"),
    "waiting": (409, "A seat is still open"),
    "name_taken": (409, "Another account has this name, or one that looks like it"),
    "last_way_in": (409, "Without this passkey the account could not be signed in to"),
    "link_used": (409, "The link was used already, is too old, or is for an address that has changed"),
    "not_sent_here": (409, "This site does not send such messages: its operator has not set that up"),
    "renamed_lately": (409, "A name can be changed once in 30 days"),
    "cancelled": (409, "The hint was cancelled (sockets only)"),
    "too_large": (
        413,
        "The body or message is too long, or a record takes too much time or memory to work out",
    ),
    "wrong_host": (421, "On loopback the server answers only to `localhost`, `127.0.0.1` and `::1`"),
    "invalid": (422, "JSON, but not what this path takes; `detail` names the field"),
    "invalid_move": (422, "The text is no move of this game"),
    "invalid_option": (422, "A game cannot be set up like this"),
    "invalid_plan": (422, "No plan of a player's answers; `detail` says why"),
    "invalid_position": (422, "No game or study can begin from this position; `detail` says why"),
    "illegal_record": (422, "The record can be read, but has a move that is not legal; `place` says where"),
    "invalid_record": (422, "The record cannot be read; `place` has line and column"),
    "several_records": (422, "One game at a time"),
    "not_in_this_format": (422, "The format cannot hold something in this game; `detail` names it"),
    "wrong_seats": (422, "The number of seats does not fit the game"),
    "name_refused": (422, "No account can have this name; `detail` is the `NameProblem`"),
    "weak_password": (422, "Shorter than 10 characters, well known, or the account's own name"),
    "bad_passkey": (422, "The passkey's answer does not fit its options, or came after 5 minutes or twice"),
    "bad_address": (422, "Messages cannot be sent to this address; `detail` says why"),
    "not_ratable": (422, "A game like this cannot change ratings; `detail` says why"),
    "engine_busy": (
        429,
        "One person has too many requests, or too many games against engines; cancel or wait",
    ),
    "too_many": (429, "Slow down; `Retry-After` says how long"),
    "busy": (503, "Too much heavy work (records, pictures) is waiting; `Retry-After` says how long"),
    "engine_failed": (503, "The engine could not be started"),
    "storage_failed": (503, "The database does not answer; send it again"),
    "no_pocket": (503, "The folder for browsers cannot be made here; `detail` says why"),
}
"""The HTTP status of each code, and what it means, for the reference of the API."""


class Refusal(Exception):
    """A request that is not carried out, and why."""

    def __init__(
        self, code: Code, detail: str, place: Place | None = None, *, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.code, self.detail, self.place, self.retry_after = code, detail, place, retry_after
        self.state: State | None = None

    @property
    def status(self) -> int:
        return REFUSALS[self.code][0]

    def told(self) -> None:
        """Forget where it came from, once it has been told.

        An error holds the frames that it came through, and one of them may hold the task that holds the
        error: a circle of references, which only a search for garbage undoes.
        """
        self.__traceback__ = self.__context__ = self.__cause__ = None


def refused_move(error: StonefieldError) -> Refusal:
    """The rules' no as ours; unreadable and illegal stay two different things."""
    code: Code = "illegal_move" if isinstance(error, IllegalMove) else "invalid_move"
    assert isinstance(error, IllegalMove | InvalidMove), error
    return Refusal(code, str(error))


def problem_body(code: str, detail: str, state: State | None = None, place: Place | None = None) -> bytes:
    """A `Problem` as JSON."""
    problem: Problem = {"code": code, "detail": detail, "place": place, "state": state}
    return to_json(problem)
