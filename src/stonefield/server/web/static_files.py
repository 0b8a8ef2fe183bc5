"""The files of the page, as they were built, with the caching and compression they were built for."""

from __future__ import annotations

import mimetypes
from email.utils import formatdate
from html import escape
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from stonefield.server.protocol.problems import problem_body

ASSETS = "assets"
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
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

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4404, "reason": "there is no such socket"})
            return
        response = self._response(scope["path"], Headers(scope=scope), scope["method"])
        await response(scope, receive, send)

    def _response(self, path: str, headers: Headers, method: str) -> Response:
        if path == "/api" or path.startswith("/api/"):
            return _problem(404, "not_found", "the API has no such path")
        if method not in ("GET", "HEAD"):
            return _problem(405, "method_not_allowed", "the page is only read")
        index = self._folder / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT.format(folder=escape(str(self._folder))), status_code=503)
        file = self._find(path)
        if file is None:
            last = path.rsplit("/", 1)[-1]
            if path.startswith(f"/{ASSETS}/") or "." in last:
                return _problem(404, "not_found", "there is no such file")
            file = index
        return self._file(file, headers)

    def _find(self, path: str) -> Path | None:
        if "\0" in path or "\\" in path:
            return None
        try:
            file = (self._folder / path.lstrip("/")).resolve()
            there = file.is_file() and file.is_relative_to(self._folder)
        except (OSError, ValueError):
            return None
        return file if there else None

    def _file(self, file: Path, headers: Headers) -> Response:
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        forever = file.parent == self._folder / ASSETS
        extra = {"Cache-Control": FOREVER if forever else ASK_AGAIN, "Vary": "Accept-Encoding"}
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
        extra |= {"ETag": etag, "Last-Modified": formatdate(stat.st_mtime, usegmt=True)}
        return FileResponse(chosen, headers=extra, media_type=kind)


def _problem(status: int, code: str, detail: str) -> Response:
    return Response(problem_body(code, detail), status, media_type="application/json")
