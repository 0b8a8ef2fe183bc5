"""Pythons as an installation leaves them: plain, or with some extras although all are installed here."""

from __future__ import annotations

import os
import sys
import tomllib
from functools import cache
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
HIDING = str(Path(__file__).with_name("missing"))
ALWAYS = {"pip", "setuptools", "stonefield"}


@cache
def requirements() -> dict[str, list[Requirement]]:
    """What each package requires that is installed here."""
    return {
        canonicalize_name(one.metadata["Name"]): [Requirement(text) for text in one.requires or ()]
        for one in distributions()
        if one.metadata["Name"] != PROJECT["name"]
    }


def required_by(name: str, extras: frozenset[str]) -> list[Requirement]:
    """What a package requires with some of its extras; of our own the file says it, whatever is installed."""
    if name == PROJECT["name"]:
        texts = [PROJECT["dependencies"], *(EXTRAS[extra] for extra in sorted(extras))]
        return [Requirement(text) for part in texts for text in part]
    return [
        one
        for one in requirements().get(name, ())
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    ]


def packages_with(extras: frozenset[str]) -> set[str]:
    """The packages that come with Stonefield and these extras of it."""
    found: set[tuple[str, frozenset[str]]] = set()
    waiting = [(PROJECT["name"], extras)]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += [(canonicalize_name(more.name), frozenset(more.extras)) for more in required_by(*one)]
    return {name for name, _ in found}


@cache
def missing_with(extras: frozenset[str]) -> tuple[str, ...]:
    """The modules that are installed here and would not be with these extras alone."""
    there = packages_with(extras) | ALWAYS
    known = packages_distributions().items()
    return tuple(
        sorted(module for module, by in known if there.isdisjoint(canonicalize_name(name) for name in by))
    )


def environment(extras: frozenset[str], **variables: str) -> dict[str, str]:
    """The variables for processes whose Pythons have these extras and no others; commands are ours."""
    changed = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "MISSING_MODULES": ",".join(missing_with(extras)),
        **variables,
    }
    changed["PYTHONPATH"] = os.pathsep.join(filter(None, [variables.get("PYTHONPATH"), HIDING]))
    return {**os.environ, **changed}
