"""Programs, ports and accounts of this machine that a cluster needs."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import socket
from glob import glob
from pathlib import Path
from typing import NamedTuple

from stonefield.games.game import StonefieldError

LOOPBACK = "127.0.0.1"
PACKAGES = {
    "initdb": "postgresql",
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "haproxy": "haproxy",
}
"""The packages of Debian that programs are in."""
DATABASE_ACCOUNT = "postgres"
"""Who runs PostgreSQL for root; Debian's package makes this account."""
LOWEST_PORT, HIGHEST_PORT = 15_000, 32_000
"""Where free ports are looked for: above these, the system gives ports to outgoing connections."""


class ClusterError(StonefieldError):
    """Something that a cluster needs is missing, or does not start."""


class Account(NamedTuple):
    """A user of this machine that a program runs as."""

    name: str
    uid: int
    gid: int


def find_program(name: str) -> str | None:
    """Where a program is, also outside of the search path where Debian puts some of them."""
    for folder in sorted(glob("/usr/lib/postgresql/*/bin"), key=_version, reverse=True):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


def _version(folder: str) -> float:
    try:
        return float(folder.split("/")[-2])
    except ValueError:
        return 0.0


def need_program(name: str) -> str:
    """Where a program is; ClusterError if it is not installed."""
    found = find_program(name)
    if found is None:
        raise ClusterError(f"`{name}` is not installed (Debian: apt-get install {PACKAGES[name]})")
    return found


def database_account() -> Account | None:
    """Whom PostgreSQL runs as: it refuses to be run by root, for all others it is the user who asks."""
    if os.geteuid() != 0:
        return None
    try:
        found = pwd.getpwnam(DATABASE_ACCOUNT)
    except KeyError:
        raise ClusterError(
            f"PostgreSQL does not run as root, and there is no user {DATABASE_ACCOUNT} "
            "(Debian: apt-get install postgresql)"
        ) from None
    return Account(found.pw_name, found.pw_uid, found.pw_gid)


def may_enter(folder: Path, account: Account) -> bool:
    """Whether an account may go through all folders above this one."""
    for above in folder.resolve().parents:
        found = above.stat()
        allowed = found.st_mode & 0o001
        allowed |= found.st_mode & 0o100 if found.st_uid == account.uid else 0
        allowed |= found.st_mode & 0o010 if found.st_gid == account.gid else 0
        if not allowed:
            return False
    return True


def is_free(port: int) -> bool:
    """Whether a program could listen on a port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def free_ports(count: int, *, wanted: int = 0) -> list[int]:
    """Ports to listen on: the first is the wanted one (0: any), the others are the next free ones."""
    if wanted and not is_free(wanted):
        raise ClusterError(f"port {wanted} is in use; choose another with --port")
    found: list[int] = []
    port = wanted or random.randrange(LOWEST_PORT, HIGHEST_PORT)
    while len(found) < count:
        if is_free(port):
            found.append(port)
        port = port + 1 if port < 65_535 else LOWEST_PORT
    return found
