"""That a word of another language is found in a finished PDF, wherever it comes from and however it is set."""

import pytest

from companion.printing.client import Sheet
from tests.integration.printing.foreign import foreign, in_one_language
from tests.integration.printing.sheets import Printed, printed

PLANTED = {
    "in a text": "<title>Regeln</title><p>Die Karte of the table",
    "in a title": "<title>Rules of the game</title><p>Die Karte",
    "by a style sheet": "<style>p::after { content: ' of' }</style><title>Regeln</title><p>Die Karte",
    "in a picture": """<title>Regeln</title><p>Die Karte</p>
        <svg viewBox="0 0 90 9"><text y="8" font-size="8">of</text></svg>""",
}


def of(page: str) -> Printed:
    return printed(Sheet(f'<html lang="de">{page}', "a4"))


@pytest.mark.parametrize("plant", PLANTED)
def test_a_word_of_another_language_is_found(plant: str) -> None:
    assert "of" in foreign(of(PLANTED[plant]), "de")


def test_people_and_titles_are_no_words_also_where_they_are_parted_or_set_wide() -> None:
    page = """<title>Regeln</title><p style="letter-spacing: .5em">Banque Fatale</p>
        <p style="width: 4em">Maximi&shy;liane</p><p>Die Karte und die Regeln"""
    in_one_language(of(page), "de", ["Maximiliane"])
    assert foreign(of(page), "de") == {"Maximi", "liane"}
