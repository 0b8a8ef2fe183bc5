"""A review as an SVG graph: the win rate over the whole game, with the decisions that changed it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from stonefield.engine.sides import colour_of_side
from stonefield.records import Record
from stonefield.study.decision import Decision

WIDTH, HEIGHT = 800, 280
LEFT, RIGHT, TOP, BOTTOM = 46, 16, 16, 34
INKS = {"red": "#b3261e", "white": "#f4efe6", "yellow": "#f2c230", "green": "#2f7d4f"}
VERDICT_INKS = {"inaccuracy": "#c58a00", "mistake": "#d95f02", "blunder": "#c2185b"}
OTHER_INKS = ("#4a6fa5", "#e8e4da")


def win_rate_graph(record: Record, rates: Sequence[float | None], decisions: Sequence[Decision]) -> str:
    """The graph; above the line is the side that began, below it the other."""
    return "\n".join(_elements(record, rates, decisions)) + "\n"


def _elements(record: Record, rates: Sequence[float | None], decisions: Sequence[Decision]) -> Iterator[str]:
    start = record.start
    colours = [colour_of_side(start, side) for side in (0, 1)]
    first, second = (INKS.get(colour, OTHER_INKS[side]) for side, colour in enumerate(colours))
    names = [record.tags.get(f"Player{side + 1}", colours[side]) for side in (0, 1)]
    last = max(1, len(rates) - 1)
    known = {ply: rate for ply, rate in enumerate(rates) if rate is not None}
    points = {ply: (_x(ply, last), _y(rate)) for ply, rate in known.items()}
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points.values())
    title = f"Win rate of {names[0]} against {names[1]}, {len(decisions)} decisions"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="12">'
    )
    yield f"<title>{escape(title)}</title>"
    bottom, left, right = _y(0), _x(0, last), _x(last, last)
    box = f'x="{left}" y="{_y(1):.1f}" width="{right - left}" height="{bottom - _y(1):.1f}"'
    yield f'<rect {box} fill="{second}"/>'
    if points:
        begins, ends = (points[ply][0] for ply in (min(points), max(points)))
        area = f"{begins:.1f},{bottom:.1f} {line} {ends:.1f},{bottom:.1f}"
        yield f'<polygon points="{area}" fill="{first}" opacity="0.85"/>'
    yield f'<rect {box} fill="none" stroke="#6b6459"/>'
    for rate in (0.25, 0.5, 0.75):
        dash = "" if rate == 0.5 else ' stroke-dasharray="3 4"'
        yield (
            f'<line x1="{left}" x2="{right}" y1="{_y(rate):.1f}" y2="{_y(rate):.1f}" stroke="#6b6459"'
            f' stroke-width="0.8"{dash}/>'
        )
    for rate in (0.0, 0.5, 1.0):
        yield f'<text x="{left - 6}" y="{_y(rate) + 4:.1f}" text-anchor="end">{rate:.0%}</text>'
    step = max(1, round(last / 80) * 10)
    for ply in range(0, last + 1, step):
        yield f'<text x="{_x(ply, last):.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{ply}</text>'
    yield f'<polyline points="{line}" fill="none" stroke="#2b2722" stroke-width="1.6"/>'
    for decision in decisions:
        if decision.verdict:
            yield _mark(decision, *points[decision.ply])
    yield "</svg>"


def _mark(decision: Decision, x: float, y: float) -> str:
    note = f"{decision.ply}. {decision.move}{decision.mark} {decision.win_rate:.0%} → {decision.after:.0%}"
    ink = VERDICT_INKS[decision.verdict or "inaccuracy"]
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{ink}" stroke="#fff" stroke-width="1.2">'
        f"<title>{escape(note)} ({escape(' '.join(decision.best))})</title></circle>"
    )


def _x(ply: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / last


def _y(rate: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - rate)
