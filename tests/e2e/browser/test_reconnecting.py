"""Phones sleep, tabs close, servers are killed, the Wi-Fi goes: the game goes on, and a move counts once."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.conftest import Opens
from tests.e2e.browser.devices import SLEEP, Device
from tests.e2e.browser.network import Network
from tests.e2e.browser.session import Session
from tests.support.server import NAME, Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that is killed, which no other module shall notice."""
    with running(Server(tmp_path_factory.mktemp("companion"), host=NAME)) as server:
        yield server
    assert not server.faults()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    """Network of one phone."""
    stretch = Network(server.port)
    yield stretch
    stretch.close()


def reconnecting(device: Device, *, shown: bool) -> None:
    """Waits until the quiet sign is there, or is gone."""
    expect(device.page.locator("#offline")).to_be_visible(visible=shown, timeout=30_000)


def chips(device: Device) -> list[str]:
    """The sums that lie on the board."""
    return device.page.locator(".casino .chips").all_text_contents()


def test_reopened_phone_has_its_seat_and_hand(reopens: Opens) -> None:
    session = reopens().only("Anna", screen=False)
    session.open()
    session.place_all_chips({1: 12})
    anna = session.phone("Anna")
    with anna.looks() as before:
        pass
    session.lay("Anna", 2, 5)
    anna.page.close()
    session.card("Ben", 4)
    anna.page = anna.another_page()
    anna.open(f"/t/{session.key}")
    assert anna.glance().turn.startswith("Waiting for Carla")
    assert anna.own == ["Anna"]
    with anna.looks() as after:
        assert after == [before[0], before[2]]
        assert anna.texts("#look li") == [f"Table 5: {before[1]}"]
    session.card("Carla", 4)
    session.lay("Anna", 1, 5)


def test_move_during_a_restart_counts_once(reopens: Opens, server: Server) -> None:
    session = reopens().only("Anna", "Ben")
    session.open()
    anna, ben = session.phone("Anna"), session.phone("Ben")
    before = anna.number
    server.kill()
    anna.tap(3)
    expect(anna.page.locator("#toast")).to_contain_text("Not saved yet")
    for device in session.devices:
        reconnecting(device, shown=True)
    assert chips(anna) == []
    server.start()
    session.all_see(before + 1)
    for device in session.devices:
        reconnecting(device, shown=False)
        assert chips(device) == ["5"]
    expect(anna.page.locator("#toast")).to_be_empty()
    with ben.acts():
        ben.tap(4)
    session.all_see(before + 2)
    assert chips(anna) == ["5", "5"]


@pytest.fixture
def away(reopens: Opens, network: Network) -> Session:
    """Carla's phone hears the table through the network; Anna's first chip has come that way."""
    session = reopens()
    session.seat_all()
    session.only("Carla", screen=False)
    session.phone("Carla").page.goto(f"http://{NAME}:{network.port}/t/{session.key}")
    session.all_see(session.chip("Anna", 1))
    return session


def unseen(session: Session) -> int:
    """Ben places a chip of which Carla's phone hears nothing."""
    number = session.chip("Ben", 2)
    assert chips(session.phone("Carla")) == ["5"]
    return number


def caught_up(session: Session, number: int) -> None:
    """It shows the chip, and it is Carla's turn, who can act."""
    carla = session.phone("Carla")
    carla.see(number)
    reconnecting(carla, shown=False)
    assert chips(carla) == ["5", "5"]
    with carla.acts():
        carla.tap(3)


def test_phone_that_was_offline_misses_nothing(away: Session, network: Network) -> None:
    carla = away.phone("Carla")
    network.die()  # chromium's own switch leaves open streams open
    carla.context.set_offline(True)
    reconnecting(carla, shown=True)
    number = unseen(away)
    network.live()
    carla.context.set_offline(False)
    caught_up(away, number)


def test_silent_connection_is_noticed_and_replaced(away: Session, network: Network) -> None:
    network.die()
    number = unseen(away)
    reconnecting(away.phone("Carla"), shown=True)
    network.live()
    caught_up(away, number)


@pytest.fixture
def buffered(reopens: Opens, network: Network) -> Session:
    """Carla's phone is behind a proxy that buffers event streams; it is Anna's turn."""
    session = reopens()
    session.seat_all()
    session.only("Carla", screen=False)
    network.buffer("body")
    return session


