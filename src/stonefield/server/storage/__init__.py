"""Where games are kept: tables, migrations, reading and the journal that writes."""

from stonefield.server.storage.archive import Archive
from stonefield.server.storage.database import DatabaseError, open_database
from stonefield.server.storage.journal import Entry, Journal
from stonefield.server.storage.rows import Holder

__all__ = ["Archive", "DatabaseError", "Entry", "Holder", "Journal", "open_database"]
