"""Where games are kept: tables, migrations, reading and the journal that writes."""

from stonefield.server.domain.game.rows import Holder
from stonefield.server.store.archive import Archive
from stonefield.server.store.database import DatabaseError, open_database
from stonefield.server.store.game_rows import GameRows
from stonefield.server.store.journal import Journal, claimed
from stonefield.server.store.studies import StudyStore

__all__ = [
    "Archive",
    "DatabaseError",
    "GameRows",
    "Holder",
    "Journal",
    "StudyStore",
    "claimed",
    "open_database",
]
