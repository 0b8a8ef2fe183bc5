"""Messages as they go from process to process: several in one payload, which PostgreSQL wants to be short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MOST_BYTES = 7_900
"""How long a payload is at most; PostgreSQL takes less than 8,000 bytes."""
_END, _OF = "\x1e", "\t"


class Outbox:
    """What is to be told to other processes: of each topic the newest version, and texts in their order."""

    def __init__(self, most: int) -> None:
        """At most ``most`` versions and as many texts wait here; what is beyond is lost."""
        self._most = most
        self._versions: dict[str, int] = {}
        self._texts: list[str] = []
        self._taken: dict[str, int] = {}
        """The versions that were taken last."""

    def publish(self, topic: str, version: int) -> None:
        """Add a version."""
        if len(self._versions) < self._most or topic in self._versions:
            self._versions[topic] = max(version, self._versions.get(topic, version))

    def say(self, topic: str, text: str) -> None:
        """Add a text."""
        if len(self._texts) < self._most:
            self._texts.append(f"{topic}{_OF}{_OF}{text}")

    def forget_texts(self) -> None:
        """Texts are for those who listen now; versions are still worth telling later."""
        self._texts.clear()

    def take(self, sender: str) -> list[str]:
        """All of it as payloads; nothing is left. At least one payload, so that the line is tried."""
        versions = (f"{topic}{_OF}{version}" for topic, version in self._versions.items())
        packed = list(_pack(sender, [*versions, *self._texts]))
        self._taken, self._versions, self._texts = self._versions, {}, []
        return packed

    def take_back(self) -> None:
        """What was taken last could not be sent: its versions are to be told with what comes."""
        for topic, version in self._taken.items():
            self.publish(topic, version)


def _pack(sender: str, records: Iterable[str]) -> Iterator[str]:
    payload, size = [sender], len(sender)
    for record in records:
        added = len(record.encode()) + len(_END)
        if size + added > MOST_BYTES:
            yield _END.join(payload)
            payload, size = [sender], len(sender)
        payload.append(record)
        size += added
    yield _END.join(payload)


def unpack(payload: str) -> tuple[str, list[tuple[str, int | str]]]:
    """The sender, and the topics with a version or a text each; ValueError if it is no payload of ours."""
    sender, *records = payload.split(_END)
    messages: list[tuple[str, int | str]] = []
    for record in records:
        topic, of, said = record.partition(_OF)
        if not of:
            raise ValueError("a message without a topic")
        messages.append((topic, said[len(_OF) :] if said.startswith(_OF) else int(said)))
    return sender, messages
