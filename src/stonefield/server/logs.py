"""What the server says about itself: lines for people or JSON for programs, each with its request's id."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

LogFormat: TypeAlias = Literal["text", "json"]
LogLevel: TypeAlias = Literal["info", "warning"]

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered; empty for what the server does by itself."""


class Readable(logging.Formatter):
    """One line for people."""

    def format(self, record: logging.LogRecord) -> str:
        request = request_id.get()
        record.request = f" [{request}]" if request else ""
        return super().format(record)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        request = request_id.get()
        if request:
            line["request"] = request
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(form: LogFormat, level: LogLevel) -> None:
    """Write everything to standard error from here on."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        JsonLines() if form == "json" else Readable("%(levelname)s %(name)s%(request)s: %(message)s")
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("stonefield").setLevel(level.upper())
