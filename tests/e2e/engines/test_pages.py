"""Pages of a table in every engine: streams, the replay, *What if*, and motion."""

from itertools import product

from tests.e2e.browser.devices import Phone
from tests.e2e.browser.races import Races
from tests.e2e.browser.random_game import RandomGame
from tests.e2e.browser.session import Session
from tests.e2e.engines.pages import Engine
from tests.support.cast import CAST
from tests.support.server import Server

STANDS = "step => document.querySelector('#replay-where').textContent.includes(` ${step}/`)"
SAYS = "([one, said]) => document.querySelector(one)?.textContent.includes(said)"
RUNS = """() => Object.fromEntries(document.getAnimations().filter(one => one.effect.target.closest(".track"))
  .map(one => [one.effect.target.id || one.effect.target.getAttribute("class"), one.effect.getComputedTiming()])
  .map(([name, {delay, endTime}]) => [name, [delay, endTime]]))"""
ASTRAY = "document.querySelector('form[hx-post]').setAttribute('hx-post', '/nowhere')"


def test_stream_comes_where_another_was_left(engine: Engine, server: Server) -> None:
    """Through its cache Firefox would keep a second request waiting for the answer to one that was given up."""
    session = Session(engine.browser, server.origin, CAST[:3])
    session.seat_all()
    for nth, who in product(range(2), CAST[:3]):
        session.only(who, screen=False).open_table()
        session.all_see(session.chip(who, 3, nth))
        session.phone(who).looks_away()


def test_replay_steps_and_what_if_answers(engine: Engine, server: Server) -> None:
    anna = at_the_end(engine, server)
    page = anna.page
    anna.open(f"{page.evaluate('location.pathname')}/replay")
    page.tap("#to-forward")
    page.wait_for_function(STANDS, arg=2)
    page.tap("#otherwise")
    anna.arrives("form[hx-post]")
    page.tap("[data-add='1']")
    anna.press("See what would have happened")
    page.wait_for_function(SAYS, arg=["#outcome", "None of this is kept"])
    page.evaluate(ASTRAY)
    anna.press("See what would have happened")
    page.wait_for_function(SAYS, arg=["#toast", "This page doesn't exist. Check the address, or go to the start page."])
    assert page.locator("#outcome").count() == 1
    anna.press("Back to this step")
    anna.arrives("#replay-where")
    page.wait_for_function(STANDS, arg=2)


PAUSED = """document.addEventListener("companion:drawn", () => {
  for (const one of document.getAnimations()) one.pause();
})"""


def test_horses_run_and_places_follow(moving: Engine, server: Server) -> None:
    session = Session(moving.browser, server.origin, CAST[:3]).only("Anna", screen=False)
    session.seat_all(game="wetten", track="10")
    session.open_table()
    races, page = Races(session), session.phone("Anna").page
    races.bets()
    page.evaluate(PAUSED)
    races.runs((9, 0, 0, 0), read=True)
    told = page.evaluate(RUNS)
    assert told["lane-1-horse"] == [600, 2200]
    assert told["place is"][0] >= 2200
    page.tap("#turn")
    assert page.evaluate(RUNS) == {}


def at_the_end(engine: Engine, server: Server) -> Phone:
    """Anna's phone at the end of a short game."""
    game = RandomGame(engine.browser, server, "toy", names=CAST[:3], rules={"rounds": "1"})
    anna = game.session.phones[0]
    game.sit()
    game.looks(anna)
    for _ in game.played(asleep=True):
        pass
    game.seen()
    return anna
