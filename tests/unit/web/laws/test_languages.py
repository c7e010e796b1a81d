"""Pages, answers and sheets of whole games hold no word of another language than the reader's.

They are read in a language of marks (`tests/support/pseudo_language.py`), so this holds for every language at once.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import pytest
from flask import Flask, render_template

from companion.games import GAMES
from companion.printing import documents, material
from companion.rendering import error_messages, rules_page
from companion.table.model import history
from companion.table.model.player_view import player_view
from companion.web.live.public_page import PublicPage, render_hand, render_history
from tests.integration.printing.sheets import at_table
from tests.support.cast import CAST
from tests.support.pseudo_language import speaking
from tests.unit.games.laws import refusals, some_games
from tests.unit.games.playing import whole_game
from tests.unit.games.worded import WORDED
from tests.unit.web.pages.test_people import PAGES as PEOPLE
from tests.unit.web.secrecy.routes import PAGES, requests
from tests.unit.web.support.corrections import a_paid_round, entry, proposed
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import ORIGIN, Device, Session, new_app, new_session, saved
from tests.unit.web.support.finished import finished_game
from tests.unit.web.support.language import CODES, LANG, Reader
from tests.unit.web.support.moments import PLACE, Moment, moments, with_other_preferences
from tests.unit.web.support.phases import play_to, play_to_run

FIELDS = re.compile(r"\b[a-z_]+\b")
"""An answer to what no page sends may name fields as they stand in the address."""
IN_MARKS = {"Cookie": f"companion-language={LANG}"}

every_game = pytest.mark.parametrize("slug", WORDED)


@pytest.fixture(scope="module", autouse=True)
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app in the language of marks; pages name its addresses."""
    with speaking(tmp_path_factory.mktemp("marks")):
        yield new_app(tmp_path_factory.mktemp("server"))


@pytest.fixture
def reader() -> Iterator[Reader]:
    """Fails if it has read a word of another language."""
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
def test_word_of_another_language_is_found(plant: str) -> None:
    reader = Reader()
    reader.page("planted", PLANTED[plant])
    with pytest.raises(pytest.fail.Exception, match=r"Round|raise"):
        reader.done()


def all_moments(slug: str) -> list[Moment]:
    return [*moments(slug), *with_other_preferences(slug)]


def ends(slug: str) -> list[Moment]:
    """The last moment of each game."""
    return [one for one in all_moments(slug) if one.player_view.scene == "over" and not one.player_view.paging]


@every_game
def test_pages_of_a_game_are_in_one_language(slug: str, reader: Reader, app: Flask) -> None:
    for screen in (False, True):
        stage = PublicPage(LANG, screen=screen)
        for one in all_moments(slug):
            stage.render(one.player_view, PLACE)
            for name, html in stage.fragments().items():
                reader.page(name, html)
    for one in all_moments(slug)[::3]:
        for seat in range(len(one.player_view.people)):
            for looks_only in (True, False):
                reader.page("hand", render_hand(LANG, player_view(one.table, seat), looks_only=looks_only))
    with app.test_request_context("/", headers=IN_MARKS):
        seen = [player_view(one.table, host=True) for one in all_moments(slug)]
        for host in [one for one in seen if one.correctable][::7]:
            reader.page("correct", render_template("table/correct.html", player_view=host))
        reader.page("options", render_template("lobby/new.html", games={slug: GAMES[slug]}, given={}, earlier={}))
    newcomer = Device("newcomer", app.test_client())
    assert rules_page.has_rules(slug), f"{slug} has words of its own, and tells its rules in its code's: _rules.html"
    for players in GAMES[slug].players:
        reader.page("rules", newcomer.get(f"/rules/{slug}?players={players}", Accept_Language=LANG).text)


@every_game
def test_refusals_of_a_game_are_in_one_language(slug: str, reader: Reader) -> None:
    for game in some_games(slug, 2):
        for refused in refusals(game):
            said = error_messages.format_error(slug, refused, game.header.players, LANG)
            reader.page("refused", f"<p>{escape(said)}</p>")


@every_game
def test_history_of_a_game_is_in_one_language(slug: str, reader: Reader) -> None:
    for one in ends(slug):
        for screen in (False, True):
            reader.page(
                "history",
                render_history(LANG, one.player_view, history.history_by_round(one.player_view), screen=screen),
            )
        for leaf in history.shown_pages(one.player_view):
            then = history.view_at_page(one.player_view, leaf)
            assert then is not None
            for name, html in PublicPage(LANG, screen=False).past_fragments(then).items():
                reader.page(f"{name} once more", html)


