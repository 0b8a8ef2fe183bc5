"""How much people may write to others and report, before they have to wait."""

from __future__ import annotations

import time
from collections.abc import Callable

from stonefield.server.domain.people.caller import Caller
from stonefield.server.protocol.problems import Refusal
from stonefield.server.settings import Quotas
from stonefield.server.web.budgets import HOUSEHOLD, Rates

DAY_SECONDS = 86_400
LINES_AT_ONCE = 6


class Speech:
    """Limits by person, and by the address of all their accounts, over all servers together."""

    def __init__(self, quotas: Quotas, now: Callable[[], float] = time.monotonic) -> None:
        lines = quotas.lines_per_minute / 60
        at_once = max(LINES_AT_ONCE, lines * quotas.burst_seconds)
        reports = quotas.reports_per_day / DAY_SECONDS
        self._lines = Rates(lines, at_once, now), Rates(HOUSEHOLD * lines, HOUSEHOLD * at_once, now)
        most = quotas.reports_per_day
        self._reports = Rates(reports, most, now), Rates(HOUSEHOLD * reports, HOUSEHOLD * most, now)
        self.shared = {
            "lines": self._lines[0],
            "lines of addresses": self._lines[1],
            "reports": self._reports[0],
            "reports of addresses": self._reports[1],
        }
        """What holds over all servers together."""

    def say(self, caller: Caller) -> None:
        """One more line of chat; Refusal if there were too many."""
        _take(self._lines, caller, "too many lines")

    def report(self, caller: Caller) -> None:
        """One more report; Refusal if there were too many."""
        _take(self._reports, caller, "too many reports")


def _take(rates: tuple[Rates, Rates], caller: Caller, detail: str) -> None:
    person, household = rates
    wait = person.take(caller.key) or (household.take(caller.address) if caller.account is not None else 0.0)
    if wait:
        raise Refusal("too_many", f"{detail}; wait {wait:.0f} s", retry_after=wait)
