"""Folders for clusters, which the account that runs PostgreSQL may enter."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from stonefield.cluster.programs import ClusterError, database_account, find_program


@pytest.fixture
def folder():
    """A folder for a cluster; skips where there is no PostgreSQL."""
    if find_program("initdb") is None:
        pytest.skip("no PostgreSQL here (Debian: apt-get install postgresql)")
    try:
        database_account()
    except ClusterError as error:
        pytest.skip(str(error))
    made = Path(tempfile.mkdtemp(prefix="stonefield-cluster-"))
    os.chmod(made, 0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)
