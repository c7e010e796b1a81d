"""`make words`: every sentence in its place, in all languages side by side, as build/words.html.

With a game's slug, it also lists the sentences that the game shares with others and those without a translation.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from babel.messages.catalog import Catalog

from companion.i18n.languages import SOURCE, languages
from tests.support.words.catalogues import ROOT, Said, catalogue, everything, forms_of
from tests.support.words.page import page

PAGE = ROOT / "build" / "words.html"


def main() -> None:
    PAGE.parent.mkdir(exist_ok=True)
    catalogues = {lang: catalogue(lang) for lang in languages() if lang != SOURCE}
    PAGE.write_text(page(everything(), catalogues, _lines, languages()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: every sentence in its place")
    for slug in sys.argv[1:]:
        print(f"{slug} says with others (where it means something else, it gets a context):")
        print(*shared(slug, everything(), catalogues), sep="\n")
        if lacking := list(missing(slug, everything(), catalogues)):
            print("and has no words yet for:", *lacking, sep="\n")


def shared(slug: str, said: Sequence[Said], catalogues: Mapping[str, Catalog]) -> Iterator[str]:
    """A line for each sentence that a game shares with other templates, with its translations."""
    elsewhere = {one.key: one for one in said if not _of(slug, one)}
    for key in dict.fromkeys(one.key for one in said if _of(slug, one) and one.key in elsewhere):
        context, forms = key
        found = (words.get(forms[0], context) for words in catalogues.values())
        spoken = (forms, *(forms_of(one.string) if one else ("–",) for one in found))
        yield f"  {' | '.join(' / '.join(each) for each in spoken)}  ({elsewhere[key].path}:{elsewhere[key].line})"


def missing(slug: str, said: Sequence[Said], catalogues: Mapping[str, Catalog]) -> Iterator[str]:
    """A line for each sentence of a game that lacks a translation, and the languages."""
    for context, forms in dict.fromkeys(one.key for one in said if _of(slug, one)):
        found = {lang: words.get(forms[0], context) for lang, words in catalogues.items()}
        lacking = [lang for lang, one in found.items() if one is None or not all(forms_of(one.string))]
        if lacking:
            yield f"  {' / '.join(forms)}  ({', '.join(lacking)})"


def _of(slug: str, said: Said) -> bool:
    return slug in PurePosixPath(said.path).parts


def _lines(path: str) -> Sequence[str]:
    return (ROOT / path).read_text(encoding="utf-8").split("\n")


if __name__ == "__main__":
    main()
