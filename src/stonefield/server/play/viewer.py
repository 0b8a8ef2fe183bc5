"""What a room tells the pages that look at its game."""

from __future__ import annotations

from typing import Protocol

from stonefield.server.protocol.company import GreetingWords
from stonefield.server.protocol.messages import CoachRemark, NoticeCode


class Viewer(Protocol):
    """A page that looks at a game."""

    def changed(self) -> None:
        """The game has a new version."""

    def presence_changed(self) -> None:
        """A viewer came or went."""

    def notice(self, code: NoticeCode, seconds: int | None = None) -> None:
        """Something worth telling that changes nothing."""

    def remarked(self, remark: CoachRemark) -> None:
        """The coach has something to say."""

    def greeted(self, seat: int, words: GreetingWords) -> None:
        """A player greets the others."""

    def gone(self) -> None:
        """The game has been deleted."""
