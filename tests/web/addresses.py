"""Addresses compiled once: tests make a thousand apps, which all have the same, and werkzeug compiles them for each."""

from typing import Any

from werkzeug.routing import Rule

_compile = Rule._compile_builder
_known: dict[tuple[object, ...], Any] = {}
"""By all that the code depends on. It asks the rule that it is called with for everything else."""


def _compile_once(rule: Rule, append_unknown: bool = True) -> Any:
    if rule.defaults:
        return _compile(rule, append_unknown)
    key = (append_unknown, *rule._trace)
    if key not in _known:
        _known[key] = _compile(rule, append_unknown)
    return _known[key]


def compile_once() -> None:
    """From now on in this process. Compiling was two thirds of what it takes to make an app."""
    Rule._compile_builder = _compile_once  # type: ignore[method-assign, assignment]
