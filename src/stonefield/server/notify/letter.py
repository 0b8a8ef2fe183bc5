"""A message as a value: what is said in it, whichever channel it takes."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.locales import Catalogue


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is told, and the page it leads to."""

    text: str
    url: str
    picture: bytes | None = None
    """The position as PNG."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """All that is told at once, in the reader's language."""

    name: str
    """The same however often it is tried."""
    words: Catalogue
    subject: str
    items: tuple[Item, ...]
    button: str
    """What the link of each item is called."""
    more: str = ""
    """What else there is, in words."""
    foot: str = ""
    """Why the reader gets this."""
    unsubscribe: str = ""
    """The page that ends these messages; empty where the reader has asked for this one."""
    one_click: str = ""
    """Where a mail program ends them by itself."""

    @property
    def lines(self) -> list[str]:
        """What is said, without links."""
        said = [item.text for item in self.items]
        return [*(said if said[:1] != [self.subject] else said[1:]), *filter(None, [self.more])]


class SendError(Exception):
    """A message could not be sent now; later it may be."""


class RefusedError(SendError):
    """The other end wants none of it: ``gone``, it never will again."""

    def __init__(self, reason: str, *, gone: bool = False) -> None:
        super().__init__(reason)
        self.gone = gone
