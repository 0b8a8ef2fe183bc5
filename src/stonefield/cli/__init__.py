"""The command line. Every command lies in a module of its own that is imported only when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from stonefield.cli.help import PlainCommand
from stonefield.games.game import StonefieldError

if TYPE_CHECKING:
    from typer._click import Command, HelpFormatter


class Entry(NamedTuple):
    """The module that holds a command (a function or Typer app of its name), and its line in the help."""

    module: str
    help: str


COMMANDS = {
    "serve": Entry("serve", "Play in the browser: start the server and open its page."),
    "cluster": Entry("cluster", "Run several servers, engine workers and PostgreSQL on this machine."),
    "haproxy": Entry("cluster", "Print a configuration of HAProxy for several servers."),
    "work": Entry("work", "Work for servers on other machines: engines and tasks."),
    "backup": Entry("backup", "Back up all games of a server to a file, even while it is running."),
    "restore": Entry("backup", "Restore a backup into an empty database."),
    "accounts": Entry("accounts", "Look after the accounts of a server: list, rename, delete, let back in."),
    "moderate": Entry("moderate", "Read reports, warn, mute, rename and exclude people, name moderators."),
    "play": Entry("play", "Play in the terminal, against a friend or the engine."),
    "show": Entry("positions", "Draw a position, or a moment of a recorded game."),
    "score": Entry("positions", "Explain the score and what decides the game."),
    "svg": Entry("positions", "Draw a position as an SVG picture."),
    "png": Entry("positions", "Draw a position as a PNG picture."),
    "film": Entry("film", "Turn a recorded game into a film: GIF, WebP, APNG or animated SVG."),
    "convert": Entry("positions", "Convert records between formats."),
    "random": Entry("positions", "Play random moves and write the record."),
    "perft": Entry("positions", "Count all move sequences of a given length (perft)."),
    "analyse": Entry("analyse", "Review a whole game with the engine."),
    "study": Entry("study", "Show studies as trees and write their chapters as records."),
    "explorer": Entry("explorer", "See what was played from a position; add collections of games."),
    "match": Entry("arena", "Play a match between two engines."),
    "ladder": Entry("arena", "Rate several players against each other."),
    "selfplay": Entry(
        "arena", "Let a player play itself and save the games as a Parquet file (extra `envs`)."
    ),
    "bench": Entry("bench", "Test players on positions whose best moves are proven."),
    "solve": Entry("solve", "Solve a small position exactly."),
    "puzzles": Entry("puzzles", "Find, prove, show and solve puzzles."),
    "ugi": Entry("ugi", "Speak the UGI protocol on standard input and output."),
    "train": Entry("train", "Train the engine's network (extra `train`)."),
    "build-wasm": Entry("build_wasm", "Build the engine for browsers as WebAssembly (extra `wasm`)."),
    "export-site": Entry(
        "export_site", "Write the page as plain files that need no server (extra `pocket`)."
    ),
}


class Commands(TyperGroup):
    """The commands in ``COMMANDS``, imported when they are called; without a command, the first of them."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return [name for name, entry in COMMANDS.items() if find_spec(f"{__name__}.{entry.module}")]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Command | None:  # type: ignore[override]
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name].module}")
        found = getattr(module, cmd_name.replace("-", "_"), None)
        if found is None:
            return None
        if isinstance(found, typer.Typer):
            group = get_command(found)
            group.name = cmd_name
            return group
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cmd_name, cls=PlainCommand)(found)
        return get_command(alone)

    def format_commands(self, ctx: typer.Context, formatter: HelpFormatter) -> None:  # type: ignore[override]
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].help) for name in self.list_commands(ctx)])

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        return super().parse_args(ctx, args or [self.list_commands(ctx)[0]])


app = typer.Typer(
    cls=Commands, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, help=None
)


def _say_version(wanted: bool) -> None:
    if wanted:
        from stonefield import __version__

        print(f"stonefield {__version__}")
        raise typer.Exit


@app.callback(help="Play and study abstract board games. Without a command, the game opens in your browser.")
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_say_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """Nothing to do: the commands do it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0, or 1 if a rule or a file stands against it, or 2 if it is misspelt."""
    _speak_unicode()
    code = run(sys.argv[1:] if arguments is None else arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _close_output()
        code = code or 1
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status; an error is printed as one line on standard error."""
    try:
        code: Any = get_command(app).main(list(arguments), prog_name="stonefield", standalone_mode=False)
    except StonefieldError as error:
        return _complain(error, 1)
    except typer.TyperException as error:
        return _complain(error.format_message(), error.exit_code, _help_for(error))
    except typer.Abort:
        return 130
    except BrokenPipeError:
        _close_output()
        return 1
    except OSError as error:
        name = f"`{error.filename}`: " if error.filename else ""
        return _complain(f"{name}{(error.strerror or str(error)).lower()}", 2)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code if isinstance(code, int) else 0


def _speak_unicode() -> None:
    """Write UTF-8 to files and pipes; on a terminal, replace the characters that it cannot show."""
    if isinstance(sys.stdout, TextIOWrapper):
        if sys.stdout.isatty():
            sys.stdout.reconfigure(errors="replace")
        else:
            sys.stdout.reconfigure(encoding="utf-8")


def _complain(what: object, code: int, hint: str = "") -> int:
    print("stonefield: " + " ".join(f"{what}{hint}".split()), file=sys.stderr)
    return code


def _help_for(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context else ""


def _close_output() -> None:
    """Our output is not read any more: discard the rest, or Python would complain when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
