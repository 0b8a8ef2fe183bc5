"""Played games: the record, its text and JSON forms, and games from elsewhere."""

from stonefield.records.abstractplay import read_abstractplay, read_abstractplay_moves
from stonefield.records.boardspace import read_boardspace
from stonefield.records.export import to_abstractplay, to_boardspace
from stonefield.records.formats import FORMS, Form, detect, form_of, read_any
from stonefield.records.json_form import from_json, to_json
from stonefield.records.reader import read, read_all
from stonefield.records.record import MARKS, RESULTS, Line, Ply, Record, RecordError, result_of
from stonefield.records.writer import write

__all__ = [
    "FORMS",
    "MARKS",
    "RESULTS",
    "Form",
    "Line",
    "Ply",
    "Record",
    "RecordError",
    "detect",
    "form_of",
    "from_json",
    "read",
    "read_abstractplay",
    "read_abstractplay_moves",
    "read_all",
    "read_any",
    "read_boardspace",
    "result_of",
    "to_abstractplay",
    "to_boardspace",
    "to_json",
    "write",
]
