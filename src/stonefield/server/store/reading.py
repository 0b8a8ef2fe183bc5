"""A connection to read with; a database that does not answer is refused in one way everywhere."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.database import reason_of

logger = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Read within this; Refusal if the database does not answer."""
    try:
        async with engine.connect() as connection:
            yield connection
    except (SQLAlchemyError, OSError) as error:
        logger.error("nothing could be read: %s", reason_of(error))
        raise Refusal("storage_failed", "the database does not answer; try again") from None
