"""The audit of dependencies: what is found, what is not, and what could not be asked; without a network."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from audit import NOT_AUDITED, Report, audit, lines_of, read_npm_audit, read_pip_audit

NOT_FOUND = "Dependency not found on PyPI and could not be audited: sand (1.0)"
"""What pip-audit says of a package where its advisories cannot be reached: it ends with status 0 and tells
"No known vulnerabilities found"."""
REFUSED_BY_PROXY = {
    "message": "405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk",
    "method": "POST",
    "headers": {"allow": ["GET,HEAD"], "content-length": ["0"], "x-fetch-attempts": ["1"]},
    "statusCode": 405,
    "body": "",
    "error": {"summary": "", "detail": ""},
}
NO_NETWORK = "ERROR:pip_audit._cli:Connection to the service failed: Name or service not known\n"


def test_a_vulnerable_python_package_is_named_with_the_way_out():
    flaw = {"id": "PYSEC-2026-1", "fix_versions": ["2.0"], "aliases": [], "description": ""}
    said = {
        "dependencies": [
            {"name": "stones", "version": "1.0", "vulns": [flaw]},
            {"name": "pebbles", "version": "1.0", "vulns": []},
        ],
        "fixes": [],
    }
    report = read_pip_audit(json.dumps(said))
    assert report == Report(2, ["stones 1.0: PYSEC-2026-1, fixed in 2.0"])
    assert list(lines_of("Python", report)) == [
        "Python: 2 packages audited, 1 known vulnerabilities",
        "  stones 1.0: PYSEC-2026-1, fixed in 2.0",
    ]


def test_a_vulnerable_package_of_the_page_is_named():
    said = {
        "vulnerabilities": {"stones": {"severity": "high"}},
        "metadata": {"dependencies": {"total": 300}},
    }
    assert read_npm_audit(json.dumps(said)) == Report(300, ["stones: high"])


def test_packages_that_were_all_skipped_are_not_called_safe():
    skipped = [{"name": f"sand{number}", "skip_reason": NOT_FOUND} for number in range(159)]
    report = read_pip_audit(
        json.dumps({"dependencies": skipped, "fixes": []}), "No known vulnerabilities found"
    )
    assert (report.audited, len(report.skipped)) == (0, 159)
    (line,) = lines_of("Python", report)
    assert line == f"{NOT_AUDITED}: Python: no advisories could be reached ({NOT_FOUND})"


def test_a_few_packages_that_were_skipped_are_named():
    packages = [{"name": "pebbles", "version": "1.0", "vulns": []}]
    packages += [{"name": f"sand{number}", "skip_reason": NOT_FOUND} for number in range(10)]
    counted, skipped = lines_of("Python", read_pip_audit(json.dumps({"dependencies": packages})))
    assert counted == "Python: 1 packages audited, 0 known vulnerabilities"
    assert skipped.startswith(f"{NOT_AUDITED}: Python: 10 packages: sand0, sand1,")
    assert " and 2 more " in skipped


def test_advisories_that_a_proxy_refuses_are_not_called_safe():
    (line,) = lines_of("front end", read_npm_audit(json.dumps(REFUSED_BY_PROXY)))
    assert line.startswith(
        f"{NOT_AUDITED}: front end: no advisories could be reached (405 Method Not Allowed"
    )


@pytest.mark.parametrize("read", [read_pip_audit, read_npm_audit])
@pytest.mark.parametrize("said", ["", "{", "[]", "null", "7", '{"dependencies": 3}', '{"metadata": []}'])
def test_an_answer_that_cannot_be_read_is_not_called_safe(read, said):
    report = read(said, NO_NETWORK)
    assert (report.audited, report.flaws) == (0, [])
    (line,) = lines_of("Python", report)
    assert line.startswith(NOT_AUDITED)
    assert "Name or service not known" in line


def test_an_audit_that_cannot_be_started_is_not_called_safe(capsys):
    assert audit("Python", ("/no/such/program",), read_pip_audit).audited == 0
    assert capsys.readouterr().out.startswith(f"{NOT_AUDITED}: Python: ")
