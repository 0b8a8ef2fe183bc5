"""Heavy work in processes of its own: it keeps nobody waiting, and is really stopped when it is late."""

from stonefield.server.workers.pool import Workers

__all__ = ["Workers"]
