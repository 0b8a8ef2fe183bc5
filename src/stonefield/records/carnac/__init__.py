"""Games of Carnac as other sites keep them: Boardspace and AbstractPlay."""

from stonefield.records.carnac.abstractplay import is_abstractplay, read_abstractplay
from stonefield.records.carnac.boardspace import read_boardspace
from stonefield.records.carnac.export import to_abstractplay, to_boardspace
from stonefield.records.formats import Format

FORMATS = (
    Format(
        name="boardspace",
        recognises=lambda content: content.startswith("("),
        read=read_boardspace,
        write=to_boardspace,
        ending=".sgf",
        media_type="application/x-go-sgf",
    ),
    Format(
        name="abstractplay",
        recognises=is_abstractplay,
        read=read_abstractplay,
        read_on_board=read_abstractplay,
        write=to_abstractplay,
        ending=".abstractplay.json",
        media_type="application/json",
    ),
)
