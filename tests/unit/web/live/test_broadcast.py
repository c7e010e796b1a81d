"""One table, one broadcast: the public page is drawn from nobody's view, and all of a kind get the same bytes."""

import re
import zlib
from pathlib import Path
from random import Random

import pytest
from jinja2 import Environment, Template

from companion.games import GAMES
from companion.paths import data_dir
from companion.table.model.names import COLOURS
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.web.live import public_page
from companion.web.live.broadcast import MESSAGES_KEPT, Broadcast, TooSlow
from companion.web.live.public_page import JoinAddress, PublicPage
from companion.web.pages.table import broadcast
from tests.unit.web.support.devices import Session, Stream, new_session, saved
from tests.unit.web.support.phases import name_start_player

every_game = pytest.mark.parametrize("slug", GAMES)
STEPS = 40
WORDS = (*COLOURS, "player", "seated", "host", "hosting", "lent", "operator", "serving", "learning", "watch")


def play_on(session: Session, luck: Random) -> None:
    """The next move, or the next page of a payout."""
    if paging(session.table.roster):
        saved(session.page(skip=luck.random() < 0.5))
    else:
        saved(session.by_chance(luck))


@every_game
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_all_streams_of_a_kind_carry_the_same_bytes(slug: str, encoding: str, tmp_path: Path) -> None:
    session, luck = new_session(tmp_path, game=slug, host_plays=True), Random(1)
    everybody = [*session.players, session.device("stranger"), session.device("operator")]
    kinds = [
        [Stream(device, f"/t/{session.key}/{path}", encoding) for device in everybody]
        for path in ("events", "screen/events")
    ]
    streams = [stream for alike in kinds for stream in alike]
    assert {stream.answer.headers.get("Content-Encoding", "identity") for stream in streams} == {encoding}
    for nth in range(STEPS):
        for alike in kinds:
            assert len({next(stream) for stream in alike}) == 1, nth
        if not session.table.asks and not paging(session.table.roster):
            break
        play_on(session, luck)
    for stream in streams:
        stream.close()


def test_later_stream_is_sent_the_same_from_then_on(session: Session) -> None:
    luck = Random(2)
    streams: list[tuple[Stream, zlib._Decompress]] = []
    for nth in range(6):
        if nth % 2 == 0:
            streams.append((Stream(session.players[0], f"/t/{session.key}/events", "gzip"), zlib.decompressobj(31)))
            newest, unpacked = streams[-1]
            assert unpacked.decompress(next(newest)).startswith(b"id: %d\n" % session.table.number)
        play_on(session, luck)
        assert len({unpacked.decompress(next(stream)) for stream, unpacked in streams}) == 1
    for stream, _ in streams:
        stream.close()


@every_game
def test_updated_page_is_the_one_drawn_anew(slug: str, tmp_path: Path) -> None:
    session, luck = new_session(tmp_path, game=slug, guests=1, players=2), Random(3)
    followed = a_broadcast(session)
    while session.table.asks or paging(session.table.roster):
        play_on(session, luck)
        settings, has_screen = session.app.config["SETTINGS"], session.app.config["STREAMS"].has_screen
        fresh = Broadcast(session.service, settings, has_screen, session.key, "en", screen=False)
        updated, anew = followed.fragments(), fresh.fragments()
        assert updated.pop("log").endswith(anew.pop("log")), "the moves since the last change, the last one at least"
        assert updated == anew


def a_broadcast(session: Session) -> Broadcast:
    """Return the messages that phones at this table get."""
    with session.app.test_request_context():
        return broadcast(session.key, screen=False)


def test_public_page_is_not_drawn_from_a_players_view(session: Session) -> None:
    join_address = JoinAddress.now(session.app.config["SETTINGS"])
    for view in (player_view(session.table, 0), player_view(session.table, host=True)):
        with pytest.raises(ValueError, match=r"from nobody's view$"):
            PublicPage("en", screen=False).render(view, join_address)


def test_unchanged_part_is_neither_drawn_nor_sent(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    name_start_player(session)
    followed = a_broadcast(session)
    count, _ = followed.join()
    drawn, template = list[str](), public_page._template

    def counted(env: Environment, name: str) -> Template:
        drawn.append(name)
        return template(env, name)

    monkeypatch.setattr(public_page, "_template", counted)
    saved(session.players[0].tap(session.key, "act", slot="1.chips.0.0", do="chip", table=4))
    (message,) = followed.after(count)
    assert re.findall(rb'hx-target="#(casino-\d|board)"', message.plain) == [b"casino-4"]
    assert drawn.count("vabanque/_place.html") == 1


def test_too_slow_reader_must_come_anew(session: Session) -> None:
    followed = a_broadcast(session)
    count, _ = followed.join()
    for nth in range(MESSAGES_KEPT):
        followed.ping(count + nth)
    assert len(followed.after(count)) == MESSAGES_KEPT
    followed.ping(count + MESSAGES_KEPT)
    with pytest.raises(TooSlow):
        followed.after(count)


def test_device_is_told_its_own_words_alone(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    words = [device.get(f"/t/{session.key}/me").get_json()["words"] for device in session.players[:2]]
    assert words == ["orange player seated host hosting learning", "sky player seated learning"]
    assert session.device("stranger").get(f"/t/{session.key}/me").get_json()["away"]
    session.in_hand(2)
    lent = session.host.get(f"/t/{session.key}/me").get_json()
    assert (lent["words"], lent["moved"]) == ("green player seated host lent", session.table.number)


def test_style_sheet_and_templates_know_the_same_words() -> None:
    picks = (data_dir("static") / "whose.css").read_text()
    for word in WORDS:
        for attribute in ("data-for", "data-not"):
            assert f'[data-me~="{word}"] [{attribute}~="{word}"]' in picks
    for template in data_dir("templates").rglob("*.html"):
        for words in re.findall(r'data-(?:for|not)="([a-z ]+)"', template.read_text()):
            assert set(words.split()) <= {*WORDS, "turn"}, template
