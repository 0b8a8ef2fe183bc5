"""The tables of practice: a profile (in the database: a learner) has a row for each puzzle tried."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
)

from stonefield.server.store.metadata import metadata

profiles = Table(
    "learners",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("last_day", Integer, nullable=False),
)
Index("ix_learners_touched", profiles.c.touched)

profile_games = Table(
    "learner_games",
    metadata,
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("storm", Integer, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("rating", Float, nullable=False),
    Column("vote", Integer, nullable=False),
    Column("counted", Integer, nullable=False, server_default="0"),
    Column("report", String(32), nullable=True),
)
"""The first attempt of a profile at a puzzle, which alone is rated; ``counted`` is the vote that is in the
puzzle's sums."""
Index("ix_attempts_learner_game_at", attempts.c.learner, attempts.c.game, attempts.c.at)

cards = Table(
    "cards",
    metadata,
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", JSON, nullable=False),
)
"""Puzzles that were missed and come back."""
Index("ix_cards_learner_game_due", cards.c.learner, cards.c.game, cards.c.due)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("up", Integer, nullable=False),
    Column("down", Integer, nullable=False),
    Column("reports", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False, server_default="0"),
)
"""Puzzles that were tried; all others are as they were shipped."""
Index("ix_puzzle_ratings_changed", puzzle_ratings.c.changed)

daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(32), nullable=False),
)

rated_games = Table(
    "rated_games",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("learner", String(32), ForeignKey("learners.id", ondelete="CASCADE"), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("level", Float, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("score", Float, nullable=True),
    Column("reason", String(16), nullable=True),
    Column("elo", Float, nullable=True),
    Column("deviation", Float, nullable=True),
)
"""Games of a profile against a level, and the strength after each; rows outlast the games."""
Index("ix_rated_games_learner_rules", rated_games.c.learner, rated_games.c.rules)

address_keys = Table(
    "address_keys",
    metadata,
    Column("period", String(16), primary_key=True),
    Column("key", LargeBinary, nullable=False),
)
"""Addresses are stored as hashes only, with the key of a day or a month that is deleted when it is over."""

puzzle_notes = Table(
    "puzzle_notes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("day", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("place", String(24), nullable=False),
    Column("profile", String(24), nullable=False),
    UniqueConstraint("kind", "place"),
)
"""What happened to a puzzle at an address today: ``place`` is a hash of both, ``profile`` of who did it."""

storms = Table(
    "storms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("learner", String(32), ForeignKey("learners.id", ondelete="SET NULL"), nullable=True),
    Column("place", String(24), nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("puzzle", String(32), nullable=False),
    Column("line", JSON, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("combo", Integer, nullable=False),
    Column("seen", JSON, nullable=False),
)
"""Storms under way, and those that ended lately."""
Index("ix_storms_begun", storms.c.begun)
Index("ix_storms_place_begun", storms.c.place, storms.c.begun)
