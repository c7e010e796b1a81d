"""Whole games of each kind, page by page and sheet by sheet: no word on them is of another language than the reader's.

They are read in a language of marks (`tests/support/pseudo_language.py`), so this holds for every language at once.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import pytest
from flask import Flask, render_template
from werkzeug.test import TestResponse

from companion.games import GAMES
from companion.printing import documents, material
from companion.rendering import error_messages, rules_page
from companion.table.model import history
from companion.table.model.player_view import player_view
from companion.web.live.public_page import PublicPage, render_hand, render_history
from tests.integration.printing.sheets import at_table
from tests.support.pseudo_language import speaking
from tests.unit.games.laws import refusals, some_games
from tests.unit.games.playing import whole_game
from tests.unit.games.worded import WORDED
from tests.unit.web.secrecy.routes import PAGES, requests
from tests.unit.web.support.corrections import a_paid_round, entry, proposed
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import ORIGIN, Device, Session, new_app, new_session, saved
from tests.unit.web.support.language import CODES, LANG, Reader
from tests.unit.web.support.moments import PLACE, Moment, moments, with_other_preferences
from tests.unit.web.support.phases import play_to, play_to_run

FIELDS = re.compile(r"\b[a-z_]+\b")
"""What no page sends, only who types it, is refused in the words of its fields, as they stand in the address."""


@pytest.fixture(scope="module", autouse=True)
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app in the language of marks; pages name its addresses."""
    with speaking(tmp_path_factory.mktemp("marks")):
        yield new_app(tmp_path_factory.mktemp("house"))


@pytest.fixture
def reader() -> Iterator[Reader]:
    """At the end all that was read is in one language."""
    reading = Reader()
    yield reading
    assert reading.read
    reading.done()


PLANTED = {
    "a text": "<p>\ue041 Round</p>",
    "a picture's label": '<svg aria-label="Round"></svg>',
    "a sentence for a script": '<p data-sure="\ue041"></p><p data-sure="Round"></p>',
    "what fills a blank": "<p>\ue041 raise \ue042</p>",
    "a refusal": "<p>\ue041 Round",
}


@pytest.mark.parametrize("plant", PLANTED)
def test_a_word_of_the_templates_own_language_is_found(plant: str) -> None:
    reader = Reader()
    reader.page("planted", PLANTED[plant])
    with pytest.raises(pytest.fail.Exception, match=r"Round|raise"):
        reader.done()


def all_moments(slug: str) -> list[Moment]:
    """Every moment of some games."""
    return [*moments(slug), *with_other_preferences(slug)]


@pytest.mark.parametrize("slug", WORDED)
def test_at_every_moment_of_a_game_all_that_lies_open_is_in_one_language(slug: str, reader: Reader) -> None:
    for screen in (False, True):
        stage = PublicPage(LANG, screen=screen)
        for one in all_moments(slug):
            stage.render(one.player_view, PLACE)
            for name, html in stage.fragments().items():
                reader.page(name, html)


@pytest.mark.parametrize("slug", WORDED)
def test_so_is_a_hand_that_is_looked_at_or_opened(slug: str, reader: Reader) -> None:
    for one in all_moments(slug)[::3]:
        for seat in range(len(one.player_view.people)):
            for looks_only in (True, False):
                reader.page("hand", render_hand(LANG, player_view(one.table, seat), looks_only=looks_only))


@pytest.mark.parametrize("slug", WORDED)
def test_so_is_the_page_of_corrections(slug: str, reader: Reader, app: Flask) -> None:
    with app.test_request_context("/", headers={"Cookie": f"companion-language={LANG}"}):
        seen = [player_view(one.table, host=True) for one in all_moments(slug)]
        for host in [one for one in seen if one.correctable][::7]:
            reader.page("correct", render_template("table/correct.html", player_view=host))


@pytest.mark.parametrize("slug", WORDED)
def test_so_are_its_house_rules(slug: str, reader: Reader, app: Flask) -> None:
    with app.test_request_context("/", headers={"Cookie": f"companion-language={LANG}"}):
        reader.page("options", render_template("lobby/new.html", games={slug: GAMES[slug]}))


@pytest.mark.parametrize("slug", WORDED)
def test_so_is_why_a_move_is_refused(slug: str, reader: Reader) -> None:
    for game in some_games(slug, 2):
        for refused in refusals(game):
            reader.page(
                "refused", f"<p>{escape(error_messages.format_error(slug, refused, game.header.players, LANG))}</p>"
            )


def ends(slug: str) -> list[Moment]:
    """The last moment of each game."""
    return [one for one in all_moments(slug) if one.player_view.scene == "over" and not one.player_view.paging]


