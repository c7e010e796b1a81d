"""Numbers that are written out in sentences agree with the rules modules."""

import pytest

from companion.games.banque_fatale import constants as banque_fatale
from companion.games.vabanque import constants as vabanque
from companion.games.wetten import constants as wetten
from companion.paths import data_dir

TIMES = {2: "twice", 4: "four times"}


def of_wetten() -> dict[str, list[str]]:
    first, second = TIMES[wetten.FIRST_ODDS], TIMES[wetten.SECOND_ODDS]
    pro = wetten.PRO_FROM[str(wetten.CHOICES["pro"][0])]
    return {
        "templates/wetten/_hint.html": [f"pays {first} its stake.", f"pays {second} its stake."],
        "templates/wetten/_hand.html": [f"pays {first} its stake.", f"pays {second} its stake."],
        "printables/wetten/material/80_summary.html": [
            f"in races 1 to {wetten.RACES}:",
            f"After race {wetten.RACES};",
            f"From race {pro} on",
        ],
    }


def of_banque_fatale() -> dict[str, list[str]]:
    rise, fall, lowest = banque_fatale.RISE, banque_fatale.FALL, banque_fatale.LOWEST
    first, over = banque_fatale.FIRST_VALUE, min(banque_fatale.EXTRA) - 1
    return {
        "templates/banque_fatale/_hint.html": [
            f"rise by {rise}, a single token lowers its colour by {fall}, none at all drops it to {lowest}.",
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
