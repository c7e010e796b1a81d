"""The right to make a move, and moves that need confirmation, at moments of whole games of every kind."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.forms import form_of
from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove
from companion.table.commands.dispatch import handle
from companion.table.commands.types import AlreadyDone, Command, Draft, Forbidden, Sender, Stale
from companion.table.model.log import Table
from companion.table.model.permissions import Permissions
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from tests.unit.table.random_logs import Moment, evenings, few

every_game = pytest.mark.parametrize("slug", GAMES)
SOME = 20
"""Moments of a game; each is replayed from the start."""


def entered(moment: Moment, rights: Permissions, sure: str, table: Table | None = None) -> Draft:
    """Make the move of a moment again, with these rights and this confirmation. Raises Trouble."""
    table, ask, act = table or moment.before, moment.ask, moment.after.played[-1].act
    assert ask is not None
    fields = form_of(table.slug, table.state, ask.seat, act.move, player_view(table, ask.seat).chance)
    form = {key: str(value) for key, value in fields.items()} | {"sure": sure}
    return handle(table, Sender("device", rights, tuple), Command("act", form, "tap-00000000", ask.slot))


def owner(moment: Moment) -> Permissions:
    """The rights of a player who may make the move."""
    ask, people = moment.ask, moment.before.roster.people
    assert ask is not None
    if (ask.seat is None and not ask.consent) or ask.do == "start":
        return Permissions(host=True)
    return Permissions(person=people[ask.consent[0] if ask.seat is None else ask.seat].id)


@every_game
@few
@given(data=st.data())
def test_final_move_needs_confirmation(slug: str, data: st.DataObject) -> None:
    final = [moment for moment in data.draw(evenings(slug)) if moment.ask is not None and moment.ask.final]
    for moment in data.draw(st.lists(st.sampled_from(final), min_size=1, max_size=5)) if final else ():
        for word in ("", "no"):
            with pytest.raises(IllegalMove) as refused:
                entered(moment, owner(moment), word)
            assert refused.value.reason == "not-sure"
        assert entered(moment, owner(moment), "yes").kind in (None, "agree")


@every_game
@few
@given(data=st.data())
def test_hidden_move_is_its_owners_alone(slug: str, data: st.DataObject) -> None:
    asked = [one for one in data.draw(evenings(slug)) if one.ask is not None and one.ask.do != "start"]
    for moment in Random(0).sample(asked, min(len(asked), SOME)):
        ask, table = moment.ask, moment.before
        if ask is None or ask.seat is None:
            continue
        party, other = table.roster, (ask.seat + 1) % len(table.names)
        people = tuple(replace(one, phone=seat != ask.seat) for seat, one in enumerate(party.people))
        phoneless = replace(table, roster=replace(party, people=people), redacted={})
        by = party.people[other].id
        try:
            entered(moment, owner(moment), "yes")
        except InvalidMove:  # forms offer less than records allow
            continue
        if ask.hidden or not table.game.is_public(moment.after.played[-1].act.move):
            with pytest.raises(Stale if ask.hidden else Forbidden) as refused:
                entered(moment, Permissions(person=by), "yes", phoneless)
            assert refused.value.reason == ("not-asked" if ask.hidden else "not-yours")
        else:
            assert entered(moment, Permissions(person=by), "yes", phoneless).by == by
            with pytest.raises(Stale):
                entered(moment, Permissions(person=by), "yes")  # players with a phone make their own moves


@every_game
@few
@given(data=st.data())
def test_auto_finish_waits_for_the_payout(slug: str, data: st.DataObject) -> None:
    for moment in data.draw(evenings(slug)):
        table = moment.after
        if table.state is None or table.game.auto_finish(table.state) is None:
            continue
        sender = Sender("device", Permissions(person=table.roster.people[0].id), tuple)
        form = {"over": str(table.game.count_rounds(table.state, table.names)), "sure": "yes"}
        if paging(table.roster):
            with pytest.raises(AlreadyDone):
                handle(table, sender, Command("foregone", form, "tap-00000000"))
        else:
            assert handle(table, sender, Command("foregone", form, "tap-00000000")).finish_round
            with pytest.raises(IllegalMove, match="not-sure"):
                handle(table, sender, Command("foregone", form | {"sure": ""}, "tap-00000000"))
