"""Pictures as pixels."""

from __future__ import annotations

from stonefield.draw.font import PLAIN, font


def png_of(svg: str) -> bytes:
    """An SVG picture as PNG, transparent where nothing is drawn."""
    import resvg_py

    if "<text" not in svg:
        return bytes(resvg_py.svg_to_bytes(svg, skip_system_fonts=True))
    file, family = font()
    plain = svg.translate(PLAIN)
    return bytes(
        resvg_py.svg_to_bytes(plain, skip_system_fonts=True, font_files=[str(file)], serif_family=family)
    )
