"""What leaves the table: the summary as a page and as PDF, and the record. All of it from nobody's chair."""

from typing import Any

from flask import Blueprint, Response, current_app, render_template, request, send_from_directory, url_for
from flask_babel import gettext as _

from companion.games.types import IllegalMove
from companion.paths import data_dir
from companion.printing import client, documents
from companion.printing.queue import RETRY_AFTER, Busy, Gone, PrintRequest
from companion.table.commands.types import Forbidden
from companion.table.model.player_view import PlayerView, player_view
from companion.web import context
from companion.web.http import turns
from companion.web.http.device_cookie import device
from companion.web.http.locale import lang, region, usual_paper

pages = Blueprint("prints", __name__)


def _nobody(key: str, *, lobby: bool = False) -> PlayerView:
    """The game as everybody may know it, for those who sit at the table or run it; at its end for the screen in the
    middle too, whoever the host is by then.
    """
    service = context.service()
    seen, rights = player_view(service.table(key)), service.rights(key, device())
    if rights.stranger and not (rights.watch and seen.closed):
        raise Forbidden("no-seat")
    if seen.state is None and not lobby:
        raise IllegalMove("not-begun")
    return seen


def paper() -> str:
    """What was chosen, else what is usual where the reader's language is spoken."""
    wanted = request.args.get("paper", "")
    return wanted if wanted in documents.PAPERS else usual_paper()


@pages.get("/t/<key>/summary")
def summary(key: str) -> str:
    """The summary as a page, for the browser's own print."""
    return documents.summary(_nobody(key), lang=lang(), paper=paper(), region=region(), on_screen=True).html


@pages.get("/t/<key>/summary.pdf")
def summary_pdf(key: str) -> Any:
    """The summary as PDF, made outside of this process."""
    sheet = documents.summary(_nobody(key), lang=lang(), paper=paper(), region=region())
    return made("summary.pdf", sheet, instead=url_for(".summary", key=key))


@pages.get("/t/<key>/score-sheet.pdf")
def score_sheet_pdf(key: str) -> Any:
    """A blank score sheet for those who sit at the table, in the lobby too."""
    table = _nobody(key, lobby=True)
    sheet = documents.score_sheet(table.slug, table.people, lang=lang(), paper=paper())
    return made("score-sheet.pdf", sheet)


@pages.get("/t/<key>/table-card.pdf")
def table_card_pdf(key: str) -> Any:
    """The way in to the table, for its middle."""
    table = _nobody(key, lobby=True)
    origin = context.way_in()
    address = origin + url_for("play.table", key=key)
    return made("table-card.pdf", documents.table_card(table, address, origin, lang=lang(), paper=paper()))


def made(name: str, sheet: client.Sheet, instead: str = "", *, material: bool = False) -> Response:
    """A sheet as PDF, or the page that says why there is none; `instead` is where the browser itself can print it."""
    there = request.environ.get("companion.there", lambda: True)  # our own server knows
    turns.end(request.environ)
    try:
        pdf = current_app.config["PRINTER"].pdf(sheet, PrintRequest(material, there))
    except Gone:
        return Response("", 503)  # there is nobody to read it
    except (Busy, client.NoPrinter, client.PrinterFailed) as error:
        page = render_template("no_printer.html", sentence=_why_not(error), instead=instead)
        return Response(page, 503, headers={"Retry-After": str(RETRY_AFTER)} if isinstance(error, Busy) else {})
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(pdf, mimetype="application/pdf", headers=headers)


def _why_not(error: Busy | client.NoPrinter | client.PrinterFailed) -> str:
    """Why there is no PDF, and what would help."""
    if isinstance(error, Busy):
        return str(_("The printer is busy. Try again in half a minute."))
    if isinstance(error, client.NoPrinter):
        return str(_("PDFs need Pango, which is not installed on the host's machine: %(how)s", how=error.how))
    return str(_("The PDF could not be made."))


@pages.get("/printables/<path:name>.css")
def style(name: str) -> Response:
    """The style sheets of sheets as pages."""
    return send_from_directory(data_dir("printables"), f"{name}.css", mimetype="text/css")


@pages.get("/t/<key>/record.jsonl")
def export(key: str) -> Response:
    """The game record: the actions in force, with what was never turned up as "hidden"."""
    headers = {"Content-Disposition": 'attachment; filename="record.jsonl"'}
    return Response(_nobody(key).export(), mimetype="application/jsonl; charset=utf-8", headers=headers)
