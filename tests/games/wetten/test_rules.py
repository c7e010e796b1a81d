"""A race: slips, race cards, action cards, the run and the places (phases 1 to 4), and what may be done at any time."""

import pytest

from companion.games import wetten
from companion.games.kit import Ask, Refused
from companion.games.wetten.facts import ActionPlayed, CameIn, CardBought, CardLaid, CardsTurned, SlipLaid, SlipOpened
from companion.games.wetten.moves import Bet, BuyCard, RaceCard, Run, SecondBet, Single, Slip
from companion.games.wetten.state import Phase, State
from tests.cast import ANNA, BEN, CARLA
from tests.games.wetten.table import (
    act,
    at_race,
    bets_down,
    buy,
    cards_up,
    opened,
    places,
    race,
    rich,
    run,
    second_bets_down,
    turn,
    written,
)


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in wetten.asks(state) if ask.do != "buy-card"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_starts_with_10_000_and_the_bank_has_the_rest_of_824_000(players: int) -> None:
    state = opened(players)
    assert state.money == (10_000,) * players
    assert state.bank == 824_000 - 10_000 * players
    assert asked(state) == [("bet", seat) for seat in range(players)]


@pytest.mark.parametrize(("number", "least"), [(1, 1_000), (2, 1_000), (3, 2_000), (4, 2_000), (5, 3_000)])
def test_each_race_has_its_minimum_stake(number: int, least: int) -> None:
    state = at_race(number, opened())
    wetten.play(state, ANNA, Bet(written((1, 1, least))))
    wetten.play(state, ANNA, Bet(Slip("hidden", least)))
    wetten.play(state, ANNA, Bet(Slip("hidden", 0)))
    with pytest.raises(Refused, match="stake-low"):
        wetten.play(state, ANNA, Bet(written((1, 1, least), (1, 2, least - 500))))
    with pytest.raises(Refused, match="stake-low"):
        wetten.play(state, ANNA, Bet(Slip("hidden", least - 500)))


def test_first_bets_come_in_any_order_of_players_and_no_bet_is_a_bet() -> None:
    state = opened()
    for seat, slip in ((CARLA, written()), (ANNA, written((1, 2, 3_000))), (BEN, written())):
        assert ("bet", seat) in asked(state)
        state, _ = wetten.play(state, seat, Bet(slip))
        assert ("bet", seat) not in asked(state)
    assert state.phase is Phase.CARDS


def test_a_horse_may_be_bet_on_for_several_places_and_a_place_on_several_horses() -> None:
    slip = written(*[(horse, place, 1_000) for horse, place in ((1, 1), (1, 2), (2, 1), (2, 2), (4, 3))])
    assert bets_down(opened(), {ANNA: [(1, 1, 1_000)]}).money[ANNA] == 9_000
    assert wetten.play(opened(), ANNA, Bet(slip))[0].money[ANNA] == 5_000


def test_the_stake_is_the_banks_at_once_and_its_sum_lies_open() -> None:
    before = opened()
    state, facts = wetten.play(before, BEN, Bet(written((2, 1, 2_000), (3, 2, 4_000))))
    assert state.bank == before.bank + 6_000
    assert facts == (SlipLaid(seat=BEN, slip="first", stake=6_000, money=4_000),)
    _, hidden = wetten.play(before, BEN, Bet(Slip("hidden", 6_000)))
    assert hidden == facts


def test_the_whole_purse_may_be_staked() -> None:
    assert bets_down(opened(), {ANNA: [(1, 1, 10_000)]}).money[ANNA] == 0


def test_slips_and_race_cards_are_secret_and_nothing_else_is() -> None:
    slip = written((1, 1, 1_000), (2, 2, 2_000))
    assert wetten.cover(Bet(slip)) == Bet(Slip("hidden", 3_000))
    assert wetten.cover(SecondBet(slip, (1, 1))) == SecondBet(Slip("hidden", 3_000), (1, 1))
    assert wetten.cover(RaceCard((1, 2, 3, 4))) == RaceCard("hidden")
    for move in (BuyCard(), Run()):
        assert wetten.cover(move) == move


def test_all_race_cards_turn_up_with_the_last_one() -> None:
    state = bets_down(opened())
    for seat in (CARLA, ANNA):
        state, facts = wetten.play(state, seat, RaceCard((1, 0, 2, 0)))
        assert facts == (CardLaid(seat=seat, hand=5, drew=False),)
    (last,) = [ask for ask in wetten.asks(state) if ask.waits]
    assert (last.seat, last.final) == (BEN, True)
    state, facts = wetten.play(state, BEN, RaceCard((3, 1, 0, 0)))
    cards = ((1, 0, 2, 0), (3, 1, 0, 0), (1, 0, 2, 0))
    assert facts[1] == CardsTurned(turn=1, cards=cards, sums=(5, 1, 4, 0), opens=(4, 5, 3))
    assert [ask.do for ask in wetten.asks(state) if ask.waits] == ["run"]


