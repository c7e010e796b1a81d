"""A new table of any game: a sheet that ships, a changed one, one's own; statistics list it under its title."""

import io
import re
from random import Random

from companion.games.any_game.sheets import SHEETS
from tests.unit.games.any_game.playing import GUESS, PLAIN
from tests.unit.web.support.devices import ORIGIN, Device, Session, saved

GAME = {"game": "any_game", "which": "own"}


def posted(session: Session, **form: object) -> str:
    """The text of the answer to a form with a file, or the title of the table that it opens."""
    answer = session.host.client.post("/new", data={**GAME, **form}, base_url=ORIGIN, headers={"Origin": ORIGIN})
    if answer.status_code != 303:
        assert answer.status_code == 400
        return answer.text
    table = session.service.table(answer.headers["Location"].rpartition("/")[2])
    return table.game.title_of(table.options)


def test_new_table_offers_every_sheet_with_its_numbers(session: Session) -> None:
    page = session.host.sees("/new")
    for name in SHEETS:
        assert f'name="{name}-title"' in page
    assert 'name="trick_bidding-right" value="20"' in page


def test_chosen_sheet_has_the_changed_title_and_numbers(session: Session) -> None:
    form = {"secret_vote-title": "Werewolves", "secret_vote-rounds": "3"}
    table = session.open(game="any_game", which="secret_vote", **form).table
    assert 'title = "Werewolves"\nrounds = 3\n' in str(table.options["sheet"])
    session.players.clear()
    session.sit(2).begin()
    assert "Werewolves" in session.host.sees(f"/t/{session.key}")
    for seat, device in enumerate(session.players):
        saved(device.tap(session.key, "act", slot=f"1.1.{seat}", do="choose", value=1 - seat))
    assert "<p>Anna: Ben</p>" in session.host.get(f"/t/{session.key}/history").text


def test_own_sheet_is_loaded_as_text_or_file(session: Session) -> None:
    assert posted(session, sheet=GUESS) == "Guess the number"
    assert posted(session, sheet="", file=(io.BytesIO(PLAIN.encode()), "scores.toml")) == "Scores"


def test_words_of_ones_own_sheet_stay_as_typed(session: Session) -> None:
    own = GUESS.replace("Guess the number", "50 % off").replace("Your guess", "How many %(x)s?")
    session.open(**GAME, sheet=own).sit(2).begin()
    page = session.host.get(f"/t/{session.key}", accept_language="de").text
    assert "50 % off" in page
    assert "How many %(x)s?" in page


def test_bad_sheet_is_refused_with_its_line(session: Session) -> None:
    assert "Line 2 of the sheet: rounds" in posted(session, sheet=GUESS.replace("rounds = 5", "rounds = 0"))
    assert "not UTF-8" in posted(session, file=(io.BytesIO(b"\xff\xfe"), "sheet.toml"))


def test_sheet_says_how_many_sit_down(session: Session) -> None:
    sheet = PLAIN.replace('rounds = "open"', "players = [3, 4]")
    session.open(**GAME, sheet=sheet).sit(2)
    assert session.host.tap(session.key, "begin", order="0 1").status_code == 409
    assert "One more player needed" in session.host.sees(f"/t/{session.key}")


def test_refusals_and_failed_formulas_name_the_values(session: Session) -> None:
    sheet = PLAIN.replace('formula = "points"', 'formula = "100 // points"')
    sheet = sheet.replace("to = 999", 'to = 999\nlimit = "sum(all_points) != 7"\nsay = "Not 7."')
    session.players.clear()
    session.open(**GAME, sheet=sheet).sit(2).begin()
    entry = {"slot": "1.1", "do": "enter-all", "values-2": 5}
    refused = session.host.tap(session.key, "act", **entry, **{"values-1": 2})
    assert "(all points = 2, 5; sum(all points) = 7). Not 7." in refused.text
    saved(session.host.tap(session.key, "act", **entry, **{"values-1": 0}))
    page = session.host.get(f"/t/{session.key}/history").text
    assert "line 17 of the sheet" in page
    assert "with these numbers: 100 ÷ points; points = 0" in page


