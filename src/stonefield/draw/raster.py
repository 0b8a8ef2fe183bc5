"""Pictures as pixels, with the same letters on every machine, whatever fonts it has."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

WORD_SPACING = 6
"""The font's own spaces are so narrow that two numbers read as one."""
_PLAIN = str.maketrans({"×": "x", "–": "-"})
"""What our pictures write and the font has no letters for, and what stands for it."""


def png_of(svg: str) -> bytes:
    """An SVG picture as PNG, transparent where nothing is drawn."""
    import resvg_py

    if "<text" not in svg:
        return bytes(resvg_py.svg_to_bytes(svg, skip_system_fonts=True))
    file, family = _font()
    plain = svg.translate(_PLAIN).replace("<svg ", f'<svg word-spacing="{WORD_SPACING}" ', 1)
    return bytes(
        resvg_py.svg_to_bytes(
            plain,
            skip_system_fonts=True,
            font_files=[str(file)],
            serif_family=family,
            sans_serif_family=family,
        )
    )


@cache
def has_letter(sign: str) -> bool:
    """Whether the font can write a letter, or our plain sign for it."""
    from PIL import ImageFont

    brought, plain = ImageFont.load_default(20), sign.translate(_PLAIN)
    if plain.isspace():
        return True
    # What a font lacks it draws as the sign for what it lacks.
    return bytes(brought.getmask(plain)) != bytes(brought.getmask("\U0010ffff"))


@cache
def _font() -> tuple[Path, str]:
    """A file with the font that Pillow brings along, and the name of its family."""
    from PIL import ImageFont
    from platformdirs import user_cache_path

    brought = ImageFont.load_default(20)
    assert isinstance(brought, ImageFont.FreeTypeFont)
    content, family = brought.font_bytes, brought.getname()[0]
    name = f"letters-{hashlib.sha256(content).hexdigest()[:16]}.ttf"
    for folder in (user_cache_path("stonefield"), Path(tempfile.gettempdir()) / f"stonefield-{os.getpid()}"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / name
            if not file.is_file() or file.read_bytes() != content:
                part = folder / f"{name}.{os.getpid()}"
                part.write_bytes(content)
                part.replace(file)
        except OSError:
            continue
        return file, str(family)
    raise OSError("there is no folder to keep the letters of pictures in")
