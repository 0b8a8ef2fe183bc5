"""What an operator can watch, in Prometheus' terms; nothing in it comes from a visitor or names one."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_LONG = (0.01, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)

_registry = CollectorRegistry()
# Memory, processor time and open files; Linux tells of these.
ProcessCollector(registry=_registry)

games_made = Counter("stonefield_games_made", "Games made, imports included", registry=_registry)
changes = Counter("stonefield_changes", "Changes that were committed", ["kind"], registry=_registry)
refusals = Counter("stonefield_refusals", "What was refused, by the code", ["code"], registry=_registry)
acknowledgement = Histogram(
    "stonefield_acknowledgement_seconds",
    "From an action on a socket to its acknowledgement",
    buckets=_SHORT,
    registry=_registry,
)
loop_delay = Histogram(
    "stonefield_loop_delay_seconds",
    "How late the event loop does what is due",
    buckets=_SHORT,
    registry=_registry,
)
loop_stalls = Counter(
    "stonefield_loop_stalls", "How often the event loop was more than 50 ms late", registry=_registry
)
longest_stall = Gauge(
    "stonefield_loop_longest_stall_seconds", "How late it was at most since the start", registry=_registry
)
clock_difference = Gauge(
    "stonefield_clock_difference_seconds",
    "How far the clock of the database is ahead of this machine's",
    registry=_registry,
)
engine_waiting = Histogram(
    "stonefield_engine_waiting_seconds",
    "How long work waits for an engine",
    buckets=_LONG,
    registry=_registry,
)
engine_thinking = Histogram(
    "stonefield_engine_thinking_seconds",
    "How long an engine is busy with it",
    buckets=_LONG,
    registry=_registry,
)
page_thoughts = Counter(
    "stonefield_page_thoughts",
    "What engines in pages were asked: used, none, late or illegal",
    ["purpose", "outcome"],
    registry=_registry,
)
puzzle_tries = Counter("stonefield_puzzle_tries", "Tries at puzzles", ["judged"], registry=_registry)
puzzle_reports = Counter("stonefield_puzzle_reports", "Puzzles reported", ["reason"], registry=_registry)
storms_begun = Counter("stonefield_storms_begun", "Storms begun", registry=_registry)
profiles_made = Counter("stonefield_learners_made", "Practice profiles made", registry=_registry)
messages = Counter("stonefield_messages", "Messages sent to people", ["channel"], registry=_registry)
messages_failed = Counter(
    "stonefield_messages_failed", "Tries at a message that failed", ["channel"], registry=_registry
)
accounts_made = Counter("stonefield_accounts_made", "Accounts made", registry=_registry)
live_games = Gauge("stonefield_live_games", "Games in memory", registry=_registry)
live_bytes = Gauge(
    "stonefield_live_bytes", "About how many bytes games and studies take", ["kind"], registry=_registry
)
bus_connected = Gauge(
    "stonefield_bus_connected", "Whether this server hears the others at once", registry=_registry
)
sockets = Gauge("stonefield_sockets", "Open sockets", registry=_registry)
engine_queue = Gauge("stonefield_engine_queue", "Work that waits for an engine", registry=_registry)
engines_busy = Gauge("stonefield_engines_busy", "Engines at work", registry=_registry)


def exposition() -> bytes:
    """All of it in Prometheus' text format."""
    return generate_latest(_registry)
