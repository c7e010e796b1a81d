"""*What if*: another choice in a finished game, answered in words and kept nowhere."""

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.table.model import replay
from companion.table.model.log import Played
from companion.table.model.player_view import player_view
from companion.table.model.what_if import is_known_choice
from tests.support.cases import usually
from tests.unit.web.support.devices import Device, Form, Session, new_session, saved
from tests.unit.web.support.markup import TAG, attributes, plain
from tests.unit.web.support.phases import entry_count, play_to_end

LUCK = 4
FORM = re.compile(r"<form hx-post.*?</form>", re.DOTALL)
OUTCOME = re.compile(r'<div id="outcome".*(?=</main>)', re.DOTALL)
PARTED = (
    "From here the two games differ. This move would not have been possible.",
    "We can't tell from here: it depends on a card nobody saw.",
)


@pytest.fixture(scope="module", params=usually("banque_fatale", of=GAMES))
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A finished game of each kind."""
    return play_to_end(new_session(tmp_path_factory.mktemp(request.param), game=request.param), LUCK)


@pytest.fixture(scope="module")
def vabanque(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A finished game of Vabanque."""
    return play_to_end(new_session(tmp_path_factory.mktemp("vabanque")), LUCK)


def question(device: Device, session: Session, played: Played) -> str:
    """The page that asks for another choice."""
    answer = device.get(f"/t/{session.key}/what-if/{played.number}")
    assert answer.status_code == 200, answer.text
    return answer.text


def outcome(device: Device, session: Session, played: Played, form: Form, status: int = 200) -> str:
    """The answer in words."""
    answer = device.post(f"/t/{session.key}/what-if/{played.number}", form)
    assert answer.status_code == status, answer.text
    found = OUTCOME.search(answer.text)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def filled(form: str) -> dict[str, str]:
    """Return the fields that a form sends with its last button and the last of each choice."""
    tags = [attributes(about) for name, about in TAG.findall(form) if name in ("input", "button")]
    return {at["name"]: at.get("value", "") or at.get("min", "") for at in tags if "name" in at}


def test_every_form_of_every_move_is_answered(ended: Session) -> None:
    end, anna, before, written = player_view(ended.table), ended.players[0], ended.table, entry_count(ended)
    offered = set()
    for played in end.played:
        forms = FORM.findall(question(anna, ended, played))
        assert not forms or is_known_choice(end, played)
        for form in forms:
            offered.add(end.game.write(played.act.move)["do"])
            answer = anna.post(f"/t/{ended.key}/what-if/{played.number}", sent := filled(form))
            assert answer.status_code in (200, 409), (
                f"templates/{end.slug}/_correct.html sends {sent} for {played.act}: {plain(answer.text)[:300]}. Where "
                "nothing else could be chosen, there is no form"
            )
            assert "undefined" not in answer.text.lower()
    assert ended.table is before
    assert entry_count(ended) == written
    lines = [end.game.write(played.act.move) for played in before.played if is_known_choice(end, played)]
    missing = {str(line["do"]) for line in lines if len(line) > 1} - {"start"} - offered  # who starts is no own choice
    assert not missing, f"these were chosen, and What if … has no form for them: {missing}"


def test_step_links_to_its_question_and_back(ended: Session) -> None:
    end, anna = player_view(ended.table), ended.players[0]
    every = {step: replay.decided_move(end, step) for step in replay.replay_steps(end)}
    for (number, page), played in [*every.items()][::5]:
        text = anna.get(f"/t/{ended.key}/replay/{number}/{page}").text
        link = re.search(r'id="otherwise" href="(/t/\w+/what-if/\d+)"', text)
        if played is None or not FORM.search(question(anna, ended, played)):
            assert link is None
            continue
        assert link is not None
        assert link[1] == f"/t/{ended.key}/what-if/{played.number}"
        first = next(step for step, first in every.items() if first == played)
        assert f'href="/t/{ended.key}/replay/{first[0]}/{first[1]}"' in anna.get(link[1]).text


def test_answer_names_places_money_and_what_differs(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    for ask, number in zip(session.table.asks, (3, 5, 7), strict=True):
        saved(session.act(ask, GAMES["toy"].read({"do": "bid", "number": number})))
    saved(session.act(session.ask, GAMES["toy"].read({"do": "turn", "which": "lowest"})))
    session.paged()
    anna, (bid, other, *_) = session.players[0], player_view(session.table).played
    text = outcome(anna, session, bid, {"do": "bid", "number": "5"})
    assert "Anna: bid, number 3 → Anna: bid, number 5" in text
    assert "Standings at the end Carla 7 +7 · actually 2nd, with 0 Anna 0 −3 · actually 1st, with 3" in text
    assert "What changes Round 1 Anna +3 → 0 Carla 0 → +7" in text
    assert text.endswith("None of this is kept, and no other device sees it. Back to this step")
    assert outcome(anna, session, bid, {"do": "bid", "number": "4"}).count("Round") == 1
    same = outcome(anna, session, bid, {"do": "bid", "number": "3"}, 409)
    assert same.startswith("That&#39;s already entered.")
    assert "No payout changes." in outcome(anna, session, other, {"do": "bid", "number": "6"})


def test_point_where_games_differ_is_told_with_its_reason(vabanque: Session) -> None:
    end, found = player_view(vabanque.table), set()
    for played in end.played:
        if end.game.write(played.act.move)["do"] == "move":
            for steps in range(5):
                form = {"do": "move", "steps": str(steps)}
                answer = vabanque.players[0].post(f"/t/{vabanque.key}/what-if/{played.number}", form).text
                found |= {kind for kind in PARTED if kind in answer}
                assert ("We can't tell what comes after that" in answer) == any(kind in answer for kind in PARTED)
    assert found == set(PARTED)


@pytest.mark.parametrize(("number", "status"), [("1", 404), ("99999", 404), ("x", 400), ("0", 400), ("9" * 5_000, 400)])
def test_unknown_move_has_no_question(vabanque: Session, number: str, status: int) -> None:
    path = f"/t/{vabanque.key}/what-if/{number}"
    assert vabanque.host.get(path).status_code == status
    assert vabanque.host.post(path, {"do": "move"}).status_code == status


UNKNOWN, OUT_OF_RANGE = "The value of do is not known. Choose one of: move.", "Enter a number from 0 to 4."


def test_impossible_choice_is_refused(vabanque: Session) -> None:
    end = player_view(vabanque.table)
    played = next(one for one in end.played if end.game.write(one.act.move)["do"] == "move")
    assert UNKNOWN in outcome(vabanque.host, vabanque, played, {}, 400)
    assert UNKNOWN in outcome(vabanque.host, vabanque, played, {"do": "card"}, 400)
    for steps in ("9", "x"):
        assert OUT_OF_RANGE in outcome(vabanque.host, vabanque, played, {"do": "move", "steps": steps}, 400)
