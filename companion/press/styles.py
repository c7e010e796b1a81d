"""Rules of style matched once: elements that look alike from where a selector can see them get the same rules."""

import re
from typing import Any

FARTHER = re.compile(r"~|:(?:nth|has|empty|only|first-of|last-of|target)|\+[^,{+;]*\+")
"""What a selector says that looks farther than at its parents, the element before and the ends of a row."""

NOTES = ("footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback")
"""WeasyPrint gives every element a style for notes at the foot of a page, and a mark as in lists. We have no notes."""

MOST = 50_000
"""So many answers are kept from sheet to sheet: what a rule says of what it sees is the same on all of them."""

_seen: dict[tuple[Any, ...], int] = {}
_matched: dict[tuple[int, int], list[Any]] = {}
_signs: dict[int, tuple[Any, int]] = {}


def forget() -> None:
    """The sheet is done."""
    _signs.clear()
    if len(_matched) > MOST:
        _seen.clear()
        _matched.clear()


def take() -> None:
    """Puts the shortcut in place. What WeasyPrint's own rules see of farther things is parts of forms."""
    from weasyprint import cssselect2
    from weasyprint.html import UA_STYLESHEET

    UA_STYLESHEET.matcher.near = True
    _without_notes(UA_STYLESHEET.matcher)
    match = cssselect2.Matcher.match

    def known_match(self: Any, element: Any) -> Any:
        if not getattr(self, "near", False):
            return match(self, element)
        key = (id(self), _sign(element))
        if key not in _matched:
            _matched[key] = match(self, element)
        return _matched[key]

    cssselect2.Matcher.match = known_match


def _without_notes(rules: Any) -> None:
    anywhere, rules.other_selectors = rules.other_selectors, []
    for rule in anywhere:
        part = rule[3]
        if part == "marker":
            rules.lower_local_name_selectors.setdefault("li", []).append(rule)
        elif part not in NOTES:
            rules.other_selectors.append(rule)


def near(sheet: Any, text: str) -> Any:
    """A style sheet of ours, whose rules are matched once where none of them looks farther."""
    sheet.matcher.near = not FARTHER.search(for_paper(text))
    return sheet


def for_paper(text: str) -> str:
    """A style sheet without its comments, and without what is for screens alone."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"@media screen.*?\n}", "", text, flags=re.DOTALL)


def _sign(element: Any) -> int:
    """A number for all that the rules can see of an element; its parent's and so on are in it."""
    known = _signs.get(id(element))
    if known is not None:
        return known[1]
    before, parent = element.previous, element.parent
    seen = (
        0 if parent is None else _sign(parent),
        *_looks(element),
        () if before is None else (before.index == 0, *_looks(before)),
        parent is None or element.index == len(parent.etree_children) - 1,
    )
    sign = _seen.setdefault(seen, len(_seen) + 1)
    _signs[id(element)] = element, sign
    return sign


def _looks(element: Any) -> tuple[Any, ...]:
    node = element.etree_element
    return (node.tag, *sorted(node.attrib.items()))