def test_hidden_race_cards_may_lie_until_the_run() -> None:
    state = bets_down(opened())
    for seat in state.seats:
        state, facts = wetten.play(state, seat, RaceCard((1, 1, 1, 1) if seat else "hidden"))
    (turned,) = [fact for fact in facts if isinstance(fact, CardsTurned)]
    assert (turned.cards[0], turned.sums) == ("hidden", None)
    state = act(buy(state, BEN), ANNA, h1=2)
    assert not any(ask.final for ask in wetten.asks(state))
    with pytest.raises(Refused, match="hidden-moves"):
        run(state)


def test_a_horse_is_in_when_its_fields_add_up_to_more_than_the_track() -> None:
    """Decided: the line lies behind the last field."""
    state, _ = turn(bets_down(opened(track=10)), (5, 5, 0, 0))
    state, facts = turn(state, (5, 6, 0, 0))
    assert [horse.place for horse in state.horses] == [None, 1, None, None]
    assert state.horses[0].field == 10
    assert places(facts) == {2: 1}


def test_the_track_is_30_fields_unless_told_otherwise() -> None:
    assert wetten.start(3, {}).track == 30
    assert [opened(track=track).track for track in (10, 200)] == [10, 200]


def test_an_earlier_turn_is_ahead_of_a_longer_way_past_the_line() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 9, 0, 0))
    state, _ = turn(state, (2, 1, 0, 0))
    state, facts = turn(state, (0, 9, 0, 0), (0, 9, 0, 0))
    assert places(facts) == {2: 2}
    assert state.horses[0].place == 1


def test_in_the_same_turn_who_is_further_past_the_line_is_ahead() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 5, 7, 0))
    _, facts = turn(state, (3, 9, 4, 0))
    assert places(facts) == {2: 1, 1: 2, 3: 3}
    (came,) = [fact for fact in facts if isinstance(fact, CameIn)]
    assert [(one.past, one.reason) for one in came.arrivals] == [(4, "past"), (2, "past"), (1, "past")]


def test_on_the_same_field_who_moved_more_in_this_turn_is_ahead() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 5, 0, 0))
    _, facts = turn(state, (3, 7, 0, 0))
    assert places(facts) == {2: 1, 1: 2}
    (came,) = [fact for fact in facts if isinstance(fact, CameIn)]
    assert [(one.reason, one.rivals) for one in came.arrivals] == [("moved", (1,)), ("moved", (2,))]


def test_action_cards_count_for_who_moved_more() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 5, 0, 0))
    state = cards_up(state, (5, 5, 0, 0))
    _, facts = run(act(act(state, ANNA, h1=-2), BEN, h2=2))
    assert places(facts) == {2: 1, 1: 2}


def test_sharers_leave_the_places_empty_that_they_would_have_filled() -> None:
    _, facts = run(cards_up(bets_down(opened(track=10)), (9, 9, 9, 1), (9, 9, 9, 9), (0, 0, 0, 9)))
    assert places(facts) == {4: 1, 1: 2, 2: 2, 3: 2}
    _, facts = run(cards_up(bets_down(opened(track=10)), (9, 9, 9, 0), (3, 3, 3, 9), (0, 0, 0, 2)))
    assert places(facts) == {1: 1, 2: 1, 3: 1, 4: 4}
    _, facts = run(cards_up(bets_down(opened(track=10)), *[(9, 9, 9, 9)] * 3))
    assert set(places(facts).values()) == {1}


def test_a_horse_never_moves_backwards() -> None:
    """Decided: the turn's total counts 0 when it is below, also for who moved more."""
    state = act(act(cards_up(bets_down(opened()), (3, 3, 0, 0)), ANNA, h1=-99), BEN, h1=5, h2=-2)
    state, _ = run(state)
    assert [horse.field for horse in state.horses] == [0, 1, 0, 0]


def test_all_action_cards_of_a_turn_count_together() -> None:
    """−9 and then +7 on 3 is 1, and not 0 and then 7."""
    state = act(act(cards_up(bets_down(opened()), (3, 0, 0, 0)), ANNA, h1=-9), BEN, h1=7)
    assert run(state)[0].horses[0].field == 1