def goes_there(device: Device, session: Session, network: Network) -> None:
    """Opens the table through the proxy, and says in its console when an event came."""
    device.page.goto(f"http://{NAME}:{network.port}/t/{session.key}")
    device.page.evaluate("""addEventListener("htmx:sse:after:message", () => console.log("event"))""")


@contextmanager
def hears(device: Device) -> Iterator[None]:
    """Waits until an event came."""
    with device.page.expect_event("console", lambda line: line.text == "event", timeout=30_000):
        yield


@pytest.mark.parametrize("what", ["body", "all"])
def test_phone_behind_a_buffering_proxy_polls(buffered: Session, network: Network, what: str) -> None:
    carla = buffered.phone("Carla")
    network.buffer(what)
    goes_there(carla, buffered, network)
    carla.see(buffered.chip("Anna", 1))
    caught_up(buffered, buffered.chip("Ben", 2))
    carla.see(buffered.chip("Anna", 4, 1))
    reconnecting(carla, shown=False)
    with hears(carla):
        network.live()
    carla.see(buffered.chip("Ben", 5, 1))


def test_page_polls_neither_hidden_nor_after_an_event(buffered: Session, network: Network) -> None:
    carla, at = buffered.phone("Carla"), f"/t/{buffered.key}"
    clock, asked = carla.page.clock, list[str]()
    carla.page.on("request", lambda request: asked.append(urlsplit(request.url).path))

    def polls(milliseconds: int) -> int:
        """Requests of the page for its state while its clock goes on."""
        before = asked.count(at)
        clock.run_for(milliseconds)
        return asked.count(at) - before

    clock.install()
    goes_there(carla, buffered, network)
    clock.pause_at(carla.page.evaluate("Date.now() / 1000 + 1"))  # this takes a while itself
    carla.sleeps()
    assert polls(20_000) == 0
    with carla.page.expect_response(lambda answer: answer.url.endswith(at)):
        carla.wakes()
    assert polls(8_000) > 0
    with hears(carla):
        network.live()
        clock.resume()
    clock.pause_at(carla.page.evaluate("Date.now() / 1000 + 1"))  # this takes a while itself
    assert polls(2_500) == 0


def test_second_tab_shows_the_same_and_stale_taps_are_told(reopens: Opens) -> None:
    session = reopens().only("Anna", screen=False)
    session.open()
    anna = session.phone("Anna")
    second = anna.another_page()
    second.goto(anna.page.url)
    deaf = anna.another_page()  # as a tab that a phone has put to rest
    deaf.route("**/events", lambda route: route.abort())
    deaf.goto(anna.page.url)
    deaf.evaluate(SLEEP, True)
    expect(second.locator(".turn.mine")).to_be_visible()
    with anna.acts():
        anna.tap(6)
    expect(second.locator(".casino .chips")).to_have_text("5")
    expect(second.locator(".turn").filter(visible=True)).to_contain_text("Waiting for Ben")
    number = anna.number
    expect(deaf.locator(".turn.mine")).to_be_visible()
    deaf.locator('.open[data-casino="7"]').tap()
    expect(deaf.locator("#toast")).to_contain_text("didn't count")
    expect(deaf.locator(".turn").filter(visible=True)).to_contain_text("Waiting for Ben")
    assert anna.number == number
    assert chips(anna) == ["5"]


def test_double_tap_does_not_hit_what_came_next(reopens: Opens) -> None:
    session = reopens().only(screen=False)
    session.seat_all()
    act = session.whole_round(1)
    session.only("Anna", "Ben").open_table()
    anna, ben, _ = session.phones
    anna.double_tap(anna.page.locator(".pages .primary"))
    session.all_see(act + 1)
    assert ben.texts(".pages .muted [aria-hidden]") == ["2 / 4"]
    for step in (2, 3):
        session.all_see(session.send("Carla", kind="page", act=act, step=step))
    ben.double_tap(ben.page.locator(".pages .primary"))
    session.all_see(act + 4)
    assert {device.scene for device in session.devices} == {"play"}
    session.in_order()
    session.all_see(session.posts(session.order[0], "chips", "chip", round_=2, table=1))
    assert ben.number == act + 5
