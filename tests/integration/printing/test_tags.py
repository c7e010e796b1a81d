"""PDFs as screen readers read them: tags in reading order, language, title, and words for drawings (PDF/UA-1)."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.games import GAMES
from companion.paths import data_dir
from companion.printing import documents
from companion.printing.client import Sheet
from tests.integration.printing.sheets import Printed, a_game, at_table, printed, summary
from tests.unit.games.worded import WORDED


@cache
def ended() -> Sheet:
    """Summary of a whole game."""
    return summary(at_table(a_game(3).header, a_game(3).acts))


def rules(slug: str) -> Sheet:
    """Printed rules of a game."""
    return documents.rules(slug, GAMES[slug].players[-1], lang="fr", paper="a4")


def parts(pdf: Printed) -> Iterator[tuple[str, Any]]:
    """All tags of a PDF in reading order, with their structure elements."""
    root: Any = pdf.reader.trailer["/Root"]
    waiting = [root["/StructTreeRoot"]["/K"]]
    while waiting:
        now = waiting.pop(0).get_object()
        if isinstance(now, list):
            waiting[:0] = now
        elif isinstance(now, dict) and "/S" in now:
            yield str(now["/S"]), now
            waiting[:0] = [now["/K"]] if "/K" in now else []


def test_summary_is_tagged_in_reading_order() -> None:
    pdf = printed(ended())
    root: Any = pdf.reader.trailer["/Root"]
    tags = [tag for tag, _ in parts(pdf)]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert "pdfuaid" in root["/Metadata"].get_data().decode()
    assert pdf.title
    assert pdf.language == "en"
    assert tags.index("/H1") < tags.index("/H2") < tags.index("/Table")
    assert {"/TH", "/TD", "/TR"} <= set(tags)


def test_every_figure_of_a_summary_has_words() -> None:
    figures = [figure for tag, figure in parts(printed(ended())) if tag == "/Figure"]
    assert [str(figure["/Alt"]) for figure in figures] == ["Money of each player after each round"]


@pytest.mark.parametrize("slug", sorted(WORDED))
def test_every_figure_of_the_rules_has_words(slug: str) -> None:
    figures = [figure for tag, figure in parts(printed(rules(slug))) if tag == "/Figure"]
    assert bool(figures) == (data_dir("printables") / slug / "_rules_printed.html").exists()
    assert all(str(figure["/Alt"]).strip() for figure in figures)
