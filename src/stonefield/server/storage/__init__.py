"""Where games are kept: tables, migrations, reading and the journal that writes."""

from stonefield.server.storage.archive import Archive
from stonefield.server.storage.database import DatabaseError, open_database
from stonefield.server.storage.journal import Journal, JournalEntry, claimed
from stonefield.server.storage.rows import Holder
from stonefield.server.storage.studies import StudyStore

__all__ = [
    "Archive",
    "DatabaseError",
    "Holder",
    "Journal",
    "JournalEntry",
    "StudyStore",
    "claimed",
    "open_database",
]
