"""Chips, pawns, cards and horses are where the rules say, on phone and screen."""

import re

from companion.games.banque_fatale.presentation import board
from companion.games.vabanque.constants import CARDS
from companion.games.wetten.board import HorseCards
from companion.games.wetten.template_api import TemplateApi
from tests.unit.games.wetten.table import KNOWN
from tests.unit.web.support.markup import plain, rows
from tests.unit.web.support.moments import in_play, moments

PLACES = {1: "1st place", 2: "2nd place", 3: "3rd place", 4: "4th place"}


def test_casino_table_tells_its_chips_pawns_and_cards() -> None:
    for one in moments("vabanque"):
        if one.player_view.scene == "play":
            names, state = one.player_view.names, one.state
            labels = re.findall(r'role="img" aria-label="([^"]*)"', one.screen["board"])
            assert len(labels) == state.casinos
            for number, label in enumerate(labels, start=1):
                laid = [card.seat for card in state.laid if card.casino == number]
                pawns = [f"{names[seat]}'s pawn" for seat in state.order if state.pawns[seat] == number]
                cards = [
                    f"{laid.count(seat)} face-down card{'s' * (laid.count(seat) > 1)} played by {names[seat]}"
                    for seat in state.order
                    if seat in laid
                ]
                chips = f"Table {number}: chip value {state.chips[number - 1]}"
                assert " ".join(label.split()) == "; ".join([chips, *pawns, *cards])


def test_hand_shows_as_many_backs_as_it_has_cards() -> None:
    seen = set()
    for one in in_play("vabanque"):
        if one.state.phase in ("cards", "pawns"):
            for seat, person in enumerate(one.player_view.people):
                held = len(CARDS) - [laid.seat for laid in one.state.laid].count(seat)
                form = one.phone["ask"].partition(f'data-for="{person.colour}"')[2].partition("data-for=")[0]
                assert form.count('class="back"') == held
                row = one.screen["people"].partition(f'data-of="{person.colour}"')[2].partition("data-of=")[0]
                told = {0: "", 1: "1\xa0card left"}.get(held, f"{held}\xa0cards left")
                assert (told in row) if told else "left" not in row
                seen.add(held)
    assert seen == {0, 1, 2, 3}


def test_race_cards_of_a_turn_stand_once_on_each_page() -> None:
    """In a table on a phone; before their players on the table screen."""
    seen = 0
    for one in in_play("wetten"):
        if one.state.phase == "run":
            up = TemplateApi.combine_cards(one.state)
            assert [name for name, html in one.phone.items() if "turned-cards" in html] == ["ask"]
            body = one.phone["ask"].partition("<tbody>")[2].partition("</tbody>")[0]
            body = re.sub(r'<td class="quick".*?</td>', "", body, flags=re.DOTALL)
            lines = [plain(line) for line in re.findall(r"<tr\b.*?</tr>", body, re.DOTALL)]
            assert lines == [_up(cards, horse.field) for cards, horse in zip(up, one.state.horses, strict=True)]
            for seat, purse in enumerate(one.screen["people"].split("<li")[1:]):
                mine = [f"{cards.horse} {cards.cards[seat]}" for cards in up]
                mine += [f"{cards.horse} {_signed(by)}" for cards in up for who, by in cards.adjusts if who == seat]
                assert sorted(map(plain, re.findall(r'class="deal(?: by)?">(.*?)</span>', purse, re.DOTALL))) == sorted(
                    mine
                )
            seen += any(cards.adjusts for cards in up)
    assert seen


def _signed(by: int) -> str:
    return f"{'+' if by > 0 else '−'}{abs(by)}"


def _up(up: HorseCards, stands: int) -> str:
    """The row of a horse: its way, its cards, action cards and total."""
    by = [_signed(further) for _, further in up.adjusts]
    total = "finished" if up.total is None else str(up.total)
    way = [] if up.total is None else [f"{stands} → {stands + up.total}"]
    return " ".join([str(up.horse), KNOWN[up.horse - 1], *way, *map(str, up.cards), *by, total])


