"""The tables. A game is what was agreed on at its start, and after that a sequence of events; a study is a
row for itself, one for each chapter and one for each node."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    exists,
    or_,
)
from sqlalchemy.sql import ColumnElement

from stonefield.explorer import tables as explorer_tables
from stonefield.server.store.metadata import metadata as metadata
from stonefield.server.store.packed_text import PackedText
from stonefield.server.store.practice_tables import (
    address_keys as address_keys,
)
from stonefield.server.store.practice_tables import (
    attempts as attempts,
)
from stonefield.server.store.practice_tables import (
    cards as cards,
)
from stonefield.server.store.practice_tables import (
    daily_puzzles as daily_puzzles,
)
from stonefield.server.store.practice_tables import (
    profile_games as profile_games,
)
from stonefield.server.store.practice_tables import (
    profiles as profiles,
)
from stonefield.server.store.practice_tables import (
    puzzle_notes as puzzle_notes,
)
from stonefield.server.store.practice_tables import (
    puzzle_ratings as puzzle_ratings,
)
from stonefield.server.store.practice_tables import (
    rated_games as rated_games,
)
from stonefield.server.store.practice_tables import (
    storms as storms,
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("rules", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", Text, nullable=False),
    Column("prelude", JSON, nullable=False),
    Column("result", JSON(none_as_null=True), nullable=True),
    Column("source", PackedText, nullable=True),
    Column("seats", JSON, nullable=False),
    Column("clock_seconds", Integer, nullable=True),
    Column("clock_increment", Integer, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("invite_hash", String(64), nullable=True),
    Column("over", Boolean, nullable=False),
    Column("coach", String(16), nullable=False, server_default="off"),
)

holders = Table(
    "holders",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("detail", Text, nullable=False),
    Column("request", String(80), nullable=True),
    UniqueConstraint("game", "request"),
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
)
"""When the time of the person who decides is up; ``version`` is the game's that it holds for."""
Index("ix_deadlines_due_at", deadlines.c.due_at)

outages = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, primary_key=True, autoincrement=False),
)
"""When no server was there, although clocks ran."""

leases = Table(
    "leases",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Which process looks after some periodic work, and until when."""

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("visibility", String(16), nullable=False),
    Column("kept", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("owner_hash", String(64), nullable=False),
    Column("edit_hash", String(64), nullable=False),
    Column("next_chapter", Integer, nullable=False),
    Column("done", JSON, nullable=False),
    Column("maker", String(64), nullable=True),
)
"""``maker`` is a hash of the caller who made it, with a key of that month (`addresses.py`)."""
# The list of public studies, those that are not kept, and those of one maker.
Index("ix_studies_visibility_touched", studies.c.visibility, studies.c.touched)
Index("ix_studies_kept_touched", studies.c.kept, studies.c.touched)
Index("ix_studies_maker", studies.c.maker)

chapters = Table(
    "chapters",
    metadata,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("rules", String(32), nullable=False),
    Column("title", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("result", String(8), nullable=False),
    Column("next_node", Integer, nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("study", String(32), primary_key=True),
    Column("chapter", Integer, primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("parent", Integer, nullable=True),
    Column("rank", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("mark", String(2), nullable=False),
    Column("comment", PackedText, nullable=False),
    Column("clock", Float, nullable=True),
    Column("arrows", JSON, nullable=False),
    Column("circles", JSON, nullable=False),
    ForeignKeyConstraint(["study", "chapter"], ["chapters.study", "chapters.id"], ondelete="CASCADE"),
)

study_edits = Table(
    "study_edits",
    metadata,
    Column("study", String(32), ForeignKey("studies.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("author", String(96), nullable=False),
    Column("weight", Integer, nullable=False),
    Column("edit", PackedText, nullable=False),
)
"""What can be taken back: the edit that made a version, its author, and about how many bytes it holds."""

reviews = Table(
    "reviews",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("simulations", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("thoughts", PackedText, nullable=False),
    Column("form", String(32), nullable=True),
    Column("view", LargeBinary, nullable=True),
)
"""What was thought about a game and, compressed by gzip, the review as it is sent, in a version's form."""
Index("ix_reviews_at", reviews.c.at)

remarks = Table(
    "remarks",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("remark", JSON, nullable=False),
    Column("settled", Boolean, nullable=False),
)
"""The coach's last remark in a game, on a version of its position; ``settled``: the player has gone on."""

imports = Table(
    "imports",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("place", String(24), nullable=False),
)
"""Games that come from a record, and the address that sent it: what counts against its quota."""
Index("ix_imports_place", imports.c.place)

TRANSIENT = (address_keys, puzzle_notes)
"""What no backup holds: with the keys it would hold the addresses of a day after that day."""

for _table in explorer_tables.metadata.sorted_tables:
    _table.to_metadata(metadata)

explorer_waiting = Table(
    "explorer_waiting",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
)
"""Games that have ended and that the explorer has not taken up yet."""

imported = games.c.source.is_not(None)
"""Games that come from a record."""
never_begun = and_(
    games.c.over.is_(False), games.c.source.is_(None), ~exists().where(events.c.game == games.c.id)
)
"""Games in which nothing has happened yet."""


def untouched(since: int) -> ColumnElement[bool]:
    """Games in which nothing has happened since then, and that are not over or only records that came in."""
    lately = exists().where(events.c.game == games.c.id, events.c.at >= since)
    return and_(or_(games.c.over.is_(False), imported), games.c.created < since, ~lately)
