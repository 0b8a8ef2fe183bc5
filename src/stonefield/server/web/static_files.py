"""The files of the page, as they were built, with the caching and compression they were built for."""

from __future__ import annotations

import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from pathlib import Path
from typing import TypeAlias

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.types import Receive, Scope, Send

from stonefield.server.protocol.problems import Refusal, problem_body
from stonefield.server.web.guard import CONTENT_SECURITY_POLICY
from stonefield.server.web.pocket_files import LIST, PocketFiles

ASSETS = "assets"
PROFILES = "/people/"
"""The pages of people, whose names may have dots."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
END = "</head>"
HEADED = {"Cache-Control": ASK_AGAIN, "Vary": "Accept-Language"}
EMBEDDED, BOARD_SCRIPT = "/embed/", "/board.js"
"""Boards in pages of other sites, and the script that puts them there."""
FRAMED = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "unsafe-none",
}
WORKER = "worker-"
"""How the names of workers' scripts begin; only workers compile WebAssembly."""
COMPILING = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY.replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"
    )
}
POCKET = "/pocket/"
NOTHING: Mapping[str, str] = {}
HeadOf: TypeAlias = Callable[[Scope], Awaitable[str]]
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stonefield</title>
<h1>The page has not been built</h1>
<p>The server runs and its <a href="/openapi.json">API</a> answers, but the browser app is missing from
<code>{folder}</code>.</p>
<p>It is built when Stonefield is installed: run <code>pip install .</code> in the
project's folder and start again.</p>
</html>
"""


class PageFiles:
    """Serves the built files; every other path is the app, which knows its own routes."""

    def __init__(
        self, folder: Path, head_of: HeadOf | None = None, pocket: PocketFiles | None = None
    ) -> None:
        """``head_of`` says what belongs into the head of the page at an address."""
        self._folder, self._head_of, self._pocket = folder.resolve(), head_of, pocket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4404, "reason": "there is no such socket"})
            return
        path, headers, method = scope["path"], Headers(scope=scope), scope["method"]
        if self._pocket is not None and path.startswith(POCKET) and method in ("GET", "HEAD"):
            response = await self._of_pocket(self._pocket, path.removeprefix(POCKET), headers)
        else:
            response = self._response(path, headers, method)
        if self._head_of is not None and response.status_code == 200 and (head := await self._head_of(scope)):
            page = (self._folder / "index.html").read_text("utf-8")
            response = HTMLResponse(page.replace(END, f"  {head}\n  {END}", 1), headers=HEADED)
        await response(scope, receive, send)

    async def _of_pocket(self, pocket: PocketFiles, path: str, headers: Headers) -> Response:
        if path == LIST:
            try:
                found = await pocket.list_file()
            except Refusal as refusal:
                return _problem(refusal.status, refusal.code, refusal.detail)
            return _file(found, headers) if found else JSONResponse({"status": "making"}, 202)
        version, _, name = path.partition("/")
        file = None if "\0" in name or "\\" in name else pocket.find(version, name)
        if file is None:
            return _problem(404, "not_found", "there is no such file")
        return _file(file, headers, {"Cache-Control": FOREVER})

    def _response(self, path: str, headers: Headers, method: str) -> Response:
        if path == "/api" or path.startswith("/api/"):
            return _problem(404, "not_found", "the API has no such path")
        if method not in ("GET", "HEAD"):
            return _problem(405, "method_not_allowed", "the page is only read")
        index = self._folder / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT.format(folder=escape(str(self._folder))), status_code=503)
        if path.startswith(EMBEDDED):
            return _file(self._folder / "embed.html", headers, FRAMED)
        file = self._find(path)
        if path == BOARD_SCRIPT and file is not None:
            return _file(file, headers, {"Cross-Origin-Resource-Policy": "cross-origin"})
        if file is None:
            last = path.rsplit("/", 1)[-1]
            if path.startswith(f"/{ASSETS}/") or ("." in last and not path.startswith(PROFILES)):
                return _problem(404, "not_found", "there is no such file")
            file = index
        if file.parent != self._folder / ASSETS:
            return _file(file, headers)
        more = COMPILING if file.name.startswith(WORKER) else NOTHING
        return _file(file, headers, {"Cache-Control": FOREVER, **more})

    def _find(self, path: str) -> Path | None:
        if "\0" in path or "\\" in path:
            return None
        try:
            file = (self._folder / path.lstrip("/")).resolve()
            there = file.is_file() and file.is_relative_to(self._folder)
        except (OSError, ValueError):
            return None
        return file if there else None


def _problem(status: int, code: str, detail: str) -> Response:
    return Response(problem_body(code, detail), status, media_type="application/json")


def _file(file: Path, headers: Headers, more: Mapping[str, str] = NOTHING) -> Response:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    forever = more.get("Cache-Control") == FOREVER
    extra = {"Cache-Control": ASK_AGAIN, "Vary": "Accept-Encoding", **more}
    accepted = {word.partition(";")[0].strip() for word in headers.get("accept-encoding", "").split(",")}
    chosen = file
    for encoding, ending in _ENCODINGS:
        packed = file.with_name(file.name + ending)
        if encoding in accepted and packed.is_file():
            chosen = packed
            extra["Content-Encoding"] = encoding
            break
    stat = chosen.stat()
    etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    if etag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers={**extra, "ETag": etag})
    if kind.startswith("text/") or kind in ("application/json", "application/manifest+json"):
        kind += "; charset=utf-8"
    response = FileResponse(chosen, headers={**extra, "ETag": etag}, media_type=kind, stat_result=stat)
    if forever:
        # The page fetches dozens of these: each byte of a header counts as one of the files.
        del response.headers["last-modified"], response.headers["accept-ranges"]
    return response
