"""Answers that are worth packing: texts, rules and pictures, sent small and only when they have changed."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache

from fastapi import Request, Response

WORTH_PACKING = 1_000


def packed(request: Request, body: bytes, media_type: str, headers: dict[str, str] | None = None) -> Response:
    """An answer whose content follows from its address and the program's version."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    extra = {"Cache-Control": "no-cache", **(headers or {}), "ETag": etag, "Vary": "Accept-Encoding"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=extra)
    if len(body) >= WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        body = _gzip(body)
        extra["Content-Encoding"] = "gzip"
    return Response(body, media_type=media_type, headers=extra)


@lru_cache(maxsize=256)
def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
