"""`./test` says plainly what it skips where a package is missing."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "services.sh"


def test_each_package_that_can_be_missing_has_a_sentence_about_what_is_skipped():
    packages = re.findall(r"missing\+=\(([\w-]+)\)", SCRIPT.read_text("utf-8"))
    assert {"postgresql", "redis-server", "haproxy", "libfaketime"} <= set(packages)
    for package in packages:
        command = f". {SCRIPT}; skipped_without {package}"
        said = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout
        assert said.strip(), package
