"""Says what has to be tested after a change: `python scripts/changed.py [BASE]`.

A room is a package of `src/stonefield`; its tests are in `tests/<room>`. What imports a changed room,
directly or through others, is tested with it. `./test --changed` runs this.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "stonefield"
FRONT_END = "frontend"
BROWSER, GOLDEN = "tests/browser", "tests/golden"
MAIN = ("origin/main", "main", "origin/HEAD")
SHARED = ("pyproject.toml", "constraints.txt", "tests/conftest.py")
"""What every test depends on."""
PAGES = ("tests/test_docs.py", "tests/cli/test_documented_commands.py")
BESIDE = {
    "docs": (*PAGES, "tests/draw"),
    "README.md": PAGES,
    "CONTRIBUTING.md": PAGES,
    "scripts": (
        "tests/test_audit.py",
        "tests/test_changed.py",
        "tests/test_checks.py",
        "tests/test_setup.py",
    ),
    GOLDEN: ("tests/games", "tests/records", "tests/engine", "tests/envs", "tests/cli"),
    "tests/costs.py": ("tests/test_checks.py", "tests/test_costs.py"),
    "tests/histories.py": ("tests/cluster", "tests/simulation", "tests/test_histories.py"),
    "tests/quick.py": tuple(
        f"tests/{room}" for room in ("browser", "engine", "envs", "pocket", "server", "study")
    ),
    "benchmarks": ("tests/cli/test_documented_commands.py",),
    **dict.fromkeys(("Containerfile", "compose.yaml", "deploy"), ("tests/cluster/test_deploy.py",)),
    **dict.fromkeys(("CHANGELOG.md", "SECURITY.md"), PAGES),
    **dict.fromkeys(("stonefield", "test"), ("tests/test_setup.py",)),
    **dict.fromkeys(("LICENSE", "hatch_build.py"), ("tests/test_wheel.py",)),
}
"""Files outside the rooms, and the tests that read them."""
ALWAYS = "tests/test_house.py"
"""Takes a second, and looks at all rooms."""


def changed_files(base: str | None) -> set[str]:
    """The files that differ from ``base``, and those that git does not know yet.

    Without a base it is where this branch left the main one.
    """
    if base is None:
        known = [name for name in MAIN if _git("rev-parse", "--verify", "--quiet", name)]
        if not known:
            raise SystemExit(
                "test: there is no main branch to compare with; name a commit: ./test --changed HEAD~1"
            )
        base = _git("merge-base", "HEAD", known[0])[0]
    elif not _git("rev-parse", "--verify", "--quiet", f"{base}^{{commit}}"):
        raise SystemExit(f"test: `{base}` is no commit; ./test --changed HEAD~1 compares with the one before")
    return {*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")}


def _git(*words: str) -> list[str]:
    git = shutil.which("git")
    if git is None:
        raise SystemExit("test: git is needed to see what changed, and it is not on the PATH")
    answer = subprocess.run((git, *words), cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    return answer.stdout.splitlines()


def imports() -> dict[str, set[str]]:
    """Which rooms each room imports; a module beside the rooms is one of its own."""
    import grimp

    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        into = found.setdefault(_room(module), set())
        into.update(_room(imported) for imported in graph.find_modules_directly_imported_by(module))
    return found


def imports_of_tests() -> dict[str, set[str]]:
    """Which rooms each file of the tests imports."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        names: list[str] = []
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
            elif isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
        rooms = {_room(name) for name in names if name.split(".")[0] == PACKAGE}
        found[path.relative_to(ROOT).as_posix()] = rooms
    return found


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def dependents(rooms: Iterable[str], imports: Mapping[str, set[str]]) -> set[str]:
    """These rooms and all that import them, directly or not."""
    found, waiting = set[str](), list(rooms)
    while waiting:
        room = waiting.pop()
        if room not in found:
            found.add(room)
            waiting += [other for other, imported in imports.items() if room in imported]
    return found


def selection(
    files: Iterable[str], rooms: Mapping[str, set[str]], tests: Mapping[str, set[str]]
) -> list[str]:
    """What to run after a change of ``files``: paths for pytest, and ``frontend``.

    ``rooms`` and ``tests`` say which rooms each room and each file of the tests imports. The tests in a
    browser take minutes: they are run where they themselves have changed.
    """
    files = list(files)
    if any(file in SHARED for file in files):
        return sorted({_folder(file) for file in tests} - {BROWSER, "tests/conftest.py"} | {FRONT_END})
    found = {_run_for(file) for file in files if file.startswith("tests/") and _folder(file) not in BESIDE}
    for beside, read_by in BESIDE.items():
        if any(file == beside or file.startswith(f"{beside}/") for file in files):
            found.update(read_by)
    if any(file.startswith(f"{FRONT_END}/") for file in files):
        found.add(FRONT_END)
    inside = [file.split("/") for file in files if file.startswith(f"src/{PACKAGE}/")]
    affected = dependents({parts[2].removesuffix(".py") for parts in inside}, rooms)
    for file, imported in tests.items():
        if _folder(file).removeprefix("tests/") in affected:
            found.add(_folder(file))
        elif imported & affected and _folder(file) != BROWSER:
            found.update(BESIDE.get(file, (_run_for(file),)))
    if found:
        found.add(ALWAYS)
    return sorted(path for path in found if not _inside(path, found))


def _folder(file: str) -> str:
    return "/".join(file.split("/")[:2])


def _run_for(file: str) -> str:
    """A test is run by itself; for what tests share, and for what they read, all in their folder are run."""
    name = file.rsplit("/", 1)[-1]
    return file if name.startswith("test_") and name.endswith(".py") else _folder(file)


def _inside(path: str, others: set[str]) -> bool:
    return any(path.startswith(f"{other}/") for other in others)


def select(files: Iterable[str]) -> list[str]:
    """What to run after a change of ``files`` in this repository; only what is still there."""
    return [path for path in selection(files, imports(), imports_of_tests()) if (ROOT / path).exists()]


if __name__ == "__main__":
    print("\n".join(select(changed_files(sys.argv[1] if len(sys.argv) > 1 else None))))
