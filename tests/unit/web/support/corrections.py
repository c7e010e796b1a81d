"""Proposals and answers after a payout, and the forms of the page of corrections."""

import re
from collections.abc import Mapping, Sequence

from companion.games.vabanque.moves import Chip, Chips, Lay, Start, Step
from tests.unit.web.support.devices import Device, Session, saved
from tests.unit.web.support.markup import TAG, attributes

CHIPS = Chips(((1, 12),))
OTHER_CHIPS = {"table-1": 6, "table-2": 6}


def a_paid_round(session: Session, *, one_by_one: bool = False) -> Session:
    """Round 1 is paid out: pawns at 1, 3 and 5 of 7, all chips and raises at 1, bluffs at 2, traps at 6."""
    saved(session.act(session.table.asks[0], Start(1)))
    if one_by_one:
        while (ask := session.ask).do == "chip":
            saved(session.act(ask, Chip(1)))
    else:
        saved(session.act(session.table.asks[-1], CHIPS))
    for card, casino in (("raise", 1), ("bluff", 2), ("trap", 6)):
        for _ in session.players:
            saved(session.act(session.ask, Lay(card, casino)))  # type: ignore[arg-type]  # the three cards
    for _ in session.players:
        saved(session.act(session.ask, Step(0)))
    return session.paged()


def entry(session: Session, do: str, seat: int | None = None) -> int:
    write = session.table.game.write
    played = session.table.played
    return next(p.number for p in played if write(p.act.move)["do"] == do and p.act.seat == seat)


def proposed(session: Session, act: int, do: str = "move", **fields: object) -> int:
    return session.host.tap(session.key, "propose", act=act, do=do, **fields).status_code


def answered(session: Session, kind: str, device: Device) -> int:
    proposal = session.table.roster.proposal
    return session.taken(device).tap(session.key, kind, proposal=proposal.number if proposal else 1).status_code


def forms(page: str) -> list[dict[str, str]]:
    """For each form a value that differs from now: another number, or two exchanged."""
    found = []
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        tags = [attributes(about) for name, about in TAG.findall(form) if name in ("input", "button")]
        fields = {at["name"]: _another(at) for at in reversed(tags) if "name" in at}
        del fields["kind"]
        numbers = {at["name"]: at["value"] or at["min"] for at in tags if at.get("type") == "number"}
        fields |= _another_of_several(numbers or {key: fields[key] for key in fields if key[-1].isdigit()})
        found.append(fields | _another_card(tags))
    return found


def _another_of_several(counts: Mapping[str, str]) -> dict[str, str]:
    """Two of several numbers exchanged, since they may limit each other."""
    (first, was), *others = [*counts.items()] or [("", "")]
    other = next((pair for pair in others if pair[1] != was), None)
    return dict(others) if other is None else {**counts, first: other[1], other[0]: was}


def _another_card(tags: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """One place of a list of different values gets a value that no place has."""
    places = [at for at in tags if at.get("type") == "radio" and at["name"][-1].isdigit()]
    now = {at["name"]: at["value"] for at in places if "checked" in at}
    if len({*now.values()}) < len({at["name"] for at in places}):
        return {}
    other = next((at for at in places if at["value"] not in now.values()), None)
    return {} if other is None else {**now, other["name"]: other["value"]}


def _another(at: Mapping[str, str]) -> str:
    """The value of a control; another one if it is a number."""
    if at.get("type") == "number":
        return at["min"] if at["value"] == at["max"] else at["max"]
    return at.get("value", "")
