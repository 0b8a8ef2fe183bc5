"""Conditions: what a lesson asks of a decision, read from TOML and checked by the rules.

A table holds if every entry does, a list of tables if one of them does. An entry is a fact and what is
expected of it, or one of ``every``, ``some`` (of the decisions that may follow), ``any`` and ``not``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from stonefield.course.facts import Fact, Facts, Seen, Value, decided
from stonefield.course.lesson_error import LessonError

QUANTIFIERS = ("every", "some")
NESTED = (*QUANTIFIERS, "any", "not")


class Condition(Protocol):
    """Something that a decision fulfils or not."""

    def holds(self, seen: Seen[Any]) -> bool: ...


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Condition, ...]

    def holds(self, seen: Seen[Any]) -> bool:
        return all(part.holds(seen) for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]

    def holds(self, seen: Seen[Any]) -> bool:
        return any(part.holds(seen) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition

    def holds(self, seen: Seen[Any]) -> bool:
        return not self.part.holds(seen)


@dataclass(frozen=True, slots=True)
class Following:
    """Of the decisions that may follow, of either side, all or at least one fulfil a condition."""

    every: bool
    part: Condition

    def holds(self, seen: Seen[Any]) -> bool:
        following = (self.part.holds(decided(seen.after, seen.me, move)) for move in seen.after.legal_moves())
        return all(following) if self.every else any(following)


@dataclass(frozen=True, slots=True)
class Expects:
    """What is expected of a fact."""

    fact: Fact[Any]
    fits: Callable[[Any], bool]

    def holds(self, seen: Seen[Any]) -> bool:
        value: Value = self.fact.read(seen)
        return value is not None and self.fits(value)


def read_condition(source: object, facts: Facts, place: str) -> Condition:
    """The condition that a value of TOML describes; ``place`` names it in errors."""
    if isinstance(source, list):
        if not source:
            raise LessonError(f"{place}: an empty list holds for nothing")
        return AnyOf(tuple(read_condition(part, facts, place) for part in source))
    if not isinstance(source, dict) or not source:
        raise LessonError(f'{place}: `{source}`: a condition is a table such as {{ next = "me" }}')
    return All(tuple(_entries(source, facts, place)))


def _entries(source: dict[str, Any], facts: Facts, place: str) -> Iterator[Condition]:
    for name, expected in source.items():
        where = f"{place}.{name}"
        if name in NESTED:
            part = read_condition(expected, facts, where)
            yield (
                Following(name == "every", part)
                if name in QUANTIFIERS
                else (Not(part) if name == "not" else part)
            )
        elif name in facts:
            yield Expects(facts[name], _expectation(facts[name], expected, where))
        else:
            known = ", ".join(sorted((*facts, *NESTED)))
            raise LessonError(f"{place}: `{name}` is no fact of this game; there are {known}")


def _expectation(fact: Fact[Any], expected: object, place: str) -> Callable[[Any], bool]:
    if isinstance(expected, dict):
        tests = [_comparison(fact, name, value, place) for name, value in expected.items()]
        if not tests:
            raise LessonError(f"{place}: an empty table expects nothing")
        return lambda value: all(test(value) for test in tests)
    if isinstance(expected, list):
        allowed = [_plain(fact, value, place) for value in expected]
        return lambda value: value in allowed
    wanted = _plain(fact, expected, place)
    return lambda value: bool(value == wanted)


def _plain(fact: Fact[Any], expected: object, place: str) -> object:
    """A value of the fact's own kind."""
    if fact.kind not in (bool, int, str):
        raise LessonError(f"{place}: `{expected}`: squares are asked for with {', '.join(_of_kind(fact))}")
    if type(expected) is not fact.kind:
        raise LessonError(f"{place}: `{expected}` should be of the kind {fact.kind.__name__}")
    if fact.values and expected not in fact.values:
        raise LessonError(f"{place}: `{expected}` is none of {', '.join(fact.values)}")
    return expected


_COMPARISONS: dict[type, dict[str, Callable[[Any, Any], bool]]] = {
    int: {
        "min": lambda value, bound: value >= bound,
        "max": lambda value, bound: value <= bound,
        "not": lambda value, other: value != other,
    },
    str: {"not": lambda value, other: value != other},
    bool: {},
    frozenset: {
        "has": lambda squares, wanted: squares >= wanted,
        "lacks": lambda squares, unwanted: not squares & unwanted,
        "within": lambda squares, area: squares <= area,
        "touches": lambda squares, area: bool(squares & area),
        "min": lambda squares, bound: len(squares) >= bound,
        "max": lambda squares, bound: len(squares) <= bound,
    },
    tuple: {
        "together": lambda groups, wanted: any(group >= wanted for group in groups),
        "apart": lambda groups, wanted: all(len(group & wanted) <= 1 for group in groups),
        "min": lambda groups, bound: len(groups) >= bound,
        "max": lambda groups, bound: len(groups) <= bound,
    },
}

_SIZES = ("min", "max")
"""How many squares or groups there are."""


def _of_kind(fact: Fact[Any]) -> tuple[str, ...]:
    return tuple(_COMPARISONS[fact.kind])


def _comparison(fact: Fact[Any], name: str, expected: object, place: str) -> Callable[[Any], bool]:
    compare = _COMPARISONS[fact.kind].get(name)
    if compare is None:
        known = ", ".join(_of_kind(fact)) or "only the value itself"
        raise LessonError(f"{place}: `{name}`: of such a fact can be asked: {known}")
    if fact.kind not in (frozenset, tuple):
        bound = _plain(fact, expected, f"{place}.{name}")
        return lambda value: compare(value, bound)
    if name in _SIZES:
        if type(expected) is not int:
            raise LessonError(f"{place}.{name}: `{expected}` should be a number")
        return lambda value: compare(value, expected)
    if not isinstance(expected, list) or not all(isinstance(square, str) for square in expected):
        raise LessonError(f"{place}.{name}: `{expected}` should be a list of squares")
    squares = frozenset(expected)
    return lambda value: compare(value, squares)
