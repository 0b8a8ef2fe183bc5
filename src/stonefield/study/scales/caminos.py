"""Marks and accuracy in Caminos, measured by ``benchmarks/review.py --marks``."""

from __future__ import annotations

from stonefield.study.scales import Scale

SCALE = Scale(
    least={"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.20},
    margins={"inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.10},
    floor=0.0,
    decay=4.0,
)
