"""How the house is built: a game is a plug-in, rooms stay small, and CONTRIBUTING tells the truth."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path

from stonefield.games import GamePlugin

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "stonefield"
PAGE = ROOT / "frontend" / "src"
GAMES = ("carnac", "caminos")
NAMED = re.compile("|".join(GAMES), re.IGNORECASE)
PUBLIC_FACE = {"__init__.py"}
PLUGINS = {"games/plugin.py"}
"""Which parts each built-in game has."""
UNIONS = {"server/protocol/scenes.py"}
"""What a scene may be is a union of types for the page's own, which cannot be put together at run time."""
LONGEST_FILE, LONGEST_FUNCTION = 350, 60


def own_room_of_a_game(path: Path) -> bool:
    """Whether a file belongs to one game: it, or a folder around it, has the game's name."""
    return any(Path(part).stem in GAMES for part in path.parts)


def python_files() -> Iterator[Path]:
    yield from sorted(path for path in SOURCES.rglob("*.py") if "static" not in path.parts)


@cache
def syntax_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def page_files() -> Iterator[Path]:
    for path in sorted(PAGE.rglob("*")):
        if path.suffix in (".ts", ".svelte", ".css") and "generated" not in path.parts:
            yield path


def games_named_in(path: Path) -> Iterator[str]:
    """Where code, not comments or docstrings, names a game: in texts, imports and names."""
    tree = syntax_of(path)
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            words = [node.value]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            words = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Name | ast.FunctionDef | ast.ClassDef):
            words = [node.id if isinstance(node, ast.Name) else node.name]
        for word in words:
            if NAMED.search(word):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {word}"


def test_python_code_names_a_game_only_in_its_own_rooms_and_in_its_plugin():
    allowed = PLUGINS | PUBLIC_FACE | UNIONS
    named = [
        place
        for path in python_files()
        if path.relative_to(SOURCES).as_posix() not in allowed
        if not own_room_of_a_game(path.relative_to(SOURCES))
        for place in games_named_in(path)
    ]
    assert named == []


def test_the_page_names_a_game_only_in_its_own_folder_and_in_the_registry():
    named = []
    for path in page_files():
        name = path.relative_to(PAGE)
        if own_room_of_a_game(name) or name.as_posix() == "games/index.ts":
            continue
        code = re.sub(r"/\*.*?\*/|<!--.*?-->|(?m:^\s*//.*$)", "", path.read_text("utf-8"), flags=re.DOTALL)
        named += [f"{name}: {line.strip()}" for line in code.splitlines() if NAMED.search(line)]
    assert named == []


def test_a_file_is_a_room_one_can_look_round():
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in (*python_files(), *page_files())}
    assert {path.name: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_function_is_long_except_compiled_kernels():
    long = []
    for path in python_files():
        for node in ast.walk(syntax_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION and not any(
                    "compiled" in ast.dump(d) for d in node.decorator_list
                ):
                    long.append(f"{path.relative_to(ROOT)}: {node.name} has {lines} lines")
    assert long == []


def rooms_of_a_game() -> set[str]:
    """The files and folders that belong to one game, with `<game>` for its name; the same for both games."""
    by_game: list[set[str]] = []
    for game in GAMES:
        rooms = set()
        for base in (SOURCES, PAGE):
            for path in base.rglob("*"):
                name = path.relative_to(ROOT)
                inside = any(Path(part).stem in GAMES for part in name.parts[:-1])
                if path.stem == game and not inside and "static" not in name.parts and path.suffix != ".pyc":
                    rooms.add(name.as_posix().replace(game, "<game>") + ("/" if path.is_dir() else ""))
        by_game.append(rooms)
    return by_game[0] | by_game[1]


def test_contributing_lists_what_a_third_game_touches():
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = guide.split("## A third game", 1)[1].split("\n## ", 1)[0]
    listed = set(re.findall(r"`((?:src|frontend)/[^`]*<game>[^`]*)`", section))
    assert listed == rooms_of_a_game()
    assert set(re.findall(r"^\| [^|]* \| `(\w+)` \|", section, flags=re.MULTILINE)) == parts_of_a_game()


def parts_of_a_game() -> set[str]:
    return {field.name for field in fields(GamePlugin)} - {"name"}


def test_the_library_page_lists_the_parts_of_a_game():
    guide = (ROOT / "docs" / "library.md").read_text("utf-8").split("## A game of your own", 1)[1]
    listed = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", guide, flags=re.MULTILINE)
    assert {part for part, _ in listed} == parts_of_a_game()
    for _, described in listed:
        for place in re.findall(r"`(stonefield\.[\w.]+)`", described):
            module, _, name = place.rpartition(".")
            assert hasattr(import_module(module), name), place


def test_a_game_has_one_entry_and_no_second_registry():
    looks = re.compile(r"entry_points\(|\bRegistry\b")
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in python_files()
        if looks.search(path.read_text("utf-8").replace("CollectorRegistry", ""))
    }
    assert found == PLUGINS


def test_generic_messages_have_no_words_of_one_game():
    """`.stones` is the ending of record files; `"stones"` is what older addresses call a paint."""
    words = re.compile(r'(?<![."])(?:stone(?!field)|axis|dolmen|pairs|megalith)', re.IGNORECASE)
    generic = [
        path
        for path in python_files()
        if path.is_relative_to(SOURCES / "server" / "protocol") and not own_room_of_a_game(path)
    ]
    assert generic
    found = [
        f"{path.name}: {line.strip()}"
        for path in generic
        for line in path.read_text("utf-8").splitlines()
        if words.search(line)
    ]
    assert found == []