def test_an_action_card_is_gone_after_its_turn() -> None:
    state, _ = run(act(cards_up(bets_down(opened()), (3, 0, 0, 0)), ANNA, h1=9))
    state, _ = turn(second_bets_down(state), (1, 0, 0, 0))
    assert state.horses[0].field == 13


def test_the_first_action_card_is_free_the_second_costs_3_and_the_third_5_minimum_stakes() -> None:
    state = cards_up(bets_down(rich(at_race(3, opened()), {ANNA: 20_000})))
    prices = []
    for _ in range(3):
        state, (played,) = wetten.play(state, ANNA, wetten.read({"do": "action-card", "adjust": {"1": 1}}))
        assert isinstance(played, ActionPlayed)
        prices.append((played.number, played.times, played.price, played.money))
    assert prices == [(1, 0, 0, 20_000), (2, 3, 6_000, 14_000), (3, 5, 10_000, 4_000)]
    assert ("action-card", ANNA) not in asked(state)
    assert ("action-card", BEN) in asked(state)


def test_action_cards_are_counted_over_all_turns_of_a_race_and_anew_in_the_next() -> None:
    state, _ = run(act(cards_up(bets_down(opened())), ANNA, h1=1))
    state = act(cards_up(second_bets_down(state)), ANNA, h1=1)
    assert state.money[ANNA] == 7_000
    assert cards_up(bets_down(race(opened())[0])).players[ANNA].played == 0


def test_an_action_card_on_a_horse_that_is_in_is_paid_and_has_no_effect() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 0, 0, 0), (9, 0, 0, 0))
    state = act(cards_up(state), ANNA, h2=1)
    after, (played,) = wetten.play(state, ANNA, wetten.read({"do": "action-card", "adjust": {"1": -9, "3": 2}}))
    assert isinstance(played, ActionPlayed)
    assert (played.idle, played.price, after.money[ANNA]) == ((1,), 3_000, 7_000)
    after, _ = run(after)
    assert after.horses[0] == state.horses[0]
    assert after.horses[2].field == 2


def test_action_cards_are_offered_to_those_who_can_pay() -> None:
    state = cards_up(bets_down(opened(), {ANNA: [(1, 1, 8_000)]}))
    assert ("action-card", ANNA) in asked(state)
    state = act(state, ANNA, h1=1)
    assert ("action-card", ANNA) not in asked(state)


def test_the_second_bet_comes_after_the_first_turn_and_never_again() -> None:
    state, _ = run(cards_up(bets_down(opened())))
    assert asked(state) == [("second-bet", seat) for seat in range(3)]
    state, _ = run(cards_up(second_bets_down(state)))
    assert asked(state) == [("race-card", seat) for seat in range(3)]


def test_there_is_no_second_bet_when_all_horses_are_in_after_the_first_turn() -> None:
    state = bets_down(opened(track=10), {ANNA: [(1, 1, 1_000)]})
    state, _ = run(cards_up(state, (9, 9, 9, 9), (9, 5, 2, 3)))
    assert (state.race, state.phase, state.money) == (2, Phase.BET, (13_000, 10_000, 10_000))


def test_a_second_bet_may_repeat_a_pair_and_name_a_horse_that_is_in() -> None:
    state = bets_down(opened(track=10), {ANNA: [(1, 1, 1_000)]})
    state, _ = run(cards_up(state, (9, 0, 0, 0), (9, 0, 0, 0)))
    state, _ = wetten.play(state, ANNA, SecondBet(written((1, 1, 9_000))))
    assert state.money[ANNA] == 0


@pytest.mark.parametrize(
    ("pro", "first"), [("from-race-4", 4), ("always", 1), ("never", 6)], ids=["from race 4", "always", "never"]
)
def test_the_pro_rule_holds_from_its_race_on(pro: str, first: int) -> None:
    for number in range(1, 6):
        state = bets_down(at_race(number, opened(pro=pro)), {ANNA: [(1, 1, 3_000)]})
        state, _ = run(cards_up(state))
        assert [ask.final for ask in wetten.asks(state) if ask.waits] == [number >= first, False, False]
        if number < first:
            with pytest.raises(Refused, match="no-pro"):
                wetten.play(state, ANNA, SecondBet(written(), (1, 1)))
        else:
            wetten.play(state, ANNA, SecondBet(written(), (1, 1)))


