"""Studies as files in the terminal: their trees, and their chapters as records."""

from __future__ import annotations

import pytest

from stonefield.records import from_json, read, read_all
from stonefield.study.documents.files import write_study
from stonefield.study.documents.reading import read_study

from .said import refused

TEXT = """[Game "carnac"]
[Board "5x4"]
[Study "Tilts"]
[Chapter "First"]

{so it began} 1. c2rw! E (1... - {why not} 2. a1rr (2. b1rr)) (1... N) 2. a1rr *

[Game "caminos"]
[Study "Tilts"]
*
"""
FIRST = """Chapter 1 · First · Carnac · 7 moves
  so it began
  1. c2rw!
  2. E
    2. -  why not
    3. a1rr
      3. b1rr
    2. N
  3. a1rr
"""


@pytest.fixture(params=["stones", "json"])
def file(tmp_path, request) -> str:
    """A study of two chapters in either kind of file."""
    path = tmp_path / f"study.{request.param}"
    path.write_text(write_study(*read_study(TEXT), request.param), "utf-8")
    return str(path)


def test_a_study_is_shown_as_its_title_and_its_trees(command, file):
    said = command("study", "show", file)
    assert said.out == f"Tilts\n\n{FIRST}\nChapter 2 · Caminos · 0 moves\n"
    assert command("study", "show", file, "--chapter", "1").out == f"Tilts\n\n{FIRST}"


def test_a_study_is_shown_in_other_languages(command, file):
    assert "Kapitel 1 · First · Carnac · 7 Züge\n" in command("study", "show", file, "--lang", "de").out
    assert "Capitolul 1 · First · Carnac · 7 mutări\n" in command("study", "show", file, "--lang", "ro").out


def test_chapters_are_written_as_records(command, file, tmp_path):
    first, second = read_all(command("study", "export", file).out)
    assert first.tags == {"Study": "Tilts", "Chapter": "First"}
    assert (first.moves, second.moves) == (("c2rw", "E", "a1rr"), ())
    assert [[ply.move for ply in line] for line in first.line.plies[1].variations] == [["-", "a1rr"], ["N"]]
    alone = tmp_path / "first.json"
    assert command("study", "export", file, str(alone), "--chapter", "1").out == ""
    assert from_json(alone.read_text("utf-8")) == (first,)
    assert read(command("study", "export", file, "--chapter", "1", "--to", "text").out) == first


def test_what_is_no_study_is_refused(command, file):
    refused(command("study", "show", file, "--chapter", "3"), 2, "the study has 2")
    document = write_study(*read_study(TEXT), "json")
    refused(
        command("study", "show", "-", stdin=document.replace('"version": 1', '"version": 2')), 1, "version"
    )
    refused(command("study", "show", "nowhere.stones"), 2, "no such file")
