"""`make words`: every sentence in its place, in all languages side by side, as build/words.html."""

from collections.abc import Sequence

from companion.languages import SOURCE, languages
from tests.words.catalogues import ROOT, catalogue, everything
from tests.words.page import page

PAGE = ROOT / "build" / "words.html"


def main() -> None:
    """Writes the page."""
    PAGE.parent.mkdir(exist_ok=True)
    catalogues = {lang: catalogue(lang) for lang in languages() if lang != SOURCE}
    PAGE.write_text(page(everything(), catalogues, _lines, languages()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: every sentence in its place")


def _lines(path: str) -> Sequence[str]:
    return (ROOT / path).read_text(encoding="utf-8").split("\n")


if __name__ == "__main__":
    main()
