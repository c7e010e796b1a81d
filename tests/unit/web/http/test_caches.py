"""What is kept in memory so that it need not be made again: the latest of it, and what is shown is the same."""

from functools import lru_cache
from pathlib import Path

import pytest

from companion.table.service.importing import imported
from companion.web.http import locale
from companion.web.live import broadcast, sse
from companion.web.pages import history, start_page
from tests.unit.games.playing import a_record
from tests.unit.web.support.devices import ORIGIN, PORT, Session, Stream, new_app, new_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Three play."""
    return new_session(tmp_path)


def test_of_many_histories_those_shown_lately_are_kept_and_all_are_right(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    lately = session.app.config["RENDERED_HISTORIES"]
    session.host.get(f"/t/{session.key}/history", Accept_Language="en")
    [(_, in_english)] = lately.values()
    monkeypatch.setattr(history, "CACHE_SIZE", 2.5 * len(in_english))
    path, langs = f"/t/{session.key}/history", ("de", "fr", "it", "de")
    told = [session.host.get(path, Accept_Language=lang).text for lang in langs]
    assert told[0] == told[3]
    assert [lang for _, lang, _ in lately] == ["it", "de"]


def test_of_many_cards_of_evenings_those_shown_lately_are_kept(tmp_path: Path) -> None:
    render_card = lru_cache(3)(start_page.render_card.__wrapped__)
    app = new_app(tmp_path)
    app.jinja_env.globals["render_card"] = render_card
    house = Session(app, new_session(tmp_path / "other").host)
    for seed in range(5):
        imported(house.service, a_record("vabanque", ("Anna", "Ben", "Carla"), seed), float(seed))
    host = house.device("operator")
    host.get(f"/house/{house.service.invitations.new()}")
    first, again = host.get("/").text, host.get("/").text
    assert first == again
    assert first.count("Anna") >= 5
    assert render_card.cache_info().currsize == 3


def test_of_many_tables_that_are_shown_those_looked_at_lately_have_their_broadcast_still(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "BROADCASTS_KEPT", 2)
    broadcasts = session.app.config["BROADCASTS"]
    for lang in ("de", "fr", "it"):
        session.players[0].get(f"/t/{session.key}", Accept_Language=lang)
    assert [lang for _, lang, _ in broadcasts._latest] == ["fr", "it"]


def test_a_stream_on_which_nothing_comes_gives_a_sign_of_life(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT", 0.01)
    looking = Stream(session.players[0], f"/t/{session.key}/events")
    next(looking)
    assert [next(looking) for _ in range(2)] == [broadcast.PING] * 2
    looking.close()


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
