"""The words of one language, bound once: what templates call `_`, `ngettext`, `pgettext` and `npgettext`.

A sentence without blanks is looked up and marked as HTML once; one with blanks is only filled in. Jinja's own way looks
everything up in its context each time, which took a quarter of the time in which a stage is drawn.
"""

from collections.abc import Callable
from functools import cache

from babel.support import NullTranslations
from markupsafe import Markup, escape

Fill = Callable[[str, dict[str, object]], str]
Said = dict[str, Callable[..., str]]


def bound(words: NullTranslations, *, html: bool) -> Said:
    """The functions for templates, by name. With `html` what fills the blanks is escaped, and the sentence is not."""
    fill, counting = (_in_html, _kept_together) if html else (_in_text, str)
    known = cache(lambda message: fill(words.ugettext(message), {}))
    known_in = cache(lambda context, message: fill(words.upgettext(context, message), {}))

    def gettext(message: str, /, **blanks: object) -> str:
        return fill(words.ugettext(message), blanks) if blanks else known(message)

    def ngettext(one: str, many: str, num: int, /, **blanks: object) -> str:
        return fill(counting(words.ungettext(one, many, num)), {"num": num, **blanks})

    def pgettext(context: str, message: str, /, **blanks: object) -> str:
        return fill(words.upgettext(context, message), blanks) if blanks else known_in(context, message)

    def npgettext(context: str, one: str, many: str, num: int, /, **blanks: object) -> str:
        return fill(counting(words.unpgettext(context, one, many, num)), {"num": num, **blanks})

    every = (gettext, ngettext, pgettext, npgettext)
    return {"_": gettext, **{function.__name__: function for function in every}}


def _kept_together(sentence: str) -> str:
    """No line ends between a number and what it counts."""
    return sentence.replace("%(num)s ", "%(num)s\u00a0")


def _in_html(sentence: str, blanks: dict[str, object]) -> str:
    safe = {key: value if type(value) is int else escape(value) for key, value in blanks.items()}
    return Markup(sentence % safe)


def _in_text(sentence: str, blanks: dict[str, object]) -> str:
    return sentence % blanks
