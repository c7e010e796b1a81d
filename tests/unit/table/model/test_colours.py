"""The colour that a device is offered."""

from collections import Counter

from companion.table.model.names import COLOURS, colour_choices, suggest_colour

PHONES = [f"phone {number}" for number in range(600)]


def test_colours_are_offered_evenly() -> None:
    offers = Counter(suggest_colour(phone, COLOURS, ()) for phone in PHONES)
    assert set(offers) == set(COLOURS)
    assert max(offers.values()) < 2 * min(offers.values())


def test_taken_colour_changes_no_other_offer() -> None:
    for phone in PHONES:
        first = suggest_colour(phone, COLOURS, ())
        for colour in COLOURS:
            assert (suggest_colour(phone, COLOURS, [colour]) == first) == (colour != first)


def test_wished_colour_is_offered_while_free() -> None:
    for colour in COLOURS:
        assert suggest_colour("phone", COLOURS, (), colour) == colour
        assert suggest_colour("phone", COLOURS, [colour], colour) not in (None, colour)
    assert suggest_colour("phone", COLOURS, (), "no colour") == suggest_colour("phone", COLOURS, ())


def test_more_than_six_players_get_more_colours() -> None:
    assert colour_choices(4) == colour_choices(6) == tuple(COLOURS)[:6]
    assert colour_choices(10) == tuple(COLOURS)
