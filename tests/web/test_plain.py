"""A game with rules and nothing else is playable, plainly: the forms of its pages are all that it needs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import ChoiceLoader, DictLoader, Environment

from bench.forms import filled_out
from companion import languages, record, templating
from companion.cli import cli
from companion.drawing import curves
from companion.games import GAMES
from companion.games.choices import IntRange, Several, filled_in, typed
from companion.games.kit import Ask, Fact, Garbled
from companion.paths import data_dir
from companion.table.chair import chair
from companion.table.known import mark_of
from companion.table.replay import nobody_at
from companion.web import stage
from tests.cast import CAST
from tests.games import toy
from tests.games.laws import some_games
from tests.games.playing import games
from tests.games.toy import Bid, Turn
from tests.web.devices import Device, Evening, an_app, an_evening, done
from tests.web.pairing import house_rules
from tests.web.routes import NOBODYS_KEY
from tests.web.showing import PLACE

HAS = {slug: {path.name for path in (data_dir("templates") / slug).glob("*")} for slug in GAMES}
PLAIN = [slug for slug in GAMES if "_ask.html" not in HAS[slug]]
TAKEN = {"kind", "op", "slot", "do", "player", "seat", "sure", "all", "act"}


@dataclass
class Form:
    """A form of a page: what is in it already, and what each control can be."""

    at: str
    fields: dict[str, str] = field(default_factory=dict)
    controls: dict[str, list[str]] = field(default_factory=dict)


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form, or a control of the latest."""
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(known.get("action", "")))
        elif tag == "input" and known["type"] == "hidden":
            self.found[-1].fields[known["name"]] = known["value"]
        elif tag == "input":
            numbers = range(int(known.get("min", 0)), int(known.get("max", -1)) + 1)
            values = [str(number) for number in numbers] or [known["value"]]
            self.found[-1].controls.setdefault(known["name"], []).extend(values)


def form_of(evening: Evening, device: Device, ask: Ask) -> Form:
    """The one that answers an ask: on the page, or in the opened hand and there alone."""
    resting, opened = (device.get(f"/t/{evening.key}{at}").text for at in ("", "/hand"))
    wanted = {"do": ask.do, "slot": ask.slot} | ({} if ask.seat is None else {"seat": str(ask.seat)})
    found = [
        [form for form in Forms(html).found if wanted.items() <= form.fields.items()] for html in (resting, opened)
    ]
    assert [len(forms) for forms in found] == ([0, 1] if ask.hidden else [1, 0])
    return found[ask.hidden][0]


def answer(evening: Evening, ask: Ask, luck: Random) -> None:
    """Fills the form in with some move, and sends it."""
    device = evening.host if ask.seat is None or ask.do == "start" else evening.players[ask.seat]
    form = form_of(evening, device, ask)
    line = evening.table.game.write(evening.table.game.suggest(evening.table.state, ask, luck))
    filled = {key: str(value) for key, value in filled_out(line).items() if key != "do"}
    filled |= {"sure": "yes"} if ask.final else {}
    assert filled.keys() == form.controls.keys()
    assert all(value in form.controls[key] for key, value in filled.items())
    done(device.post(form.at, {"op": device.op(), **form.fields, **filled}))


def test_there_is_such_a_game() -> None:
    assert "toy" in [slug for slug in GAMES if not HAS[slug]]


def can_be(values: Sequence[object], value: object) -> bool:
    """Whether a field of these values can say it."""
    if isinstance(values, Several):
        return isinstance(value, list) and len(value) == len(values) and all(map(can_be, values, value))
    return value in values


