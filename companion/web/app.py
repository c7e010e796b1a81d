"""The application factory."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Event
from typing import Any
from weakref import WeakValueDictionary

from babel import Locale
from flask import Flask, Response
from flask_babel import Babel, get_locale
from flask_compress import Compress
from htmx_flask import Htmx
from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined

from companion.i18n import languages
from companion.paths import data_dir
from companion.printing.prerender import Prerenderer
from companion.printing.queue import PrintQueue
from companion.rendering import templating
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.group_commit import Run, run_directly
from companion.table.storage.store import Store
from companion.web.http import (
    assets,
    browsers,
    concurrency,
    device_cookie,
    links,
    locale,
    security,
    shared_database,
    theme,
)
from companion.web.http.cookie_signature import CookieSigner, load_secret
from companion.web.http.limits import RateLimiter
from companion.web.live import public_page, qr_address
from companion.web.live.broadcast import Broadcasts
from companion.web.live.stream_limits import Streams
from companion.web.monitoring import health, metrics
from companion.web.monitoring.metrics import Metrics
from companion.web.monitoring.request_log import RequestLog, RequestMonitor
from companion.web.pages import (
    administration,
    errors,
    exports,
    history,
    lobby,
    people,
    prints,
    privacy,
    replay,
    rules,
    table,
    table_menu,
)
from companion.web.pages.start_page import render_card
from companion.web.settings import Settings

MAX_FORM_SIZE = 64 * 1024
COMPRESSED = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/jsonl", "text/csv"]
FLASK_CONFIG: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": MAX_FORM_SIZE,
    "MAX_FORM_MEMORY_SIZE": MAX_FORM_SIZE,
    "MAX_FORM_PARTS": 100,
    "SEND_FILE_MAX_AGE_DEFAULT": assets.ONE_YEAR,
    "COMPRESS_MIMETYPES": COMPRESSED,
    "COMPRESS_ALGORITHM": ["gzip"],
    "COMPRESS_ALGORITHM_STREAMING": ["gzip"],
    "COMPRESS_REGISTER": False,
}
PAGES = (administration, exports, history, lobby, people, prints, privacy, replay, rules, table, table_menu)


def create_app(
    settings: Settings,
    *,
    clock: Callable[[], float] = time.time,
    run: Run = run_directly,
    connections: int = 1_000,
    log: RequestLog | None = None,
) -> Flask:
    """Create the application. `run` runs each database commit; `connections` is the limit of the server."""
    app = Flask("companion", template_folder=str(data_dir("templates")), static_folder=str(data_dir("static")))
    bus = Notifier()
    app_metrics = Metrics()
    store = Store(settings.database_location, app_metrics.count_commits(run))
    service = TableService(store, bus, clock)
    qr_address.follow_other_processes(service, settings)
    streams = Streams(connections, app_metrics.streams.set)
    app.config |= FLASK_CONFIG | {
        "SETTINGS": settings,
        "SERVICE": service,
        "BROADCASTS": Broadcasts(service, settings, streams.has_screen),
        "PRINTER": (shop := PrintQueue()),
        "PRERENDERER": Prerenderer(service, shop) if settings.prerender else None,
        "RENDERED_HISTORIES": OrderedDict(),
        "STOPPING": Event(),
        "DATABASE_PROBE": health.DatabaseProbe(lambda: store.has_rights("")),
        "RATE_LIMITER": RateLimiter(),
        "TABLE_LOCKS": WeakValueDictionary(),
        "STREAMS": streams,
        "METRICS": app_metrics,
        "COOKIE_SIGNER": CookieSigner(load_secret(store, settings.data)),
        "HOSTS": (settings.host,),
        "REFUSED_HOSTS": set(),
        "BABEL_TRANSLATION_DIRECTORIES": str(languages.CATALOGUES),
    }
    Babel(app, locale_selector=locale.select_locale)
    _compress_responses(app)
    Htmx(app)
    concurrency.limit_pages(app)
    security.protect(app)
    shared_database.refresh_before_pages(app)
    errors.register_handlers(app)
    app.after_request(device_cookie.send_cookie)
    app.view_functions["static"] = assets.static
    for module in (locale, health, metrics, *PAGES):
        app.register_blueprint(module.pages)
    app_metrics.count_tables(store)
    app.wsgi_app = RequestMonitor(app.wsgi_app, app_metrics, log)  # type: ignore[assignment, method-assign]  # as Flask documents it
    links.use_url_map(app)
    _set_up_templates(app)
    return app


def _compress_responses(app: Flask) -> None:
    """Compress responses, but skip the compressor for plain and small ones, such as the response to a tap."""
    compress = Compress(app)
    min_size: int = app.config["COMPRESS_MIN_SIZE"]

    @app.after_request
    def compress_response(response: Response) -> Response:
        length = response.content_length
        if response.mimetype == "text/plain" or (length is not None and length < min_size):
            return response
        return compress.after_request(response)


def _set_up_templates(app: Flask) -> None:
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
        "has_plain_pages": public_page.has_plain_pages,
        "current_language": locale.lang,
        "is_operator": device_cookie.is_operator,
        "oldest_browsers": browsers.OLDEST,
        "render_card": render_card,
        "theme_of": theme.theme,
        "light_media": theme.light_media,
    }
