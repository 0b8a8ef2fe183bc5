"""Marks and accuracy in Caminos, measured by ``benchmarks/review.py --marks``."""

from __future__ import annotations

from stonefield.study.scales import Scale

SCALE = Scale(margin=0.15, decay=2.0)
