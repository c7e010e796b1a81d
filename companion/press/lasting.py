"""Styles that outlast a sheet: those of the next one's elements are the same wherever the same rules have made them.

So what is known by such a style (how wide a word is, a margin) is right for all sheets to come. It is held in memory
alone, and nothing of it can be seen on another sheet: each is the same, byte for byte, as one that was made first.
"""

from collections.abc import Callable
from typing import Any, TypeVar
from xml.etree.ElementTree import Element

from companion.press.swapping import swap

MOST = 10_000
"""So much of a kind is kept; then it begins anew. Evenings take 30 MB; nothing but new styles and words, 200 MB."""

_Known = TypeVar("_Known")

_styles: dict[tuple[Any, ...], Any] = {}
"""By the style above it, and by what the rules say."""
_lasting: set[int] = set()


def lasts(style: Any) -> bool:
    """Whether a style, or the one of words in it, is there for sheets to come, so that no other gets its number."""
    if id(style) in _lasting:
        return True
    above: Any = getattr(style, "parent_style", None)
    return id(above) in _lasting and above.anonymous_style is style


def hold(key: tuple[Any, ...], style: Any) -> Any:
    """The first style of a kind, which stands for all that come."""
    held = _styles.setdefault(key, style)
    _lasting.add(id(held))
    return held


def told(known: dict[int, tuple[Any, _Known]], style: Any, reckon: Callable[[Any], _Known]) -> _Known:
    """What is known of a style; reckoned when it is asked for the first time."""
    found = known.get(id(style))
    if found is None:
        found = known[id(style)] = style, reckon(style)
    return found[1]


def keep(known: dict[Any, tuple[Any, ...]]) -> None:
    """Of what is known by a style, which stands first beside it, that alone stays whose style lasts."""
    if len(known) > MOST:
        known.clear()
    for key in [key for key, (style, *_) in known.items() if not lasts(style)]:
        del known[key]


def forget() -> None:
    """The sheet is done."""
    if len(_styles) > MOST:
        _styles.clear()
        _lasting.clear()


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.css import StyleFor
    from weasyprint.formatting_structure.build import wrap_table

    StyleFor.set_computed_styles = _computing(StyleFor.set_computed_styles)
    swap(wrap_table, _wrapping(wrap_table))


def _computing(reckon: Any) -> Any:
    def set_computed_styles(
        self: Any, element: Any, parent: Any, root: Any = None, pseudo_type: Any = None, **more: Any
    ) -> None:
        computed, key = self.get_computed_styles(), _key(self, element, parent, pseudo_type)
        if key not in _styles:
            reckon(self, element, parent, root, pseudo_type, **more)
            hold(key, computed[element, pseudo_type])
            return
        style = computed[element, pseudo_type] = _styles[key]
        if more.get("target_collector") and style["anchor"]:
            more["target_collector"].collect_anchor(style["anchor"])

    return set_computed_styles


def _wrapping(wrap: Any) -> Any:
    """A table shares out its style between itself and a box round it: the same for each table of that style."""

    def wrap_table(box: Any, children: Any) -> Any:
        whole, wrapper = box.style, wrap(box, children)
        table = wrapper.get_wrapped_table()
        if lasts(whole):
            wrapper.style = hold(("round", id(whole)), wrapper.style)
            table.style = hold(("table", id(whole)), table.style)
        return wrapper

    return wrap_table


def _key(styles: Any, element: Any, parent: Any, part: str | None) -> tuple[Any, ...]:
    """All that a style comes of: our style sheets are read once, so what they say can be told by its number.

    The paper is not in it, so no rule of ours measures by it (`vw` and the like).
    """
    cascaded = styles.get_cascaded_styles().get((element, part), {})
    above = None if parent is None else id(styles.get_computed_styles()[parent, None])
    # the language alone stands in the page and is read anew with it
    said = (
        (name, value if name == "lang" else id(value), origin, layer, *specificity)
        for name, (value, (origin, layer, specificity)) in cascaded.items()
    )
    return isinstance(element, Element), part, above, *said
