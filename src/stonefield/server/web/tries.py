"""How often names and passwords may be tried, and accounts made, before one has to wait."""

from __future__ import annotations

import time
from collections.abc import Callable

from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.tokens import hash_token
from stonefield.server.web.budgets import Rates

DAY_SECONDS = 86_400
ADDRESS_BURST, NAME_BURST, NAME_SHARE = 30.0, 10.0, 1 / 10
"""Tries that may come at once from an address and for a name; a name has this part of an address' rate."""


class Tries:
    """Limits by address and by the name that is tried, over all servers together."""

    def __init__(self, quotas: Quotas, now: Callable[[], float] = time.monotonic) -> None:
        rate = quotas.sign_ins_per_minute / 60
        made = quotas.accounts_per_day
        self._addresses = Rates(rate, ADDRESS_BURST, now)
        self._names = Rates(rate * NAME_SHARE, NAME_BURST, now)
        self._made = Rates(made / DAY_SECONDS, made, now)
        self._mailed = Rates(quotas.mails_per_day / DAY_SECONDS, quotas.mails_per_day, now)
        self.shared = {
            "tries": self._addresses,
            "tried names": self._names,
            "accounts": self._made,
            "mailed": self._mailed,
        }
        """What holds over all servers together."""

    def from_address(self, address: str) -> None:
        """One more try from an address, whatever for; Refusal if there were too many."""
        _take(self._addresses, address, "too many tries from your address")

    def for_name(self, address: str, key: str) -> None:
        """One more try to get into the account with a folded name; Refusal if there were too many.

        Whether there is such an account makes no difference.
        """
        self.from_address(address)
        _take(self._names, key, "too many tries for this name")

    def make(self, address: str) -> None:
        """One more account from an address; Refusal if there were too many."""
        _take(self._made, address, "too many accounts from your address")

    def mail(self, account: str, to: str) -> None:
        """One more link that an account has sent to an address; Refusal if either has had too many."""
        _take(self._mailed, account, "too many addresses were tried")
        _take(self._mailed, hash_token(to.strip().casefold()), "this address was sent too many links")


def _take(rates: Rates, key: str, detail: str) -> None:
    wait = rates.take(key)
    if wait:
        raise Refusal("too_many", f"{detail}; wait {wait:.0f} s", retry_after=wait)
