"""Explains amounts: formulas with their numbers filled in."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from companion.games.any_game.formula import Names, Uncomputable, evaluate_node, parse

DISTANCE: Final = re.compile(r"\babs\(([^()]*)\)")
"""A number without its sign, which people write between two lines and never break."""


def explain(text: str, names: Names) -> tuple[str, str]:
    """The branch of a computable formula that counts, in its own words and with the numbers filled in.

    A function of everybody's entries is filled in as its result.
    """
    taken = _Taken(names).visit(parse.__wrapped__(text))  # a tree of its own, since it is changed
    own_words = _signs(ast.unparse(taken))
    return own_words, _signs(ast.unparse(_Filled(names).visit(taken)))


def explain_failure(text: str, names: Names) -> tuple[str, str]:
    """The formula that has no result, and its values."""
    return _signs(text), list_values(text, names)


def list_values(text: str, names: Names) -> str:
    """The values in a formula: `all_bid = 3, 0; sum(all_bid) = 3; round = 4`."""
    return _signs("; ".join(dict.fromkeys(_values(parse(text), names))))


def _values(node: ast.AST, names: Names) -> Iterator[str]:
    """The values in a part of a formula, without those of players, whose seats mean nothing to people."""
    for inner in ast.iter_child_nodes(node):
        yield from _values(inner, names)
    match node:
        case ast.Name(id=name) if name in names and name not in ("me", "starter"):
            value = names[name]
            yield f"{name} = {', '.join(map(str, value)) if isinstance(value, tuple) else value}"
        case ast.Call() if _takes_list(node, names):
            yield from _result(node, names)


def _result(call: ast.Call, names: Names) -> Iterator[str]:
    try:
        yield f"{ast.unparse(call)} = {evaluate_node(call, names)}"
    except Uncomputable:
        return


def _takes_list(call: ast.Call, names: Names) -> bool:
    """Whether a function takes everybody's entries."""
    return any(isinstance(one, ast.Name) and isinstance(names.get(one.id), tuple) for one in ast.walk(call))


def _signs(text: str) -> str:
    """A formula with the signs that people write."""
    for code, sign in ((" * ", " × "), (" // ", " ÷ "), (" == ", " = "), (" != ", " ≠ "), (">=", "≥"), ("<=", "≤")):
        text = text.replace(code, sign)
    return DISTANCE.sub(lambda found: f"|{found[1]}|".replace(" ", "\u00a0"), text).replace("-", "−")


class _Taken(ast.NodeTransformer):
    """Replaces each condition by the branch that counts."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        branch: ast.AST = self.visit(node.body if evaluate_node(node.test, self._names) else node.orelse)
        return branch


class _Filled(ast.NodeTransformer):
    """Replaces each name by its value."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if _takes_list(node, self._names):
            return ast.Constant(evaluate_node(node, self._names))
        return ast.Call(node.func, [self.visit(one) for one in node.args], [])

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Constant(self._names[node.id])  # type: ignore[arg-type]  # a number or a word
