"""Telling a page that the engine takes a while: on a first start it is being compiled."""

from __future__ import annotations

from typing import Protocol

from stonefield.server.jobs.job import Begun, Message, Preparing
from stonefield.server.protocol.messages import Notice, NoticeCode


class Notify(Protocol):
    """Sends a notice to one page or several."""

    def __call__(self, code: NoticeCode, seconds: int | None = None) -> None: ...


def notice(version: int, code: NoticeCode, seconds: int | None = None) -> Notice:
    """The message; ``seconds`` are those that compiling still takes."""
    told: Notice = {"type": "notice", "version": version, "code": code}
    if seconds is not None:
        told["seconds"] = seconds
    return told


class Waiting:
    """One question to the engine: tells that it waits, and when it waits no more."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._told = False

    def hear(self, message: Message) -> None:
        """What is said of the job."""
        if isinstance(message, Preparing):
            self.waits(message.seconds)
        elif isinstance(message, Begun):
            self.begun()

    def waits(self, seconds: int | None = None) -> None:
        """The engine gets ready; about how long that takes, if it is known."""
        self._told = True
        self._notify("engine_preparing", seconds)

    def begun(self) -> None:
        """The engine thinks."""
        if self._told:
            self._told = False
            self._notify("engine_ready")
