"""What if: asked of a step whose choice everybody knows; answered in words, kept nowhere."""

import re
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.vabanque.moves import Lay
from companion.table.model import replay
from companion.table.model.log import Played
from companion.table.model.player_view import PlayerView, player_view
from companion.table.model.roster import paging
from companion.table.model.what_if import known
from tests.support.cases import usually
from tests.unit.web.support.devices import Device, Form, Session, new_session, saved
from tests.unit.web.support.markup import TAG, attributes, plain
from tests.unit.web.support.phases import entry_count

LUCK = 4
FORM = re.compile(r"<form hx-post.*?</form>", re.DOTALL)
OUTCOME = re.compile(r'<div id="outcome".*(?=</main>)', re.DOTALL)


def over(data: Path, slug: str) -> Session:
    """A game of chance, played to its end."""
    session, luck = new_session(data, game=slug), Random(LUCK)
    while session.table.asks or paging(session.table.party):
        session.paged()
        if session.table.asks:
            saved(session.by_chance(luck))
    return session


NOT_ONES_OWN = {"start"}
"""Who starts is no choice of one's own."""


def chosen(end: PlayerView, played: Played) -> bool:
    """Whether there was anything to choose: a move that says nothing can only be made or not."""
    return len(end.game.write(played.act.move)) > 1


@pytest.fixture(scope="module", params=usually("banque_fatale", of=GAMES))
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """One of each kind."""
    return over(tmp_path_factory.mktemp(request.param), request.param)


