"""The tables of the queue that several processes share; nothing in them outlives the question it is about."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

jobs = Table(
    "jobs",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), autoincrement=True),
    Column("id", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("is_short", Boolean, nullable=False),
    Column("is_limited", Boolean, nullable=False),
    Column("person", String(32), nullable=False),
    Column("key", Text, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("virtual_start", Float, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("asker", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("worker", String(32), nullable=True),
    Column("taken_at", BigInteger, nullable=True),
    Column("lease_until", BigInteger, nullable=True),
    Column("cancelled", Boolean, nullable=False),
    Column("answer", Text, nullable=True),
    PrimaryKeyConstraint("number", name="pk_jobs"),
    UniqueConstraint("id", name="uq_jobs_id"),
    Index("ix_jobs_asker", "asker"),
    Index("ix_jobs_worker", "worker"),
)
"""A job that waits, that a worker has until ``lease_until``, or that has an answer.

``person`` is a hash of who asked, ``key`` what it is about. ``attempts`` is how often it may fail,
``attempt`` how often it was taken. ``virtual_start`` is the time that the person had had when it was put in,
``turn`` the same of its key among the person's keys, counted in jobs.
"""

shares = Table(
    "job_shares",
    metadata,
    Column("kind", String(16)),
    Column("person", String(32)),
    Column("spent", Float, nullable=False),
    Column("touched", BigInteger, nullable=False),
    PrimaryKeyConstraint("kind", "person", name="pk_job_shares"),
)
"""Seconds that a person has had of a class of work."""

levels = Table(
    "job_levels",
    metadata,
    Column("kind", String(16)),
    Column("level", Float, nullable=False),
    PrimaryKeyConstraint("kind", name="pk_job_levels"),
)
"""The time that those had had who are served now: a person who comes begins there."""

processes = Table(
    "job_processes",
    metadata,
    Column("id", String(32)),
    Column("kinds", Text, nullable=False),
    Column("is_ready", Boolean, nullable=False),
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("id", name="pk_job_processes"),
)
"""Who asks and who works, and until when each counts as alive; ``kinds`` are those that a worker takes.

``is_ready``: it has had an engine ready to think.
"""
