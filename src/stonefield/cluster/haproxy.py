"""The configuration of HAProxy, the balancer in front of several servers."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

from stonefield.cluster.programs import ClusterError

_HEAD = """\
# Written by `stonefield haproxy`. A game or a study is served by one server as long as that one is ready;
# everything else by a server that depends on the visitor's address, so that limits are counted in one place.
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 90s
    timeout http-request 10s
    # A server closes a connection that is silent for ten seconds. It is closed here before, and none is
    # handed on to another visitor: a request that changes something would be lost if it closed just then.
    timeout http-keep-alive 5s
    http-reuse never
    timeout client-fin 10s
    # A socket may be silent for this long: pages speak every few seconds.
    timeout tunnel 10m
    timeout check 1s
    # A server that takes no connection is going down or has died: the next one answers. What only reads
    # is also asked again where the connection was lost before an answer came.
    retries 3
    retry-on conn-failure empty-response
    option redispatch 1

frontend stonefield
{bind}
    # What a client says about its own address does not count.
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto https if {{ ssl_fc }}
    http-request disable-l7-retry unless METH_GET
    acl room path_beg /api/games/ /api/studies/
    # Where no server is ready (the database or all engines do not answer), those that live say so themselves.
    acl none_ready nbsrv(rooms) eq 0
    use_backend living_rooms if room none_ready
    use_backend living_visitors if none_ready
    use_backend rooms if room
    default_backend visitors
"""
_BACKEND = """
backend {name}
    balance {balance}
    hash-type consistent
"""
_CHECKS = """\
    option httpchk
    http-check send meth GET uri {path} ver HTTP/1.1 hdr Host localhost hdr Connection close
{expect}
    default-server check inter 1s fastinter 200ms fall {fall} rise 1 on-marked-down shutdown-sessions
"""
_IS_READY = """\
    # Any other answer: it is not ready. No one is sent there; those who are there stay.
    # No answer {fall} times, within a second each: it has died or stands still. Then its sockets are closed
    # here, so that pages try again at once, and reach another server.
    http-check expect error-status L7OKC status 200"""
_LIVES = "    http-check expect status 200"
_NAMES = """
# Servers that are named are looked up again and again: their addresses may change.
resolvers system
    parse-resolv-conf
    hold valid 5s
"""
_LOOKED_UP = " resolvers system init-addr last,libc,none"
_ROOM, _VISITOR = "hash path,field(4,/)", "source"
"""What decides which server answers: the id in `/api/games/ID/…`, or the visitor's address."""


def configuration(servers: Sequence[str], bind: Sequence[str]) -> str:
    """The text of a configuration file; servers read like HOST:PORT, and ``bind`` as HAProxy reads it."""
    for server in servers:
        if not _is_server(server):
            raise ClusterError(f"`{server}`: a server reads like 10.0.0.5:8765")
    if len(set(servers)) < len(servers):
        raise ClusterError("one server is named twice")
    for place in bind:
        if not place.strip() or "\n" in place:
            raise ClusterError(f"`{place}`: an address to listen on reads like :8765 or 127.0.0.1:8765")
    lines = "\n".join(f"    bind {place}" for place in bind)
    return "".join(
        (
            _HEAD.format(bind=lines),
            _backend("rooms", _ROOM, servers, _checks("/api/ready", _IS_READY, 3)),
            _backend("visitors", _VISITOR, servers, tracks="rooms"),
            _backend("living_rooms", _ROOM, servers, _checks("/api/health", _LIVES, 4)),
            _backend("living_visitors", _VISITOR, servers, tracks="living_rooms"),
            "" if all(map(_is_address, servers)) else _NAMES,
        )
    )


def _is_server(text: str) -> bool:
    found = re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[\w.-]+):(\d{1,5})", text, re.ASCII)
    return found is not None and 0 < int(found[2]) < 65_536


def _is_address(server: str) -> bool:
    try:
        ipaddress.ip_address(server.rpartition(":")[0].strip("[]"))
    except ValueError:
        return False
    return True


def _checks(path: str, expect: str, fall: int) -> str:
    """How servers are asked for how they are; ``fall`` times without an answer they are down."""
    return _CHECKS.format(path=path, expect=expect.format(fall=fall), fall=fall)


def _backend(name: str, balance: str, servers: Sequence[str], checks: str = "", tracks: str = "") -> str:
    lines = (
        f"    server s{number} {server}"
        + (f" track {tracks}/s{number}" if tracks else "")
        + ("" if _is_address(server) else _LOOKED_UP)
        + "\n"
        for number, server in enumerate(servers, 1)
    )
    return _BACKEND.format(name=name, balance=balance) + checks + "".join(lines)
