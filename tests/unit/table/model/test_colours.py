"""The colour that a device is offered."""

from collections import Counter

from companion.table.model.colours import COLOURS, offered

PHONES = [f"phone {number}" for number in range(600)]


def test_colours_are_offered_evenly() -> None:
    offers = Counter(offered(phone, ()) for phone in PHONES)
    assert set(offers) == set(COLOURS)
    assert max(offers.values()) < 2 * min(offers.values())


def test_taken_colour_changes_no_other_offer() -> None:
    for phone in PHONES:
        first = offered(phone, ())
        for colour in COLOURS:
            assert (offered(phone, [colour]) == first) == (colour != first)


def test_wished_colour_is_offered_while_free() -> None:
    for colour in COLOURS:
        assert offered("phone", (), colour) == colour
        assert offered("phone", [colour], colour) not in (None, colour)
    assert offered("phone", (), "no colour") == offered("phone", ())