@pytest.mark.parametrize("slug", PLAIN)
@given(data=st.data())
def test_the_plain_form_of_an_ask_holds_each_of_its_moves(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for state, ask, act in zip(game.states, game.answered, game.acts, strict=False):
        line = game.game.write(act.move)
        assert set(line) == {"do", *ask.fields}, f"Ask({ask.do!r}) must name these fields: its form has nothing else"
        assert not TAKEN & ask.fields.keys(), f"Ask({ask.do!r}) has a field by a name that every form has"
        for key, values in ask.fields.items():
            assert can_be(values, line[key]), f"Ask({ask.do!r}) offers {key} from {values}, and not {line[key]}"
        assert ask.hidden == (game.game.cover(act.move) != act.move), (
            f"Ask({ask.do!r}, hidden=…) does not fit its cover"
        )
        sent = {key: str(value) for key, value in filled_out(line).items()}
        assert game.game.from_form(state, ask.seat, sent, Random) == act.move


@pytest.mark.parametrize("slug", PLAIN)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_by_the_forms_of_its_pages(slug: str, seed: int, tmp_path: Path) -> None:
    luck = Random(seed)
    fields, _ = house_rules(GAMES[slug], luck)
    app, players = an_app(tmp_path), luck.choice(GAMES[slug].players)
    evening = Evening(app, Device("host", app.test_client())).open(**fields).sit(players).begin()
    while not chair(evening.table).over or chair(evening.table).paging:
        if chair(evening.table).paging:
            done(evening.page())
        else:
            answer(evening, luck.choice(evening.table.asks), luck)
    for device in (evening.host, *evening.players):
        assert "undefined" not in device.sees(f"/t/{evening.key}")
    assert evening.host.get(f"/t/{evening.key}/summary").status_code == 200


def test_a_page_at_rest_is_the_same_whatever_its_owner_has_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.desk.new_key", lambda: NOBODYS_KEY)
    pages, hands = set(), set()
    for number in (3, 4):
        evening = an_evening(tmp_path / str(number), game="toy")
        done(evening.act(evening.ask, Bid(number)))
        pages.add(evening.players[0].get(f"/t/{evening.key}").text)
        hands.add(evening.players[0].get(f"/t/{evening.key}/hand").text)
    assert (len(pages), len(hands)) == (1, 2)


def test_a_seat_is_chosen_and_told_by_its_name() -> None:
    choices: Any = templating.page(languages.SOURCE).get_template("_choices.html").module
    form = choices.controls({"whom": (0, 1), "number": (0, -1)}, names=CAST)
    assert [label.strip() for label in re.findall(r"> ([^<]+)</label>", form)] == ["Anna", "Ben", "0", "−1"]
    every = choices.controls({"loser_seat": (0, 1, 2, 3)}, names=CAST)
    assert re.findall(r"> ([^<]+)</label>", every) == list(CAST[:4])
    assert "keys" not in every
    plain: Any = templating.page(languages.SOURCE).get_template("table/_plain.html").module
    told = {"whom": 1, "seat": None, "number": -1, "points": (0, 1), "word": "second-bet", "seats": (2, 0)}
    said = [plain.said(key, value, CAST) for key, value in told.items()]
    assert said == ["whom Ben", "seat –", "number\u00a0−1", "points 0, 1", "word second-bet", "seats Carla, Anna"]
    assert plain.said("seats", (), CAST) == "seats –"
    assert plain.said("loser_seat", 2, CAST) == "loser_seat Carla"
    assert plain.said("paying_seats", (2, 0), CAST) == "paying_seats Carla, Anna"


def test_nothing_of_a_move_is_chosen_before_somebody_does() -> None:
    module: Any = templating.page(languages.SOURCE).get_template("_choices.html").module
    fields = {"number": IntRange(0, -5, 5), "which": ("lowest", "highest"), "key": tuple(range(15))}
    form, house_rules = module.controls(fields, fresh=True), module.controls(fields)
    assert "checked" not in form
    assert 'value="" min="-5" max="5"' in form
    assert form.count("required") == 1 + 2 + 15
    assert form.count('class="keys"') == 1
    assert house_rules.count("checked") == 2
    assert 'value="0" min="-5" max="5"' in house_rules


@pytest.mark.parametrize(("text", "number"), [("-3", -3), ("−3", -3), ("5", 5), ("0", 0), ("-5", -5)])
def test_a_field_can_be_a_negative_number(text: str, number: int) -> None:
    ask = Ask("move", 0, "1", fields={"by": IntRange(0, -5, 5)})
    assert filled_in([ask], 0, {"do": "move", "by": text}) == {"do": "move", "by": number}


@pytest.mark.parametrize("text", ["-6", "--3", "−−3", "-", "", "+3", "- 3", "3-", "-\uff13", "\u20123"])
def test_what_is_no_number_from_low_to_high_is_garbled(text: str) -> None:
    with pytest.raises(Garbled):
        typed({"by": text}, {"by": IntRange(0, -5, 5)})
    with pytest.raises(Garbled):
        typed({"by": "-1"}, {"by": IntRange(0, 0, 5)})


@pytest.mark.parametrize("env", [templating.page("en"), templating.text("de")])
def test_a_negative_amount_has_one_minus_sign_by_every_filter(env: Environment) -> None:
    said = env.from_string("{{ amount | number }} {{ amount | signed }} {{ amount | printed }}").render(amount=-1)
    assert said == "−1 −1 −1"


def owing(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whoever wins a round of the game of rules alone has to pay its points."""
    turned = toy._turned

    def owed(state: toy.State, which: str) -> tuple[toy.State, tuple[Fact, ...]]:
        after, (*up, won) = turned(state, which)
        assert isinstance(won, toy.Won)
        paid = replace(won, points=-won.points)
        points = tuple(2 * had - has for had, has in zip(state.points, after.points, strict=True))
        return replace(after, points=points, won=(*state.won, paid)), (*up, paid)

    monkeypatch.setattr(toy, "_turned", owed)
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], story=lambda state: [(0, had) for had in state.points]))


def read(html: str) -> str:
    """What a person reads of a page."""
    return re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)


def test_an_amount_below_zero_has_its_minus_sign_wherever_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owing(monkeypatch)
    evening = an_evening(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("highest")))
    at_payout = ["", "/screen", "/history", "/summary"]
    told = {at: evening.host.get(f"/t/{evening.key}{at}") for at in at_payout}
    done(evening.page())
    over = [f"/t/{evening.key}{at}" for at in (*at_payout, "/bg-stats")]
    told |= {at: evening.host.get(at) for at in (*over, "/", "/games/toy", f"/people/{mark_of('Carla')}")}
    assert {at: page.status_code for at, page in told.items()} == dict.fromkeys(told, 200)
    (tmp_path / "record").write_bytes(evening.host.get(f"/t/{evening.key}/record.jsonl").data)
    texts = {at: read(page.text) for at, page in told.items()}
    texts["score"] = CliRunner().invoke(cli, ["score", "--lang", "en", str(tmp_path / "record")]).output
    assert [(at, found) for at, text in texts.items() for found in re.findall(r"(?<![\w-])-\d.*", text)] == []
    assert {at for at, text in texts.items() if "−8" not in text} == set()


def test_all_that_an_act_brought_out_stands_on_its_page_and_nothing_older(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy")
    for numbers, which in (((3, 3, 8), "highest"), ((1, 2, 2), "lowest")):
        for number in numbers:
            done(evening.act(evening.ask, Bid(number)))
        done(evening.act(evening.ask, Turn(which)))
        page = re.sub(r"<[^>]*>", "", evening.host.get(f"/t/{evening.key}").text)
        up = re.findall(r"Turned: seat (\w+), number\s(\d+)", page)
        assert up == list(zip(CAST, map(str, numbers), strict=False))
        assert len(re.findall(r"Won: round", page)) == 1
        done(evening.page())


def test_only_who_has_something_face_down_and_chooses_nothing_is_offered_to_look(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 3, game="toy")
    bidding = [person.colour for person in evening.table.party.people]
    assert looking(evening) == []
    for done_so_far, number in enumerate((3, 5, 8), 1):
        done(evening.act(evening.ask, Bid(number)))
        assert looking(evening) == [" ".join(bidding[:done_so_far])]
    done(evening.act(evening.ask, Turn("highest")))
    evening.paged()
    assert looking(evening) == []


def looking(evening: Evening) -> list[str]:
    """For whom a page has a button to look at what was hidden."""
    text = evening.players[0].get(f"/t/{evening.key}").text
    return re.findall(r'<div data-for="([^"]*)">\s*<div class="hand row">\s*<button[^>]* data-look', text)


def test_standings_tell_nothing_before_the_last_page_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned = toy._turned

    def on_two_pages(state: toy.State, which: str) -> tuple[toy.State, tuple[Fact, ...]]:
        after, (*up, won) = turned(state, which)
        return after, (*up, toy.Won(round=1, seat=None, points=0), won)

    monkeypatch.setattr(toy, "_turned", on_two_pages)
    evening = an_evening(tmp_path, game="toy")
    for number in (3, 5, 8):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("highest")))
    for path in ("", "/screen"):
        assert not standings(evening.host.get(f"/t/{evening.key}{path}").text)
    done(evening.page())
    for path in ("", "/screen"):
        assert standings(evening.host.get(f"/t/{evening.key}{path}").text) == ["8", "0", "0"]


def test_a_plain_board_leaves_a_page_to_a_game_that_has_pages_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = an_evening(tmp_path, game="toy")
    for number in (3, 5, 8):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("highest")))
    usual = board(evening)
    monkeypatch.setitem(stage.environment("en").globals, "is_plain", lambda _slug, name: name != "payout")
    own = board(evening)
    assert [("Turned:" in one, "Won:" in one) for one in (usual, own)] == [(True, True), (True, False)]


def board(evening: Evening) -> str:
    """What the table screen shows in its middle."""
    drawn = stage.Stage("en", screen=True)
    drawn.draw(chair(evening.table), PLACE)
    return drawn.whole()["board"]


def standings(page: str) -> list[str]:
    """The points beside everybody's name."""
    return re.findall(r'<span class="money">([^<]+)</span>', page)


def test_a_plain_board_is_read_as_it_happened(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="3")
    for numbers in ((3, 3, 8), (1, 2, 2)):
        for number in numbers:
            done(evening.act(evening.ask, Bid(number)))
        done(evening.act(evening.ask, Turn("highest")))
        done(evening.page())
    page = re.sub(r"<[^>]*>", "", evening.host.get(f"/t/{evening.key}").text)
    assert re.findall(r"Turned: seat \w+, number\s(\d+)|Won: (round\s\d+)", page) == [
        *(("3", ""), ("3", ""), ("8", ""), ("", "round\u00a01")),
        *(("1", ""), ("2", ""), ("2", ""), ("", "round\u00a02")),
    ]


def test_points_below_zero_stand_in_the_chart() -> None:
    assert curves([(0, -4, 4), (0, 0, -2)], 80, 80) == [[(0, 40), (40, 80), (80, 0)], [(0, 40), (40, 40), (80, 60)]]
    assert curves([(0, -4)], 80, 80) == [[(0, 0), (80, 80)]]
    assert curves([(0, 4), (0, 1)], 80, 80) == [[(0, 80), (80, 0)], [(0, 80), (80, 60)]]
    assert curves([(0, 0)], 80, 80) == [[(0, 80), (80, 80)]]


def test_bars_begin_at_nothing_to_the_left_for_less_and_to_the_right_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], scores=lambda _state: (-40, -10, 40)))
    evening = an_evening(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("highest")))
    done(evening.page())
    bars = re.findall(r'<rect x="([\d.]+)" width="([\d.]+)"', evening.host.get(f"/t/{evening.key}").text)
    assert bars == [("50.0", "50.0"), ("37.5", "12.5"), ("0.0", "50.0")]


