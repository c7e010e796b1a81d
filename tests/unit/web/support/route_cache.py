"""Cache of compiled routes: tests make a thousand apps with the same ones."""

from typing import Any

from werkzeug.routing import Rule

_compile, _read = Rule._compile_builder, Rule._parse_rule
_known: dict[tuple[object, ...], Any] = {}
_parts: dict[str, tuple[Any, Any, dict[str, Any]]] = {}
"""For each route its parts, its trace and its converters."""


def _compile_once(rule: Rule, append_unknown: bool = True) -> Any:
    if rule.defaults:
        return _compile(rule, append_unknown)
    key = (append_unknown, *rule._trace)
    if key not in _known:
        _known[key] = _compile(rule, append_unknown)
    return _known[key]


def _read_once(rule: Rule, address: str) -> Any:
    if address not in _parts:
        before = len(rule._trace)
        parts = tuple(_read(rule, address))
        _parts[address] = parts, tuple(rule._trace[before:]), dict(rule._converters)
        return parts
    parts, trace, converters = _parts[address]
    rule._trace += trace
    rule._converters |= converters
    rule.arguments |= converters.keys()
    return parts


def compile_once() -> None:
    """Use the cache in this process. Compiling was three quarters of making an app."""
    Rule._compile_builder = _compile_once  # type: ignore[method-assign, assignment]
    Rule._parse_rule = _read_once  # type: ignore[method-assign, assignment]
