"""Looks for known vulnerabilities in what Stonefield depends on: `python scripts/audit.py`.

Fails when there is one. What could not be asked about is named in lines that begin with `NOT AUDITED`:
`./test` repeats them at its very end. They are no failure, for there may be no network.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PIP_AUDIT = (
    *(sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "10"),
    *("--disable-pip", "--no-deps", "--requirement", str(ROOT / "constraints.txt")),
)
NPM_AUDIT = (sys.executable, str(ROOT / "frontend" / "npm.py"), "audit", "--json")
NOT_AUDITED = "NOT AUDITED"
MOST_NAMED = 8
"""How many of the packages that were skipped are named."""
LONGEST_REASON = 200


@dataclass(frozen=True)
class Report:
    """What an audit answered."""

    audited: int = 0
    """How many packages were looked up."""
    flaws: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """Packages that no advisories could be had for."""
    reason: str = ""
    """Why not even one package was looked up, if the audit says so."""


def read_pip_audit(said: str, complaints: str = "") -> Report:
    """What pip-audit found; without a readable answer the last of its ``complaints`` is the reason."""
    try:
        packages: list[dict[str, Any]] = json.loads(said)["dependencies"]
        known = [package for package in packages if "skip_reason" not in package]
        skipped = [str(package["name"]) for package in packages if "skip_reason" in package]
        flaws = [
            f"{package['name']} {package['version']}: {flaw['id']},"
            f" fixed in {', '.join(flaw['fix_versions']) or 'no version'}"
            for package in known
            for flaw in package["vulns"]
        ]
    except (ValueError, KeyError, TypeError):
        return Report(reason=_last_line(complaints))
    reason = next((str(package["skip_reason"]) for package in packages if "skip_reason" in package), "")
    return Report(len(known), flaws, skipped, reason)


def read_npm_audit(said: str, complaints: str = "") -> Report:
    """The same for the front end."""
    try:
        report = json.loads(said)
    except ValueError:
        return Report(reason=_last_line(complaints))
    try:
        count = int(report["metadata"]["dependencies"]["total"])
        return Report(
            count, [f"{name}: {flaw['severity']}" for name, flaw in report["vulnerabilities"].items()]
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        message = report.get("message") if isinstance(report, dict) else None
        return Report(reason=str(message or _last_line(complaints)))


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


def lines_of(name: str, report: Report) -> Iterator[str]:
    """What a report says to a person; everything that was not looked up says so in a line of its own."""
    if report.audited:
        yield f"{name}: {report.audited} packages audited, {len(report.flaws)} known vulnerabilities"
        yield from (f"  {flaw}" for flaw in report.flaws)
    because = f" ({report.reason[:LONGEST_REASON]})" if report.reason else ""
    if not report.audited:
        yield f"{NOT_AUDITED}: {name}: no advisories could be reached{because}"
    elif report.skipped:
        named = ", ".join(report.skipped[:MOST_NAMED])
        more = f" and {len(report.skipped) - MOST_NAMED} more" if len(report.skipped) > MOST_NAMED else ""
        yield f"{NOT_AUDITED}: {name}: {len(report.skipped)} packages: {named}{more}{because}"


def audit(name: str, command: tuple[str, ...], read: Callable[[str, str], Report]) -> Report:
    """Ask, and say what was answered."""
    try:
        answer = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
        report = read(answer.stdout, answer.stderr)
    except OSError as error:
        report = Report(reason=str(error))
    for line in lines_of(name, report):
        print(line)
    return report


def main() -> int:
    """Ask both; 1 if anything is known to be vulnerable."""
    reports = [audit("Python", PIP_AUDIT, read_pip_audit), audit("front end", NPM_AUDIT, read_npm_audit)]
    return int(any(report.flaws for report in reports))


if __name__ == "__main__":
    sys.exit(main())
