"""The colour that a device is offered."""

from collections import Counter

from companion.table.model.names import COLOURS, suggest_colour

PHONES = [f"phone {number}" for number in range(600)]


def test_colours_are_offered_evenly() -> None:
    offers = Counter(suggest_colour(phone, ()) for phone in PHONES)
    assert set(offers) == set(COLOURS)
    assert max(offers.values()) < 2 * min(offers.values())


def test_taken_colour_changes_no_other_offer() -> None:
    for phone in PHONES:
        first = suggest_colour(phone, ())
        for colour in COLOURS:
            assert (suggest_colour(phone, [colour]) == first) == (colour != first)


def test_wished_colour_is_offered_while_free() -> None:
    for colour in COLOURS:
        assert suggest_colour("phone", (), colour) == colour
        assert suggest_colour("phone", [colour], colour) not in (None, colour)
    assert suggest_colour("phone", (), "no colour") == suggest_colour("phone", ())
