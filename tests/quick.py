"""Of many tests that are alike ``./test`` runs a few; ``./test --full`` runs all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few(values: Iterable[Any], most: int = 1) -> list[Any]:
    """The values of a parameter, of which all but the first few wait for the long run."""
    values = list(values)
    return [*values[:most], *map(_later, values[most:])]


def _later(value: Any) -> Any:
    marks, id = [pytest.mark.full], None
    if isinstance(value, _PARAM):
        value, marks, id = value.values, [*value.marks, *marks], value.id
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks, id=id)


_PARAM = type(pytest.param(None))
