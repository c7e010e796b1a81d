"""Which colour a device is offered at the door."""

from collections import Counter

from companion.table.model.colours import COLOURS, offered

PHONES = [f"phone {number}" for number in range(600)]


def test_phones_that_come_together_are_offered_all_colours_alike() -> None:
    offers = Counter(offered(phone, ()) for phone in PHONES)
    assert set(offers) == set(COLOURS)
    assert max(offers.values()) < 2 * min(offers.values())


def test_what_somebody_else_takes_changes_no_other_offer() -> None:
    for phone in PHONES:
        first = offered(phone, ())
        for colour in COLOURS:
            assert (offered(phone, [colour]) == first) == (colour != first)


def test_where_nothing_is_free_nothing_is_offered() -> None:
    assert offered("phone", COLOURS) is None


def test_the_wished_colour_is_offered_while_it_is_free() -> None:
    for colour in COLOURS:
        assert offered("phone", (), colour) == colour
        assert offered("phone", [colour], colour) not in (None, colour)
    assert offered("phone", (), "no colour") == offered("phone", ())