@pytest.fixture(scope="module")
def vabanque(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """One of Vabanque."""
    return over(tmp_path_factory.mktemp("vabanque"), "vabanque")


def asked(device: Device, session: Session, played: Played) -> str:
    """The page that asks what an entry could have been."""
    answer = device.get(f"/t/{session.key}/what-if/{played.number}")
    assert answer.status_code == 200, answer.text
    return answer.text


def told(device: Device, session: Session, played: Played, form: Form, status: int = 200) -> str:
    """What would have come of it, in words."""
    answer = device.post(f"/t/{session.key}/what-if/{played.number}", form)
    assert answer.status_code == status, answer.text
    found = OUTCOME.search(answer.text)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def filled(form: str) -> dict[str, str]:
    """What a form sends with its last button as it comes: of what can be chosen the last."""
    tags = [attributes(about) for name, about in TAG.findall(form) if name in ("input", "button")]
    return {at["name"]: at.get("value", "") or at.get("min", "") for at in tags if "name" in at}


def test_every_form_of_every_entry_is_answered(ended: Session) -> None:
    end, anna, before, written = player_view(ended.table), ended.players[0], ended.table, entry_count(ended)
    offered = set()
    for played in end.played:
        forms = FORM.findall(asked(anna, ended, played))
        assert not forms or known(end, played)
        for form in forms:
            offered.add(end.game.write(played.act.move)["do"])
            path = f"/t/{ended.key}/what-if/{played.number}"
            answer = anna.post(path, sent := filled(form))
            assert answer.status_code in (200, 409), (
                f"templates/{end.slug}/_correct.html sends {sent} for {played.act}: {plain(answer.text)[:300]}. Where "
                "nothing else could be chosen, there is no form"
            )
            assert "undefined" not in answer.text.lower()
    assert ended.table is before
    assert entry_count(ended) == written
    choices = {
        str(end.game.write(played.act.move)["do"])
        for played in before.played
        if known(end, played) and chosen(end, played)
    }
    missing = choices - NOT_ONES_OWN - offered
    assert not missing, f"these were chosen, and What if … has no form for them: {missing}"


def test_a_step_leads_to_its_question_and_back(ended: Session) -> None:
    end, anna = player_view(ended.table), ended.players[0]
    every = {step: replay.decided(end, step) for step in replay.steps(end)}
    for (number, page), played in [*every.items()][::5]:
        text = anna.get(f"/t/{ended.key}/replay/{number}/{page}").text
        link = re.search(r'id="otherwise" href="(/t/\w+/what-if/\d+)"', text)
        if played is None or not FORM.search(asked(anna, ended, played)):
            assert link is None
            continue
        assert link is not None
        assert link[1] == f"/t/{ended.key}/what-if/{played.number}"
        first = next(step for step, first in every.items() if first == played)
        assert f'href="/t/{ended.key}/replay/{first[0]}/{first[1]}"' in anna.get(link[1]).text


def test_the_answer_names_the_places_the_money_and_what_comes_out_differently(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    for ask, number in zip(session.table.asks, (3, 5, 7), strict=True):
        saved(session.act(ask, GAMES["toy"].read({"do": "bid", "number": number})))
    saved(session.act(session.ask, GAMES["toy"].read({"do": "turn", "which": "lowest"})))
    session.paged()
    anna, bid = session.players[0], player_view(session.table).played[0]
    text = told(anna, session, bid, {"do": "bid", "number": "5"})
    assert "Anna: bid, number 3 → Anna: bid, number 5" in text
    assert "Standings at the end Carla 7 +7 · actually place 2 with 0 Anna 0 −3 · actually place 1 with 3" in text
    assert "What changes Round 1 Anna +3 → 0 Carla 0 → +7" in text
    assert text.endswith("Nothing of this is kept, and no other device sees it. Back to this step")
    assert told(anna, session, bid, {"do": "bid", "number": "4"}).count("Round") == 1
    same = told(anna, session, bid, {"do": "bid", "number": "3"}, 409)
    assert same.startswith("That is what it says already.")
    assert "No payout changes." in told(
        anna, session, player_view(session.table).played[1], {"do": "bid", "number": "6"}
    )


def test_where_the_games_part_is_said_with_the_entry_and_the_reason(vabanque: Session) -> None:
    end, anna = player_view(vabanque.table), vabanque.players[0]
    found = set()
    for played in end.played:
        if end.game.write(played.act.move)["do"] == "move":
            for steps in range(5):
                form = {"do": "move", "steps": str(steps)}
                answer = anna.post(f"/t/{vabanque.key}/what-if/{played.number}", form).text
                found |= {kind for kind in PARTED if kind in answer}
                assert ("We can't tell what comes after it" in answer) == any(kind in answer for kind in PARTED)
    assert found == set(PARTED)


PARTED = (
    "The games differ from here. This move would not have been possible.",
    "We can't tell from here: it depends on a card nobody saw.",
)


def test_what_nobody_turned_up_cannot_be_asked_for(vabanque: Session) -> None:
    end = player_view(vabanque.table)
    hidden = [one for one in end.played if isinstance(one.act.move, Lay) and one.act.move.card == "hidden"]
    assert hidden
    for played in hidden:
        for device in (*vabanque.players, vabanque.host):
            assert not FORM.search(asked(device, vabanque, played))
            form = {"do": "card", "place": "1", "table": "1"}
            assert told(device, vabanque, played, form) == "Back to this step"


@pytest.mark.parametrize(("number", "status"), [("1", 404), ("99999", 404), ("x", 400), ("0", 400), ("9" * 5_000, 400)])
def test_what_was_no_entry_of_the_game_is_no_page(vabanque: Session, number: str, status: int) -> None:
    path = f"/t/{vabanque.key}/what-if/{number}"
    assert vabanque.host.get(path).status_code == status
    assert vabanque.host.post(path, {"do": "move"}).status_code == status


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "The value of do is not known. Choose one of: move."),
        ({"do": "card"}, "The value of do is not known. Choose one of: move."),
        ({"do": "move", "steps": "9"}, "Enter a number from 0 to 4."),
        ({"do": "move", "steps": "x"}, "Enter a number from 0 to 4."),
    ],
)
def test_what_could_not_be_is_refused_in_a_sentence(vabanque: Session, form: dict[str, str], sentence: str) -> None:
    end = player_view(vabanque.table)
    played = next(one for one in end.played if end.game.write(one.act.move)["do"] == "move")
    assert sentence in told(vabanque.host, vabanque, played, form, 400)
