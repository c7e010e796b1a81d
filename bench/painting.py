"""Time until a tap is painted on a real page, in Chromium on a slow phone."""

from statistics import median
from time import time

from bench.report import line, ms
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.standalone import a_game

GAMES, CHIPS = 3, 4
SLOWER, LATENCY = 6, 40
"""How much slower the phone is than this machine, and milliseconds of its network."""

WATCH = """() => {
  window.painted = {}; window.tapped = []; window.interactions = [];
  addEventListener("pointerdown", () => tapped.push(Date.now()), true);
  const number = () => document.querySelector("#entry data").value;
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => { painted[number()] ??= Date.now(); };
  new MutationObserver(() => requestAnimationFrame(() => port2.postMessage(0)))
    .observe(document.querySelector("#entry"), {attributes: true, childList: true, subtree: true});
  new PerformanceObserver(list => interactions.push(...list.getEntries().map(one => one.duration)))
    .observe({type: "event", durationThreshold: 16});
}"""
"""Note when each entry was painted: a message is handled after the frame that was asked for before it."""


def phone() -> None:
    """Measure taps of one phone, and taps of others on it."""
    own, others, interactions = list[float](), list[float](), list[float]()
    for _ in range(GAMES):
        with a_game("vabanque") as game:
            session = game.session
            session.host_moves(kind="act", slot="start", do="start", seat=0, table=1)
            anna = session.phones[0]
            anna.open(f"/t/{session.key}")
            _slow_down(anna)
            anna.page.evaluate(WATCH)
            for nth in range(CHIPS):
                for name in session.names:
                    if name == anna.name:
                        anna.turn_comes()
                        number = anna.number + 1
                        anna.tap(2 + nth)
                        own.append(_painted(anna, number) - anna.page.evaluate("tapped.at(-1)"))
                    else:
                        began = time() * 1000
                        others.append(_painted(anna, session.chip(name, 2 + nth, nth)) - began)
            interactions += anna.page.evaluate("interactions")
    line(f"own tap until painted, processor {SLOWER} times slower, {LATENCY} ms network", _told(own), "180 ms")
    line("others' taps until painted", _told(others), "120 ms")
    line("interaction to next paint", _told(interactions), "90 ms")


def _slow_down(device: Phone) -> None:
    client = device.context.new_cdp_session(device.page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    client.send("Network.enable")
    network = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    client.send("Network.emulateNetworkConditions", network)


def _painted(device: Phone, number: int) -> float:
    device.page.wait_for_function("number => number in painted", arg=number)
    return float(device.page.evaluate("number => painted[number]", number))


def _told(milliseconds: list[float]) -> str:
    seconds = sorted(one / 1000 for one in milliseconds)
    return f"{ms(median(seconds))}, longest {ms(seconds[-1])} ({len(seconds)})"
