"""Mutants of templates: a field that is not there, a sum of nothing, another player, an empty `for`."""

import re
from collections.abc import Iterator
from typing import Final

from tests.mutants.kinds import ROOT, Mutant

CODE = re.compile(r"\{#.*?#\}|\{\{-?(?P<said>.*?)-?\}\}|\{%-?(?P<done>.*?)-?%\}", re.DOTALL)
WORDS = re.compile(r"\"[^\"]*\"|'[^']*'")
FIELD = re.compile(r"(?<=[\w\])])\.([a-z]\w+)\b(?!\()")
FIGURE = re.compile(r"(?<![|] )\b[\w.]+(?:\[[\w.\[\]]+\])*(?= \| number)")
SHOWN = re.compile(r"^\s*([a-z]\w*\.[\w.]+)\s*$")
WHOSE = re.compile(r"\b(?:chair\.)?(?:names|people)\[([^\[\]:]+(?:\[[^\[\]]*\])?[^\[\]:]*)\]")
IF = re.compile(r"^\s*(?:el)?if\s+(.*\S)", re.DOTALL)
FOR = re.compile(r"^\s*for\s.+?\sin\s+(.+?)(?=\s+if\s|\s*$)", re.DOTALL)

ALIKE: Final = {
    one: other
    for pair in (
        ("amount", "value"),
        ("paid", "money"),
        ("had", "money"),
        ("due", "stake"),
        ("before", "after"),
        ("staked", "race_cards"),
        ("price", "following"),
        ("number", "times"),
        ("origin", "field"),
        ("sum", "moved"),
        ("cash", "wealth"),
        ("tokens", "each"),
        ("start", "winner"),
        ("chips", "raises"),
        ("round", "casino"),
        ("ahead", "behind"),
        ("winners", "order"),
        ("total", "card"),
    )
    for one, other in (pair, pair[::-1])
}
"""Fields that stand beside each other and are of one kind."""


def mutants(path: str) -> Iterator[Mutant]:
    """All mutants of one template, in its order."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for code in CODE.finditer(text):
        for name, find in (("said", _said), ("done", _done)):
            inside = code.group(name)
            if inside is not None:
                for start, end, new, fault in (*find(inside), *_both(inside)):
                    yield Mutant(path, code.start(name) + start, code.start(name) + end, new, fault)


Found = tuple[int, int, str, str]


def _said(code: str) -> Iterator[Found]:
    for figure in FIGURE.finditer(code):
        yield *figure.span(), "0", "figure"
    if shown := SHOWN.match(code):
        yield *shown.span(1), "0", "figure"


def _done(code: str) -> Iterator[Found]:
    if test := IF.match(code):
        yield *test.span(1), f"not ({test.group(1)})", "if"
    if row := FOR.match(code):
        yield *row.span(1), "[]", "for"


def _both(code: str) -> Iterator[Found]:
    """What can stand in a sentence as well as in what leads to it."""
    bare = WORDS.sub(lambda word: "~" * len(word.group()), code)
    for field in FIELD.finditer(bare):
        yield *field.span(1), field.group(1) + "_", "field"
        if field.group(1) in ALIKE:
            yield *field.span(1), ALIKE[field.group(1)], "field alike"
    for whose in WHOSE.finditer(bare):
        start, end = whose.span(1)
        yield start, end, f"({code[start:end]}) - 1", "another player"
    for plural in re.finditer(r"n(?:p)?gettext\(", bare):
        yield from _number(code, bare, plural.end())


def _number(code: str, bare: str, at: int) -> Iterator[Found]:
    """The number that a sentence's form is picked by: what comes after its two forms."""
    start = bare.index(",", bare.index(",", at) + 1) + 1
    ends = [end for end in (bare.find(",", start), bare.find(")", start)) if end > 0]
    number = code[start : min(ends)]
    yield start, min(ends), f" (2 if ({number}) == 1 else 1)", "plural"
