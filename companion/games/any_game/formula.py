"""Formulas of a sheet: whole numbers, words, comparisons and a few functions. simpleeval evaluates them."""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from simpleeval import InvalidExpression, SimpleEval

LONGEST: Final = 200
"""Characters of a formula."""

LARGEST: Final = 1_000_000
"""The largest number in a formula and the largest result, also below zero."""

Names = Mapping[str, object]


class BadFormula(Exception):
    """A formula that no sheet may have. `name`: the unknown name, or empty."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.name = name


class Uncomputable(Exception):
    """A formula without a result: `zero` (division by zero), `size` (too large) or `kind` (a word in a sum)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _flat(values: tuple[Any, ...]) -> tuple[int, ...]:
    """The numbers of a list, or of several arguments."""
    flat = values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
    return tuple(_whole(value) for value in flat)


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise Uncomputable("kind")
    return value


def _on_numbers(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse words and lists, which Python would repeat or join."""
    return lambda *values: operation(*map(_whole, values))


def _count(values: tuple[object, ...], value: object) -> int:
    if not isinstance(values, tuple):
        raise Uncomputable("kind")
    return values.count(value)


def _unique(values: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(value for value in values if _count(values, value) == 1)


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "sum": lambda *values: sum(_flat(values)),
    "min": lambda *values: min(_flat(values), default=0),
    "max": lambda *values: max(_flat(values), default=0),
    "abs": _on_numbers(abs),
    "count": _count,
    "unique": _unique,
}
ARITHMETIC: Final[dict[type[ast.AST], Callable[..., Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.USub: operator.neg,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
OPERATORS: Final[dict[type[ast.AST], Callable[..., Any]]] = {
    **{sign: _on_numbers(operation) for sign, operation in ARITHMETIC.items()},
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Not: operator.not_,
}
NODES: Final[tuple[type[ast.AST], ...]] = (
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Name,
    ast.Load,
    ast.And,
    ast.Or,
)


@lru_cache(1024)
def parse(text: str) -> ast.expr:
    """The tree of a formula. Raises BadFormula."""
    if len(text) > LONGEST:
        raise BadFormula
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BadFormula from None


@lru_cache(1024)
def check(text: str, known: frozenset[str]) -> int:
    """Count the terms of a formula that uses only known names. Raises BadFormula."""
    nodes = list(ast.walk(parse(text)))
    functions = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id not in (FUNCTIONS if id(node) in functions else known):
            raise BadFormula(node.id)
        if not _is_allowed(node):
            raise BadFormula
    return sum(not isinstance(node, ast.Load | ast.operator | ast.unaryop | ast.cmpop | ast.boolop) for node in nodes)


def _is_allowed(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and not node.keywords
    if isinstance(node, ast.Constant):
        return type(node.value) is str or (type(node.value) is int and node.value <= LARGEST)
    return isinstance(node, (*NODES, *OPERATORS))


def evaluate(text: str, names: Names) -> int:
    """The value of a checked formula; a condition is 1 or 0. Raises Uncomputable."""
    return evaluate_node(parse(text), names)


def evaluate_node(node: ast.expr, names: Names) -> int:
    engine = SimpleEval(operators=OPERATORS, functions=FUNCTIONS, names=names)
    try:
        value = int(_whole(engine.eval("", previously_parsed=node)))
    except ArithmeticError:
        raise Uncomputable("zero") from None
    except (InvalidExpression, TypeError, ValueError):
        raise Uncomputable("kind") from None
    if abs(value) > LARGEST:
        raise Uncomputable("size")
    return value
