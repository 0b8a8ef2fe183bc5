"""A game as a moving picture: GIF, WebP and APNG in pixels, SVG with an animation."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from stonefield.draw.camera import find_camera
from stonefield.draw.picture import picture_of
from stonefield.draw.scene import Frame, Scene
from stonefield.draw.symbols import number
from stonefield.draw.themes import find_theme
from stonefield.films.projector import Projector
from stonefield.games.game import InvalidOption
from stonefield.records import Record

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = {"gif": "image/gif", "webp": "image/webp", "apng": "image/apng", "svg": "image/svg+xml"}
"""The media type of each kind of film."""
NARROWEST, WIDEST = 120, 1600
FASTEST, SLOWEST = 0.1, 10.0
LAST_SHOWN = 3.0
"""How much longer the end is shown than what comes before it."""
_COLOURS = 255


def film(
    record: Record,
    kind: str = "gif",
    *,
    view: str = "isometric",
    theme: str = "light",
    paint: str | None = None,
    size: int = 480,
    seconds: float = 0.8,
    first: int = 0,
    last: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> bytes:
    """A recorded game as a film that begins again at its end.

    ``kind`` is gif, webp, apng or svg; ``size`` its width in pixels, ``seconds`` how long each position is
    seen, ``first`` and ``last`` the plies after which it begins and ends. View, theme and paint are those of
    a picture (`svg`). ``progress`` is told how many pictures are drawn.
    """
    end = len(record.moves) if last is None else last
    _check(record, kind, size, seconds, first, end)
    picture = picture_of(record.start.game.name)
    camera, colours = find_camera(view), picture.theme(theme, paint)
    scenes, feet = [], []
    for ply in range(first, end + 1):
        position = record.positions[ply]
        scenes.append(picture.scene(position, camera, colours, record.moves[ply - 1] if ply else None))
        feet.append(picture.footer(position))
    frame = _common(scenes)
    shots = [
        (scene.ground(frame), *scene.elements, *scene.foot(foot, frame))
        for scene, foot in zip(scenes, feet, strict=True)
    ]
    if kind == "svg":
        title, description = picture.describe(record.positions[end], colours)
        description += picture.describe_turn(record.positions[end], colours)
        return _animated(scenes[0], frame, shots, size, seconds, title, description).encode()
    projector = Projector(scenes[0], frame, size, _beginning(shots))
    return _encoded(_shown(projector, shots, progress), kind, _durations(len(shots), seconds))


def film_size(
    record: Record, kind: str = "gif", *, view: str, size: int, first: int = 0, last: int | None = None
) -> tuple[int, int]:
    """How many pictures a film has, and about how high they are, without drawing them."""
    end = len(record.moves) if last is None else last
    _check(record, kind, size, FASTEST, first, end)
    camera, colours = find_camera(view), find_theme("light")
    picture = picture_of(record.start.game.name)
    ends = (record.positions[first], record.positions[end])
    frame = _common([picture.scene(position, camera, colours, None) for position in ends])
    return end - first + 1, max(1, round(size * frame.height / frame.width))


def _check(record: Record, kind: str, size: int, seconds: float, first: int, last: int) -> None:
    if kind not in KINDS:
        raise InvalidOption(f"`{kind}`: a film is {', '.join(KINDS)}")
    if not NARROWEST <= size <= WIDEST:
        raise InvalidOption(f"`{size}`: a film is from {NARROWEST} to {WIDEST} pixels wide")
    if not FASTEST <= seconds <= SLOWEST:
        raise InvalidOption(f"`{seconds}`: each position is seen for {FASTEST} to {SLOWEST} seconds")
    if not 0 <= first <= last <= len(record.moves):
        raise InvalidOption(f"`{first}` to `{last}`: this game has the plies 0 to {len(record.moves)}")


def _common(scenes: Sequence[Scene]) -> Frame:
    """A frame in which every scene can be seen."""
    frames = [scene.frame(has_footer=True) for scene in scenes]
    left, top = min(frame.left for frame in frames), min(frame.top for frame in frames)
    right = max(frame.left + frame.width for frame in frames)
    bottom = max(frame.top + frame.height for frame in frames)
    return Frame(left, top, right - left, bottom - top)


def _beginning(lists: Sequence[Sequence[str]]) -> Sequence[str]:
    """The elements that all lists begin with."""
    first = lists[0]
    for place, alike in enumerate(zip(*lists, strict=False)):
        if any(element != first[place] for element in alike):
            return first[:place]
    return min(lists, key=len)


def _shown(
    projector: Projector, shots: Sequence[Sequence[str]], progress: Callable[[int], None]
) -> Iterator[Image]:
    for done, shot in enumerate(shots, 1):
        yield projector.show(shot)
        progress(done)


def _durations(count: int, seconds: float) -> list[int]:
    """Milliseconds for each picture."""
    usual = round(seconds * 1000)
    return [usual] * (count - 1) + [round(usual * LAST_SHOWN)]


def _encoded(images: Iterator[Image], kind: str, durations: list[int]) -> bytes:
    shown = list(images)
    if kind == "gif":
        from PIL.Image import Dither

        # One palette for all: the last picture has every colour that there is.
        palette = shown[-1].quantize(_COLOURS, dither=Dither.NONE)
        shown = [image.quantize(palette=palette, dither=Dither.NONE) for image in shown]
    options: dict[str, dict[str, Any]] = {
        "gif": {"format": "GIF", "optimize": False, "disposal": 1},
        "webp": {"format": "WEBP", "quality": 80, "method": 2},
        "apng": {"format": "PNG"},
    }
    out = BytesIO()
    shown[0].save(out, save_all=True, append_images=shown[1:], duration=durations, loop=0, **options[kind])
    return out.getvalue()


def _animated(
    scene: Scene,
    frame: Frame,
    shots: Sequence[Sequence[str]],
    size: int,
    seconds: float,
    title: str,
    description: str,
) -> str:
    """All pictures one upon the other, each seen in its turn; what several of them show is written once."""
    times = Counter(element for shot in shots for element in set(shot))
    shared = {element: _id(element) for element, count in times.items() if count > 1}
    defined = "".join(f'<g id="{name}">{element}</g>' for element, name in shared.items())
    durations = _durations(len(shots), seconds)
    total = sum(durations)
    parts, begins = [], 0
    for number_, (shot, lasts) in enumerate(zip(shots, durations, strict=True)):
        drawn = "".join(
            f'<use href="#{shared[element]}"/>' if element in shared else element for element in shot
        )
        # Begun long ago, so that no picture is seen before its turn.
        delay = number((begins - total) / 1000, 3)
        ends = ' class="end"' if number_ == len(shots) - 1 else ""
        parts.append(f'<g{ends} style="animation-delay:{delay}s">{drawn}</g>')
        begins += lasts
    name = f"stonefield-film-{len(shots)}-{durations[0]}"
    style = _style(name, durations, total) if len(shots) > 1 else ""
    head = scene.head(frame, size=size, title=title, description=description, more=style)
    return f'{head}<defs>{defined}</defs>\n<g class="{name}">' + "\n".join(parts) + "</g></svg>\n"


def _style(name: str, durations: Sequence[int], total: int) -> str:
    """Who wants no motion sees the end; so does a program that knows no animations."""
    usual, end = (number(100 * part / total, 4) for part in (durations[0], durations[-1]))
    return (
        f"<style>.{name}>g{{visibility:hidden;animation:{name} {number(total / 1000, 3)}s step-end infinite}}"
        f".{name}>g.end{{visibility:visible;animation-name:{name}-end}}"
        f"@keyframes {name}{{0%{{visibility:visible}}{usual}%,100%{{visibility:hidden}}}}"
        f"@keyframes {name}-end{{0%{{visibility:visible}}{end}%,100%{{visibility:hidden}}}}"
        f"@media (prefers-reduced-motion:reduce){{.{name}>g{{animation:none}}}}</style>\n"
    )


def _id(element: str) -> str:
    """Equal ids on one page mean equal parts, as everywhere in our pictures."""
    return f"stonefield-part-{zlib.crc32(element.encode()):08x}{zlib.adler32(element.encode()):08x}"
