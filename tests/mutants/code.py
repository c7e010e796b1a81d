"""Mutants of Python: small faults such as people make. Types, docstrings and assertions are left alone."""

import ast
from collections.abc import Callable, Iterator
from typing import Final

from tests.mutants.kinds import ROOT, Mutant

Fault = tuple[ast.AST, str, str]
"""The node in whose place the new text comes, that text, and what was done."""

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOOKS: Final = {"slots", "repr", "hash", "encoding", "daemon", "maxsize"}
"""Keywords that change no answer, only how fast or how readable something is."""


def mutants(path: str) -> Iterator[Mutant]:
    """All mutants of one file, in its order."""
    text = (ROOT / path).read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = text.splitlines(keepends=True)

    def at(line: int, column: int) -> int:
        """Python counts the columns of a line in bytes."""
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node, new, fault in _faults(ast.parse(text)):
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)
        if text[start:end] != new:
            yield Mutant(path, start, end, new, fault)


def _faults(node: ast.AST) -> Iterator[Fault]:
    """In a node and all below it, but for what is no code that answers anybody."""
    for kind, found in MAKERS:
        if isinstance(node, kind):
            yield from found(node)
    for child in _within(node):
        yield from _faults(child)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in ("annotation", "returns") and not _silent(child):
                yield child


def _silent(node: ast.AST) -> bool:
    """Types, docstrings, assertions, and what only tools or imports read."""
    match node:
        case ast.Expr(ast.Constant()) | ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Subscript(ast.Name("Literal" | "Final" | "ClassVar" | "tuple" | "dict" | "Mapping" | "Callable")):
            return True
        case ast.Call(ast.Name("TypeVar" | "cast")) | ast.Assign([ast.Name("__all__")]):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.keyword(name) if name in LOOKS:
            return True
    return False


def _compared(node: ast.Compare) -> Iterator[Fault]:
    for place, op in enumerate(node.ops):
        ops = [*node.ops[:place], COMPARED[type(op)](), *node.ops[place + 1 :]]
        yield node, f"({ast.unparse(ast.Compare(node.left, ops, node.comparators))})", "comparison"


def _joined(node: ast.BoolOp) -> Iterator[Fault]:
    other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    yield node, f"({ast.unparse(ast.BoolOp(other, node.values))})", "and, or"


def _not(node: ast.UnaryOp) -> Iterator[Fault]:
    if isinstance(node.op, ast.Not):
        yield node, f"({ast.unparse(node.operand)})", "not"


def _sum(node: ast.BinOp) -> Iterator[Fault]:
    swapped = {ast.Add: ast.Sub, ast.Sub: ast.Add}.get(type(node.op))
    if swapped:
        yield node, f"({ast.unparse(ast.BinOp(node.left, swapped(), node.right))})", "plus, minus"


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Fault]:
    if isinstance(node.test, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.NamedExpr):
        yield node.test, f"(not ({ast.unparse(node.test)}))", "not"


def _constant(node: ast.Constant) -> Iterator[Fault]:
    match node.value:
        case bool(value):
            yield node, str(not value), "constant"
        case int(value):
            yield node, str(value + 1), "constant"
        case str(value) if value:
            yield node, repr(value + "X"), "constant"


def _called(node: ast.Call) -> Iterator[Fault]:
    if isinstance(node.func, ast.Name) and node.func.id in NAMES:
        yield node.func, NAMES[node.func.id], "min, max, any, all"


def _returned(node: ast.Return) -> Iterator[Fault]:
    nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value in (None, False))
    if not nothing:  # no and nothing are the same to whoever asks
        yield node, "return None", "returned"


def _removed(node: ast.stmt) -> Iterator[Fault]:
    yield node, "pass", "removed"


def _jumped(node: ast.Break | ast.Continue) -> Iterator[Fault]:
    yield node, "continue" if isinstance(node, ast.Break) else "break", "break, continue"


MAKERS: Final[list[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[Fault]]]]] = [
    (ast.Compare, _compared),
    (ast.BoolOp, _joined),
    (ast.UnaryOp, _not),
    (ast.BinOp, _sum),
    ((ast.If, ast.IfExp, ast.While), _condition),
    (ast.Constant, _constant),
    (ast.Call, _called),
    (ast.Return, _returned),
    ((ast.Expr, ast.AugAssign, ast.Raise, ast.Delete), _removed),
    ((ast.Break, ast.Continue), _jumped),
]
