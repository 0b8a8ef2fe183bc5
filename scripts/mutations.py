"""Small faults that can be put into Python source: what `scripts/mutants.py` tries the tests with.

A mutation replaces one piece of the source. Not touched, because no test should hold them: annotations,
docstrings, decorators, asserts, `strict` of zip, the prose of errors and the help of options.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Pow: ast.Mult,
}
SIMPLE = (ast.Name, ast.Call, ast.Attribute)
"""Conditions that no other mutation turns round."""
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutation:
    """``source[start:end]`` becomes ``text``."""

    line: int
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        """What was there, and what stands there now."""
        was = " ".join(source[self.start : self.end].decode().split())
        return f"{was}  ->  {' '.join(self.text.split())}"


def mutations(source: bytes) -> Iterator[Mutation]:
    """All of a file, in its order."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def place(node: ast.AST) -> tuple[int, int]:
        return (
            starts[node.lineno - 1] + node.col_offset,
            starts[node.end_lineno - 1] + node.end_col_offset,
        )

    for node in _touched(ast.parse(source)):
        if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, SIMPLE):
            yield Mutation(node.test.lineno, *place(node.test), f"(not {ast.unparse(node.test)})")
        for changed in _changes(node):
            text = ast.unparse(ast.fix_missing_locations(changed))
            if isinstance(changed, ast.expr):
                text = f"({text})"
            yield Mutation(node.lineno, *place(node), text)


def _touched(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may be changed. Places inside f-strings are not known before Python 3.12."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or _is_prose(child):
                continue
            if isinstance(child, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr | ast.Global):
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.expr | ast.stmt) and hasattr(child, "lineno"):
                yield child
            yield from _touched(child)


def _is_prose(node: ast.AST) -> bool:
    """Docstrings, texts of errors, help, `__all__`, names of type variables."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword) and node.arg in ("help", "strict"):
        return True
    if isinstance(node, ast.Assign) and (
        ast.unparse(node.targets[0]) == "__all__" or ast.unparse(node.value).startswith("TypeVar(")
    ):
        return True
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one fault, in every way."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                changed = copy.deepcopy(node)
                changed.ops[place] = COMPARISONS[type(operator)]()
                yield changed
        case ast.BoolOp():
            changed = copy.deepcopy(node)
            changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield changed
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OPERATORS:
            changed = copy.deepcopy(node)
            changed.op = OPERATORS[type(node.op)]()
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.Constant(value=str()):
            yield ast.Constant(f"XX{node.value}XX")
        case ast.Call():
            yield from _changed_calls(node)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for place, generator in enumerate(node.generators):
                if generator.ifs:
                    changed = copy.deepcopy(node)
                    changed.generators[place].ifs = []
                    yield changed


def _changed_calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLS:
        changed = copy.deepcopy(node)
        changed.func = ast.Name(CALLS[node.func.id])
        yield changed
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in (None, "help", "strict"):
            changed = copy.deepcopy(node)
            del changed.keywords[place]
            yield changed
