"""Controls for a guest without a phone cover nothing that others read or tap."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from playwright.sync_api import Browser

from companion.table.model.roster import paging
from tests.e2e.browser.devices import Device
from tests.e2e.browser.in_process import looks
from tests.e2e.browser.layout_rules import TIGHT_PHONES, each_game_slowly, violations
from tests.unit.web.support.devices import Session, new_session, saved

SEED = 8


def kind(session: Session) -> str:
    """Kind of a state: the decision, and whether it is this player's, the guest's, or another's."""
    seats = {ask.seat for ask in session.table.asks if ask.waits}
    whose = "own" if 0 in seats else "the guest's" if len(session.players) - 1 in seats else "another's"
    return f"{session.ask.do}, {whose}"


@each_game_slowly("wetten")
def test_phone_with_a_guest_keeps_the_layout_rules(slug: str, browser: Browser, tmp_path: Path) -> None:
    session = new_session(tmp_path, players=2, guests=1, game=slug)
    anna = session.players[0]
    anna.client.set_cookie("companion-kind", "phone", domain="companion.test")
    phone = looks(browser, anna, TIGHT_PHONES[0], lang="de", reduced_motion="reduce")
    luck, met, broken = Random(SEED), set[str](), list[str]()
    while session.table.asks or paging(session.table.roster):
        session.paged()
        if session.table.asks and kind(session) not in met:
            met.add(kind(session))
            phone.open(f"/t/{session.key}")
            broken += violations(phone.page, kind(session), *TIGHT_PHONES)
            broken += given(session, phone)
        if session.table.asks:
            saved(session.by_chance(luck))
    assert not broken, "\n".join(broken)
    assert any("the guest's" in one for one in met)


def given(session: Session, phone: Device) -> Iterator[str]:
    """The same while Anna enters something for the guest, and when she has handed her phone over, where she may."""
    what, guest = kind(session), len(session.players) - 1
    serving = phone.page.locator("[data-serve]").filter(visible=True)
    if serving.count():
        serving.first.tap()
        yield from violations(phone.page, f"{what}, served", *TIGHT_PHONES)
    if phone.page.locator("[value=lend]").count() and "own" not in what:
        moves(session, ("lend", guest), ("hold", guest))
        phone.open(f"/t/{session.key}")
        yield from violations(phone.page, f"{what}, lent", *TIGHT_PHONES)
        moves(session, ("return", guest), ("hold", 0))


def moves(session: Session, *taps: tuple[str, int]) -> None:
    """Anna's phone goes from hand to hand."""
    for tap, person in taps:
        saved(session.players[0].tap(session.key, tap, person=person))
