"""Where others can reach this server: for links that shall work on another machine."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

from stonefield.server.settings import ServerSettings

_ELSEWHERE = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent there, but the system says which way it would go."""


def reachable(settings: ServerSettings, client: str) -> list[str]:
    """Origins to hand on. The network's own addresses are told to this machine only."""
    if settings.origins:
        return list(settings.origins)
    if not settings.lan_port or not _is_this_machine(client):
        return []
    return [f"http://{address}:{settings.lan_port}" for address in _own_addresses()]


def _is_this_machine(client: str) -> bool:
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _own_addresses() -> list[str]:
    """The IPv4 addresses of this machine, that of its way out first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        way_out.connect(_ELSEWHERE)
        found.append(way_out.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]
