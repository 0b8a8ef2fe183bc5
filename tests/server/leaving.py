"""What a page leaves behind that asks, is refused and goes: `python -m server.leaving FOLDER` in `tests`.

In a process of its own, where nothing else that was tested holds anything.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time

from stonefield.server.play.advisor import Advisor
from stonefield.server.protocol.problems import Refusal
from stonefield.server.web.conversation import Conversation

from .page import PATIENCE, Page
from .serverprocess import ServerThread

KINDS = Refusal, Conversation, Advisor


def left() -> list[object]:
    """What is there now; a weak reference says that it is what it refers to, its type does not."""
    return [thing for thing in gc.get_objects() if issubclass(type(thing), KINDS)]


async def visit(server: ServerThread) -> None:
    """Play nonsense, ask for a hint, and go without waiting for it."""
    made = server.make_game("Ann", "Ben")
    server.client().get("/api/games/none")
    page = Page(server, made)
    async with page:
        assert (await page.act("move", text="nonsense", version=0))["type"] == "refused"
        assert (await page.act("undo", version=page.state["version"]))["type"] == "refused"
        await page.send(type="hint", id="12345678")


def main(folder: str) -> int:
    """0 if everything goes by itself, without a search for garbage."""
    server = ServerThread(f"sqlite:///{folder}/here.db").start()
    try:
        gc.collect()
        gc.disable()
        asyncio.run(visit(server))
        deadline = time.monotonic() + PATIENCE
        # What is found is not kept while it is looked for again: it would be held by that alone.
        while left() and time.monotonic() < deadline:
            time.sleep(0.1)
        found = [repr(thing) for thing in left()]
    finally:
        gc.enable()
        server.stop()
    for thing in found:
        print(thing)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