def test_rules_at_a_table_have_its_sheet(session: Session) -> None:
    session.open(game="any_game", which="trick_bidding_in_turn").sit(2)
    page = session.host.get(f"/t/{session.key}/rules").text
    assert "tricks + right if bid == tricks else tricks" in page
    assert "The sheet as a file" in page
    german = session.host.get(f"/t/{session.key}/rules", accept_language="de").text
    assert "Punkte = Stiche + richtig wenn Ansage == Stiche sonst Stiche" in german
    assert "Tricks won" in german, "the file stays as it is"
    again = session.host.get(f"/new?like={session.key}").text
    assert 'name="which" value="own" checked' in again
    assert "Trick bidding, in turn" in again.partition("<textarea")[2].partition("</textarea>")[0]


def test_own_sheet_is_offered_again_to_its_players_alone(session: Session) -> None:
    session.open(**GAME, sheet=GUESS.replace("Guess the number", "Oracle")).sit(1)
    first = session.key
    session.open(game="any_game", which="rummy", **{"rummy-title": "Skat"})
    session.open(game="any_game", which="scores", **{"scores-rounds": "3"})
    stranger = session.device("stranger")
    stranger.post("/new", {"game": "any_game"})

    def offered(device: Device) -> list[str]:
        return re.findall(r'href="/new\?like=\w+#any_game">(\w+)</a>', device.get("/new").text)

    assert offered(session.host) == ["Skat", "Oracle"], "with another title; the latest first"
    assert offered(session.players[-1]) == ["Oracle"]
    assert offered(stranger) == []
    again = session.host.get(f"/new?like={first}").text
    assert '<input type="radio" name="which" value="own" checked> <span>Oracle</span>' in again
    assert 'download="Oracle.toml"' in again
    saved(session.host.tap(first, "away"))
    assert offered(session.host) == ["Skat"]


def test_statistics_list_games_under_their_titles(session: Session) -> None:
    for title in ("Tarot", "Doko"):
        session.players.clear()
        session.open(game="any_game", which="rummy", **{"rummy-title": title, "rummy-rounds": "1"}).sit(2).begin()
        while session.table.asks:
            session.by_chance(Random(1))
            session.paged()
    session.open(game="any_game", which="rummy").sit(2).begin()
    page = session.host.get("/games/any_game?title=Tarot").text
    assert "<h1>Tarot</h1>" in page
    assert ">Doko</a>" in page
    assert "Doko" in session.host.get("/plays.csv").text
    start, people = session.host.get("/").text, session.host.get("/people").text
    assert {"<h3>Doko</h3>", "<strong>Rummy</strong>", "Tarot: records"} <= set(
        re.findall(r"<h3>.*?</h3>|<strong>.*?</strong>|\w+: records", start)
    )
    assert {"Doko", "Tarot"} <= set(re.findall(r'<span class="name">(\w+)</span>\n<span class="score">1\sgame', people))


def test_screen_shows_who_has_entered_and_the_last_round(session: Session) -> None:
    session.players.clear()
    session.open(game="any_game").sit(2).begin()

    def places() -> list[str]:
        page = session.host.sees(f"/t/{session.key}/screen")
        board = page.partition('class="people places"')[2].partition("</ul>")[0]
        return [re.sub(r"<[^>]+>|\s", "", place) for place in board.split("<li ")[1:]]

    saved(session.players[1].tap(session.key, "act", slot="1.1.1", do="choose", value=1))
    assert [place.partition("Points:")[2] for place in places()] == ["0toplay", "0ready"]
    saved(session.players[0].tap(session.key, "act", slot="1.1.0", do="choose", value=0))
    session.paged()
    assert [place.partition("Points:")[2] for place in places()] == ["00bid", "01bid"]
    saved(session.host.tap(session.key, "act", slot="1.2", do="enter-all", **{"values-1": 0, "values-2": 1}))
    session.paged()
    assert [place.partition("Points:")[2] for place in places()] == ["202ndtoplay+2020+10×0", "301sttoplay+3020+10×1"]
