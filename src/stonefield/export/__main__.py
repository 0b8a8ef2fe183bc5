"""``python -m stonefield.export``: make the folder for browsers, unless it is there, and say where it is.

With ``--beside`` it gives way to all that plays while it makes the folder, and ends when its input does, with
the processes that it has started, if it leads their group.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

from stonefield.export.folder import kept
from stonefield.games.game import StonefieldError

NICENESS = 15
"""Nobody waits for it at a board."""


def _leave_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _give_way() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def main() -> int:
    """The exit status: 0, or 1 if it cannot be made; the reason is on standard error."""
    beside = "--beside" in sys.argv
    if beside:
        threading.Thread(target=_leave_with_parent, name="parent", daemon=True).start()
    try:
        folder = kept(_give_way) if beside else kept()
    except (StonefieldError, OSError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
