"""A run's log as a picture: strength and losses over time."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from stonefield.games.game import StonefieldError

_LOSSES = {
    "policy": "policy (divergence from the search)",
    "outcome": "win, draw or loss (cross-entropy)",
    "colour": "final colour per square (cross-entropy)",
    "score": "final scores (Huber)",
}


def read_log(logs: Sequence[Path]) -> list[dict[str, float]]:
    """The rows of several logs of one run, in order; what a row lacks is left out of it."""
    rows: list[dict[str, float]] = []
    for path in logs:
        with path.open(newline="") as file:
            found = [
                {name: float(text) for name, text in row.items() if text} for row in csv.DictReader(file)
            ]
        if not found or "seconds" not in found[0]:
            raise StonefieldError(f"`{path}`: no log of a training run; name a log.csv that one has written")
        rows += found
    return sorted(rows, key=lambda row: row["seconds"])


def draw(logs: Sequence[Path], target: Path) -> None:
    """Draw the logs of one run; the file's ending says in which format."""
    from matplotlib.figure import Figure

    rows = read_log(logs)
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    strength, losses = figure.subplots(1, 2)
    rated = [row for row in rows if "elo" in row]
    strength.plot([row["seconds"] / 60 for row in rated], [row["elo"] for row in rated], color="#8c2f1b")
    strength.set(title="Strength of the bare policy", xlabel="minutes", ylabel="Elo above the beginning")
    for name, label in _LOSSES.items():
        known = [row for row in rows if name in row]
        losses.plot([row["seconds"] / 60 for row in known], [row[name] for row in known], label=label)
    losses.set(title="What is still wrong", xlabel="minutes", ylim=(0, 1))
    losses.legend(fontsize="small", frameon=False)
    for axes in (strength, losses):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.3)
    target.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(target, metadata={"Date": None} if target.suffix == ".svg" else None)
