"""Material of Wetten!: all that a table needs to play."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from companion.games.wetten.constants import ACTION_CARDS, ACTION_DECK, ALL_MONEY, MIN_STAKES, NOTES, PLAYERS, RACES
from companion.games.wetten.deck import race_cards
from companion.games.wetten.material import Material
from companion.printing import material
from tests.integration.printing.sheets import plain, printed

every_number_of_players = pytest.mark.parametrize("players", PLAYERS)


def html(name: str, **given: object) -> str:
    chosen = {key: str(value) for key, value in given.items()}
    return material.material_sheet("wetten", [name], chosen, lang="en", paper="a4").html


def text(name: str, **given: object) -> str:
    chosen = {key: str(value) for key, value in given.items()}
    return plain(material.material_sheet("wetten", [name], chosen, lang="en", paper="a4"))


@every_number_of_players
def test_everybody_has_two_slips_for_each_race(players: int) -> None:
    told = text("slips", players=players)
    for number, least in enumerate(MIN_STAKES, start=1):
        for head in (
            f"First bet × 4 at least €{least:,} a bet Race {number}",
            f"Second bet × 2 at least €{least:,} a bet",
        ):
            assert told.count(head) >= players
    assert told.count("First bet") == told.count("Second bet") == players * RACES
    assert html("slips", players=players).count("<td></td>") == players * RACES * 2 * 16


@pytest.mark.parametrize("seed", [1, 2, 9999])
def test_race_cards_are_printed_once_each(seed: int) -> None:
    cards = re.findall(r'<div class="race-card">(.*?)</div>', html("race_cards", seed=seed), re.DOTALL)
    numbers = [tuple(int(number) for number in re.findall(r'"fields">\+(\d)<', card)) for card in cards]
    assert numbers == list(race_cards(seed))
    for card in cards:
        assert [re.findall(r'"horse-mark h-.">(\d)<', card), re.findall(r'"name">([^<]*)<', card)] == [
            ["1", "2", "3", "4"],
            ["Queen", "Raider", "Lucky Slevin", "Joker"],
        ]


@every_number_of_players
def test_there_are_enough_action_cards(players: int) -> None:
    actions = Counter(Material(players, 30, 1).actions)
    assert sum(actions.values()) == ACTION_DECK == 28
    assert actions[2] + actions[-2] >= players * ACTION_CARDS
    told = text("action_cards", players=players)
    assert (told.count("Doping +2"), told.count("Accident −2"), told.count("What it does")) == (8, 8, 12)


@pytest.mark.parametrize("track", [10, 30, 34, 200])
def test_track_has_all_fields_and_room_behind_the_line(track: int) -> None:
    strips = Material(3, track, 1).strips
    fields = [field for strip in strips for field in strip.fields]
    assert [field.number for field in fields if not field.past] == list(range(1, track + 1))
    assert len(fields) % 10 == 0
    assert [field.number for field in fields if field.past] == list(range(1, len(fields) - track + 1))
    assert 12 <= len(fields) - track < 22
    assert fields == sorted(fields, key=lambda field: field.past)
    for before, after in pairwise(strips):
        assert before.following == after.letter
    assert (strips[0].letter, strips[-1].following) == ("A", "")
    assert len({strip.letter for strip in strips}) == len(strips)


@pytest.mark.parametrize("track", [30, 34])
def test_line_lies_behind_the_last_field_in_every_lane(track: int) -> None:
    page = html("track", track=track, players=3)
    assert page.count('class="chequers"') == 4
    assert f"{track}</th>" in page.partition('class="chequers"')[0]
    assert "+1</th>" in page.partition('class="chequers"')[0]
    assert f"Track of {track} spaces" in text("track", track=track)


def test_horse_shows_number_name_and_colour_on_both_sides() -> None:
    page = html("horses")
    for number, name in enumerate(("Queen", "Raider", "Lucky Slevin", "Joker"), start=1):
        assert page.count(f">{number}</text>") == 4
        assert page.count(f">{name}</text>") == 4
    assert len(set(re.findall(r'<circle [^>]*r="40" fill="([^"]*)"', page))) == 4


def test_play_money_is_the_booklets_and_says_so() -> None:
    page = html("money")
    values = Counter(int(value.replace(",", "")) for value in re.findall(r'class="value">([\d,]*)<', page))
    assert values == NOTES
    assert sum(value * count for value, count in values.items()) == ALL_MONEY
    assert page.count("play money · Wetten!") == sum(NOTES.values())
    assert not re.search("[€$£]|euro", page, re.IGNORECASE)


@every_number_of_players
def test_account_sheet_has_a_column_for_everybody(players: int) -> None:
    page = html("account", players=players)
    assert page.count(f'<col span="{players}">') == RACES
    assert page.count("<td>€10,000</td>") == players


@every_number_of_players
def test_sheets_take_as_many_leaves_as_they_need(players: int) -> None:
    leaves = {
        "slips": players,
        "race_cards": 6,
        "action_cards": 2,
        "horses": 1,
        "money": 4,
        "summary": -(-players // 2),
    }
    for name, count in leaves.items():
        assert html(name, players=players).count('<div class="leaf') == count


def test_phones_replace_all_but_cards_track_and_horses() -> None:
    told = plain(material.material_sheet("wetten", [], {"set": "phones"}, lang="en", paper="a4"))
    assert all(name in told for name in ("Race cards", "Action cards", "Track of 30", "Horses: cut out"))
    assert not any(name in told for name in ("Bet slips", "Play money", "Rules in short", "score sheet", "€10,000"))


def test_backs_lie_behind_all_cards_on_both_sides_of_the_paper() -> None:
    sheet = material.material_sheet("wetten", ["race_cards", "horses"], {"backs": "duplex"}, lang="en", paper="a4")
    pdf = printed(sheet)
    kinds = [
        "fronts" if "deck 1" in page else "backs" if "backs" in page else page[:6] for page in pdf.text.split("\f")
    ]
    assert kinds[:10] == ["fronts", "backs"] * 5
    assert "Horses" in pdf.text.split("\f")[12], "each sheet of paper begins with a front"
    assert "/DuplexFlipLongEdge" in str(pdf.reader.viewer_preferences)
    assert "Print on both sides" in plain(sheet)