@every_game
def test_sheets_of_a_game_are_in_one_language(slug: str, reader: Reader) -> None:
    sheets = [documents.score_sheet(slug, (), lang=LANG, paper="a4")]
    for one in ends(slug):
        sheets.append(documents.score_sheet(slug, one.player_view.people, lang=LANG, paper="a4"))
        sheets.append(documents.table_card(one.player_view, f"{ORIGIN}/t/key", ORIGIN, lang=LANG, paper="a4"))
    for players in GAMES[slug].players if rules_page.has_rules(slug) else ():
        sheets.append(documents.rules(slug, players, lang=LANG, paper="a4"))
    if material.sheets(slug):
        sheets.append(material.material_sheet(slug, (), {}, lang=LANG, paper="a4"))
    for seed, players in enumerate((GAMES[slug].players[0], GAMES[slug].players[-1])):
        options = {key: values[seed % len(values)] for key, values in GAMES[slug].choices.items()}
        game = whole_game(slug, players, options, seed)
        for acts in (game.acts[: len(game.acts) // 2], game.acts):
            for dated in (False, True):
                seen = at_table(game.header, acts)
                sheets.append(documents.summary(seen, lang=LANG, paper="a4", dated=dated))
    for sheet in sheets:
        reader.page("paper", sheet.html)


def _lobby(folder: Path) -> Session:
    session = new_session(folder)
    return Session(session.app, session.host).open().sit(3)


def _cards(folder: Path) -> Session:
    session = new_session(folder)
    play_to(session, "cards")
    return session


def _claimed(folder: Path) -> Session:
    """Somebody claims Anna's seat while the host proposes a correction of her move."""
    session = a_paid_round(new_session(folder))
    assert proposed(session, entry(session, "move", 0), steps=1) == 200
    saved(session.device("other").tap(session.key, "claim", person=0))
    return session


def _lent(folder: Path) -> Session:
    session = new_session(folder, 2, guests=1)
    session.in_hand(2)
    return session


TABLES: dict[str, Callable[[Path], Session]] = {
    "lobby": _lobby,
    "cards": _cards,
    "run": lambda folder: play_to_run(new_session(folder, game="wetten")),
    "claimed": _claimed,
    "lent": _lent,
}


@pytest.mark.parametrize("at", TABLES)
def test_every_answer_is_in_one_language(at: str, reader: Reader, tmp_path: Path) -> None:
    """From every address, to the host, a player and a stranger; of moves those that are refused."""
    table = TABLES[at](tmp_path)
    table.app.config["PRINTER"] = Paper()
    asked = set()
    for seat, device in ((None, table.host), (0, table.players[0]), (None, table.device("stranger"))):
        device.client.set_cookie("companion-language", LANG, domain="companion.test")
        for ask in requests(table, device, seat, ""):
            path = ask.path.format(key=table.key)
            answer = device.get(path, **ask.headers) if ask.form is None else device.post(path, ask.form, **ask.headers)
            asked.add(ask.endpoint)
            where, but = f"{ask.endpoint} {ask.form or ''}", FIELDS if answer.status_code == 400 else CODES
            if answer.mimetype == "text/plain":
                reader.page(where, f"<p>{answer.text}", but)
            elif answer.mimetype == "text/html" and answer.status_code not in (301, 302, 303):
                reader.page(where, answer.text, but)
            elif answer.mimetype == "application/pdf":
                reader.page(where, answer.text.partition("\n")[2])
    assert asked >= PAGES.keys()


def test_pages_of_people_are_in_one_language(reader: Reader, tmp_path: Path) -> None:
    app = new_app(tmp_path)
    session = Session(app, Device("host", app.test_client()))
    for day, slug in enumerate((*WORDED, *WORDED)):
        finished_game(session, slug, CAST[:4], day, None if day % 2 else 3_700)
    operator = session.operator()
    operator.client.set_cookie("companion-language", LANG, domain="companion.test")
    for path in (path for path in PEOPLE if path != "/games/toy"):
        answer = operator.get(path)
        assert answer.status_code == 200
        reader.page(path, answer.text)
