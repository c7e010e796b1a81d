"""The page of corrections: each of its forms is a correction, or the table says why it is none."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.wetten.moves import Bet, RaceCard, Run, SecondBet, slip
from companion.records import record
from companion.table.model.roster import paging
from tests.unit.web.support.corrections import answered, forms
from tests.unit.web.support.devices import Session, new_session, saved

FORMS = 60
CORRECTIONS = 8


@pytest.mark.parametrize("slug", GAMES)
def test_every_form_of_the_page_is_a_correction_or_says_why_it_is_none(tmp_path: Path, slug: str) -> None:
    assert set(tried_in(new_session(tmp_path, game=slug))) <= {200, 409}


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_corrected_every_page_and_the_record_tell_the_same_game(tmp_path: Path, slug: str) -> None:
    session = new_session(tmp_path, game=slug)
    for _ in islice(corrected(session), CORRECTIONS):
        same_everywhere(session)


def corrected(session: Session) -> Iterator[None]:
    """Plays a game to its end, and stops after each form of the page that was taken.

    A game has nothing to correct where all its moves are hidden choices on phones: who chose could say anything.
    """
    luck, offered, taken, told = Random(session.table.slug), 0, 0, ""
    while session.table.asks or paging(session.table.party):
        found = forms(session.host.get(f"/t/{session.key}/correct").text)
        offered += len(found)
        if found:
            form = luck.choice(found)
            told = corrected_once(session, form)
            if not told:
                taken += 1
                yield
            told = f"{form}: {told}"
        played_on(session, luck)
    assert taken or not offered, f"{offered} forms were offered to correct something, and none taken; the last {told}"


def corrected_once(session: Session, form: Mapping[str, str]) -> str:
    """The host proposes a form of the page, and the last player says yes to it; or why it was not taken."""
    told = session.host.tap(session.key, "propose", **form)
    if told.status_code != 200:
        return told.text
    opened = session.table.revealed
    assert answered(session, "approve", session.players[-1]) == 200
    assert opened <= session.table.revealed
    return ""


def same_everywhere(session: Session) -> None:
    """After a restart as before; the record scores as the table does; every page is there."""
    kept = session.table
    session.service._tables.clear()
    assert session.table == kept
    exported = record.read(session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines(keepends=True))
    assert kept.game.scores(exported.state) == kept.game.scores(kept.state)
    for device in (session.host, *session.players):
        for page in ("", "/hand", "/summary"):
            assert device.get(f"/t/{session.key}{page}").status_code == 200


def tried_in(session: Session) -> list[int]:
    """What the table says to every form of the page, all through a game."""
    luck = Random(session.table.slug)
    tried: list[int] = []
    while session.table.asks and len(tried) < FORMS:
        if session.table.correctable:
            page = session.host.get(f"/t/{session.key}/correct").text
            tried += [session.host.tap(session.key, "propose", **form).status_code for form in forms(page)]
        played_on(session, luck)
    return tried


def played_on(session: Session, luck: Random) -> None:
    """One act more, and past the payout where it brought one."""
    if not paging(session.table.party):
        ask = luck.choice([ask for ask in session.table.asks if ask.waits or ask.do == "action-card"])
        saved(session.by_chance(luck, ask))
    session.paged()


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_correction_tells_lies_open_for_all(tmp_path: Path, slug: str) -> None:
    session = new_session(tmp_path, game=slug)
    for _ in islice(corrected(session), 1):
        (told,) = (one.proposal for one in session.table.party.corrections)
        ply = next(ply for ply, played in enumerate(session.table.played) if played.number == told.act)
        open_ = all(map(session.table.game.is_public, map(session.table.game.read, (told.was, told.line))))
        assert open_ or ply in session.table.revealed


def test_a_race_card_that_was_typed_wrongly_is_corrected_once_it_lies_open_and_not_before(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="wetten")
    for _ in session.players:
        saved(session.act(session.ask, Bet(slip([]))))
    for turn, known in ((1, 0), (2, 3)):
        for laid in range(3):
            saved(session.act(session.ask, RaceCard((turn, 2, 3, 4))))
            page = session.host.get(f"/t/{session.key}/correct").text
            assert "Correct: Race 1" in page
            assert page.count("race card:") == (known if laid < 2 else known + 3)
        if turn == 1:
            saved(session.act(session.ask, Run()))
            session.paged()
            for _ in session.players:
                saved(session.act(session.ask, SecondBet(slip([]), None)))
    horses = session.table.state.horses
    card = next(played for played in session.table.played if played.act.move == RaceCard((1, 2, 3, 4)))
    moves = {f"move-{horse}": moved for horse, moved in enumerate((4, 2, 3, 1), start=1)}
    saved(session.host.tap(session.key, "propose", act=card.number, do="race-card", **moves))
    now = "Queen\u00a01, Raider\u00a02, Lucky Slevin\u00a03, Joker\u00a04"
    assert now in session.players[1].sees(f"/t/{session.key}")
    assert answered(session, "approve", session.players[1]) == 200
    assert "<li>Race 1: " in session.host.get(f"/t/{session.key}/summary").text
    after = [now.field - then.field for now, then in zip(session.table.state.horses, horses, strict=True)]
    assert after == [3, 0, 0, -3]
