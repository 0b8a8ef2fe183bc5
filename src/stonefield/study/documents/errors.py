"""Why something cannot be done to a study."""

from __future__ import annotations

from typing import Literal, TypeAlias

from stonefield.games.game import StonefieldError

Code: TypeAlias = Literal[
    "bad_token",
    "changed_meanwhile",
    "invalid",
    "no_such_chapter",
    "no_such_node",
    "not_your_study",
    "study_full",
    "study_private",
]


class StudyError(StonefieldError):
    """What a study does not allow; the code names the kind, the text says it in English."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code = code
