"""The application factory."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Event
from typing import Any

from babel import Locale
from flask import Flask, Response
from flask_babel import Babel, get_locale
from flask_compress import Compress
from htmx_flask import Htmx
from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined

from companion.i18n import languages
from companion.paths import data_dir
from companion.printing.prerender import Ahead
from companion.printing.queue import PrintShop
from companion.rendering import templating
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.group_commit import Run, directly
from companion.table.storage.store import Store
from companion.web.http import assets, browsers, device_cookie, links, locale, security, turns
from companion.web.http.cookie_signature import Seal, secret
from companion.web.http.limits import Limits
from companion.web.http.operator_rights import is_operator
from companion.web.http.table_quota import Openings
from companion.web.live import freshness, public_page, qr_address
from companion.web.live.broadcast import Broadcasts
from companion.web.live.stream_limits import Streams
from companion.web.monitoring import health, metrics
from companion.web.monitoring.metrics import Counters
from companion.web.monitoring.request_log import Log
from companion.web.monitoring.request_metrics import Watch
from companion.web.pages import (
    errors,
    exports,
    guided_mode,
    history,
    lobby,
    material,
    operators,
    people,
    people_admin,
    prints,
    privacy,
    replay,
    rules,
    seats,
    table,
)
from companion.web.pages.result_cards import Cards
from companion.web.settings import Settings

LARGEST_FORM = 64 * 1024
PACKED = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/jsonl", "text/csv"]
FIXED: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": LARGEST_FORM,
    "MAX_FORM_MEMORY_SIZE": LARGEST_FORM,
    "MAX_FORM_PARTS": 100,
    "SEND_FILE_MAX_AGE_DEFAULT": assets.A_YEAR,
    "COMPRESS_MIMETYPES": PACKED,
    "COMPRESS_ALGORITHM": ["gzip"],
    "COMPRESS_ALGORITHM_STREAMING": ["gzip"],
    "COMPRESS_REGISTER": False,
}
"""What no setting changes of Flask and of what it works with."""

PARTS = (
    locale,
    guided_mode,
    health,
    history,
    privacy,
    lobby,
    material,
    metrics,
    people_admin,
    operators,
    people,
    table,
    prints,
    replay,
    exports,
    rules,
    seats,
)
"""Where the pages are."""


def create_app(
    settings: Settings,
    *,
    clock: Callable[[], float] | None = None,
    run: Run = directly,
    room: int = 1_000,
    log: Log | None = None,
) -> Flask:
    """The application of one house, with its database in `settings.data` and room for so many connections.

    `run` runs each commit; `log` is told of each request.
    """
    app = Flask("companion", template_folder=str(data_dir("templates")), static_folder=str(data_dir("static")))
    bus = Notifier()
    counters = Counters()
    store = Store(settings.where, counters.counting(run))
    service = TableService(store, bus, clock) if clock else TableService(store, bus)
    qr_address.follow(service, settings)
    app.config |= FIXED | {
        "SETTINGS": settings,
        "DESK": service,
        "BROADCASTS": Broadcasts(service, settings),
        "PRINTER": (shop := PrintShop()),
        "AHEAD": Ahead(service, shop) if settings.ahead else None,
        "TOLD_LATELY": OrderedDict(),
        "STOPPING": Event(),
        "PULSE": health.pulse(service),
        "LIMITS": Limits(),
        "OPENINGS": Openings(store),
        "STREAMS": Streams(room, counters.streams.set),
        "COUNTERS": counters,
        "SEAL": Seal(secret(store, settings.data)),
        "HOSTS": (settings.host,),
        "FOREIGN_HOSTS": set(),
        "BABEL_TRANSLATION_DIRECTORIES": str(languages.CATALOGUES),
    }
    Babel(app, locale_selector=locale.chosen)
    _pack(app)
    Htmx(app)
    turns.guard(app)
    security.guard(app)
    freshness.guard(app)
    errors.handle(app)
    app.after_request(device_cookie.remember)
    app.view_functions["static"] = assets.static
    for part in PARTS:
        app.register_blueprint(part.pages)
    counters.look_at(store)
    app.wsgi_app = Watch(app.wsgi_app, counters, log)  # type: ignore[assignment, method-assign]  # as Flask documents it
    app.config["CARDS"] = Cards()
    links.learn(app)
    _dress(app)
    return app


def _pack(app: Flask) -> None:
    """Pages are packed. What is plain or small, such as the answer to a tap, does not even pass by."""
    packer = Compress(app)
    small: int = app.config["COMPRESS_MIN_SIZE"]

    @app.after_request
    def pack(response: Response) -> Response:
        length = response.content_length
        if response.mimetype == "text/plain" or (length is not None and length < small):
            return response
        return packer.after_request(response)


def _dress(app: Flask) -> None:
    """What all templates may use."""
    env = app.jinja_env
    env.trim_blocks = env.lstrip_blocks = True
    env.undefined = StrictUndefined
    env.loader = app.jinja_loader = ChoiceLoader(
        [FileSystemLoader(data_dir("templates")), FileSystemLoader(data_dir("printables"))]
    )
    templating.configure_environment(env, lambda: get_locale() or Locale(languages.SOURCE), locale.region)
    env.globals |= {
        "asset": assets.asset,
        "has_asset": assets.has_asset,
        "languages": languages.languages,
        "material_links": links.material_links,
        "plain_pages": public_page.plain_pages,
        "current_language": locale.lang,
        "is_operator": is_operator,
        "oldest": browsers.OLDEST,
    }
