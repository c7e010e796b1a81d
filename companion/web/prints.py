"""What leaves the table: the summary as a page and as PDF, and the record. All of it from nobody's chair."""

from typing import Any

from flask import Blueprint, Response, current_app, render_template, request, send_from_directory
from flask_babel import gettext as _

from companion import printing
from companion.games.kit import Refused
from companion.paths import data_dir
from companion.table.chair import Chair, chair
from companion.table.desk import Desk
from companion.table.takes import Forbidden
from companion.web.devices import device
from companion.web.languages import lang

pages = Blueprint("prints", __name__)


def _nobody(key: str) -> Chair:
    """The game as everybody may know it, for those who sit at the table or run it."""
    desk: Desk = current_app.config["DESK"]
    rights = desk.rights(key, device())
    asking = device()
    if not rights.host and rights.person is None and not (asking and desk.store.is_house(asking)):
        raise Forbidden("no-seat")
    seen = chair(desk.table(key))
    if seen.state is None:
        raise Refused("not-begun")
    return seen


def _sheet(key: str, *, on_screen: bool = False) -> printing.Sheet:
    wanted = request.args.get("paper", "")
    paper = wanted if wanted in printing.PAPERS else printing.PAPERS[0]
    return printing.summary(_nobody(key), lang=lang(), paper=paper, on_screen=on_screen)


@pages.get("/t/<key>/summary")
def summary(key: str) -> str:
    """The summary as a page, for the browser's own print."""
    return _sheet(key, on_screen=True).html


@pages.get("/t/<key>/summary.pdf")
def summary_pdf(key: str) -> Any:
    """The summary as PDF, made outside of this process."""
    sheet = _sheet(key)
    try:
        pdf = current_app.config["PRINTER"].pdf(sheet)
    except printing.NoPrinter as missing:
        sentence = _("PDFs need Pango, which is not installed on the host's machine: %(how)s", how=missing.how)
        page = render_template("table/no_printer.html", sentence=sentence, key=key)
        return Response(page, 503)
    return Response(pdf, mimetype="application/pdf", headers={"Content-Disposition": 'inline; filename="summary.pdf"'})


@pages.get("/printables/<path:name>")
def style(name: str) -> Response:
    """The style sheets of the summary as a page."""
    return send_from_directory(data_dir("printables"), name, mimetype="text/css")


@pages.get("/t/<key>/record.jsonl")
def export(key: str) -> Response:
    """The game record: the actions in force, with what was never turned up as "hidden"."""
    headers = {"Content-Disposition": 'attachment; filename="record.jsonl"'}
    return Response(_nobody(key).export(), mimetype="application/jsonl; charset=utf-8", headers=headers)
