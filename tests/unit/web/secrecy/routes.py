"""Every request that the app knows. A route that is not here fails a test."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from flask import Flask

from companion.table.model import replay
from companion.table.model.names import name_id
from companion.table.model.player_view import player_view
from tests.unit.web.games import SUPPORT
from tests.unit.web.secrecy.planting import NOBODYS_KEY as NOBODYS_KEY
from tests.unit.web.support.devices import Device, Form, Session

READ = {"GET", "HEAD", "OPTIONS"}
SEND = {"POST", "OPTIONS"}


@dataclass(frozen=True)
class Asked:
    """A request; with a form it is a POST."""

    endpoint: str
    path: str
    form: Form | None = None
    headers: dict[str, str] = field(default_factory=dict)


PAGES: dict[str, tuple[str, ...]] = {
    "static": ("/static/tap.js", "/static/nothing.js"),
    "lobby.start": ("/",),
    "lobby.archived": ("/put-away", "/put-away?page=2"),
    "lobby.new": ("/new",),
    "lobby.accept_invitation": ("/house/not-an-invitation",),
    "play.table": ("/t/{key}",),
    "play.door": ("/t/{key}/door",),
    "table_menu.correct": ("/t/{key}/correct",),
    "table_menu.host": ("/t/{key}/host",),
    "play.screen": ("/t/{key}/screen",),
    "history.entries": ("/t/{key}/history", "/t/{key}/history?screen=1"),
    "history.page": ("/t/{key}/history/9/1", "/t/{key}/history/x/1"),
    "replay.first": ("/t/{key}/replay", "/t/{key}/replay?screen=1&by=payouts"),
    "replay.step": ("/t/{key}/replay/9/0", "/t/{key}/replay/9/0?by=payouts", "/t/{key}/replay/x/0"),
    "replay.choose_alternative": ("/t/{key}/what-if/9", "/t/{key}/what-if/x"),
    "play.me": ("/t/{key}/me", "/t/{key}/screen/me"),
    "play.next_table": ("/t/{key}/again",),
    "play.hand": ("/t/{key}/hand",),
    "table_menu.phone": ("/t/{key}/phone",),
    "table_menu.seats": ("/t/{key}/seats",),
    "table_menu.lend": ("/t/{key}/lend",),
    "table_menu.end": ("/t/{key}/end",),
    "rules.of_game": ("/rules/wetten", "/rules/vabanque?players=6", "/rules/vabanque?players=9", "/rules/nothing"),
    "rules.at_table": ("/t/{key}/rules", "/t/{key}/rules?screen=1"),
    "rules.html": ("/rules/vabanque/print?players=6",),
    "rules.pdf": ("/rules/vabanque/print.pdf",),
    "prints.choose_material": ("/material/wetten", "/material/wetten?track=4", "/material/nothing"),
    "prints.material_html": ("/material/wetten/print?sheet=track&track=10",),
    "prints.material_pdf": ("/material/wetten/print.pdf?sheet=contents",),
    "prints.summary": ("/t/{key}/summary",),
    "prints.summary_pdf": ("/t/{key}/summary.pdf", "/t/{key}/summary.pdf?paper=a4"),
    "prints.result_card": ("/t/{key}/result.png",),
    "prints.score_sheet_pdf": ("/t/{key}/score-sheet.pdf", "/t/{key}/score-sheet.pdf?paper=a4"),
    "prints.table_card_pdf": ("/t/{key}/table-card.pdf", "/t/{key}/table-card.pdf?paper=a4"),
    "prints.style": ("/printables/base.css", "/printables/../pyproject.toml"),
    "health.health": ("/health",),
    "metrics.metrics": ("/metrics",),
    "people.everybody": ("/people",),
    "people.person": (f"/people/{name_id('Anna')}", "/people/nobody"),
    "people.game": ("/games/vabanque", "/games/wetten", "/games/banque_fatale", "/games/nothing"),
    "administration.operators": ("/operators",),
    "administration.edit_person": (f"/people/{name_id('Anna')}/name", "/people/nobody/name"),
    "people.season": ("/season/2027", "/season/1"),
    "people.season_pdf": ("/season/2027.pdf",),
    "exports.record": ("/t/{key}/record.jsonl",),
    "exports.plays": ("/plays.csv",),
    "exports.bg_stats": ("/t/{key}/bg-stats",),
    "privacy.notice": ("/kept",),
    "privacy.confirm_deletion": ("/t/{key}/delete",),
}
STREAMS = {"phone": "/t/{key}/events", "screen": "/t/{key}/screen/events"}
SENT = {
    "table_menu.set_guided_mode",
    "languages.choose",
    "lobby.open_table",
    "lobby.enter_code",
    "lobby.choose_address",
    "play.tap",
    "play.again",
    "privacy.delete",
    "administration.rename",
    "administration.revoke",
    "administration.merge",
    "administration.separate",
    "administration.forget",
    "replay.show_alternative",
}

OTHERWISE: Form = {"table": "1", "place": "1", "steps": "1", "card": "red", "token": "red", "number": "1"}
"""Fields that the forms of several games could send to *What if*."""

STEPS = 12
"""How many places of a finished game are asked for."""

AS_HTMX = {"HX-Request": "true", "HX-Target": "div#offline"}
AT_THE_DOOR = {"HX-Request": "true", "HX-Target": "main#door"}


def routes(app: Flask) -> dict[str, set[str]]:
    """The app's routes with their methods."""
    return {rule.endpoint: set(rule.methods or ()) for rule in app.url_map.iter_rules()}


