"""Pages for printing, as HTML for the browser and as PDF: a table's summary and sheets, and a game's material."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, request, send_from_directory, url_for
from flask_babel import gettext as _

from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove
from companion.paths import data_dir
from companion.printing import client, documents, material
from companion.printing.queue import RETRY_AFTER, ClientGone, PrintRequest, QueueFull
from companion.table.commands.types import Forbidden
from companion.table.model.player_view import PlayerView, player_view
from companion.web import context
from companion.web.http import concurrency, limits
from companion.web.http.device_cookie import device
from companion.web.http.locale import lang, region, usual_paper

pages = Blueprint("prints", __name__)


def public_view(key: str, *, lobby: bool = False) -> PlayerView:
    """Return the public view of a game, for those who play or run it, and for its screen once it is over.

    Raises Forbidden, and without `lobby` IllegalMove before the game has begun.
    """
    service = context.service()
    view, rights = player_view(service.table(key)), service.rights(key, device())
    if rights.stranger and not (rights.watch and view.closed):
        raise Forbidden("no-seat")
    if view.state is None and not lobby:
        raise IllegalMove("not-begun")
    return view


def paper() -> str:
    """Return the requested paper size, else the usual one in the reader's region."""
    wanted = request.args.get("paper", "")
    return wanted if wanted in documents.PAPERS else usual_paper()


@pages.get("/t/<key>/summary")
def summary(key: str) -> str:
    return documents.summary(public_view(key), lang=lang(), paper=paper(), region=region(), on_screen=True).html


@pages.get("/t/<key>/summary.pdf")
def summary_pdf(key: str) -> Response:
    sheet = documents.summary(public_view(key), lang=lang(), paper=paper(), region=region())
    return pdf_response("summary.pdf", sheet, html_url=url_for(".summary", key=key))


@pages.get("/t/<key>/result.png")
def result_card(key: str) -> Response:
    """Return the result as a picture. Raises IllegalMove before the game is over."""
    view = public_view(key)
    if not view.over:
        raise IllegalMove("not-over")
    return pdf_response("result.png", documents.result_card(view, lang=lang(), region=region()))


@pages.get("/t/<key>/score-sheet.pdf")
def score_sheet_pdf(key: str) -> Response:
    """Return a blank score sheet, also in the lobby."""
    view = public_view(key, lobby=True)
    sheet = documents.score_sheet(view.slug, view.people, view.options, lang=lang(), paper=paper())
    return pdf_response("score-sheet.pdf", sheet)


@pages.get("/t/<key>/table-card.pdf")
def table_card_pdf(key: str) -> Response:
    """Return a card with the table's QR code, to stand on the table."""
    view = public_view(key, lobby=True)
    origin = context.join_origin()
    address = origin + url_for("play.table", key=key)
    return pdf_response("table-card.pdf", documents.table_card(view, address, origin, lang=lang(), paper=paper()))


def pdf_response(name: str, sheet: client.Sheet, html_url: str = "", *, material: bool = False) -> Response:
    """Return a sheet as PDF or picture, or a page that explains why not.

    That page links to `html_url`, which the browser can print.
    """
    connected = request.environ.get("companion.there", lambda: True)  # set by our own server
    concurrency.release_slot()
    try:
        pdf = current_app.config["PRINTER"].pdf(sheet, PrintRequest(material, connected))
    except ClientGone:
        return Response("", 503)  # the client has disconnected
    except (QueueFull, client.NoPrinter, client.PrinterFailed) as error:
        page = render_template("no_printer.html", sentence=_reason(error), instead=html_url)
        return Response(page, 503, headers={"Retry-After": str(RETRY_AFTER)} if isinstance(error, QueueFull) else {})
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(pdf, mimetype="image/png" if sheet.picture else "application/pdf", headers=headers)


def _reason(error: QueueFull | client.NoPrinter | client.PrinterFailed) -> str:
    """Explain why there is no PDF, and what would help."""
    if isinstance(error, QueueFull):
        return str(_("The printer is busy. Try again in half a minute."))
    if isinstance(error, client.NoPrinter):
        return str(_("PDFs need Pango, which is not installed on the host's computer: %(how)s", how=error.hint))
    return str(_("The PDF couldn't be made. Try again in a minute. If that fails, the server's log says why."))


@pages.get("/printables/<path:name>.css")
def style(name: str) -> Response:
    """Serve the style sheets of printable pages."""
    return send_from_directory(data_dir("printables"), f"{name}.css", mimetype="text/css")


@pages.get("/material/<slug>")
def choose_material(slug: str) -> str:
    sheets = material.sheets(slug) or abort(404)
    return render_template(
        "material/choose.html",
        game=GAMES[slug],
        sheets=tuple(sheets),
        choices=GAMES[slug].box.choices,
        chosen=material.parse_options(slug, _material_options(slug)),
        papers=documents.PAPERS,
        paper=_material_paper(),
    )


@pages.get("/material/<slug>/print")
def material_html(slug: str) -> str:
    return _material(slug, on_screen=True).html


@pages.get("/material/<slug>/print.pdf")
def material_pdf(slug: str) -> Response:
    sheet = _material(slug)
    known = {"sheet", "paper", *GAMES[slug].box.choices}  # others, such as `_scheme`, mean something to `url_for`
    query: dict[str, Any] = {key: values for key, values in request.args.lists() if key in known}
    return pdf_response(f"{slug}.pdf", sheet, url_for(".material_html", slug=slug, **query), material=True)


def _material(slug: str, *, on_screen: bool = False) -> client.Sheet:
    """Return the requested sheets of a game, all of them by default. Raises InvalidMove."""
    if not material.sheets(slug):
        abort(404)
    limits.check_page()
    names, options = request.args.getlist("sheet"), _material_options(slug)
    return material.material_sheet(slug, names, options, lang=lang(), paper=_material_paper(), on_screen=on_screen)


def _material_options(slug: str) -> Mapping[str, str]:
    return {key: _single(key) for key in GAMES[slug].box.choices if key in request.args}


def _material_paper() -> str:
    """Return the requested paper size, else the usual one. Raises InvalidMove for an unknown size."""
    if "paper" not in request.args:
        return usual_paper()
    wanted = _single("paper")
    if wanted not in documents.PAPERS:
        raise InvalidMove("not-one-of", key="paper", expected=", ".join(documents.PAPERS))
    return wanted


def _single(key: str) -> str:
    values = request.args.getlist(key)
    if len(values) > 1:
        raise InvalidMove("twice", key=key)
    return values[0]
