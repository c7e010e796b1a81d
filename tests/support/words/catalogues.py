"""All sentences with their places, and their translations."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.i18n import languages
from companion.paths import HERE
from companion.rendering import templating
from companion.web.live import public_page

ROOT = HERE.parent
BLANK = re.compile(r"%\(\w+\)[a-z]|%%")

Key = tuple[str | None, tuple[str, ...]]


@dataclass(frozen=True)
class Said:
    """A sentence at one of its places: its context, and its forms, singular and plural."""

    path: str
    line: int
    context: str | None
    forms: tuple[str, ...]

    @property
    def key(self) -> Key:
        return self.context, self.forms


@cache
def everything() -> tuple[Said, ...]:
    """Every sentence in templates and code, once per line."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["babel"]["mappings"]
    methods = [(one["pattern"], one["method"]) for one in mappings]
    found = extract_from_dir(ROOT, methods, directory_filter=lambda path: not Path(path).name.startswith("."))
    said = (Said(path, line, context, forms_of(text)) for path, line, text, _, context in found)
    return tuple(dict.fromkeys(said))


def forms_of(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


@cache
def catalogue(lang: str) -> Catalog:
    with (languages.CATALOGUES / lang / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


@contextmanager
def speaking(folder: Path, made: Callable[[str], Catalog]) -> Iterator[None]:
    """Meanwhile each language uses the catalogue that `made` makes. Create apps only after this began."""
    for lang in sorted(set(languages.languages()) - {languages.SOURCE}):
        there = folder / lang / "LC_MESSAGES"
        there.mkdir(parents=True)
        there.joinpath("messages.po").touch()
        with there.joinpath("messages.mo").open("wb") as file:
            write_mo(file, made(lang))
    caches = (
        templating.load_translations,
        templating.text_environment,
        templating.html_environment,
        public_page.environment,
        languages.languages,
    )
    with pytest.MonkeyPatch.context() as patch:
        for module in (languages, templating):
            patch.setattr(module, "CATALOGUES", folder)
        for one in caches:
            one.cache_clear()
        yield
    for one in caches:
        one.cache_clear()
