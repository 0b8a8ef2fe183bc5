"""The audit of dependencies: what is found, what is not, and what could not be asked."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

audit = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "audit.py"))


def test_a_vulnerable_python_package_is_named_with_the_way_out():
    flaw = {"id": "PYSEC-2026-1", "fix_versions": ["2.0"], "aliases": [], "description": ""}
    said = {
        "dependencies": [
            {"name": "stones", "version": "1.0", "vulns": [flaw]},
            {"name": "pebbles", "version": "1.0", "vulns": []},
            {"name": "sand", "skip_reason": "Dependency not found on PyPI"},
        ],
        "fixes": [],
    }
    assert audit["read_pip_audit"](json.dumps(said)) == (2, ["stones 1.0: PYSEC-2026-1, fixed in 2.0"])


def test_a_vulnerable_package_of_the_page_is_named():
    said = {
        "vulnerabilities": {"stones": {"severity": "high"}},
        "metadata": {"dependencies": {"total": 300}},
    }
    assert audit["read_npm_audit"](json.dumps(said)) == (300, ["stones: high"])


def test_what_could_not_be_asked_is_not_called_safe():
    skipped = {"dependencies": [{"name": "sand", "skip_reason": "not found"}], "fixes": []}
    assert audit["read_pip_audit"](json.dumps(skipped)) == (0, [])
    refused = {"message": "request failed", "method": "POST", "statusCode": 405}
    assert audit["read_npm_audit"](json.dumps(refused)) == (0, [])
    for read in ("read_pip_audit", "read_npm_audit"):
        assert audit[read]("") == (0, [])
