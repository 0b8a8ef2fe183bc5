"""What a room of a study knows of its viewers."""

from __future__ import annotations

from typing import Protocol

from stonefield.server.tokens import hash_token


class Owner(str):
    """Stands for the token of a study's owner, where an account proves whose it is: its stored hash."""

    __slots__ = ()


def known_by(token: str | None) -> str | None:
    """The hash by which a study knows the holder of a token."""
    if token is None or isinstance(token, Owner):
        return token
    return hash_token(token)


class StudyViewer(Protocol):
    """A page that shows a study."""

    def changed(self) -> None:
        """The study has a new version."""

    def presence_changed(self) -> None:
        """A viewer came or went."""

    def gone(self) -> None:
        """The study has been deleted."""


class Budget(Protocol):
    """The points of a caller."""

    def charge(self, points: float) -> None:
        """Take points before something large is done; Refusal if there are far too few."""

    def spend(self, points: float) -> None:
        """Take points for what is done."""
