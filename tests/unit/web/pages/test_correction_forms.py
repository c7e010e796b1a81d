"""Each form on the page of corrections is a correction, or the answer says why it is none."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.records import record
from companion.table.model.roster import paging
from tests.unit.web.support.corrections import answered, forms
from tests.unit.web.support.devices import Session, new_session, saved

CORRECTIONS = 8


@pytest.mark.parametrize("slug", GAMES)
def test_corrected_games_stay_consistent(tmp_path: Path, slug: str) -> None:
    session = new_session(tmp_path, game=slug)
    for _ in islice(corrected(session), CORRECTIONS):
        reveals_only_public_moves(session)
        same_everywhere(session)


def corrected(session: Session) -> Iterator[None]:
    """Play a game to its end, and stop after each accepted correction.

    A game has nothing to correct where all its moves are hidden choices on phones: who chose could say anything.
    """
    luck, offered, taken, told = Random(session.table.slug), 0, 0, ""
    while session.table.asks or paging(session.table.roster):
        found = forms(session.host.get(f"/t/{session.key}/correct").text)
        offered += len(found)
        if found:
            form = luck.choice(found)
            told = corrected_once(session, form)
            if not told:
                taken += 1
                yield
            told = f"{form}: {told}"
        if not paging(session.table.roster):
            ask = luck.choice([ask for ask in session.table.asks if ask.waits or ask.do == "action-card"])
            saved(session.by_chance(luck, ask))
        session.paged()
    assert taken or not offered, f"{offered} forms were offered to correct something, and none taken; the last {told}"


def corrected_once(session: Session, form: Mapping[str, str]) -> str:
    """Propose a form of the page and let the last player agree; return why it was refused, if it was."""
    answer = session.host.tap(session.key, "propose", **form)
    if answer.status_code != 200:
        assert answer.status_code == 409, answer.text
        return answer.text
    opened = session.table.revealed
    assert answered(session, "approve", session.players[-1]) == 200
    assert opened <= session.table.revealed
    return ""


def reveals_only_public_moves(session: Session) -> None:
    """Check that the latest correction tells only what is public or was turned up."""
    told = session.table.roster.corrections[-1].proposal
    ply = next(ply for ply, played in enumerate(session.table.played) if played.number == told.act)
    public = all(map(session.table.game.is_public, map(session.table.game.read, (told.was, told.line))))
    assert public or ply in session.table.revealed


def same_everywhere(session: Session) -> None:
    """A restart reads the same table, the record scores as the table does, and every page is there."""
    kept = session.table
    session.service._tables.clear()
    assert session.table == kept
    exported = record.read(session.host.get(f"/t/{session.key}/record.jsonl").data.splitlines(keepends=True))
    assert kept.game.scores(exported.state) == kept.game.scores(kept.state)
    for device in (session.host, *session.players):
        for page in ("", "/hand", "/summary"):
            assert device.get(f"/t/{session.key}{page}").status_code == 200
