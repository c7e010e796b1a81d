"""Features in style sheets and scripts that the oldest supported browsers lack, by MDN's browser-compat-data.

`make test` fetches the data from npm. A name in a script is looked up in all interfaces that our scripts use, and
counts as lacking if all that have it lack it.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tinycss2
from tinycss2.ast import Node

from companion.web.http.browsers import OLDEST

MODULES = Path(sys.prefix, "node_modules")
BROWSERS = {"safari_ios": OLDEST["ios"], "chrome": OLDEST["chrome"], "firefox": OLDEST["firefox"]}
INTERFACES = re.findall(
    r"\w+",
    "AbortSignal AudioContext CSS CustomEvent Document DocumentFragment Element Event EventTarget FormData "
    "HTMLDialogElement HTMLElement HTMLFormElement HTMLInputElement History Location Navigator Node PointerEvent Range "
    "Response Storage SubmitEvent URL URLSearchParams Window",
)
BUILTINS = re.findall(r"\w+", "Array Date Intl Map Math Number Object Promise RegExp Set String Symbol")

Found = Iterator[str]


@cache
def data() -> dict[str, Any]:
    file = MODULES / "@mdn" / "browser-compat-data" / "data.json"
    assert file.exists(), "`make test` fetches what MDN knows of browsers"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def version(text: str) -> tuple[int, ...]:
    """ "≤15.4" as numbers."""
    return tuple(map(int, re.findall(r"\d+", text)))


def lacking(feature: dict[str, Any]) -> bool:
    """Whether one of the oldest browsers lacks the feature under this name. Partial support counts as support."""
    return not all(has(feature["__compat"]["support"].get(name, []), oldest) for name, oldest in BROWSERS.items())


def has(support: Any, oldest: str) -> bool:
    """Whether a browser of this version has it."""
    for one in support if isinstance(support, list) else [support]:
        since, removed = one["version_added"], one.get("version_removed")
        named = not {"prefix", "alternative_name", "flags"} & one.keys()
        gone = removed and version(removed) <= version(oldest)
        if named and since and version(since) <= version(oldest) and not gone:
            return True
    return False


def part(*path: str) -> dict[str, Any]:
    """A part of the data about CSS, or nothing."""
    found: dict[str, Any] = data()["css"]
    for name in path:
        found = found.get(name, {})
    return found


@cache
def types() -> dict[str, dict[str, Any]]:
    """Functions and units by name."""

    def below(node: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, inner in node.items():
            if name != "__compat":
                yield name, inner
                yield from below(inner)

    return {name: node for name, node in below(part("types")) if "__compat" in node}


def told(name: str, feature: dict[str, Any]) -> Found:
    """The name if it is lacking. Unknown names count as supported."""
    if "__compat" in feature and lacking(feature):
        yield name


def in_styles(text: str) -> Found:
    """The lacking features of a style sheet outside of `@supports`."""
    yield from in_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def in_rules(rules: Iterable[Node]) -> Found:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield from in_selector(rule.prelude)
            yield from in_declarations(rule.content)
        elif rule.type == "at-rule" and rule.lower_at_keyword != "supports":
            yield from told(f"@{rule.lower_at_keyword}", part("at-rules", rule.lower_at_keyword))
            if rule.lower_at_keyword == "font-face":
                continue
            yield from in_rules(tinycss2.parse_rule_list(rule.content or [], skip_comments=True, skip_whitespace=True))
        elif rule.type == "error":
            yield f"not understood: {rule.message}"


def in_selector(tokens: Iterable[Node]) -> Found:
    colon = False
    for token in tokens:
        if colon and token.type in ("ident", "function"):
            name = token.lower_value if token.type == "ident" else token.lower_name
            yield from told(f":{name}", part("selectors", name))
        if token.type == "function":
            yield from in_selector(token.arguments)
        colon = token.type == "literal" and token.value == ":"


def in_declarations(tokens: Iterable[Node]) -> Found:
    for one in tinycss2.parse_declaration_list(tokens, skip_comments=True, skip_whitespace=True):
        if one.type == "declaration" and one.name.startswith("-webkit-"):
            continue  # for browsers that do not know the property itself
        if one.type == "declaration":
            yield from told(one.lower_name, part("properties", one.lower_name))
            yield from in_value(one.lower_name, one.value)
        else:
            yield "nesting"


def in_value(name: str, tokens: Iterable[Node]) -> Found:
    for token in tokens:
        if token.type == "ident":
            yield from told(f"{name}: {token.lower_value}", part("properties", name, token.lower_value))
        elif token.type == "function":
            yield from told(f"{token.lower_name}()", types().get(token.lower_name, {}))
            yield from in_value(name, token.arguments)
        elif token.type == "dimension" and re.fullmatch(r"[dsl]v\w+", token.lower_unit):
            yield from told(token.lower_unit, types()["viewport_percentage_units_dynamic"])


@cache
def known() -> dict[str, list[dict[str, Any]]]:
    """Names in scripts: interfaces, built-in objects and their members."""
    found: dict[str, list[dict[str, Any]]] = {}
    for world, names in ((data()["api"], INTERFACES), (data()["javascript"]["builtins"], BUILTINS)):
        for name in names:
            for inner, feature in {name: world[name], **world[name]}.items():
                if "__compat" in feature:
                    found.setdefault(inner, []).append(feature)
    return found


def in_script(text: str) -> Found:
    """The lacking names of a script that are used without `?.` behind them, except in comments and datasets."""
    text = re.sub(r"(?m)(^|\s)//.*$", "", text)
    for name in re.findall(r"(?<!dataset)\.([a-z]\w*)\b(?!\?\.)|\bnew ([A-Z]\w*)", text):
        word = name[0] or name[1]
        if word in known() and all(map(lacking, known()[word])):
            yield word
