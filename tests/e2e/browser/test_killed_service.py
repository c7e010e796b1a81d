"""Games by phones at two services, one of which is killed in the middle: no phone loses anything.

Normally it is one game; to prove it, nine phones play all three at once.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.browser.devices import Device
from tests.e2e.browser.payouts import amount
from tests.e2e.browser.shared_game import Game
from tests.support.cases import slow
from tests.support.postgres import Cluster
from tests.support.server import NAME, PATIENCE, Server, running
from tests.support.waiting import wait_until

PEOPLE = {
    "vabanque": ("Anna", "Ben", "Carla"),
    "banque_fatale": ("Dora", "Emil", "Fritz"),
    "wetten": ("Gerda", "Hanna", "Ida"),
}
MIDDLE = {"vabanque": 45, "banque_fatale": 90, "wetten": 80}
"""The state of each game, of about twice as many, in which a service is killed."""


@pytest.fixture
def services(postgres: Cluster, tmp_path: Path) -> Iterator[list[Server]]:
    """Two on one database."""
    database = postgres.fresh()
    with ExitStack() as closing:
        both = [Server(tmp_path / name, host=NAME, database=database) for name in ("one", "two")]
        for server in both:
            closing.enter_context(running(server))
        yield both
    assert not "".join(server.faults() for server in both)


@pytest.mark.parametrize("slugs", [["vabanque"], pytest.param(list(PEOPLE), marks=slow)], ids=len)
def test_game_ends_though_a_service_is_killed(
    slugs: list[str],
    browser: Browser,
    services: list[Server],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    games = [Game(browser, services, slug, PEOPLE[slug]) for slug in slugs]
    deaths = [MIDDLE[slug] for slug in slugs]
    awake = range(min(deaths) - 12, max(deaths) + 13)  # else phones sleep until the end
    for game in games:
        game.begin()
    for step in range(1, 1_000):
        going = [game for game in games if not game.over]
        for game in games:
            game.sleeps(step not in awake)
        for game in going:
            game.goes_on()
            if step == MIDDLE[game.slug]:
                record_property(f"killed in {game.slug}", _killed(services, games))
        if not going:
            break
    for game in games:
        _ended(game, tmp_path)
    faults = [fault for game in games for fault in (*game.session.close(), *game.consoles)]
    assert not faults


def _killed(services: Sequence[Server], games: Sequence[Game]) -> str:
    """A service is killed while all play on; says how many pages it has cut off, and when all were back."""
    before = [opened for game in games for opened in game.streams()]
    began = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        restarted = pool.submit(services[0].restart)
        try:
            for game in games:
                if not game.over:
                    game.goes_on()
        finally:
            restarted.result()  # if it failed, that is why
    for game in games:
        for phone in game.watching:
            wait_until(lambda phone=phone, game=game: phone.number >= game.entry, PATIENCE)  # type: ignore[misc]
    seconds = time.monotonic() - began
    cut = sum(now > then for now, then in zip([o for game in games for o in game.streams()], before, strict=True))
    told = f"{cut} of {len(before)} pages were cut off, all show the latest entry after {seconds:.2f} s"
    print(f"a service was killed: {told}")
    return told


def _ended(game: Game, folder: Path) -> None:
    """Every page shows the end and the same money as the record, which a phone takes with it; the summary opens."""
    game.sleeps(False)
    for phone in game.watching:
        phone.page.wait_for_selector("data[data-scene=over]", state="attached")
        assert _money(phone) == game.scores
    phone, record = game.watching[1], folder / f"{game.slug}.jsonl"
    with phone.page.expect_download() as taken:
        phone.menu("Save as a file")
    taken.value.save_as(record)
    command = [sys.executable, "-m", "companion", "score", "--json", str(record)]
    scored = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert (scored["finished"], scored["money"]) == (True, game.scores)
    for phone in game.watching:
        phone.open(f"/t/{game.session.key}/summary")
        told = phone.page.locator("body").inner_text()
        assert all(name in told for name in game.session.names)


def _money(phone: Device) -> dict[str, int]:
    """Money of all players on the last page."""
    told = phone.texts(".standings .name, .standings .money")
    amounts = (amount(money) * (-1 if re.match("[-−]", money) else 1) for money in told[1::2])
    return dict(zip(told[::2], amounts, strict=True))
