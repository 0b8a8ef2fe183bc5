"""``stonefield study``: studies as files, shown as trees and written as records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs
from stonefield.cli.help import Group

if TYPE_CHECKING:
    from stonefield.study.documents.chapter import Chapter, Node

study = Group("Show studies as trees and write their chapters as records.")
Source = Annotated[
    str,
    typer.Argument(
        metavar="IN", help="A study as the page saves it, .stones or JSON: a file, or - for input."
    ),
]
Number = Annotated[int | None, inputs.count("Only this chapter (default: all).")]


@study.command()
def show(source: Source, chapter: Number = None, lang: inputs.Language = None) -> None:
    """Show a study: each chapter with its moves, variations, marks and comments."""
    from stonefield.cli.narrator import Narrator, catalogue, tell

    narrator = Narrator(catalogue(lang))
    title, chapters = _read(source, chapter)
    if title:
        tell(title)
    for number, one in chapters:
        name = " · ".join(filter(None, (one.title, narrator.game(one.start.game.name))))
        tell("\n" + narrator.text("study.chapter", number=number, name=name, count=len(one.nodes) - 1))
        for line in _tree(one):
            tell(line)


@study.command()
def export(
    source: Source,
    out: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="File to write; the extension chooses the format, as in convert."),
    ] = None,
    chapter: Number = None,
    to: Annotated[
        str | None, typer.Option(metavar="FORMAT", help="Output format, overriding the extension of OUT.")
    ] = None,
) -> None:
    """Write the chapters of a study as records, with variations, marks and comments."""
    from stonefield.study.documents.record import record_of

    title, chapters = _read(source, chapter)
    inputs.write_records(out, [record_of(one, title) for _, one in chapters], to)


def _read(source: str, number: int | None) -> tuple[str, list[tuple[int, Chapter]]]:
    """The title of a study and its numbered chapters, or one of them."""
    from stonefield.study.documents.reading import read_study

    title, found = read_study(inputs.read_text(source))
    if number is not None and number > len(found):
        raise typer.BadParameter(f"`--chapter {number}`: the study has {len(found)}")
    return title, [pair for pair in enumerate(found, 1) if number in (None, pair[0])]


def _tree(chapter: Chapter) -> Iterator[str]:
    """One line per decision; a variation is indented, after the decision that it replaces."""
    start = chapter.node(0)
    if start.comment:
        yield f"  {_in_one_line(start)}"
    waiting = [(first, 1, 1) for first in chapter.children(0)[:1]]
    while waiting:
        node, ply, depth = waiting.pop()
        yield f"{'  ' * depth}{ply}. {node.move}{node.mark}  {_in_one_line(node)}".rstrip()
        waiting += [(first, ply + 1, depth) for first in chapter.children(node.id)[:1]]
        first, *others = chapter.children(node.parent or 0)
        if node is first:
            waiting += [(other, ply, depth + 1) for other in reversed(others)]


def _in_one_line(node: Node) -> str:
    return " ".join(node.comment.split())
