"""Amounts, numbers and places in sentences agree with the rules and the language."""

import re

import pytest

from companion.games import GAMES
from companion.games.banque_fatale import constants as banque_fatale
from companion.games.banque_fatale.events import Price, Sold
from companion.games.banque_fatale.tokens import Counts
from companion.games.vabanque import constants as vabanque
from companion.games.wetten import constants as wetten
from companion.games.wetten.events import Line as Bet
from companion.games.wetten.moves import Single
from companion.i18n.languages import languages
from companion.paths import data_dir
from companion.rendering.templating import text_environment
from tests.unit.games.saying import sentences, unbroken


@pytest.mark.parametrize(
    ("slug", "written"), [("vabanque", "45,000"), ("wetten", "€45,000"), ("banque_fatale", "45 million")]
)
def test_score_is_written_as_money_of_its_game(slug: str, written: str) -> None:
    template = text_environment("en").select_template([f"{slug}/_amount.html", "table/_amount.html"])
    assert unbroken(template.render(amount=45 if slug == "banque_fatale" else 45_000)) == written


@pytest.mark.parametrize(
    ("card", "values", "told"),
    [
        ("green", (("green", 6),), "Anna sells green: 6 million"),
        ("red+green", (("red", 7), ("green", 9)), "Anna sells red and green: red 7 + green 9 = 16 million"),
    ],
)
def test_sale_names_a_single_colour_once(card: str, values: Counts, told: str) -> None:
    sold = Sold(seat=0, price=Price(card=card, values=values, total=sum(value for _, value in values)))
    assert unbroken(sentences("banque_fatale").sells(sold, ["Anna"])) == told


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("slug", GAMES)
def test_negative_score_has_a_minus_sign(slug: str, lang: str) -> None:
    """Games write it as `count | abs, num=count | number` where the plural follows the number without its sign."""
    template = text_environment(lang).select_template([f"{slug}/_amount.html", "table/_amount.html"])
    for amount in (1, 3, 1_200):
        above, below = template.render(amount=amount).strip(), template.render(amount=-amount).strip()
        assert below.replace("−", "", 1) == above, f"{-amount} is written {below}, and {amount} is {above}"


@pytest.mark.parametrize(
    ("lang", "column", "bet", "came"),
    [
        ("en", "1st 2nd 3rd 4th", "Raider to come 3rd, €1,000", "nothing: Raider came 1st"),
        ("de", "1. 2. 3. 4.", "Raider auf dem 3. Platz, 1.000 €", "verloren: Raider kam auf den 1. Platz"),
        ("fr", "1er 2e 3e 4e", "Raider 3e, 1\u202f000 €", "rien : Raider a fini 1er"),
        ("it", "1º 2º 3º 4º", "Raider 3º, 1.000 €", "niente: Raider ha chiuso al 1º posto"),
    ],
)
def test_horse_places_are_written_in_each_language(lang: str, column: str, bet: str, came: str) -> None:
    words = sentences("wetten", lang)
    template = text_environment(lang).from_string(
        "{{ 1 | ordinal }} {{ 2 | ordinal }} {{ 3 | ordinal }} {{ 4 | ordinal }}"
    )
    assert template.render() == column
    single = Single(horse=2, place=3, stake=1_000)
    assert unbroken(words.single(single)) == bet
    assert unbroken(words.reason(Bet(0, "first", 0, single, odds=4, came=1, vacant=False, due=0, amount=0))) == came


TIMES = {2: "twice", 4: "four times"}


def of_wetten() -> dict[str, list[str]]:
    first, second = TIMES[wetten.FIRST_ODDS], TIMES[wetten.SECOND_ODDS]
    pro = wetten.PRO_FROM[str(wetten.CHOICES["pro"][0])]
    return {
        "templates/wetten/_hint.html": [f"pays {first} its stake.", f"pays {second} its stake."],
        "templates/wetten/_hand.html": [f"pays {first} its stake.", f"pays {second} its stake."],
        "printables/wetten/material/80_summary.html": [
            f"in races 1 to {wetten.RACES}:",
            f"After race {wetten.RACES},",
            f"From race {pro} on",
        ],
    }


def of_banque_fatale() -> dict[str, list[str]]:
    rise, fall, lowest = banque_fatale.RISE, banque_fatale.FALL, banque_fatale.LOWEST
    first, over = banque_fatale.FIRST_VALUE, min(banque_fatale.EXTRA) - 1
    return {
        "templates/banque_fatale/_hint.html": [
            f"rise by {rise}. A colour with one token falls by {fall}, and one with none drops to {lowest}.",
            f"A colour over {over} pays",
            f"goes back to {first}.",
        ],
        "templates/banque_fatale/_setup.html": [f"all five stones at {first}."],
    }


def of_vabanque() -> dict[str, list[str]]:
    return {
        "templates/vabanque/_hint.html": [f"0 to {vabanque.REACH} tables"],
        "printables/vabanque/_score_boxes.html": ["in thousands: the sum of its chips × (1 + Raise cards there)."],
    }


SAID = {**of_wetten(), **of_banque_fatale(), **of_vabanque()}


@pytest.mark.parametrize("file", SAID)
def test_sentences_have_the_numbers_of_the_rules(file: str) -> None:
    folder, _, name = file.partition("/")
    text = (data_dir(folder) / name).read_text("utf-8")
    assert [part for part in SAID[file] if part not in text] == []


def test_score_sheet_multiplies_by_1_000_once() -> None:
    """Its amounts are in thousands, so the factor of 1,000 may not stand beside them."""
    sheet = (data_dir("printables") / "vabanque/_score_boxes.html").read_text("utf-8")
    assert "× 1,000" not in sheet


@pytest.mark.parametrize("folder", ["templates", "printables"])
def test_thousands_are_grouped_as_in_the_language(folder: str) -> None:
    """A number outside of comments and sentences goes through the filter `number`: 1,000 is 1 000 in French."""
    unsaid = re.compile(r"\{#.*?#\}|\{\{.*?\}\}", re.DOTALL)
    written = {file: unsaid.sub("", file.read_text("utf-8")) for file in data_dir(folder).rglob("*.html")}
    assert written
    assert [file.name for file, text in written.items() if re.search(r"\d,\d{3}\b", text)] == []
