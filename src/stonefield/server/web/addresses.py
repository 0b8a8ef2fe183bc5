"""Where a connection comes from: whom to count it for, and which networks are named."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def address(host: str) -> Address | None:
    """The address, an IPv4 one as such even where a socket serves both kinds; None for a name."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return None
    if found.version == 6 and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def household(host: str) -> str:
    """Whom to count a host for; a household's IPv6 addresses are one."""
    found = address(host)
    if found is None:
        return host
    if found.version == 6:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def as_seen(networks: Iterable[str]) -> list[str]:
    """Networks as a socket for IPv4 and one for both kinds show their addresses."""
    forms = []
    for network in map(ipaddress.ip_network, networks):
        forms.append(str(network))
        if network.version == 4:
            forms.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return forms


class Networks:
    """Networks that were named in the settings."""

    def __init__(self, named: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(network) for network in named]

    def __contains__(self, host: str) -> bool:
        found = address(host)
        return found is not None and any(found in network for network in self._networks)
