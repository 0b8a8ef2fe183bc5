"""A request, as the tests of prices make it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Ask:
    """One request."""

    method: str
    path: str
    json: object = None
    token: str = ""
    params: dict = field(default_factory=dict)
    cookie: str = ""
    origin: str = ""
    """The page that asks, where there is a cookie."""

    @property
    def headers(self) -> dict[str, str]:
        """What is sent besides."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return headers | ({"Cookie": self.cookie, "Origin": self.origin} if self.cookie else {})
