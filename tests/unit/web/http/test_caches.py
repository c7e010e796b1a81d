"""Caches of rendered pages are bounded, and show the same."""

from functools import lru_cache
from pathlib import Path

import pytest

from companion.table.service.importing import import_record
from companion.web.http import locale
from companion.web.live import broadcast, sse
from companion.web.pages import history, start_page
from tests.unit.games.playing import a_record
from tests.unit.web.support.devices import ORIGIN, PORT, Device, Session, Stream, new_app


def test_latest_histories_are_cached(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    cached = session.app.config["RENDERED_HISTORIES"]
    path = f"/t/{session.key}/history"
    session.host.get(path, Accept_Language="en")
    [(_, in_english)] = cached.values()
    monkeypatch.setattr(history, "CACHE_SIZE", 2.5 * len(in_english))
    told = [session.host.get(path, Accept_Language=lang).text for lang in ("de", "fr", "it", "de")]
    assert told[0] == told[3]
    assert [lang for _, lang, _ in cached] == ["it", "de"]


def test_latest_result_cards_are_cached(tmp_path: Path) -> None:
    render_card = lru_cache(3)(start_page.render_card.__wrapped__)
    app = new_app(tmp_path)
    app.jinja_env.globals["render_card"] = render_card
    server = Session(app, Device("host", app.test_client()))
    for seed in range(5):
        import_record(server.service, a_record("vabanque", ("Anna", "Ben", "Carla"), seed), float(seed))
    operator = server.operator()
    first, again = operator.get("/").text, operator.get("/").text
    assert first == again
    assert first.count("Anna") >= 5
    assert render_card.cache_info().currsize == 3


def test_latest_broadcasts_are_cached(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "BROADCASTS_KEPT", 2)
    for lang in ("de", "fr", "it"):
        session.players[0].get(f"/t/{session.key}", Accept_Language=lang)
    assert [lang for _, lang, _ in session.app.config["BROADCASTS"]._latest] == ["fr", "it"]


def test_silent_stream_sends_heartbeats(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT", 0.01)
    stream = Stream(session.players[0], f"/t/{session.key}/events")
    next(stream)
    assert [next(stream) for _ in range(2)] == [broadcast.PING] * 2
    stream.close()


def test_long_headers_are_not_cached(session: Session) -> None:
    client = session.app.test_client(use_cookies=False)
    caches = (locale._select_locale, locale._region, session.app.config["COOKIE_SIGNER"]._cached_unsign)
    for nth in range(20):
        long = f"{'x' * 3_000}{nth}"
        headers = {"Cookie": f"companion-{PORT}={long}; companion-language={long}", "Accept-Language": long}
        assert client.get("/", base_url=ORIGIN, headers=headers).status_code == 200
        if nth == 0:
            before = [cache.cache_info().currsize for cache in caches]
    assert [cache.cache_info().currsize for cache in caches] == before
