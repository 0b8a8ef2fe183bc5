"""The server's messages as TypeScript, from its own models: `python frontend/generate_types.py`.

The page's sources only import types from what is made here, so building the page does not need it; checking
its types does.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

FRONTEND = Path(__file__).resolve().parent
TYPES = FRONTEND / "src" / "generated" / "api.d.ts"
SCHEMA = [sys.executable, "-m", "stonefield.server.protocol.schema"]
# Named types for every model; what a request may leave out stays optional.
WISHES = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false"]

sys.path.insert(0, str(FRONTEND))
from npm import npm  # noqa: E402


def generate() -> None:
    """Write the types of the models as they are now."""
    document = subprocess.run(SCHEMA, check=True, stdout=subprocess.PIPE).stdout
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "openapi.json"
        schema.write_bytes(document)
        npm(["exec", "--", "openapi-typescript", str(schema), "--output", str(TYPES), *WISHES], FRONTEND)


if __name__ == "__main__":
    generate()
