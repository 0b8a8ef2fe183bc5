"""Looks for known vulnerabilities in what Stonefield depends on: `python scripts/audit.py`.

Fails when there is one. Where the network does not let it ask, it says so and does not fail.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIP_AUDIT = (
    *(sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "10"),
    *("--disable-pip", "--no-deps", "--requirement", str(ROOT / "constraints.txt")),
)
NPM_AUDIT = (sys.executable, str(ROOT / "frontend" / "npm.py"), "audit", "--json")


def read_pip_audit(said: str) -> tuple[int, list[str]]:
    """How many packages were looked up, and what is wrong with them."""
    try:
        packages = json.loads(said)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return 0, []
    known = [package for package in packages if "skip_reason" not in package]
    flaws = []
    for package in known:
        for flaw in package["vulns"]:
            fixed = ", ".join(flaw["fix_versions"]) or "no version"
            flaws.append(f"{package['name']} {package['version']}: {flaw['id']}, fixed in {fixed}")
    return len(known), flaws


def read_npm_audit(said: str) -> tuple[int, list[str]]:
    """The same for the front end."""
    try:
        report = json.loads(said)
        count = report["metadata"]["dependencies"]["total"]
    except (ValueError, KeyError, TypeError):
        return 0, []
    return count, [f"{name}: {flaw['severity']}" for name, flaw in report["vulnerabilities"].items()]


def main() -> int:
    """Ask both; 1 if anything is known to be vulnerable."""
    failed = False
    for name, command, read in (
        ("Python", PIP_AUDIT, read_pip_audit),
        ("front end", NPM_AUDIT, read_npm_audit),
    ):
        answer = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        count, flaws = read(answer.stdout)
        if not count:
            print(f"{name}: NOT AUDITED, for no advisories can be had over this network")
            continue
        print(f"{name}: {count} packages audited, {len(flaws)} known vulnerabilities")
        for flaw in flaws:
            print(f"  {flaw}")
        failed = failed or bool(flaws)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
