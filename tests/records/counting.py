"""How much work it is to read a text, counted and not timed."""

from __future__ import annotations

import sys

from stonefield.games import StonefieldError

GOING_THROUGH = {
    "count",
    "index",
    "find",
    "replace",
    "split",
    "lower",
    "strip",
    "encode",
    "partition",
    "copy",
}
"""The methods of texts and lists that go through the whole of them."""


def work(read, text: str) -> int:
    """How many lines of Python run while a text is read, and how much methods go through."""
    lines = 0

    def trace(frame, event, argument):
        nonlocal lines
        lines += event == "line"
        return trace

    def profile(frame, event, argument):
        nonlocal lines
        if event == "c_call" and argument.__name__ in GOING_THROUGH:
            lines += len(argument.__self__)

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(trace)
    sys.setprofile(profile)
    try:
        read(text)
    except StonefieldError as error:
        shown = str(error).encode()
    else:
        shown = b""
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    assert len(shown) < 1_600
    return lines
