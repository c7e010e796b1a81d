"""Which real cards lie face up is told once, by anybody with a seat, and no record holds it."""

from pathlib import Path
from random import Random

from companion.games.banque_fatale.moves import Auction
from companion.table.model.player_view import player_view
from tests.unit.web.devices import Evening, an_evening, done


def at_an_auction(data: Path) -> Evening:
    """Banque Fatale, when the first card is to be put up."""
    evening, luck = an_evening(data, game="banque_fatale"), Random(1)
    while evening.ask.do != "auction":
        done(evening.by_chance(luck))
    return evening


def test_who_is_to_choose_is_offered_the_cards_that_somebody_told(tmp_path: Path) -> None:
    evening = at_an_auction(tmp_path)
    starter, *others = (evening.players[(evening.table.state.start + seat) % 3] for seat in range(3))
    one, two, three, four, *_ = evening.table.state.left
    for player, card in zip((starter, others[0], others[1]), (one, two, three), strict=True):
        done(player.tap(evening.key, "faceup", up=card))
    page = starter.sees(f"/t/{evening.key}")
    assert all(f'name="card" value="{card}"' in page for card in (one, two, three))
    assert f'name="card" value="{four}"' not in page
    done(evening.act(evening.ask, Auction(two)))
    assert evening.table.party.faceup == (one, two, three)
    assert evening.table.game.face.open_cards(evening.table.state, evening.table.party.faceup) == ((one, three), 1)  # type: ignore[attr-defined]


def test_told_twice_is_told_once_and_can_be_put_right(tmp_path: Path) -> None:
    evening = at_an_auction(tmp_path)
    card = evening.table.state.left[0]
    for player in evening.players[:2]:
        done(player.tap(evening.key, "faceup", up=card))
    assert evening.table.party.faceup == (card,)
    done(evening.players[2].tap(evening.key, "faceup", down=card))
    assert not evening.table.party.faceup


def test_no_record_tells_it(tmp_path: Path) -> None:
    evening = at_an_auction(tmp_path)
    before = player_view(evening.table).export()
    done(evening.players[0].tap(evening.key, "faceup", up=evening.table.state.left[0]))
    assert player_view(evening.table).export() == before


def test_what_is_gone_or_no_card_is_refused_and_so_is_who_has_no_seat(tmp_path: Path) -> None:
    evening = at_an_auction(tmp_path)
    gone, there = evening.table.state.seen[0], evening.table.state.left[0]
    for fields in ({"up": gone}, {"up": "purple"}, {}):
        assert evening.players[0].tap(evening.key, "faceup", **fields).status_code == 400
    assert evening.device("stranger").tap(evening.key, "faceup", up=there).status_code == 403
    assert not evening.table.party.faceup
