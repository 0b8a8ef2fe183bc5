"""What people are told while they are away, as values: what has happened, and the channels it takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from stonefield.server.domain.people.account import DAY, MINUTE, SECOND

MessageKind: TypeAlias = Literal[
    "turn", "reminder", "challenge", "accepted", "over", "offer", "vacation", "chat", "confirm", "recover"
]
"""``accepted``: a challenge, a rematch or an open seat, so that a game begins. ``confirm`` and ``recover``
carry a link that is good for one use."""
LINKS: tuple[MessageKind, ...] = ("confirm", "recover")
"""Messages that a person has asked for just now: they are sent though the person is present."""
ChannelKind: TypeAlias = Literal["mail", "push", "discord", "telegram", "feed"]
NO_CHANNEL = ""
"""What goes to the mail address of an account, whatever its channels are."""
WAITS = 10 * SECOND
"""For so long a message waits: the person may just be coming, and more may happen."""
WINDOW = 5 * MINUTE
"""Between two messages over one channel."""
MOST_A_DAY = 40
"""Messages over one channel in a day (UTC); what comes then goes out together with the next day's first."""
HERE = 30 * SECOND
"""A person counts as present for so long after a request, and as long as a page is connected."""
CONFIRM_LASTS, RECOVER_LASTS = DAY, 15 * MINUTE
MOST_DEVICES = 20
HOUR = 60 * MINUTE
LONGEST_MAIL = 254
_NAME, _LABEL = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}", "[A-Za-z0-9-]{1,62}"
_MAIL = re.compile(rf"{_NAME}@(?:{_LABEL}\.)+[A-Za-z]{_LABEL}")


@dataclass(frozen=True, slots=True)
class Told:
    """Something that has happened and that an account should hear of."""

    account: str
    kind: MessageKind
    at: int
    game: str = ""
    detail: str = ""
    """The offer, the challenge, the end of a vacation: what the kind does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A way by which an account is told."""

    id: str
    account: str
    kind: ChannelKind
    address: str = ""
    """Where it leads: an endpoint, a webhook, a chat; of a feed the hash of its token; empty for mail, which
    goes to the account's own address."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """What a push service needs to encrypt."""
    hour: int | None = None
    """The hour of the day (UTC) at which everything is sent together; None: at once."""
    confirmed: bool = True
    """Whether the person at the other end has agreed."""
    broken: bool = False
    """Whether the other end has refused a message for good."""
    label: str = ""
    session: str | None = None
    """The session of the browser that it leads to, with which it goes."""
    created: int = 0

    def due(self, at: int) -> int:
        """When something that happens now is sent at the earliest."""
        if self.hour is None:
            return at + WAITS
        today = at - at % DAY + self.hour * HOUR
        return today if today > at else today + DAY


def read_mail(text: str) -> str | None:
    """An address as it is stored; None if it is none that mail could be sent to."""
    address = text.strip()
    return address if len(address) <= LONGEST_MAIL and _MAIL.fullmatch(address) else None
