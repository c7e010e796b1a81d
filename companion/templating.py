"""Templates outside of a request: their words in one language, and the filters, pictures and colours they share.

Pages of the server that are somebody's get the same words and filters, in the language that Flask-Babel says.
"""

from collections.abc import Callable, MutableMapping
from functools import cache, lru_cache
from typing import Any

from babel import Locale
from babel.dates import format_date, get_month_names
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion import drawing, paper, zone
from companion.catalogue import Said, bound
from companion.compiled import Compiled
from companion.games.kit import are_seats, is_seat, printed, spelled
from companion.languages import CATALOGUES, SOURCE
from companion.paths import data_dir
from companion.table.colours import COLOURS


@cache
def page(lang: str) -> Environment:
    """The environment for HTML in one language."""
    return environment(lang, autoescape=True)


@cache
def text(lang: str) -> Environment:
    """The environment for plain text in one language: the same templates, nothing escaped."""
    return environment(lang, autoescape=False)


class _Direct(Context):
    """Calls what templates call just as it is. Jinja asks each callable whether it wants the context, which none does.

    Nor is it told of `globals`: all templates have those of their environment, so none could miss another's.
    """

    def __init__(self, *given: Any, **_: Any) -> None:
        super().__init__(*given)

    def call(self, called: Callable[..., Any], /, *values: Any, **named: Any) -> Any:
        """What it gives back. In loops and blocks Jinja adds what a context would need."""
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*values, **named)


class Plain(Environment):
    """Templates read its globals themselves, and not through a chain of mappings, which costs more than the drawing."""

    context_class = _Direct

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The environment's own where a template brings none."""
        return {**self.globals, **d} if d else self.globals


def environment(lang: str, *, autoescape: bool) -> Environment:
    """A new environment whose words are those of one language."""
    env = Plain(
        loader=FileSystemLoader([data_dir("templates"), data_dir("printables")]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    env.globals |= words(lang, html=autoescape)
    locale = Locale.parse(lang)
    equip(env, lambda: locale, lambda: locale)
    env.globals["lang"] = lang
    return env


@cache
def words(lang: str, *, html: bool) -> Said:
    """What templates call for the words of one language."""
    spoken = Translations.load(str(CATALOGUES), [lang]) if lang != SOURCE else NullTranslations()
    return bound(spoken, html=html)


def equip(env: Environment, locale: Callable[[], Locale], region: Callable[[], Locale]) -> None:
    """Gives an environment the filters, pictures and colours that all templates share; `region` is for dates alone.

    Each filter and each test takes the context, for else Jinja would reckon it while it compiles: in that language, and
    by that code for as long as what is compiled is kept.
    """
    env.bytecode_cache = Compiled()
    env.globals |= {
        "zip": zip,
        "ring": drawing.ring,
        "bounds": drawing.bounds,
        "level": drawing.level,
        "curves": drawing.curves,
        "every": drawing.every,
        "qr": drawing.qr,
        "colours": COLOURS,
        "inks": paper.INKS,
        "shape": paper.shape,
        "ticks": paper.ticks,
        "apart": paper.apart,
        "rows": paper.rows,
        "words_of": lambda slug: env.select_template([f"{slug}/_words.html", "table/_words.html"]).module,
    }
    env.filters["number"] = pass_context(lambda _, amount: _number(amount, locale()))
    env.filters["signed"] = pass_context(lambda _, amount, written=None: _signed(amount, written, locale()))
    env.filters["month"] = pass_context(lambda _, month: get_month_names("abbreviated", locale=locale())[month])
    env.filters["percent"] = pass_context(lambda _, share: format_percent(share, locale=locale()))
    env.filters["day"] = pass_context(lambda _, at, where=None: _day(at, where or region()))
    env.filters["spelled"] = _late(spelled)
    env.filters["printed"] = _late(printed)
    env.filters["listed"] = pass_context(lambda _, names: _joined(tuple(names), locale()))
    env.tests["a_seat"], env.tests["seats"] = _late(is_seat), _late(are_seats)
    env.filters["named"] = _late(lambda seats, names: [names[seat] for seat in seats])


def _late(reckons: Callable[..., Any]) -> Callable[..., Any]:
    """The same, when the template is drawn."""
    return pass_context(lambda _, *given: reckons(*given))


def _day(at: float, region: Locale) -> str:
    return format_date(zone.local(at).date(), "long", locale=region)


@lru_cache(4096)
def _number(amount: int, locale: Locale) -> str:
    return signed(format_decimal(amount, locale=locale))


def signed(number: str) -> str:
    """A number with the minus sign of print, on every page, sheet and line."""
    return number.replace("-", "−")


def _signed(amount: int, written: Callable[[int], str] | None, locale: Locale) -> str:
    """With a plus or a true minus, which is as wide; nothing has neither. `written` gives it its unit."""
    sign = "+" if amount > 0 else "−" if amount else ""
    return sign + (written(abs(amount)) if written else _number(abs(amount), locale))


def _joined(told: tuple[str, ...], locale: Locale) -> str:
    """Names, or sentences of a page, in which whatever wanted it is escaped already."""
    if any(isinstance(one, Markup) for one in told):
        return Markup(_listed(tuple(str(escape(one)) for one in told), locale))
    return _listed(told, locale)


@lru_cache(1024)
def _listed(names: tuple[str, ...], locale: Locale) -> str:
    return format_list(names, locale=locale)
