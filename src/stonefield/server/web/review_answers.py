"""Reviews as answers: what is stored is sent as it is."""

from __future__ import annotations

import gzip

from fastapi import Request, Response

from stonefield.server.studies.reviews import ShownReview

JSON = "application/json"


def review_answer(request: Request, review: ShownReview, status: int = 200) -> Response:
    """A review; one that is stored is compressed already."""
    headers = {"Vary": "Accept-Encoding"}
    content = review.content
    if review.is_zipped and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    elif review.is_zipped:
        content = gzip.decompress(content)
    return Response(content, status, headers, media_type=JSON)
