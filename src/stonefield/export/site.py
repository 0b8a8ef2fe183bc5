"""The whole page as plain files, for any web host and path: the browser answers in the place of a server."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

from stonefield.export.folder import LIST, PACKAGE, kept, listed
from stonefield.games.game import StonefieldError
from stonefield.games.plugin import BUILT_IN
from stonefield.locales import LANGUAGES
from stonefield.pocket.pocket import Pocket
from stonefield.server.web.static_files import COMPILING

STATIC = PACKAGE / "static"
FILES = ("icon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "manifest.webmanifest", "licenses.md")
PACKED = (".br", ".gz")
PARTS = ("page", "reasons", "people")
"""Of the texts."""
HEAD_END = "</head>"
# Who may frame a document only the headers of a server can say.
POLICY = COMPILING["Content-Security-Policy"].replace("; frame-ancestors 'none'", "")
HEAD = f"""    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />
    <meta name="stonefield-place" content="device" />
  """


def check_target(folder: Path) -> None:
    """StonefieldError unless a site can be written there."""
    if folder.exists() and not folder.is_dir():
        raise StonefieldError(f"`{folder}` is a file: a site needs a folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise StonefieldError(f"`{folder}` is not empty: name a new folder, or empty this one first")


def write_site(folder: Path, static: Path = STATIC) -> list[Path]:
    """Write the site into a new or empty folder; its files."""
    check_target(folder)
    index = static / "index.html"
    if not index.is_file():
        raise StonefieldError(f"the page has not been built: `{index}` is missing; `pip install .` builds it")
    folder.mkdir(parents=True, exist_ok=True)
    pocket = kept()
    (folder / "index.html").write_text(_index_of(index.read_text("utf-8")), "utf-8", newline="\n")
    for name in FILES:
        shutil.copyfile(static / name, folder / name)
    _copy(static / "assets", folder / "assets")
    _write_answers(folder / "answers")
    version = listed(pocket)["version"]
    _copy(pocket / version, folder / "pocket" / version)
    shutil.copyfile(pocket / LIST, folder / "pocket" / LIST)
    return sorted(_files(folder))


def _write_answers(folder: Path) -> None:
    """What a page asks for before it shows anything, so that it need not wait for Python."""
    folder.mkdir()
    pocket = Pocket()
    asked: list[tuple[str, dict[str, str]]] = [("catalogue", {})]
    asked += [(f"locales/{language}", {"part": part}) for language in LANGUAGES for part in PARTS]
    for game in BUILT_IN:
        asked.append((f"showcase/{game}", {}))
        asked += [(f"rules/{game}", {"lang": language}) for language in LANGUAGES]
    for path, query in asked:
        request = {
            "do": "ask",
            "method": "GET",
            "path": f"/api/{path}",
            "body": None,
            "token": None,
            "now": 0,
        }
        done = json.loads(
            pocket.do(json.dumps({**request, "query": {name: [query[name]] for name in query}}))
        )
        assert done["answer"]["status"] == HTTPStatus.OK
        name = "-".join((path.replace("/", "-"), *(f"{key}-{value}" for key, value in query.items())))
        (folder / f"{name}.json").write_text(done["answer"]["text"], "utf-8", newline="\n")


def _index_of(page: str) -> str:
    """The page's document: everything that it names is beside it."""
    return page.replace('="/', '="./').replace(HEAD_END, f"{HEAD}{HEAD_END}", 1)


def _copy(source: Path, target: Path) -> None:
    for path in _files(source):
        if path.suffix not in PACKED:
            copied = target / path.relative_to(source)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copied)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
