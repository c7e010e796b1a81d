"""One table, one broadcast: what is open is drawn from nobody's chair, and the same bytes go to all who look alike."""

import re
import zlib
from pathlib import Path
from random import Random

import pytest
from jinja2 import Environment, Template

from companion.games import GAMES
from companion.paths import data_dir
from companion.table.model.colours import COLOURS
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.web.live import public_page
from companion.web.live.broadcast import MESSAGES_KEPT, Broadcast, TooSlow
from companion.web.live.public_page import JoinAddress, PublicPage
from companion.web.pages.table import broadcast
from tests.unit.web.support.devices import Device, Session, Stream, new_session, saved
from tests.unit.web.support.phases import name_start_player

every_game = pytest.mark.parametrize("slug", GAMES)
SOME = 40
WORDS = (*COLOURS, "player", "seated", "host", "hosting", "lent", "operator", "serving", "learning", "watch")


def some_of_a_game(session: Session, luck: Random) -> None:
    """The next act, or the next page of a payout."""
    if paging(session.table.party):
        saved(session.page(skip=luck.random() < 0.5))
    else:
        saved(session.by_chance(luck))


def streams(session: Session, devices: list[Device], path: str, encoding: str) -> list[Stream]:
    """One of each device."""
    return [Stream(device, f"/t/{session.key}/{path}", encoding) for device in devices]


@every_game
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_all_streams_of_a_table_in_one_language_and_kind_carry_the_same_bytes(
    slug: str, encoding: str, tmp_path: Path
) -> None:
    luck = Random(1)
    session = new_session(tmp_path, game=slug, host_plays=True)
    everybody = [*session.players, session.device("stranger"), session.device("operator")]
    kinds = [streams(session, everybody, path, encoding) for path in ("events", "screen/events")]
    told = {stream.answer.headers.get("Content-Encoding", "identity") for alike in kinds for stream in alike}
    assert told == {encoding}
    for nth in range(SOME):
        for alike in kinds:
            assert len({next(stream) for stream in alike}) == 1, nth
        if not session.table.asks and not paging(session.table.party):
            break
        some_of_a_game(session, luck)
    for stream in (*kinds[0], *kinds[1]):
        stream.close()


@every_game
def test_a_phone_that_comes_later_is_told_the_same_from_then_on(slug: str, tmp_path: Path) -> None:
    luck = Random(2)
    session = new_session(tmp_path, game=slug)
    streams: list[tuple[Stream, zlib._Decompress]] = []
    for nth in range(6):
        if nth % 2 == 0:
            streams.append((Stream(session.players[0], f"/t/{session.key}/events", "gzip"), zlib.decompressobj(31)))
            newest, unpacked = streams[-1]
            assert unpacked.decompress(next(newest)).startswith(b"id: %d\n" % session.table.number)
        some_of_a_game(session, luck)
        assert len({unpacked.decompress(next(stream)) for stream, unpacked in streams}) == 1
    for stream, _ in streams:
        stream.close()


@every_game
def test_the_stage_of_a_whole_game_is_the_one_that_is_drawn_anew(slug: str, tmp_path: Path) -> None:
    luck = Random(3)
    session = new_session(tmp_path, game=slug, guests=1, players=2)
    with session.app.test_request_context():
        followed = broadcast(session.key, screen=False)
    while session.table.asks or paging(session.table.party):
        some_of_a_game(session, luck)
        fresh = Broadcast(session.service, session.app.config["SETTINGS"], session.key, "en", screen=False)
        assert followed.fragments() == fresh.fragments()


def a_broadcast(session: Session) -> Broadcast:
    """What phones are sent at a table where the first chip is waited for."""
    name_start_player(session)
    with session.app.test_request_context():
        return broadcast(session.key, screen=False)


def test_nobodys_stage_is_drawn_from_somebodys_chair(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    join_address = JoinAddress.now(session.app.config["SETTINGS"])
    for somebodys in (player_view(session.table, 0), player_view(session.table, host=True)):
        with pytest.raises(ValueError, match=r"from nobody's view$"):
            PublicPage("en", screen=False).render(somebodys, join_address)


def test_a_part_whose_values_are_the_same_is_neither_drawn_nor_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session(tmp_path)
    followed = a_broadcast(session)
    count, _ = followed.join()
    drawn, template = list[str](), public_page._template

    def counted(env: Environment, name: str) -> Template:
        drawn.append(name)
        return template(env, name)

    monkeypatch.setattr(public_page, "_template", counted)
    saved(session.players[0].tap(session.key, "act", slot="1.chips.0.0", do="chip", table=4))
    (message,) = followed.after(count)
    assert b'hx-target="#casino-4"' in message.plain
    assert message.plain.count(b'hx-target="#casino-') == 1
    assert b'hx-target="#board"' not in message.plain
    assert drawn.count("vabanque/_place.html") == 1


def test_who_is_too_slow_must_come_anew(tmp_path: Path) -> None:
    followed = a_broadcast(new_session(tmp_path))
    count, _ = followed.join()
    for nth in range(MESSAGES_KEPT):
        followed.ping(count + nth)
    assert len(followed.after(count)) == MESSAGES_KEPT
    followed.ping(count + MESSAGES_KEPT)
    with pytest.raises(TooSlow):
        followed.after(count)


def test_what_a_device_is_tells_of_itself_alone(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    words = [device.get(f"/t/{session.key}/me").get_json()["words"] for device in session.players[:2]]
    assert words == ["orange player seated host hosting learning", "sky player seated learning"]
    assert session.device("stranger").get(f"/t/{session.key}/me").get_json()["away"]
    session.in_hand(2)
    lent = session.host.get(f"/t/{session.key}/me").get_json()
    assert lent["words"] == "green player seated host lent"
    assert lent["moved"] == session.table.number


def test_the_style_sheet_picks_by_every_word_that_a_device_can_be_and_templates_use_no_other() -> None:
    picks = (data_dir("static") / "whose.css").read_text()
    for word in WORDS:
        for attribute in ("data-for", "data-not"):
            assert f'[data-me~="{word}"] [{attribute}~="{word}"]' in picks
    for template in data_dir("templates").rglob("*.html"):
        for words in re.findall(r'data-(?:for|not)="([a-z ]+)"', template.read_text()):
            assert set(words.split()) <= {*WORDS, "turn"}, template
