"""Phones sleep, tabs close, servers are killed, the Wi-Fi goes: the game goes on, and a tap counts once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opens
from tests.browser.devices import Device, Phone
from tests.browser.evening import Evening
from tests.browser.proxy import Network
from tests.browser.server import NAME, Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that is killed, which no other module shall notice."""
    running = Server(tmp_path_factory.mktemp("companion"))
    running.start()
    yield running
    running.stop()
    assert not running.faults()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    """Of one phone."""
    stretch = Network(server.port)
    yield stretch
    stretch.close()


def reconnecting(device: Device, *, shown: bool) -> None:
    """Waits until the quiet sign is there, or is gone."""
    expect(device.page.locator("#offline")).to_be_visible(visible=shown, timeout=30_000)


def chips(device: Device) -> list[str]:
    """The sums that lie on the board."""
    return device.page.locator(".casino .chips").all_text_contents()


def test_a_phone_that_was_closed_among_the_cards_has_its_seat_and_hand_again(opens: Opens) -> None:
    evening = opens()
    evening.open()
    evening.place_all_chips({1: 12})
    anna = evening.phone("Anna")
    with anna.looks() as before:
        pass
    evening.lay("Anna", 2, 5)
    anna.page.close()
    evening.lay("Ben", 1, 4)
    anna.page = anna.another_page()
    anna.open(f"/t/{evening.key}")
    assert anna.glance().turn.startswith("Waiting for Carla")
    assert anna.own == ["Anna"]
    with anna.looks() as after:
        assert after == [before[0], before[2]]
        assert anna.texts("#look li") == [f"Table 5: {before[1]}"]
    evening.lay("Carla", 1, 4)
    evening.lay("Anna", 1, 5)


def test_a_killed_server_comes_back_and_the_tap_made_meanwhile_counts_once(opens: Opens, server: Server) -> None:
    evening = opens()
    evening.open()
    anna, ben = evening.phone("Anna"), evening.phone("Ben")
    before = anna.number
    server.kill()
    anna.tap(3)
    expect(anna.page.locator("#toast")).to_contain_text("Not saved yet")
    for device in evening.devices:
        reconnecting(device, shown=True)
    assert chips(anna) == []
    server.start()
    evening.all_see(before + 1)
    for device in evening.devices:
        reconnecting(device, shown=False)
        assert chips(device) == ["5"]
    expect(anna.page.locator("#toast")).to_be_empty()
    with ben.acts():
        ben.tap(4)
    evening.all_see(before + 2)
    assert chips(anna) == ["5", "5"]


@pytest.fixture
def away(opens: Opens, network: Network) -> Evening:
    """Carla's phone hears the table through the network; Anna's first chip has come that way."""
    evening = opens()
    evening.open()
    evening.phone("Carla").page.goto(f"http://{NAME}:{network.port}/t/{evening.key}")
    place(evening, "Anna", 1)
    return evening


def place(evening: Evening, name: str, casino: int) -> None:
    """A chip that all see."""
    with evening.phone(name).acts():
        evening.phone(name).tap(casino)
    evening.all_see(evening.phone(name).number)


def unseen(evening: Evening) -> Phone:
    """Ben places a chip of which Carla's phone hears nothing."""
    ben, carla = evening.phone("Ben"), evening.phone("Carla")
    with ben.acts():
        ben.tap(2)
    assert chips(carla) == ["5"]
    return carla


def caught_up(evening: Evening, carla: Phone) -> None:
    """It shows the chip, and it is Carla's turn, who can act."""
    carla.see(evening.phone("Ben").number)
    reconnecting(carla, shown=False)
    assert chips(carla) == ["5", "5"]
    place(evening, "Carla", 3)


def test_a_phone_whose_wifi_goes_and_comes_misses_nothing(away: Evening, network: Network) -> None:
    network.die()  # chromium's own switch leaves open streams open
    away.phone("Carla").context.set_offline(True)
    reconnecting(away.phone("Carla"), shown=True)
    carla = unseen(away)
    network.live()
    carla.context.set_offline(False)
    caught_up(away, carla)


def test_a_connection_that_died_without_a_word_is_noticed_and_replaced(away: Evening, network: Network) -> None:
    network.die()
    carla = unseen(away)
    reconnecting(carla, shown=True)
    network.live()
    caught_up(away, carla)


def test_a_phone_that_wakes_asks_for_the_page_afresh(opens: Opens) -> None:
    evening = opens().only("Anna", "Carla")
    evening.open()
    anna, carla = evening.phone("Anna"), evening.phone("Carla")
    carla.sleeps()
    with anna.acts():
        anna.tap(2)
    with carla.page.expect_request(lambda asked: asked.url.endswith(f"/t/{evening.key}")):
        carla.wakes()
    carla.see(anna.number)
    with carla.page.expect_request(lambda asked: asked.url.endswith(f"/t/{evening.key}")):
        carla.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")


def test_two_tabs_of_one_seat_show_the_same_and_a_stale_tap_is_told(opens: Opens) -> None:
    evening = opens().only("Anna")
    evening.open()
    anna = evening.phone("Anna")
    second = anna.another_page()
    second.goto(anna.page.url)
    deaf = anna.another_page()  # as a tab that a phone has put to rest
    deaf.route("**/events", lambda route: route.abort())
    deaf.goto(anna.page.url)
    expect(second.locator(".turn.mine")).to_be_visible()
    with anna.acts():
        anna.tap(6)
    expect(second.locator(".casino .chips")).to_have_text("5")
    expect(second.locator(".turn").filter(visible=True)).to_contain_text("Waiting for Ben")
    number = anna.number
    expect(deaf.locator(".turn.mine")).to_be_visible()
    deaf.locator('.open[data-casino="7"]').tap()
    expect(deaf.locator("#toast")).to_contain_text("not counted")
    expect(deaf.locator(".turn").filter(visible=True)).to_contain_text("Waiting for Ben")
    assert anna.number == number
    assert chips(anna) == ["5"]


def test_a_double_tap_counts_once(opens: Opens) -> None:
    evening = opens()
    evening.open()
    anna, before = evening.phone("Anna"), evening.screen.number
    anna.casino(3).evaluate("""casino => { for (let taps = 0; taps < 2; taps++)
        casino.dispatchEvent(new MouseEvent("click", {bubbles: true})); }""")
    evening.all_see(before + 1)
    expect(anna.page.locator("body.sending")).to_have_count(0)
    expect(anna.page.locator("#toast")).to_be_empty()
    with evening.phone("Ben").acts():
        evening.phone("Ben").casino(4).dblclick()
    evening.all_see(before + 2)
    place(evening, "Carla", 5)
    assert chips(evening.screen) == ["5", "5", "5"]
    assert evening.screen.number == before + 3


def test_a_double_tap_does_not_mean_what_came_under_the_finger(opens: Opens) -> None:
    evening = opens()
    evening.open()
    evening.whole_round(1)
    anna, ben, carla = evening.phones
    anna.taps_twice(anna.page.locator(".pages .primary"))
    evening.all_see(anna.number)
    assert ben.texts(".pages .muted") == ["2 / 4"]
    for _ in range(2):
        with evening.acts("Carla"):
            carla.page.locator(".pages .primary").dispatch_event("click")
    before = ben.number
    ben.taps_twice(ben.page.locator(".pages .primary"))
    evening.all_see(before + 1)
    assert {device.scene for device in evening.devices} == {"play"}
    evening.in_order()
    place(evening, evening.order[0], 1)
    assert ben.number == before + 2
