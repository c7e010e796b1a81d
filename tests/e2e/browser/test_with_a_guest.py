"""Somebody has no phone: what others can do for them takes the place of nothing that is told or tapped."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from companion.table.model.roster import paging
from tests.e2e.browser.devices import Device
from tests.e2e.browser.finished import looks
from tests.e2e.browser.laws import TIGHT_PHONES, breaks, usual_game
from tests.unit.web.support.devices import Session, new_session, saved

pytestmark = pytest.mark.browser

SEED = 8


def kind(evening: Session) -> str:
    """What is awaited, and whether of whoever looks, of the guest, or of somebody else."""
    seats = {ask.seat for ask in evening.table.asks if ask.waits}
    whose = "own" if 0 in seats else "the guest's" if len(evening.players) - 1 in seats else "another's"
    return f"{evening.ask.do}, {whose}"


@usual_game("wetten")
def test_phone_with_a_guest_keeps_the_layout_rules(slug: str, browser: Browser, tmp_path: Path) -> None:
    evening = new_session(tmp_path, players=2, guests=1, game=slug)
    anna = evening.players[0]
    anna.client.set_cookie("companion-kind", "phone", domain="companion.test")
    phone = looks(browser, anna, TIGHT_PHONES[0], lang="de", reduced_motion="reduce")
    luck, met, broken = Random(SEED), set[str](), list[str]()
    while evening.table.asks or paging(evening.table.party):
        evening.paged()
        if evening.table.asks and kind(evening) not in met:
            met.add(kind(evening))
            phone.open(f"/t/{evening.key}")
            broken += breaks(phone.page, kind(evening), *TIGHT_PHONES)
            broken += given(evening, phone)
        if evening.table.asks:
            saved(evening.by_chance(luck))
    assert not broken, "\n".join(broken)
    assert any("the guest's" in one for one in met)


def given(evening: Session, phone: Device) -> Iterator[str]:
    """The same while Anna enters something for the guest, and when she has handed her phone over, where she may."""
    what, guest = kind(evening), len(evening.players) - 1
    serving = phone.page.locator("[data-serve]").filter(visible=True)
    if serving.count():
        serving.first.tap()
        yield from breaks(phone.page, f"{what}, served", *TIGHT_PHONES)
    if phone.page.locator("[value=lend]").count() and "own" not in what:
        moves(evening, ("lend", guest), ("hold", guest))
        phone.open(f"/t/{evening.key}")
        yield from breaks(phone.page, f"{what}, lent", *TIGHT_PHONES)
        moves(evening, ("return", guest), ("hold", 0))


def moves(evening: Session, *taps: tuple[str, int]) -> None:
    """Anna's phone goes from hand to hand."""
    for tap, person in taps:
        saved(evening.players[0].tap(evening.key, tap, person=person))
