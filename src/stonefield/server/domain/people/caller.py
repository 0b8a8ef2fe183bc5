"""Who asks: made at the door, and handed down to whatever counts, shares or permits."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.server.domain.people.account import Member


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a request comes from, as far as the server knows."""

    address: str
    """Where it comes from; the addresses of one household are one."""
    session: str | None = None
    """The id of the browser's session; None for guests."""
    account: str | None = None
    """The id of the account whose session it is; None for guests."""
    name: str = ""
    """What the account is called; empty for guests."""

    @property
    def key(self) -> str:
        """Whom to count it for: the account, or else the address."""
        return self.account or self.address

    @property
    def member(self) -> Member | None:
        """The account, as it sits at a table; None for guests."""
        return None if self.account is None else Member(self.account, self.name)


SERVER = Caller("")
"""What the server does by itself."""
