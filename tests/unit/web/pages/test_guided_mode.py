"""Guided mode: in its first game of a kind a phone is told what to do in each phase, until it is turned off."""

import re

import pytest

from companion.games import GAMES
from companion.paths import data_dir
from tests.unit.web.support.devices import Device, Session, saved
from tests.unit.web.support.moments import moments

HINT = re.compile(r'<p class="lesson" id="lesson" data-for="learning">(.*?)</p>', re.DOTALL)


def is_guided(session: Session, device: Device, path: str = "") -> bool:
    """Whether the device is told, by its page and by what it asks for again."""
    words = re.findall(r' data-me="([^"]*)"', device.get(f"/t/{session.key}{path}").text)[0].split()
    assert path or device.get(f"/t/{session.key}/me").get_json()["words"].split() == words
    return "learning" in words


def choose(session: Session, device: Device, on: str) -> int:
    return device.post(f"/t/{session.key}/first-evening", {"on": on}).status_code


def test_phone_is_guided_until_it_is_turned_off(session: Session) -> None:
    anna, ben, _ = session.players
    for on, status, guided in (("perhaps", 400, True), ("no", 303, False), ("yes", 303, True)):
        assert choose(session, anna, on) == status
        assert is_guided(session, anna) == guided
        assert is_guided(session, ben)
    assert not is_guided(session, session.host), "it only watches"
    assert not is_guided(session, session.host, "/screen")


def test_only_the_first_game_of_a_kind_is_guided(session: Session) -> None:
    anna = session.players[0]
    for slug, guided in (("vabanque", False), ("wetten", True)):
        other = Session(session.app, session.host).open(game=slug)
        saved(anna.tap(other.key, "sit", name="Anna", colour="orange"))
        assert is_guided(other, anna) == guided
    assert is_guided(session, anna)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if (data_dir("templates") / slug / "_hint.html").is_file()])
def test_each_phase_has_a_hint_of_its_own(slug: str) -> None:
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
