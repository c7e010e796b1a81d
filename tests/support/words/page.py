"""The page: the lines of each template, with each sentence in all languages below its line."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import c2py
from itertools import groupby
from pathlib import Path, PurePosixPath

from babel.messages.catalog import Catalog
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from companion.games import GAMES
from companion.i18n.languages import SOURCE
from companion.web.settings import Settings
from tests.support.words.catalogues import BLANK, Key, Said, forms_of

BESIDE = 2
"""Lines shown above the line of a sentence."""
SENTENCE = re.compile(r"""(gettext\(|\b_\()(["'])((?:(?!\2).){24})(?:(?!\2).){8,}\2""")
COMMENT = re.compile(r'(?:{#-?|""")(.*?)(?:-?#}|"""|\n\n)', re.DOTALL)
SEEN = {
    r"templates/(\w+)/_rules(?:_drawn)?\.html": r"/rules/\1",
    r"printables/(\w+)/_rules_printed\.html": r"/rules/\1/print",
    r"printables/(\w+)/material/.*": r"/material/\1",
    r"templates/(lobby/(new|_options)|\w+/_options)\.html": "/new",
    r"templates/(base|lobby/start)\.html": "/",
}
"""The addresses of files that can be seen without a table."""
HOME = f"http://localhost:{Settings(Path()).port}"

Lines = Callable[[str], Sequence[str]]
Catalogues = Mapping[str, Catalog]


@dataclass(frozen=True)
class Cell:
    """A sentence in one language: each form with a number it is used for, and a mark."""

    lang: str
    forms: tuple[tuple[int, Markup], ...]
    mark: str = ""


@dataclass(frozen=True)
class Row:
    """A sentence in all languages; `places` counts its occurrences."""

    context: str | None
    places: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Spot:
    """A line with its sentences, and the lines above it."""

    lines: tuple[tuple[int, str], ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class File:
    """A file, its first comment, and the address where it can be seen."""

    path: str
    told: str
    seen: str
    spots: tuple[Spot, ...]


def page(said: Sequence[Said], catalogues: Catalogues, lines: Lines, names: Mapping[str, str]) -> str:
    """The page as one HTML file; `lines` returns those of a template, `names` are the names of languages."""
    folder = FileSystemLoader(Path(__file__).parent)
    env = Environment(loader=folder, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    keys = {one.key for one in said}
    missing = {lang: sum(not _spoken(key, words) for key in keys) for lang, words in catalogues.items()}
    areas = groupby(_files(said, catalogues, lines), key=lambda file: _area(file.path))
    filled = [(title, list(files)) for (_, title), files in areas]
    return env.get_template("page.html").render(areas=filled, names=names, missing=missing, sentences=len(keys))


def _area(path: str) -> tuple[int, str]:
    """The area of a file: the templates by folder, other folders, then each game."""
    folders = PurePosixPath(path).parent.parts
    for place, (slug, game) in enumerate(GAMES.items(), start=2):
        if slug in folders:
            return place, game.title
    return int(folders[0] != "templates"), "/".join(folders)


def _files(said: Sequence[Said], catalogues: Catalogues, lines: Lines) -> Iterator[File]:
    ordered = sorted(said, key=lambda one: (_area(one.path), not one.path.startswith("templates"), one.path, one.line))
    places = Counter(one.key for one in said)
    for path, found in groupby(ordered, key=lambda one: one.path):
        source, spots = lines(path), []
        head = COMMENT.match("\n".join(source))
        above = head[0].count("\n") + 1 if head else 0
        for line, here in groupby(found, key=lambda one: one.line):
            rows = tuple(_row(one, catalogues, places[one.key]) for one in here)
            spots.append(Spot(_shown(source, range(max(above, line - 1 - BESIDE), line)), rows))
            above = line
        yield File(path, " ".join(head[1].split()) if head else "", _seen(path), tuple(spots))


def _shown(source: Sequence[str], places: range) -> tuple[tuple[int, str], ...]:
    """The lines with their numbers; sentences are shortened."""
    return tuple((at + 1, SENTENCE.sub(r"\1\2\3…\2", source[at]).strip()) for at in places if source[at].strip())


def _seen(path: str) -> str:
    return next((HOME + found.expand(at) for way, at in SEEN.items() if (found := re.fullmatch(way, path))), "")


def _row(said: Said, catalogues: Catalogues, places: int) -> Row:
    english = Cell(SOURCE, tuple(enumerate(map(_marked, said.forms), start=1)))
    return Row(said.context, places, (english, *(_cell(said, lang, words) for lang, words in catalogues.items())))


def _cell(said: Said, lang: str, words: Catalog) -> Cell:
    forms = _spoken(said.key, words)
    same = bool(forms) and set(forms) <= set(said.forms)
    of = _numbers(words) if len(forms) > 1 else {0: 1}
    numbered = tuple((of.get(form, 0), _marked(text)) for form, text in enumerate(forms))
    return Cell(lang, numbered, "missing" if not forms else "as in English" if same else "")


def _spoken(key: Key, words: Catalog) -> tuple[str, ...]:
    """All forms of a translation, or none if one of them is blank."""
    context, forms = key
    found = words.get(forms[0], context)
    there = forms_of(found.string) if found else ()
    return there if all(text.strip() for text in there) else ()


def _numbers(words: Catalog) -> dict[int, int]:
    """For each plural form the smallest number it is used for."""
    form, found = c2py(words.plural_expr), dict[int, int]()
    for number in (*range(1, 200), 0):
        found.setdefault(form(number), number)
    return found


def _marked(text: str) -> Markup:
    """The text with its placeholders marked."""
    return Markup(BLANK.sub(r"<mark>\g<0></mark>", str(escape(text))))
