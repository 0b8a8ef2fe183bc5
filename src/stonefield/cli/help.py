"""How the help of a command looks: plain names for what is typed, and no types of Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from stonefield.cli.extras import Command, needed, needs

if TYPE_CHECKING:
    from typer._click import HelpFormatter

_RANGES = (
    (re.compile(r"(?<=[\[ ])(\S+)<=x<=([^\s;\]]+)"), r"\1 to \2"),
    (re.compile(r"(?<=[\[ ])x>=([^\s;\]]+)"), r"\1 or more"),
    (re.compile(r"(?<=[\[ ])x<=([^\s;\]]+)"), r"at most \1"),
)


class PlainCommand(TyperCommand):
    """A command whose usage reads ``IN [OUT] PLAYER...``; values without a metavar have their own name."""

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, **settings)
        for one in self.params:
            if isinstance(one, TyperArgument | TyperOption) and one.metavar is None:
                one.metavar = (one.name or "").upper().rpartition("_")[2]

    def collect_usage_pieces(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        arguments = [one for one in self.get_params(ctx) if isinstance(one, TyperArgument)]
        return [self.options_metavar or "", *map(_in_usage, arguments)]

    def format_options(self, ctx: typer.Context, formatter: HelpFormatter) -> None:  # type: ignore[override]
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is None:
                continue
            if isinstance(one, TyperArgument):
                sections["Arguments"].append((str(one.metavar), _without_required(record[1])))
            else:
                sections["Options"].append((record[0], _in_words(record[1])))
        for title, rows in sections.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


class PlainGroup(TyperGroup):
    """A group that shows its help when no command is given, with the whole first sentence of each command."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        return super().parse_args(ctx, args or ["--help"])

    def format_commands(self, ctx: typer.Context, formatter: HelpFormatter) -> None:  # type: ignore[override]
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_sentence(found.help)) for name, found in self.commands.items()])


class Group(typer.Typer):
    """Commands under one name, all plain; ``extra`` is what every one of them needs."""

    def __init__(self, help: str, extra: str | None = None) -> None:
        super().__init__(
            cls=PlainGroup,
            add_completion=False,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            help=f"{help}\n\n{needed(extra)}." if extra else help,
        )
        self._extra = extra

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Command], Command]:  # type: ignore[override]
        register = super().command(name, cls=PlainCommand, **settings)

        def decorate(function: Command) -> Command:
            register(needs(self._extra)(function) if self._extra else function)
            return function

        return decorate


def _in_usage(argument: TyperArgument) -> str:
    name = f"{argument.metavar}..." if argument.nargs != 1 else str(argument.metavar)
    return name if argument.required else f"[{name}]"


def _without_required(text: str) -> str:
    """The usage line shows already which arguments may be left out."""
    return re.sub(r" *\[required\]$", "", _in_words(text).replace("; required]", "]"))


def _in_words(text: str) -> str:
    """The limits of a number, as people write them."""
    for pattern, words in _RANGES:
        text = pattern.sub(words, text)
    return text


def _first_sentence(text: str | None) -> str:
    paragraph = (text or "").split("\n\n")[0]
    return re.split(r"(?<=\.) (?=[A-Z])", " ".join(paragraph.split()))[0]
