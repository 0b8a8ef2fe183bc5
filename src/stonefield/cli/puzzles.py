"""``stonefield puzzles``: find, prove, show and solve puzzles."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stonefield.cli import inputs, puzzle_figures
from stonefield.cli.help import Group
from stonefield.cli.puzzle_files import From, WorkerCount, pool_of, read_from
from stonefield.games.game import IllegalMove, InvalidMove

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stonefield.games.game import Position
    from stonefield.puzzles import Prover, Puzzle
    from stonefield.puzzles.making import SourceGame

puzzles = Group("Puzzles whose solutions are proven: find, verify, measure, show and solve them.")

Theme = Annotated[str | None, typer.Option(metavar="THEME", help="Only puzzles with this theme.")]

ASKED = {"win": "win", "draw": "keep the draw", "hold": "avoid losing at once"}


@puzzles.command("make")
@inputs.takes_game_options(Annotated[str, typer.Option(metavar="GAME", help=inputs.GAMES)], inputs.FIRST_GAME)
def make(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The file to write, as JSON Lines; run the same command again to continue."
        ),
    ],
    records: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Search the games of this file; may be repeated."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=0, help="Search this many self-play games.")] = 0,
    level: Annotated[
        int, typer.Option(metavar="LEVEL", min=1, max=10, help="The level that plays them.")
    ] = 5,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the first of these games.")] = 1,
    alternatives: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Also try this many alternatives at each position of a game."),
    ] = 12,
    *,
    start: inputs.Start,
    workers: WorkerCount = 1,
    dask: inputs.Dask = None,
) -> None:
    """Find puzzles in recorded games or in games that the engine plays against itself."""
    from rich.console import Console
    from rich.progress import Progress

    from stonefield.puzzles import make as make_puzzles
    from stonefield.puzzles import prover_for
    from stonefield.puzzles.making import PuzzleFile, SourceGame

    sources = list(_recorded(records or [], alternatives))
    sources += [
        SourceGame(str(start), level=level, seed=seed + nth, alternatives=alternatives)
        for nth in range(games)
    ]
    if not sources:
        raise typer.BadParameter("nothing to search: give --records FILE or --games N")
    for source in sources:
        prover_for(source.start.split(maxsplit=1)[0])
    file = PuzzleFile(out)
    left = sum(source.name not in file.searched for source in sources)
    console = Console(stderr=True)
    with pool_of(workers, dask) as pool, Progress(console=console) as progress:
        bar = progress.add_task("searching", total=len(sources), completed=len(sources) - left)
        try:
            for _ in make_puzzles(sources, file, pool.executor, 2 * pool.count):
                progress.update(bar, advance=1, description=f"{len(file.names)} puzzles")
        except KeyboardInterrupt:
            console.print("Stopped. Run the same command again to continue.")
    print(f"{out}: {len(file.names)} puzzles")


def _recorded(paths: Iterable[Path], alternatives: int) -> Iterable[SourceGame]:
    from stonefield.puzzles.making import SourceGame

    for path in paths:
        for record in inputs.records_in(inputs.read_text(str(path))):
            yield SourceGame(str(record.start), tuple(map(str, record.moves)), alternatives=alternatives)


@puzzles.command("verify")
def verify(
    source: From = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Verify only this many, picked by --seed.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Which sample.")] = 1,
    workers: WorkerCount = 1,
) -> None:
    """Prove puzzles again: the result, and that each decision of the solution is the only right one."""
    from rich.console import Console
    from rich.progress import Progress

    from stonefield.puzzles import verify as verify_puzzle

    chosen = list(read_from(source))
    if sample is not None and sample < len(chosen):
        chosen = random.Random(seed).sample(chosen, sample)
    wrong = 0
    with pool_of(workers, None) as pool, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("proving", total=len(chosen))
        told = pool.executor.map(verify_puzzle, chosen)
        for puzzle, complaint in zip(chosen, told, strict=True):
            progress.advance(bar)
            if complaint is not None:
                wrong += 1
                print(f"{puzzle.name}: {complaint}")
    print(f"{len(chosen)} puzzles, {wrong} wrong")
    if wrong:
        raise typer.Exit(1)


@puzzles.command("show")
def show(
    which: Annotated[
        str | None, typer.Argument(metavar="ID", help="A puzzle's id (default: list all).")
    ] = None,
    source: From = None,
    theme: Theme = None,
    solution: Annotated[bool, typer.Option(help="Show the solution too.")] = False,
    colour: inputs.Colour = None,
) -> None:
    """Draw a puzzle; without an id, list them all."""
    found = read_from(source)
    if which is None:
        for puzzle in _themed(found, theme):
            place = f"{puzzle.game} {puzzle.board}"
            print(f"{puzzle.name} {place:15} {puzzle.result:4} {puzzle.rating:4} {' '.join(puzzle.themes)}")
        return
    puzzle = _chosen(found, which, theme)
    _draw(puzzle, colour)
    print(f"rating {puzzle.rating}, beauty {puzzle.beauty}, themes: {', '.join(puzzle.themes)}")
    if solution:
        print("solution:", " ".join(puzzle.line))
        _say_why(puzzle)


@puzzles.command("solve")
def solve(
    which: Annotated[str | None, typer.Argument(metavar="ID", help="A puzzle's id (default: any).")] = None,
    source: From = None,
    theme: Theme = None,
    colour: inputs.Colour = None,
) -> None:
    """Solve a puzzle by typing decisions; a wrong one is refuted. Type ? for the solution, q to quit."""
    from stonefield.puzzles import prover_for

    puzzle = _chosen(read_from(source), which, theme)
    prover = prover_for(puzzle.game)
    _draw(puzzle, colour)
    side = puzzle.start.turn
    position = puzzle.start
    for right in puzzle.line:
        if position.turn == side:
            if not _found(prover, puzzle, position, right):
                return
        else:
            print(f"{position.turn} answers {right}")
        position = position.play(right)
    print("Solved.")
    _say_why(puzzle, prover)


def _say_why(puzzle: Puzzle, prover: Prover | None = None) -> None:
    """Why the solution works: a sentence, and the line it speaks of."""
    from stonefield.cli.narrator import catalogue, tell
    from stonefield.puzzles import Unproven, prover_for
    from stonefield.puzzles.wording import sentence

    try:
        why = (prover or prover_for(puzzle.game)).why(puzzle.start, puzzle.line)
    except Unproven:
        return
    tell(sentence(why, catalogue(None)))
    tell(f"({' '.join((why.miss, *why.line))})")


def _found(prover: Prover, puzzle: Puzzle, position: Position, right: str) -> bool:
    """Ask until the decision is right; False if the person gives up."""
    from stonefield.puzzles.sameness import is_same

    while True:
        try:
            typed = input("> ").strip()
        except EOFError:
            typed = "q"
        if typed in ("q", "?"):
            if typed == "?":
                print("solution:", " ".join(puzzle.line))
            return False
        try:
            is_right = is_same(position, typed, right)
        except (InvalidMove, IllegalMove) as error:
            print(error)
            continue
        if is_right:
            print("Right.")
            return True
        print(f"{typed} does not {ASKED[puzzle.result]}{_because(prover, position, typed)}. Try again.")


def _because(prover: Prover, position: Position, wrong: str) -> str:
    from stonefield.puzzles import Unproven

    try:
        line = prover.refute(position, wrong).line
    except Unproven:
        return ""
    return f" because of {' '.join(line)}" if line else ""


def _themed(found: Sequence[Puzzle], theme: str | None) -> list[Puzzle]:
    themed = [puzzle for puzzle in found if theme is None or theme in puzzle.themes]
    if not themed:
        known = sorted({theme for puzzle in found for theme in puzzle.themes})
        raise typer.BadParameter(
            f"`--theme {theme}`: the themes are {', '.join(known)}" if theme else "no puzzles"
        )
    return themed


def _chosen(found: Sequence[Puzzle], which: str | None, theme: str | None) -> Puzzle:
    themed = _themed(found, theme)
    if which is None:
        return random.choice(themed)
    named = next((puzzle for puzzle in found if puzzle.name == which), None)
    if named is None:
        raise typer.BadParameter(f"`{which}`: there is no such puzzle; `stonefield puzzles show` lists them")
    return named


def _draw(puzzle: Puzzle, colour: bool | None) -> None:
    from stonefield.cli.narrator import drawing

    start = puzzle.start
    print(drawing(start, colour))
    print(f"{puzzle.name}: {start.turn} decides, to {ASKED[puzzle.result]}. What is the only way?")


puzzles.command("measure")(puzzle_figures.measure)
puzzles.command("spread")(puzzle_figures.spread)
