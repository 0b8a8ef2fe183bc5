"""Marks and accuracy in Carnac, measured by ``benchmarks/review.py --marks``."""

from __future__ import annotations

from stonefield.study.scales import Scale

SCALE = Scale(margin=0.10, decay=7.0)
