"""Where studies and reviews are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, Text, and_, delete, exists, func, insert, or_, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql import ColumnElement

from stonefield.server.protocol.study_views import ListedStudy
from stonefield.server.store import tables
from stonefield.server.store.account_tables import account_studies
from stonefield.server.store.addresses import Addresses
from stonefield.server.store.journal import LARGE, Journal
from stonefield.server.store.packed_text import pack, unpack
from stonefield.server.store.reading import reading
from stonefield.server.store.study_rows import (
    AT_ONCE,
    NewEdit,
    drop_edit,
    edit_size,
    study_of,
    write_change,
    write_edit,
    write_new,
)
from stonefield.server.store.versions import newer_than
from stonefield.study.documents.study import Study


@dataclass(frozen=True, slots=True)
class FinishedReview:
    """A review as it is sent."""

    simulations: int
    form: str | None
    """The form of the view; None of a review of which only the thoughts are stored."""
    view: bytes
    """JSON, compressed by gzip."""


class StudyStore:
    """Reads studies and reviews, and writes them through the journal as everything else."""

    def __init__(self, engine: AsyncEngine, journal: Journal) -> None:
        self._engine, self._journal = engine, journal
        self._addresses = Addresses(journal)

    # Studies

    async def find(self, study: str) -> tuple[Study, int] | None:
        """A study and when it was last touched."""
        async with reading(self._engine, one_moment=True) as connection:
            row = (
                await connection.execute(select(tables.studies).where(tables.studies.c.id == study))
            ).first()
            if row is None:
                return None
            chapters = await connection.execute(
                select(tables.chapters)
                .where(tables.chapters.c.study == study)
                .order_by(tables.chapters.c.place)
            )
            nodes = await connection.stream(
                select(tables.nodes)
                .where(tables.nodes.c.study == study)
                .order_by(tables.nodes.c.chapter, tables.nodes.c.id)
            )
            # A large study takes a while: a few rows at a time, so that others do not wait for all of them.
            rows = [node async for some in nodes.partitions(AT_ONCE) for node in some]
            found = await asyncio.to_thread(study_of, row, chapters.all(), rows)
            return found, row.touched

    async def continued(self, versions: Mapping[str, int]) -> list[str]:
        """Those of some studies that have a newer version than the one given."""
        return await newer_than(self._engine, "studies", versions)

    async def add(
        self, study: Study, touched: int, maker: str | None = None, account: str | None = None
    ) -> None:
        """Store a new study, which may be an account's."""
        rows = edit_size(None, study).rows
        made_by = None if maker is None else await self._hashed(maker, touched)

        def work(connection: Connection) -> None:
            write_new(connection, study, touched, made_by)
            if account is not None:
                connection.execute(insert(account_studies).values(study=study.id, account=account))

        await self._journal.write(work, rows=rows)

    async def change(
        self,
        before: Study,
        after: Study,
        touched: int,
        edit: NewEdit | None = None,
        undone: int | None = None,
    ) -> None:
        """Store the next version of a study; Conflict or Refusal: nothing of it was written.

        ``edit`` is how it can be taken back, ``undone`` the version whose edit is taken back by it.
        """

        def write(connection: Connection) -> None:
            write_change(connection, before, after, touched)
            if edit is not None:
                write_edit(connection, after.id, after.version, edit)
            if undone is not None:
                drop_edit(connection, after.id, undone)

        await self._journal.write(write, rows=edit_size(before, after).rows)

    async def last_edit(self, study: str, author: str | None) -> tuple[int, str] | None:
        """The last edit of an author, or of anyone: the version it made, and its text, still packed."""
        edits = tables.study_edits.c
        query = select(edits.version, type_coerce(edits.edit, Text).label("edit")).where(edits.study == study)
        if author is not None:
            query = query.where(edits.author == author)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query.order_by(edits.version.desc()).limit(1))).first()
        return None if row is None else (row.version, row.edit)

    async def count_made(self, maker: str, now: int) -> int:
        """How many studies there are that a maker has made this month (UTC)."""
        query = select(func.count()).where(tables.studies.c.maker == await self._hashed(maker, now))
        async with reading(self._engine) as connection:
            return (await connection.execute(query)).scalar_one()

    async def _hashed(self, maker: str, now: int) -> str:
        return (await self._addresses.this_month(now))(maker)

    async def touch(self, study: str, touched: int) -> None:
        """A study has been looked at."""
        these = tables.studies.c.id == study
        await self._journal.write(
            lambda connection: connection.execute(update(tables.studies).where(these).values(touched=touched))
        )

    async def drop(self, studies: list[str], only: ColumnElement[bool] | None = None) -> None:
        """Forget studies for good, those aside for which ``only`` does not hold."""
        these = tables.studies.c.id.in_(studies)
        wanted = these if only is None else and_(these, only)
        # How large each is, only the database knows.
        await self._journal.write(
            lambda connection: connection.execute(delete(tables.studies).where(wanted)), rows=LARGE
        )

    async def listed(self, before: tuple[int, str] | None, most: int) -> list[ListedStudy]:
        """Public studies, those touched last first; ``before`` is the last one known, its time and its id."""
        studies = tables.studies.c
        query = select(studies.id, studies.title, studies.touched).where(studies.visibility == "public")
        if before is not None:
            at, id = before
            query = query.where(or_(studies.touched < at, and_(studies.touched == at, studies.id < id)))
        query = query.order_by(studies.touched.desc(), studies.id.desc()).limit(most)
        async with reading(self._engine) as connection:
            found = (await connection.execute(query)).all()
            chapters = tables.chapters.c
            counted = await connection.execute(
                select(chapters.study, chapters.rules, func.count())
                .where(chapters.study.in_([row.id for row in found]))
                .group_by(chapters.study, chapters.rules)
                .order_by(chapters.rules)
            )
            rules: dict[str, dict[str, int]] = {}
            for study, name, count in counted:
                rules.setdefault(study, {})[name] = count
        return [
            {
                "study": row.id,
                "title": row.title,
                "changed": row.touched,
                "rules": list(rules.get(row.id, ())),
                "chapters": sum(rules.get(row.id, {}).values()),
            }
            for row in found
        ]

    async def untouched(self, since: int, after: int, most: int) -> list[tuple[str, int]]:
        """The next studies that are not kept and have not been touched since, with when that was."""
        studies = tables.studies.c
        query = select(studies.id, studies.touched).where(forgotten(since), studies.touched > after)
        async with self._engine.connect() as connection:
            found = await connection.execute(query.order_by(studies.touched).limit(most))
            return [(row.id, row.touched) for row in found]

    async def surplus(self, most: int, at_once: int) -> list[str]:
        """Studies that are not kept beyond the ``most`` that were touched last."""
        studies = tables.studies.c
        query = select(studies.id).where(_not_kept()).order_by(studies.touched.desc(), studies.id)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query.offset(most).limit(at_once))).scalars())

    # Reviews

    async def review(self, key: str) -> tuple[int, str] | None:
        """What was thought about a game: the simulations for each position, and the thoughts as JSON."""
        reviews = tables.reviews.c
        query = select(reviews.simulations, type_coerce(reviews.thoughts, Text).label("thoughts"))
        async with reading(self._engine) as connection:
            row = (await connection.execute(query.where(reviews.key == key))).first()
        return None if row is None else (row.simulations, await asyncio.to_thread(unpack, row.thoughts))

    async def finished_review(self, key: str) -> FinishedReview | None:
        """The review of a game as it is sent."""
        reviews = tables.reviews.c
        query = select(reviews.simulations, reviews.form, reviews.view).where(reviews.key == key)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else FinishedReview(row.simulations, row.form, row.view or b"")

    async def keep_review(
        self, key: str, simulations: int, thoughts: str, at: int, finished: FinishedReview | None = None
    ) -> None:
        """Keep what was thought about a game, and the finished review, unless a deeper one is stored.

        One of another form makes room in any case: it may be too long to be judged again.
        """
        row = {
            "key": key,
            "simulations": simulations,
            "thoughts": await asyncio.to_thread(pack, thoughts),
            "at": at,
            "form": finished.form if finished else None,
            "view": finished.view if finished else None,
        }

        def write(connection: Connection) -> None:
            stored = tables.reviews.c
            replaced = or_(stored.simulations <= simulations, stored.form.is_distinct_from(row["form"]))
            connection.execute(delete(tables.reviews).where(stored.key == key, replaced))
            if connection.execute(select(stored.key).where(stored.key == key)).first() is None:
                connection.execute(insert(tables.reviews), row)

        await self._journal.write(write)

    async def keep_finished(self, key: str, finished: FinishedReview) -> None:
        """Keep how a stored review is sent, unless a deeper one is stored by now."""
        reviews = tables.reviews.c
        these = and_(reviews.key == key, reviews.simulations == finished.simulations)
        changed = {"form": finished.form, "view": finished.view}
        await self._journal.write(
            lambda connection: connection.execute(update(tables.reviews).where(these).values(**changed))
        )

    async def drop_surplus_reviews(self, most: int) -> None:
        """Forget the oldest reviews beyond so many."""
        reviews = tables.reviews.c
        query = select(reviews.at).order_by(reviews.at.desc()).offset(most).limit(1)
        async with self._engine.connect() as connection:
            oldest = (await connection.execute(query)).scalar()
        if oldest is not None:
            await self._journal.write(
                lambda connection: connection.execute(delete(tables.reviews).where(reviews.at <= oldest))
            )


def forgotten(since: int) -> ColumnElement[bool]:
    """Studies that are not kept and have not been touched since."""
    return and_(_not_kept(), tables.studies.c.touched < since)


def _not_kept() -> ColumnElement[bool]:
    """Studies that are not kept: neither marked so, nor an account's."""
    studies = tables.studies.c
    return and_(studies.kept.is_(False), ~exists().where(account_studies.c.study == studies.id))