def known_routes() -> dict[str, set[str]]:
    """The routes of this module."""
    return {**dict.fromkeys((*PAGES, "play.events"), READ), **dict.fromkeys(SENT, SEND)}


def requests(session: Session, device: Device, seat: int | None, latest: str) -> Iterator[Asked]:
    """List the requests that a viewer could make now; none is a move."""
    for endpoint, paths in PAGES.items():
        if device.name == "operator" and endpoint == "metrics.metrics":
            continue  # it is shown seconds, which no two games share
        for path in paths:
            yield Asked(endpoint, path)
    if (page := session.table.roster.page) is not None:
        for step in (1, min(page.step, page.steps)):
            yield Asked("history.page", f"/t/{{key}}/history/{page.act}/{step}")
    yield from looking_back(session)
    for headers in (AS_HTMX, AT_THE_DOOR):
        yield Asked("play.table", "/t/{key}", headers=headers)
    yield Asked("languages.choose", "/language", {"language": "de", "back": "/t/{key}"})
    yield Asked("lobby.open_table", "/new", {"game": "nothing"})
    yield Asked("lobby.open_table", "/new", {"game": session.table.slug})
    yield Asked("lobby.enter_code", "/code", {"code": session.table.code})
    yield Asked("lobby.choose_address", "/t/{key}/address", {"address": "192.0.2.1"})
    yield Asked("play.again", "/t/{key}/again", {"op": device.op()})
    yield Asked("privacy.delete", "/t/{key}/delete", {"sure": "perhaps"})
    for what in ("rename", "join", "part", "forget"):
        yield Asked(f"naming.{what}", f"/people/{name_id('Anna')}/{what}", {"name": "", "other": "nobody"})
    if session.table.asks:  # else it would be gone
        yield Asked("privacy.delete", "/t/{key}/delete", {"sure": "yes"})
    if device.name != "operator":  # it would be the host: that is a part of the transcript
        yield Asked("play.tap", "/t/{key}/tap", {"op": device.op(), "kind": "host"})
    for form in taps(session, seat, latest):
        yield Asked("play.tap", "/t/{key}/tap", {"op": device.op(), **form})


def looking_back(session: Session) -> Iterator[Asked]:
    """Steps of a finished game, and *What if* for a few of its moves."""
    end = player_view(session.table)
    every = replay.replay_steps(end) if end.scene == "over" else []
    for number, page in every[:: max(1, len(every) // STEPS)]:
        yield Asked("replay.step", f"/t/{{key}}/replay/{number}/{page}", headers=AS_HTMX if page else {})
    for played in end.played[:: max(1, len(every) // STEPS)] if every else ():
        yield Asked("replay.choose_alternative", f"/t/{{key}}/what-if/{played.number}")
        do = end.game.write(played.act.move)["do"]
        yield Asked("replay.show_alternative", f"/t/{{key}}/what-if/{played.number}", {"do": do, **OTHERWISE})


def taps(session: Session, seat: int | None, latest: str) -> Iterator[Form]:
    """Taps that are refused or change nothing: each could be a question for a secret."""
    asks = [ask for ask in session.table.asks if ask.seat not in (seat, None) and ask.do != "start"]
    for guess in SUPPORT[session.table.slug].GUESSES:
        if guess["slot"] in [ask.slot for ask in session.table.asks]:
            continue  # from its own seat it would be a move
        for ask in asks[:1]:
            more = {"slot": ask.slot, "do": ask.do, "sure": "yes"}
            yield {"kind": "act", **guess, **more}
            yield {"kind": "act", **guess, **more, "seat": ask.seat}
        yield {"kind": "act", **guess}
        yield {"op": latest, "kind": "act", **guess}
    yield {"kind": "back", "entry": 1}
    yield {"kind": "page", "act": 1, "step": 1}
    yield {"kind": "claim", "person": 99}
    yield {"kind": "admit", "claim": 1}
    yield {"kind": "sit", "name": "Gina", "colour": "red"}
    yield {"kind": "begin", "order": "0"}
    yield {"kind": "leave", "person": 0}
    yield {"kind": "hand-on", "person": 99}
    yield {"kind": "rename", "person": 99, "name": "Gina"}
    yield {"kind": "gone", "person": 99}
    yield {"kind": "phone", "code": "AAAAAAAA"}
    yield {"kind": "hold", "person": "host"}
    yield {"kind": "open"}
    yield {"kind": "peek"}
