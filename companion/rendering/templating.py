"""Jinja environments in one language, and the filters and functions that all templates share.

Flask's environment gets the same ones, with the language of Flask-Babel.
"""

import re
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import platformdirs
from babel import Locale
from babel.dates import format_date, get_month_names
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.nodes import EvalContext
from jinja2.utils import pass_context, pass_eval_context
from markupsafe import Markup, escape

from companion.games.types import are_seats, format_for_display, format_for_record, is_seat
from companion.i18n import timezone
from companion.i18n.languages import BRITISH, CATALOGUES, SOURCE, date_locale
from companion.paths import data_dir
from companion.rendering import drawing, fonts, print_drawing
from companion.table.model.names import COLOURS

SHEET: Final = "sheet"
"""The context of texts that come from files with data."""
WORD: Final = re.compile(r"[^\W\d]\w*")


@cache
def html_environment(lang: str) -> Environment:
    return create_environment(lang, autoescape=True)


@cache
def text_environment(lang: str) -> Environment:
    """Return the environment for plain text: the same templates, without escaping."""
    return create_environment(lang, autoescape=False)


class BytecodeCache(FileSystemBytecodeCache):
    """Compiled templates in the user's cache folder. A full or broken disk only costs compiling again."""

    def __init__(self, kind: str) -> None:
        folder = platformdirs.user_cache_path("companion", appauthor=False, ensure_exists=True)
        super().__init__(str(folder), f"{kind}-%s.jinja")
        self._code = Path(__file__).read_text(encoding="utf-8")

    def get_source_checksum(self, source: str) -> str:
        """The checksum of a template and of this module: how a filter is called is compiled in."""
        return super().get_source_checksum(self._code + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Ignore files that were not written completely."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # pickle raises anything for a file cut off by a power failure
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def _bytecode_cache(kind: str) -> BytecodeCache | None:
    try:
        return BytecodeCache(kind)
    except OSError:
        return None


class Templates(Environment):
    """Templates share the globals of their environment: Jinja's chain of mappings costs a fifth of an entry's time."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


def create_environment(lang: str, *, autoescape: bool) -> Environment:
    env = Templates(
        loader=FileSystemLoader([data_dir("templates"), data_dir("printables")]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    locale = Locale.parse(lang)
    region = date_locale((), lang)
    configure_environment(env, lambda: locale, lambda: region, kind="html" if autoescape else "text")
    env.globals["lang"] = lang
    return env


@cache
def load_translations(lang: str) -> NullTranslations:
    return Translations.load(str(CATALOGUES), [lang]) if lang != SOURCE else NullTranslations()


def _install_translations(env: Environment, locale: Callable[[], Locale], *, html: bool) -> None:
    """Install the translations. In HTML no line breaks between a number and its noun."""

    def words() -> NullTranslations:
        return load_translations(locale().language)

    def no_break(sentence: str) -> str:
        return sentence.replace("%(num)s ", "%(num)s\u00a0") if html else sentence

    env.globals |= {
        "gettext": _fill_in(lambda message: words().ugettext(message)),
        "ngettext": _fill_in(lambda one, many, num: no_break(words().ungettext(one, many, num))),
        "pgettext": _fill_in(lambda context, message: words().upgettext(context, message)),
        "npgettext": _fill_in(lambda context, one, many, num: no_break(words().unpgettext(context, one, many, num))),
    }
    env.globals["_"] = env.globals["gettext"]


def _fill_in(translation: Callable[..., str]) -> Callable[..., str]:
    """Fill in values, and isolate names, so that no number beside one changes sides.

    Jinja's own extension needs three more calls for each sentence.
    """

    @pass_eval_context
    def translate(eval_context: EvalContext, *messages: Any, **values: Any) -> str:
        sentence = translation(*messages)
        if len(messages) > 2:
            values.setdefault("num", messages[-1])
        kind = Markup if eval_context.autoescape else str
        if not values:
            return kind(sentence % values)
        isolated = {key: print_drawing.isolate(one) if type(one) is str else one for key, one in values.items()}
        return kind(sentence) % isolated

    return translate


def configure_environment(
    env: Environment, locale: Callable[[], Locale], region: Callable[[], Locale], *, kind: str = "html"
) -> None:
    """Add the translations, filters and functions that all templates share; `region` is for dates only.

    Each filter and test takes the context, since Jinja would otherwise compute it while compiling, in that language and
    for as long as the compiled template is cached.
    """
    env.bytecode_cache = _bytecode_cache(kind)
    _install_translations(env, locale, html=kind == "html")
    env.globals |= {
        "zip": zip,
        "ring": drawing.ring,
        "bounds": drawing.bounds,
        "level": drawing.level,
        "curves": drawing.curves,
        "label_interval": drawing.label_interval,
        "qr": drawing.qr,
        "colours": COLOURS,
        "inks": print_drawing.INKS,
        "read_symbol": print_drawing.read_symbol,
        "ticks": print_drawing.ticks,
        "spread_out": print_drawing.spread_out,
        "unprintable": fonts.find_unprintable,
        "fonts": fonts.PACKAGES,
        "assign_rows": print_drawing.assign_rows,
        "words_of": lambda slug: env.select_template([f"{slug}/_words.html", "table/_words.html"]).module,
    }
    env.filters["number"] = pass_context(lambda _, amount: _format_number(amount, locale()))
    env.filters["ordinal"] = pass_context(lambda _, number: _format_ordinal(number, locale()))
    env.filters["signed"] = pass_context(lambda _, amount, written=None: _format_signed(amount, written, locale()))
    env.filters["month"] = pass_context(lambda _, month: get_month_names("abbreviated", locale=locale())[month])
    env.filters["percent"] = pass_context(lambda _, share: format_percent(share, locale=locale()))
    env.filters["day"] = pass_context(
        lambda _, at, where=None: format_date(timezone.to_local(at).date(), "long", locale=where or region())
    )
    env.filters["translated"] = pass_context(lambda _, text: _translate(text, locale()))
    env.filters["translated_words"] = pass_context(
        lambda _, text: WORD.sub(lambda word: _translate(word[0], locale()).replace("_", " "), str(text))
    )
    env.filters["isolate"] = _at_render_time(print_drawing.isolate)
    env.filters["for_record"] = _at_render_time(format_for_record)
    env.filters["for_display"] = _at_render_time(format_for_display)
    env.filters["listed"] = pass_context(lambda _, names: _format_list(tuple(names), locale()))
    env.tests["a_seat"], env.tests["seats"] = _at_render_time(is_seat), _at_render_time(are_seats)
    env.filters["named"] = _at_render_time(lambda seats, names: [names[seat] for seat in seats])


def _at_render_time(function: Callable[..., Any]) -> Callable[..., Any]:
    """Keep Jinja from calling a function while it compiles."""
    return pass_context(lambda _, *args: function(*args))


def _translate(text: str, locale: Locale) -> str:
    """Translate a text that no template has, such as the title of a sheet. Without a translation it stays as it is."""
    return str(load_translations(locale.language).upgettext(SHEET, text)) if text else ""


@lru_cache(4096)
def _format_number(amount: float, locale: Locale) -> str:
    return with_minus_sign(format_decimal(amount, locale=locale))


@lru_cache(1024)
def _format_ordinal(number: int, locale: Locale) -> str:
    """Format as 1st, 2nd and so on; a catalogue has the endings that its language knows."""
    pgettext = load_translations(locale.language).upgettext
    endings = {
        "one": pgettext("place", "%(num)sst"),
        "two": pgettext("place", "%(num)snd"),
        "few": pgettext("place", "%(num)srd"),
    }
    return str(endings.get(locale.ordinal_form(number), pgettext("place", "%(num)sth"))) % {"num": number}


def with_minus_sign(number: str) -> str:
    """Replace the hyphen of a number by a true minus sign."""
    return number.replace("-", "−")


def _format_signed(amount: int, written: Callable[[int], str] | None, locale: Locale) -> str:
    """Format with a plus or a true minus; 0 has neither. `written` adds the unit."""
    sign = "+" if amount > 0 else "−" if amount else ""
    return sign + (written(abs(amount)) if written else _format_number(abs(amount), locale))


def _format_list(items: tuple[str, ...], locale: Locale) -> str:
    """Join names, or sentences that are escaped already."""
    if any(isinstance(one, Markup) for one in items):
        return Markup(_format_names(tuple(str(escape(one)) for one in items), locale))
    return _format_names(tuple(map(print_drawing.isolate, items)), locale)


@lru_cache(1024)
def _format_names(names: tuple[str, ...], locale: Locale) -> str:
    return format_list(names, locale=BRITISH if locale.language == SOURCE else locale)  # no comma before "and"
