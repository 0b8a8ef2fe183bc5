"""``stonefield ugi``: the engine for other programs."""

from __future__ import annotations


def ugi() -> None:
    """Speak the UGI protocol on standard input and output."""
    from stonefield.engine.ugi import main

    main()
