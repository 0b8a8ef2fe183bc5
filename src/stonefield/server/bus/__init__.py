"""The bus: tells everyone who holds a copy of something that there is a newer version of it."""

from stonefield.server.bus.bus import MOST_BYTES, Bus, Hearer, Listener
from stonefield.server.bus.local import LocalBus
from stonefield.server.bus.making import BusError, make_bus

__all__ = ["MOST_BYTES", "Bus", "BusError", "Hearer", "Listener", "LocalBus", "make_bus"]