@pytest.mark.parametrize("slug", WORDED)
def test_so_is_looking_back_at_a_game(slug: str, reader: Reader) -> None:
    for one in ends(slug):
        for screen in (False, True):
            rounds = history.rounds(one.player_view)
            reader.page("history", render_history(LANG, one.player_view, rounds, screen=screen))
        for leaf in history.leaves(one.player_view):
            then = history.past(one.player_view, leaf)
            assert then is not None
            for name, html in PublicPage(LANG, screen=False).past_fragments(then).items():
                reader.page(f"{name} once more", html)


@pytest.mark.parametrize("slug", WORDED)
def test_so_is_every_sheet_of_paper(slug: str, reader: Reader) -> None:
    for one in ends(slug):
        people = one.player_view.people
        reader.page("score sheet", documents.score_sheet(slug, people, lang=LANG, paper="a4").html)
        card = documents.table_card(one.player_view, f"{ORIGIN}/t/key", ORIGIN, lang=LANG, paper="a4")
        reader.page("table card", card.html)
    reader.page("empty score sheet", documents.score_sheet(slug, (), lang=LANG, paper="a4").html)
    for players in GAMES[slug].players if rules_page.has_rules(slug) else ():
        reader.page("rules", documents.rules(slug, players, lang=LANG, paper="a4").html)
    if material.sheets(slug):
        reader.page("material", material.material_sheet(slug, (), {}, lang=LANG, paper="a4").html)


@pytest.mark.parametrize("slug", WORDED)
def test_so_is_the_summary_of_a_game_also_of_one_that_is_not_over(slug: str, reader: Reader) -> None:
    for seed, players in enumerate((GAMES[slug].players[0], GAMES[slug].players[-1])):
        options = {key: values[seed % len(values)] for key, values in GAMES[slug].choices.items()}
        game = whole_game(slug, players, options, seed)
        for acts in (game.acts[: len(game.acts) // 2], game.acts):
            for dated in (False, True):
                seen = at_table(game.header, acts)
                reader.page("summary", documents.summary(seen, lang=LANG, paper="a4", dated=dated).html)


@pytest.mark.parametrize("slug", WORDED)
def test_so_are_the_pages_of_its_rules(slug: str, reader: Reader, app: Flask) -> None:
    newcomer = in_marks(Device("newcomer", app.test_client()))
    assert rules_page.has_rules(slug), f"{slug} has words of its own, and tells its rules in its code's: _rules.html"
    for players in GAMES[slug].players:
        reader.page("rules", newcomer.get(f"/rules/{slug}?players={players}").text)


def in_marks(device: Device) -> Device:
    """Somebody who chose this language."""
    device.client.set_cookie("companion-language", LANG, domain="companion.test")
    return device


def _claimed(session: Session) -> Session:
    """Somebody asks for Anna's seat while the host would correct an entry of hers."""
    a_paid_round(session)
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    saved(session.device("other").tap(session.key, "claim", person=0))
    return session


def _played_to_cards(folder: Path) -> Session:
    session = new_session(folder)
    play_to(session, "cards")
    return session


def _lobby(folder: Path) -> Session:
    first = new_session(folder)
    return Session(first.app, first.host).open().sit(3)


def _lent(folder: Path) -> Session:
    session = new_session(folder, 2, guests=1)
    session.in_hand(2)
    return session


TABLES: dict[str, Callable[[Path], Session]] = {
    "lobby": _lobby,
    "cards": _played_to_cards,
    "together": lambda folder: play_to_run(new_session(folder, game="wetten")),
    "claimed": lambda folder: _claimed(new_session(folder)),
    "lent": _lent,
}


@pytest.mark.parametrize("at", TABLES)
def test_so_is_every_answer_that_a_person_reads(at: str, reader: Reader, tmp_path: Path) -> None:
    """From every address, to the host, a player and a stranger; of the game's own taps those that are refused."""
    table = TABLES[at](tmp_path)
    table.app.config["PRINTER"] = Paper()
    asked = set()
    for seat, device in ((None, table.host), (0, table.players[0]), (None, table.device("stranger"))):
        in_marks(device)
        for ask in requests(table, device, seat, ""):
            path = ask.path.format(key=table.key)
            answer = device.get(path, **ask.headers) if ask.form is None else device.post(path, ask.form, **ask.headers)
            asked.add(ask.endpoint)
            _read(reader, f"{ask.endpoint} {ask.form or ''}", answer)
    assert asked >= PAGES.keys()


def _read(reader: Reader, where: str, answer: TestResponse) -> None:
    """What is of no language: a record, a script, what only leads on to another page."""
    but = FIELDS if answer.status_code == 400 else CODES
    if answer.mimetype == "text/plain":
        reader.page(where, f"<p>{answer.text}", but)
    elif answer.mimetype == "text/html" and answer.status_code not in (301, 302, 303):
        reader.page(where, answer.text, but)
    elif answer.mimetype == "application/pdf":
        reader.page(where, answer.text.partition("\n")[2])
