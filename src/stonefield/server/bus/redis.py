"""Between processes over Redis: publish and subscribe."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from stonefield.server.background import background
from stonefield.server.bus.remote import LineLost, RemoteBus

GATHER_SECONDS = 0.002


class RedisBus(RemoteBus):
    """Connects the processes that name one Redis and one number of a database in it."""

    def __init__(self, address: str, name: str) -> None:
        """``address`` as redis-py reads it, ``name`` for the log; ValueError for what it cannot read."""
        _client(address)

        async def opening(hear: Callable[[str], None], lost: Callable[[str], None]) -> RedisLine:
            return await RedisLine.open(address, hear, lost)

        super().__init__(name, opening, GATHER_SECONDS)


class RedisLine:
    """Two connections: Redis wants one that only listens."""

    def __init__(self, client: Redis, channel: str) -> None:
        self._client, self._channel = client, channel
        self._pubsub: PubSub = client.pubsub(ignore_subscribe_messages=True)
        self._hearing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: str, hear: Callable[[str], None], lost: Callable[[str], None]) -> RedisLine:
        """New connections; LineLost if there are none to be had."""
        client = _client(address)
        number = client.connection_pool.connection_kwargs.get("db") or 0
        # Redis does not keep the channels of its databases apart.
        line = cls(client, f"stonefield/{number}")
        try:
            with _losing():
                await line._pubsub.subscribe(line._channel)
        except BaseException:
            await line.close()
            raise
        line._hearing = background(line._hear(hear, lost), name="redis")
        return line

    async def _hear(self, hear: Callable[[str], None], lost: Callable[[str], None]) -> None:
        try:
            with _losing():
                async for message in self._pubsub.listen():
                    hear(message["data"])
            lost("the subscription was ended")
        except LineLost as error:
            lost(str(error))
        except AttributeError:
            # Redis' client renews a connection that is closed at the same moment.
            lost("the connection was closed")

    async def send(self, payloads: Sequence[str]) -> None:
        """One after the other; as a rule there is one."""
        with _losing():
            for payload in payloads:
                await self._client.publish(self._channel, payload)

    async def close(self) -> None:
        """Leave both connections."""
        if self._hearing is not None:
            self._hearing.cancel()
        with contextlib.suppress(RedisError, OSError):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
            await self._client.aclose()


def _client(address: str) -> Redis:
    # A subscription that Redis' own client renews would say nothing of what was lost meanwhile.
    return Redis.from_url(address, decode_responses=True, retry=Retry(NoBackoff(), 0))


@contextlib.contextmanager
def _losing() -> Iterator[None]:
    try:
        yield
    except (RedisError, OSError) as error:
        raise LineLost(str(error) or type(error).__name__) from None
