"""First evening: in its first game of a kind a phone is told in each phase what is done and why, until it says no."""

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.paths import data_dir
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.moments import moments

HINT = re.compile(r'<p class="lesson" id="lesson" data-for="learning">(.*?)</p>', re.DOTALL)


def learns(table: Session, device: Device) -> bool:
    """Whether the device is told, by its page and by what it asks for again."""
    page = device.get(f"/t/{table.key}").text
    words = re.findall(r' data-me="([^"]*)"', page)[0].split()
    assert device.get(f"/t/{table.key}/me").get_json()["words"].split() == words
    return "learning" in words


def chooses(table: Session, device: Device, on: str) -> int:
    return device.post(f"/t/{table.key}/first-evening", {"on": on}).status_code


def test_a_phone_is_told_in_its_first_game_until_a_tap_says_no(tmp_path: Path) -> None:
    table = new_session(tmp_path, game="vabanque")
    anna, ben = table.players[:2]
    assert learns(table, anna)
    assert chooses(table, anna, "no") == 303
    assert not learns(table, anna)
    assert learns(table, ben)
    assert chooses(table, anna, "yes") == 303
    assert learns(table, anna)


def test_what_is_no_answer_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    table = new_session(tmp_path, game="vabanque")
    assert chooses(table, table.players[0], "perhaps") == 400
    assert learns(table, table.players[0])


def test_the_screen_in_the_middle_and_who_only_watches_are_not_told(tmp_path: Path) -> None:
    table = new_session(tmp_path, game="vabanque")
    page = table.host.get(f"/t/{table.key}/screen").text
    assert "learning" not in re.findall(r' data-me="([^"]*)"', page)[0].split()
    assert not learns(table, table.host)


def test_in_the_second_game_of_a_kind_a_phone_is_not_told_and_in_the_first_of_another_it_is(tmp_path: Path) -> None:
    first = new_session(tmp_path, game="vabanque")
    anna = first.players[0]
    again = sits_elsewhere(first, anna, "vabanque")
    other = sits_elsewhere(first, anna, "wetten")
    assert learns(first, anna)
    assert not learns(again, anna)
    assert learns(other, anna)


def sits_elsewhere(first: Session, anna: Device, game: str) -> Session:
    """Anna sits down at another table of the same house."""
    key = first.host.post("/new", {"game": game}).location.rpartition("/")[2]
    anna.get(f"/t/{key}")
    saved(anna.tap(key, "sit", name="Anna", colour="orange"))
    return Session(first.app, first.host, [anna], key)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if (data_dir("templates") / slug / "_hint.html").is_file()])
def test_every_phase_has_a_sentence_of_its_own_for_whoever_learns(slug: str) -> None:
    said: dict[tuple[str, str], set[str]] = {}
    for one in moments(slug):
        found = {" ".join(hint.split()) for hint in HINT.findall(one.phone["turn"])}
        if one.player_view.scene in ("lobby", "over"):
            assert not found
            continue
        now = one.page.word if one.page else one.state.phase if one.player_view.scene == "play" else ""
        said.setdefault((one.player_view.scene, str(now)), set()).update(found)
    none = [" ".join(at).strip() for at, hints in said.items() if len(hints) != 1]
    assert not none, (
        "_hint.html has no sentence, or several, or _turn.html does not include table/_hint.html, where the game is "
        f"at: {none}"
    )
    payouts = {hint for (scene, _), hints in said.items() for hint in hints if scene == "payout"}
    sentences = [*payouts, *(hint for (scene, _), hints in said.items() for hint in hints if scene != "payout")]
    assert len({*sentences}) == len(sentences), f"two phases have one sentence: {said}"
