"""Rules of style matched once: elements that look alike from where a selector can see them get the same rules."""

import re
from math import inf
from typing import Any

FARTHER = re.compile(r"~|:(?:nth|has|empty|only|first-of|last-of|target)|\+[^,{+;]*\+")
"""What a selector says that looks farther than at its parents, the element before and the ends of a row."""

NOTES = ("footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback")
"""WeasyPrint gives every element a style for notes at the foot of a page, and a mark as in lists. We have no notes."""

MOST = 10_000
"""So many answers are kept from sheet to sheet (5 kB each): what a rule says of what it sees is the same on all."""

_seen: dict[tuple[Any, ...], int] = {}
_said: dict[tuple[Any, ...], tuple[dict[Any, dict[str, Any]], list[Any]]] = {}
_signs: dict[int, tuple[Any, int]] = {}


def forget() -> None:
    """The sheet is done."""
    _signs.clear()
    if len(_said) > MOST:
        _seen.clear()
        _said.clear()


def take() -> None:
    """Puts the shortcut in place. What WeasyPrint's own rules see of farther things is parts of forms."""
    from weasyprint.css import StyleFor
    from weasyprint.html import UA_STYLESHEET

    UA_STYLESHEET.matcher.near = True
    _without_notes(UA_STYLESHEET.matcher)
    reckon = StyleFor.__init__

    def style_for(self: Any, html: Any, sheets: list[Any], *rest: Any, **more: Any) -> None:
        near = all(getattr(sheet.matcher, "near", False) for sheet, _, _ in sheets)
        reckon(self, html, [(_Together(sheets, self), "user", None)] if near else sheets, *rest, **more)
        self._sheets = sheets

    StyleFor.__init__ = style_for


class _Together:
    """All style sheets in one, for the elements: it tells at once what wins, and leaves nothing to be weighed."""

    layers = ()

    def __init__(self, sheets: list[Any], styles: Any) -> None:
        self.matcher, self._sheets, self._styles = self, sheets, styles
        self._names = tuple(id(sheet) for sheet, _, _ in sheets)

    def match(self, element: Any) -> list[Any]:
        """Tells the styles of the element what wins, and gives rules that say nothing more.

        By these WeasyPrint knows elements of the same style.
        """
        key = (self._names, _sign(element))
        if key not in _said:
            _said[key] = self._said(element), [((0, 0, 0), 0, None, ([], None))]
        parts, rules = _said[key]
        for part, style in parts.items():
            own = self._styles._cascaded_styles.setdefault((element.etree_element, part), style)
            if own is not style:  # what stands in the element itself
                own.update({name: said for name, said in style.items() if name not in own or own[name][1] <= said[1]})
        return rules

    def _said(self, element: Any) -> dict[Any, dict[str, Any]]:
        """By the part of the element and the property: the value that wins, and how strong it is."""
        from weasyprint.css import declaration_precedence

        parts: dict[Any, dict[str, Any]] = {}
        for sheet, origin, _ in self._sheets:
            for specificity, _, part, (declarations, layer) in sheet.matcher.match(element):
                place = inf if layer is None else sheet.layers.index(layer)
                style = parts.setdefault(part, {})
                for name, value, important in declarations:
                    weight = (declaration_precedence(origin, important), place, specificity)
                    if name not in style or style[name][1] <= weight:
                        style[name] = value, weight
        return parts


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
