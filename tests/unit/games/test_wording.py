"""Amounts with unit and sign, and the places of horses, in each language."""

import pytest

from companion.games import GAMES
from companion.games.wetten.events import Line as Bet
from companion.games.wetten.moves import Single
from companion.i18n.languages import languages
from companion.rendering.templating import text_environment
from tests.unit.games.saying import sentences, unbroken


@pytest.mark.parametrize(
    ("slug", "written"), [("vabanque", "45,000"), ("wetten", "€45,000"), ("banque_fatale", "45 million")]
)
def test_score_is_written_as_money_of_its_game(slug: str, written: str) -> None:
    template = text_environment("en").select_template([f"{slug}/_amount.html", "table/_amount.html"])
    assert unbroken(template.render(amount=45 if slug == "banque_fatale" else 45_000)) == written


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
        ("en", ["1.", "2."], "Raider in place 3, €1,000", "nothing: Raider finished in place 1"),
        ("de", ["1.", "2."], "Raider auf Platz 3, 1.000 €", "geht leer aus: Raider kam auf Platz 1"),
        ("fr", ["1er", "2e"], "Raider 3e, 1\u202f000 €", "rien : Raider a fini 1er"),
        ("it", ["1º", "2º"], "Raider 3º, 1.000 €", "niente: Raider ha chiuso al 1º posto"),
    ],
)
def test_horse_places_are_written_in_each_language(lang: str, column: list[str], bet: str, came: str) -> None:
    words = sentences("wetten", lang)
    assert [words.place(number) for number in (1, 2)] == column
    single = Single(horse=2, place=3, stake=1_000)
    assert unbroken(words.single(single)) == bet
    assert unbroken(words.reason(Bet(0, "first", 0, single, odds=4, came=1, vacant=False, due=0, amount=0))) == came
