"""Pictures as pixels."""

from __future__ import annotations

import io

import pytest

from stonefield.draw.raster import png_of

Image = pytest.importorskip("PIL.Image")
WRITTEN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">'
    '<text x="5" y="30" font-size="21">{}</text></svg>'
)


def width_of(text: str) -> int:
    """The pixels from the first letter to the end of the last."""
    left, _, right, _ = Image.open(io.BytesIO(png_of(WRITTEN.format(text)))).getchannel("A").getbbox()
    return right - left


def test_two_numbers_do_not_read_as_one():
    assert width_of("10 3") - width_of("103") >= 0.4 * 21
