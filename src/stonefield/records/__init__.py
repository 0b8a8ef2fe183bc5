"""Played games: the record, our text and JSON formats, and the formats of other sites."""

from stonefield.records.formats import Format, detect, format_of, formats, read_any
from stonefield.records.json_format import from_json, to_json
from stonefield.records.reader import read, read_all
from stonefield.records.record import MARKS, RESULTS, Line, Ply, Record, RecordError, result_of
from stonefield.records.writer import write

__all__ = [
    "MARKS",
    "RESULTS",
    "Format",
    "Line",
    "Ply",
    "Record",
    "RecordError",
    "detect",
    "format_of",
    "formats",
    "from_json",
    "read",
    "read_all",
    "read_any",
    "result_of",
    "to_json",
    "write",
]