@pytest.mark.parametrize("template", ["table/_chart.html", "_money_lines.html"])
def test_a_chart_names_what_is_less_than_nothing(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stories = [(0, -7, 9), (0, 0, -2), (0, 1, 1)]
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], story=lambda _state: stories))
    game = some_games("toy", 1)[0]
    now = nobody_at(record.read(record.write(game.header, game.acts).encode().splitlines(keepends=True)))
    page: Any = templating.page("en").get_template(template).module
    drawn = page.money(now, {person.colour: "circle" for person in now.people} if "table" in template else str)
    named = re.findall(r">([−\d]+)</text>", drawn)
    assert "−7" in named
    assert named.count("0") == (2 if "table" in template else 1), "a page's rounds begin with 0 as well"


def test_what_a_game_counts_is_called_points_where_it_is_no_money(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy")
    page, paper = (evening.host.get(f"/t/{evening.key}{at}").text for at in ("", "/summary"))
    assert "Points" in page
    assert "Points" in paper
    assert "Money" not in page + paper


def drawn(own: Mapping[str, str]) -> Environment:
    """As the stage is, of a toy that has these templates."""
    env = templating.environment("en", autoescape=True)
    env.globals["url_for"] = str
    assert env.loader is not None
    env.loader = ChoiceLoader([DictLoader({f"toy/{name}": source for name, source in own.items()}), env.loader])
    return env


def test_a_game_may_have_a_word_of_its_own_for_its_scores() -> None:
    def headed(**own: str) -> str:
        module: Any = drawn({f"{name}.html": source for name, source in own.items()}).get_template("table/_plain.html")
        return str(module.module.unit(GAMES["toy"]))

    assert headed() == "Points"
    assert headed(_unit="{{ _('Coins') }}") == "Coins"


def test_a_game_may_say_what_somebody_has_beside_their_score_below_their_name(tmp_path: Path) -> None:
    seen = chair(an_evening(tmp_path, game="toy").table)
    for own, line in (({}, ""), ({"_has.html": "{{ seat + 3 }} coins"}, '<br><small class="muted">4 coins</small>')):
        people = drawn(own).get_template("table/_people.html").render(chair=seen, scene="play")
        assert f'<span class="name">Ben{line}</span></span> <span class="now waited">' in people


def test_a_game_may_say_less_of_a_fact_while_more_is_waited_for_and_nothing_where_all_of_it_stands_elsewhere(
    tmp_path: Path,
) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="2")
    for number in (3, 5, 8):
        done(evening.act(evening.ask, Bid(number)))
    done(evening.act(evening.ask, Turn("highest")))
    done(evening.page())
    seen = chair(evening.table)
    for own, said in (
        ("{% if fact.word == 'Won' %}Round {{ fact.round }}{% endif %}", ["Round 1"]),
        ("{# nothing #}", []),
    ):
        told = drawn({"_news.html": own}).get_template("table/_board.html").render(chair=seen, scene="play")
        assert re.findall(r"<li>(.*?)</li>", told) == said
        assert told.count("<ul") == len(said)
