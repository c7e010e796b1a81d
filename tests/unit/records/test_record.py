"""Records are read exactly, or refused with one printable line."""

from json import dumps

from hypothesis import given
from hypothesis import strategies as st

from companion.records import record
from companion.records.record import BadRecord
from tests.support.reading import attempt, lines_of, message
from tests.unit.games.vabanque.bad_records import (
    CHIPS,
    HEADER,
    START,
    WHOLE,
    chips,
    header,
)


def test_line_ends_make_no_difference() -> None:
    texts = ["\n".join(WHOLE), "\n".join(WHOLE) + "\n", "\r\n".join(WHOLE), "\r\n".join(WHOLE) + "\r\n"]
    first, *others = [record.read(lines_of(text.encode())) for text in texts]
    assert others == [first] * 3


def test_names_are_kept_letter_by_letter() -> None:
    names = ("\u00c4nne-Marie", "\u0411\u0435\u043d", 'O\'Neil "2"')
    assert record.read([record.write(record.Header("vabanque", names, {}), []).encode()]).header.players == names


ODD = "Be\n\x1b[31m\u202e\u2028\x00n"
anything = st.one_of(st.text(), st.text("\n\r\x1b\u202e\u2028\u0085%{}<>\\'\"\x00\ud800"), st.just(ODD))
"""Text that could break out of its line; a lone surrogate can come in as an escape."""


@given(anything)
def test_error_message_is_one_printable_line(text: str) -> None:
    odd = dumps(text)
    for lines in (
        [header(more=f", {odd}: 1")],
        [header(f'["Anna", "Ben", {odd}, ""]')],
        [header(options=f"{{{odd}: 1}}")],
        [header(options=f'{{"turns": {odd}}}')],
        [HEADER.replace('"vabanque"', odd)],
        [odd],
        [HEADER, f'{{"do": {odd}, "player": "Anna"}}'],
        [HEADER, f'{{"do": "start", "player": {odd}, "table": 1}}'],
        [HEADER, f'{{"do": "start", "player": "Anna", "table": {odd}}}'],
        [HEADER, f'{{"do": "start", "player": "Anna", "table": 1, {odd}: 1}}'],
        [HEADER, f'{{"do": "start", "player": "Anna", "table": 1, {odd}: 1, {odd}: 2}}'],
        [HEADER, START, chips(f"{{{odd}: 12}}")],
        [HEADER, START, CHIPS, f'{{"do": "card", "player": "Anna", "card": {odd}, "table": 1}}'],
    ):
        bad = attempt(line.encode() for line in lines)
        if isinstance(bad, BadRecord):
            message(bad)
            assert bad.line == len(lines)
        else:
            assert text in (*"1234567", "Anna", "vabanque", "strict", "free", "raise", "bluff", "trap", "hidden")


@given(anything)
def test_name_is_accepted_or_refused_never_changed(text: str) -> None:
    good = 1 <= len(text) <= 20 and text.isprintable() and text == text.strip() and text not in ("2", "3")
    taken = attempt([header(dumps([text, "2", "3"])).encode()])
    if isinstance(taken, BadRecord):
        message(taken)
        assert not good
    else:
        assert good
        assert taken.header.players[0] == text