def test_horse_stands_where_the_rules_say_with_its_place() -> None:
    for one in in_play("wetten"):
        state = one.state
        expected = [
            f"{name}: {PLACES[horse.place]}" if horse.place else f"{name}: space {horse.field} of {state.track}"
            for name, horse in zip(KNOWN, state.horses, strict=True)
        ]
        for html in (one.phone["board"], one.screen["board"]):
            assert re.findall(r'role="img" aria-label="([^"]*)"', html) == expected
        marks = [(PLACES[horse.place].split()[0] if horse.place else str(horse.field)) for horse in state.horses]
        assert re.findall(r'class="(?:field|place)"[^>]*>([^<]*)<', one.screen["board"]) == marks


def test_values_on_the_scale_are_the_rules() -> None:
    for one in in_play("banque_fatale"):
        if one.player_view.scene == "play" and one.state.phase != "deal":
            values = board(one.state).values
            (label,) = re.findall(r'role="img" aria-label="Values: ([^"]*)"', one.phone["board"])
            assert label == ", ".join(f"{colour} {value}" for colour, value in values)
            stones = re.findall(r'class="notches"[^>]*/><text[^>]*>(\d+)</text>', one.phone["board"])
            assert [int(stone) for stone in stones] == [value for _, value in values]


def test_cards_lie_before_their_player_at_their_price() -> None:
    for one in in_play("banque_fatale"):
        assert "millions of francs" in one.phone["people"]
        places = board(one.state).places
        for row in rows(one.phone["people"]):
            seat = next(at for at, who in enumerate(one.player_view.people) if who.colour == row.attribute("data-of"))
            assert ("start player" in row.text) == (seat == one.state.start and one.player_view.scene == "play")
            if one.player_view.scene == "play":
                totals = [price.total for price in places[seat].cards]
                assert [int(sum_) for sum_ in re.findall(r"\d+", row.text)] == [one.state.cash[seat], *totals]
                assert ("ready" in row.text) == (places[seat].closed and one.state.phase == "bids")


def test_card_for_sale_bears_its_price_with_the_unit() -> None:
    found = 0
    for one in in_play("banque_fatale"):
        if one.player_view.scene == "play" and one.state.phase == "sale":
            prices = [f"{price.total} million" for price in board(one.state).places[one.state.start].cards]
            buttons = re.findall(r'<button name="card"[^>]*>(.*?)</button>', one.phone["ask"], re.DOTALL)
            assert [plain(button).replace("\xa0", " ") for button in buttons] == prices
            found += len(prices)
    assert found > 10


def test_vabanque_lists_players_in_order_of_play() -> None:
    for one in in_play("vabanque"):
        order = one.state.order or range(len(one.player_view.people))
        colours = [one.player_view.people[seat].colour for seat in order]
        assert [row.attribute("data-of") for row in rows(one.phone["people"])] == colours
        assert f"Round {one.state.round} of 4" in plain(one.phone["turn"])


def test_wetten_lists_purse_slips_and_race_cards_of_each() -> None:
    for one in in_play("wetten"):
        found = {row.attribute("data-of"): row.text for row in rows(one.phone["people"])}
        for person, player in zip(one.player_view.people, one.state.players, strict=True):
            told = found[person.colour]
            cards = f"{player.hand} race card{'s' * (player.hand != 1)}"
            slips = [
                f"{name} slip: {f'€{slip.slip.stake:,}' if slip.slip.stake else 'no bet'}"
                for name, slip in (("first", player.first), ("second", player.second))
                if slip
            ]
            assert f"{person.name} Money: €{player.money:,} " in told
            assert re.search(rf"{cards}(?!\w)", told), told
            assert all(slip in told for slip in slips), told
            assert told.count(" slip: ") == len(slips)
        assert f"Bank €{one.state.bank:,}" in [row.text for row in rows(one.phone["people"])]
        assert f"Race {one.state.race} of 5" in plain(one.phone["turn"])
