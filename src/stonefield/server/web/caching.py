"""Answers that are worth packing: texts, rules and pictures, sent small and only when they have changed."""

from __future__ import annotations

import gzip
import hashlib

from fastapi import Request, Response

from stonefield.server.jobs.cache import ByteCache

WORTH_PACKING = 1_000
MOST_ZIPPED = 4_000_000
"""Bytes of packed answers that are kept."""


def packed(request: Request, body: bytes, media_type: str, headers: dict[str, str] | None = None) -> Response:
    """An answer whose content follows from its address and the program's version."""
    digest = hashlib.sha256(body).digest()
    etag = f'"{digest.hex()[:20]}"'
    extra = {"Cache-Control": "no-cache", **(headers or {}), "ETag": etag, "Vary": "Accept-Encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=extra)
    if len(body) >= WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        body = _gzip(body, digest)
        extra["Content-Encoding"] = "gzip"
    return Response(body, media_type=media_type, headers=extra)


_zipped = ByteCache(MOST_ZIPPED)


def _gzip(body: bytes, digest: bytes) -> bytes:
    found = _zipped.get(digest)
    if found is None:
        found = gzip.compress(body, 6, mtime=0)
        _zipped.put(digest, found)
    return found
