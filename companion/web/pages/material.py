"""A game's own material, to be printed: what there is, what may be chosen, and the PDF. None of it is of a table."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from companion.games import GAMES
from companion.games.types import InvalidMove
from companion.printing import client, documents, material
from companion.web.http import limits
from companion.web.http.locale import lang, usual_paper
from companion.web.pages.prints import made

pages = Blueprint("material", __name__)


@pages.get("/material/<slug>")
def choose(slug: str) -> str:
    """What a game has to print, with what may be chosen for it."""
    there, choices = _sheets(slug), GAMES[slug].box.choices
    chosen = material.chosen(slug, _given(slug))
    return render_template(
        "material/choose.html",
        game=GAMES[slug],
        sheets=tuple(there),
        choices=choices,
        chosen=chosen,
        papers=documents.PAPERS,
        paper=_paper(),
    )


@pages.get("/material/<slug>/print")
def on_screen(slug: str) -> str:
    """The chosen sheets as a page, for the browser's own print."""
    return _chosen(slug, on_screen=True).html


@pages.get("/material/<slug>/print.pdf")
def pdf(slug: str) -> Any:
    """The chosen sheets as PDF, made outside of this process."""
    return made(f"{slug}.pdf", _chosen(slug), url_for(".on_screen", slug=slug, **_asked(slug)), material=True)


def _sheets(slug: str) -> Mapping[str, str]:
    """A game's sheets; where there are none, there is no page either."""
    return material.sheets(slug) or abort(404)


def _chosen(slug: str, *, on_screen: bool = False) -> client.Sheet:
    """The sheets that were asked for, all of them where none is named. Raises InvalidMove."""
    _sheets(slug)
    limits.check_page()
    names = request.args.getlist("sheet")
    return material.sheet(slug, names, _given(slug), lang=lang(), paper=_paper(), on_screen=on_screen)


def _asked(slug: str) -> dict[str, Any]:
    """The same words for another page; any others might be ones that make addresses (`_scheme`)."""
    known = {"sheet", "paper", *GAMES[slug].box.choices}
    return {key: values for key, values in request.args.lists() if key in known}


def _given(slug: str) -> Mapping[str, str]:
    """What the form says of the game's own choices; whatever else stands in the address says nothing."""
    choices = GAMES[slug].box.choices
    return {key: _once(key) for key in choices if key in request.args}


def _paper() -> str:
    """What was chosen, else what is usual where the reader's language is spoken. Raises InvalidMove."""
    if "paper" not in request.args:
        return usual_paper()
    wanted = _once("paper")
    if wanted not in documents.PAPERS:
        raise InvalidMove("not-one-of", key="paper", expected=", ".join(documents.PAPERS))
    return wanted


def _once(key: str) -> str:
    values = request.args.getlist(key)
    if len(values) > 1:
        raise InvalidMove("twice", key=key)
    return values[0]
