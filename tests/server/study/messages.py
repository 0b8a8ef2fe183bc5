"""Actions as pages send them, and the codes of refusals."""

from __future__ import annotations

import pytest

from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.studies import study_messages


def action(type: str, **words):
    return study_messages.validate_python({"type": type, "id": "1", **words})


def refused(do, *args, **words) -> str:
    """The code of the refusal that something meets."""
    with pytest.raises(Refusal) as caught:
        do(*args, **words)
    return caught.value.code
