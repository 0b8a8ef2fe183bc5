"""What a study or the rules do not allow, as the server refuses it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from stonefield.games.game import IllegalMove, InvalidMove
from stonefield.server.protocol.problems import Refusal, refused_move
from stonefield.study.documents.errors import StudyError


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn what a study says no to into a Refusal with the same code."""
    try:
        yield
    except StudyError as error:
        raise Refusal(error.code, str(error)) from None
    except (IllegalMove, InvalidMove) as error:
        raise refused_move(error) from None
