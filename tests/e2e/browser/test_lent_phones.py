"""A player without a phone uses another player's, who hands it over or enters moves."""

from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.inspector import Inspector

LENT = "Lent to Carla"


def taken(phone: Phone, name: str, way: str, inspector: Inspector | None = None) -> None:
    """The cover, and the tap of the one who holds the phone now."""
    phone.page.get_by_role("heading", name=f"{way} {name}", exact=True).wait_for()
    expect(phone.page.locator("#live, .look, .back")).to_have_count(0)
    if inspector:
        inspector.inspect(f"{way} {name}", phone)
    phone.press(f"I'm {name}")
    phone.arrives("#live")


def test_guest_looks_and_plays_on_a_lent_phone(reopens: Opens) -> None:
    session, inspector = reopens(2), Inspector()
    session.seat_all(guests=["Carla"])
    session.open_table()
    session.place_all_chips({1: 12})
    anna, ben = session.phones
    own = session.hand("Anna")

    anna.press("Hand this device to Carla for a look")
    for device in (ben, session.screen):  # first of all: after four seconds it has passed
        expect(device.page.locator("#notices")).to_contain_text(
            "Anna's device was handed to Carla.", use_inner_text=True
        )
    taken(anna, "Carla", "Hand the phone to", inspector)
    bar = anna.page.locator(".borrowed").filter(visible=True)
    expect(bar).to_contain_text(LENT)
    assert anna.own == ["Carla"]
    inspector.inspect("handed over for a look", anna)
    with anna.looks() as cards:
        assert sorted(cards) == ["Bluff", "Raise", "Trap"]
    taken(anna, "Anna", "Back to", inspector)
    expect(bar).to_have_count(0)
    assert anna.own == ["Anna"]
    assert session.hand("Anna") == own

    session.lay("Anna", 1, 2)
    session.all_see(session.card("Ben", 2))
    anna.page.get_by_role("button", name="Hand this device to Carla", exact=True).click()
    taken(anna, "Carla", "Hand the phone to")
    inspector.inspect("handed over for an entry", anna)
    with anna.looks():
        pass
    expect(bar).to_contain_text(LENT)
    anna.choose(2)
    anna.tap(5)
    taken(anna, "Anna", "Back to")
    assert anna.own == ["Anna"]
    session.all_see(anna.number)
    assert not inspector.wrong, "\n".join(inspector.wrong)


def test_player_enters_a_guests_chip(reopens: Opens) -> None:
    session, inspector = reopens(2), Inspector()
    session.seat_all(guests=["Carla"])
    session.open_table()
    anna, ben = session.phones
    for phone in (anna, ben):
        phone.turn_comes()
        with phone.acts():
            phone.tap(3)
    ben.press("Enter it for Carla")
    bar = ben.page.locator(".borrowed").filter(visible=True)
    expect(bar).to_contain_text("You're entering this for Carla")
    assert ben.own == ["Carla"]
    bar.get_by_role("button", name="Done").tap()
    assert ben.own == ["Ben"]
    ben.press("Enter it for Carla")
    inspector.inspect("serving", ben)
    with ben.acts():
        ben.tap(4)
    for device in session.devices:
        expect(device.page.locator("#notices")).to_contain_text("Ben entered it for Carla.", use_inner_text=True)
    expect(ben.page.locator(".borrowed").filter(visible=True)).to_have_count(0)
    assert ben.own == ["Ben"]
    assert not inspector.wrong, "\n".join(inspector.wrong)