def test_laying_the_first_slip_open_turns_it_up_for_all() -> None:
    state, _ = run(cards_up(bets_down(opened(pro="always"), {BEN: [(1, 1, 3_000), (2, 1, 1_000)]})))
    _, facts = wetten.play(state, BEN, SecondBet(written((4, 4, 1_000)), (2, 1)))
    bets = (Single(1, 1, 3_000), Single(2, 1, 1_000))
    assert facts[1] == SlipOpened(seat=BEN, bets=bets, double=(2, 1), odds=8, opens=(1,))


def test_race_cards_are_sold_once_somebodys_bet_is_down_until_the_payout() -> None:
    state = opened()
    assert not [ask for ask in wetten.asks(state) if ask.do == "buy-card"]
    state, _ = wetten.play(state, BEN, Bet(written()))
    state = buy(state, ANNA)
    state = buy(bets_down_rest(state), ANNA)
    state = buy(cards_up(state), CARLA)
    state, _ = run(state)
    state = buy(state, CARLA)
    assert state.money == (7_000, 10_000, 7_000)
    state, _ = run(cards_up(second_bets_down(state), *[(9, 9, 9, 9)] * 3))
    state, _ = run(cards_up(state, *[(9, 9, 9, 9)] * 3))
    assert state.race == 2
    with pytest.raises(Refused, match="no-bet-down"):
        buy(state, ANNA)


def bets_down_rest(state: State) -> State:
    for seat in (ANNA, CARLA):
        state, _ = wetten.play(state, seat, Bet(written()))
    return state


def test_the_price_of_a_race_card_doubles_for_its_buyer_alone_and_is_1_000_again_in_the_next_race() -> None:
    state, (bought,) = wetten.play(buy(bets_down(opened()), ANNA, 2), ANNA, BuyCard())
    assert bought == CardBought(seat=ANNA, price=4_000, following=8_000, money=3_000)
    assert state.players[BEN].card_price == 1_000
    assert ("buy-card", ANNA) not in [(ask.do, ask.seat) for ask in wetten.asks(state)]
    state, _ = race(opened())
    assert buy(bets_down(state), ANNA).money[ANNA] == 9_000


def test_who_has_one_race_card_left_after_playing_draws_one_free() -> None:
    """Decided: always."""
    state, drew = bets_down(opened(track=200)), []
    for _ in range(8):
        state, facts = wetten.play(state, ANNA, RaceCard((0, 0, 0, 0)))
        drew += [(fact.hand, fact.drew) for fact in facts if isinstance(fact, CardLaid)]
        for seat in (BEN, CARLA):
            state, _ = wetten.play(state, seat, RaceCard((0, 0, 0, 0)))
        state, _ = run(state)
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
    assert drew == [(5, False), (4, False), (3, False), (2, False), *[(2, True)] * 4]


def test_a_bought_card_is_one_more_in_the_hand() -> None:
    _, facts = wetten.play(buy(bets_down(opened()), ANNA, 2), ANNA, RaceCard((0, 0, 0, 0)))
    assert facts == (CardLaid(seat=ANNA, hand=7, drew=False),)


def test_the_run_waits_for_nobodys_seat_and_is_final_when_it_pays_out() -> None:
    state = cards_up(bets_down(opened(track=10)), (9, 9, 9, 9), (2, 2, 2, 1))
    assert wetten.asks(state)[0] == Ask("run", None, "1.1.run.0", together=(ANNA, BEN, CARLA))
    state = act(state, CARLA, h4=2)
    assert wetten.asks(state)[0] == Ask("run", None, "1.1.run.1", final=True, together=(ANNA, BEN, CARLA))


def test_a_slot_is_a_version_of_the_seats_situation() -> None:
    """What a page showed before this seat bought, bet or laid does not fit any more; others' acts change nothing."""
    state = bets_down(opened(track=200))

    def slots(seat: int) -> set[str]:
        return {ask.slot for ask in wetten.asks(state) if ask.seat == seat}

    seen: set[str] = set()
    for _ in range(2):
        for seat in (ANNA, BEN, CARLA):
            theirs, mine = slots((seat + 1) % 3), slots(seat)
            state = buy(state, seat)
            assert not slots(seat) & mine
            assert slots((seat + 1) % 3) == theirs
            seen |= mine
        before = slots(ANNA)
        state, _ = wetten.play(state, ANNA, RaceCard((0, 0, 0, 0)))
        assert not slots(ANNA) & (before | seen)
        state, _ = wetten.play(state, BEN, RaceCard((0, 0, 0, 0)))
        state, _ = wetten.play(state, CARLA, RaceCard((0, 0, 0, 0)))
        before = slots(ANNA)
        state = act(state, ANNA, h1=1)
        assert not slots(ANNA) & before
        state, _ = run(state)
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
