"""Kinds of values in a formula. No branch may calculate with a word or a list, also not one that seldom counts."""

import ast
from collections.abc import Mapping
from typing import Literal

from companion.games.any_game.formula import BadFormula, parse

Kind = Literal["number", "word", "numbers", "words"]
"""A number, a word, or the list of everybody's."""


def kind_of(formula: str, names: Mapping[str, Kind]) -> Kind:
    """The kind of a formula's value, whatever its names stand for. Raises BadFormula where kinds do not fit."""
    return _kind(parse(formula), names)


def _kind(node: ast.AST, names: Mapping[str, Kind]) -> Kind:
    def kinds(*nodes: ast.AST) -> list[Kind]:
        return [_kind(one, names) for one in nodes]

    match node:
        case ast.Constant(value):
            return "word" if isinstance(value, str) else "number"
        case ast.Name(name):
            return names[name]
        case ast.IfExp(test, body, orelse):
            return _alike(kinds(test, body, orelse)[1:])
        case ast.BoolOp(_, values):
            return _alike(kinds(*values))
        case ast.Compare(left, signs, others):
            found = kinds(left, *others)
            return "number" if all(isinstance(sign, ast.Eq | ast.NotEq) for sign in signs) else _number(found)
        case ast.UnaryOp(sign, operand):
            found = kinds(operand)
            return "number" if isinstance(sign, ast.Not) else _number(found)
        case ast.BinOp(left, _, right):
            return _number(kinds(left, right))
        case ast.Call(ast.Name(function), values):
            return _result(function, kinds(*values))
    raise BadFormula


def _alike(kinds: list[Kind]) -> Kind:
    if len(set(kinds)) > 1:
        raise BadFormula
    return kinds[0]


def _number(kinds: list[Kind]) -> Kind:
    if any(kind != "number" for kind in kinds):
        raise BadFormula
    return "number"


def _result(function: str, kinds: list[Kind]) -> Kind:
    """The kind of a function's result."""
    match function, kinds:
        case (("sum" | "min" | "max"), ["numbers"]):
            return "number"
        case (("sum" | "min" | "max"), [_, *_]):
            return _number(kinds)
        case "abs", [_]:
            return _number(kinds)
        case "count", [("numbers" | "words"), ("number" | "word")]:
            return "number"
        case "unique", [("numbers" | "words") as kind]:
            return kind
    raise BadFormula
