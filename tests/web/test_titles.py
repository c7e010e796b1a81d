"""What a tab and a history say of each page: what it is, of which game, and whose."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.web.devices import Evening, an_evening
from tests.web.test_who_comes_in import to_the_end

AT_A_TABLE = {
    "": "Vabanque · Anna · Companion",
    "/screen": "Vabanque · Companion",
    "/door": "Vabanque · Companion",
    "/history": "History · Vabanque · Companion",
    "/phone": "Another phone for my seat · Companion",
    "/rules": "Rules · Vabanque · Companion",
}
THE_HOSTS = {
    "": "Vabanque · Companion",
    "/correct": "Correct · Vabanque · Companion",
    "/seats": "Names and seats · Companion",
    "/host": "The host's role · Companion",
}
OF_THE_HOUSE = {
    "/new": "New table · Companion",
    "/people": "People · Companion",
    "/rules/wetten": "Rules · Wetten! · Companion",
    "/material/wetten": "Wetten!: material to print · Companion",
    "/nothing": "Something went wrong · Companion",
}


def title(page: str) -> str:
    """As a browser shows it."""
    found = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    return unescape(found[1]) if found else ""


@pytest.fixture(scope="module")
def vabanque(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Three people and a host without a seat."""
    return an_evening(tmp_path_factory.mktemp("titles"))


@pytest.mark.parametrize("path", AT_A_TABLE)
def test_a_players_page_is_called_by_what_it_is_by_its_game_and_its_owner(vabanque: Evening, path: str) -> None:
    assert title(vabanque.players[0].get(f"/t/{vabanque.key}{path}").text) == AT_A_TABLE[path]


@pytest.mark.parametrize("path", THE_HOSTS)
def test_so_are_the_hosts(vabanque: Evening, path: str) -> None:
    assert title(vabanque.host.get(f"/t/{vabanque.key}{path}").text) == THE_HOSTS[path]


@pytest.mark.parametrize("path", OF_THE_HOUSE)
def test_a_page_of_the_house_is_called_by_what_it_is(vabanque: Evening, path: str) -> None:
    assert title(vabanque.host.get(path).text) == OF_THE_HOUSE[path]


def test_a_replay_is_called_by_its_game(tmp_path: Path) -> None:
    over = an_evening(tmp_path, game="toy", rounds="1")
    to_the_end(over)
    page = over.host.client.get(f"/t/{over.key}/replay", follow_redirects=True).text
    assert title(page) == "Replay · Low Bid · Companion"
