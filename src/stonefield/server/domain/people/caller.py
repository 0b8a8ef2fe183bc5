"""Who asks: made at the door, and handed down to whatever counts, shares or permits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """Who a request comes from, as far as the server knows."""

    address: str
    """Where it comes from; the addresses of one household are one."""
    session: str | None = None
    """The hash of the token that the browser has sent; it says nothing until a store has found it."""
    account: str | None = None
    """Whose session it is; None for guests."""

    @property
    def key(self) -> str:
        """Whom to count it for: the account, or else the address."""
        return self.account or self.address


SERVER = Caller("")
"""What the server does by itself."""
