"""Single sentences that stumbled: where a horse stays, what one card's piques pay, and the unit of a score."""

from types import SimpleNamespace

import pytest

from companion.games import GAMES
from companion.games.banque_fatale.facts import AuctionWon, ExtraPaid, Line
from companion.games.vabanque import facts as vabanque
from companion.games.vabanque.facts import CasinoPaid
from companion.games.vabanque.phone import Earned
from companion.games.wetten.facts import Line as Bet
from companion.games.wetten.facts import Stride
from companion.games.wetten.moves import Single
from companion.languages import languages
from companion.templating import text
from tests.games.saying import sentences, unbroken


def way(origin: int, field: int) -> str:
    """Where a horse of thirty fields has gone."""
    moved = field - origin
    stride = Stride(1, (moved,), (), moved, origin, field, arrived=field > 30)
    return str(sentences("wetten").way(stride, 30))


def test_a_horse_that_does_not_move_stays() -> None:
    assert way(0, 8) == "from 0 to 8 of 30"
    assert way(0, 0) == "stays on field 0"
    assert way(30, 30) == "stays on field 30, the last one: not past the line yet"


def test_the_piques_of_one_card_are_counted_once() -> None:
    def told(*cards: tuple[str, int]) -> str:
        piques = sum(count for _, count in cards)
        line = Line(0, cards, piques, 5 * piques)
        extra = ExtraPaid(round=1, colour="red", value=11, each=5, lines=(line,), back=6)
        return unbroken(sentences("banque_fatale").line(line, extra))

    assert told(("red+red", 2)) == "twice red: 2 piques × 5 million = 10 million"
    assert told(("red+red", 2), ("red", 1)) == "twice red (2), red (1): 3 piques × 5 million = 15 million"


@pytest.mark.parametrize(
    ("names", "who"),
    [
        (("Anna", "Ben", "Carla"), "Carla, Anna, and Ben have"),
        (("Annabelle Hohenlohes", "Benedikt Wartburgers", "Carla"), "3 players have"),
    ],
)
def test_equals_are_named_where_there_is_room_for_their_names(names: tuple[str, ...], who: str) -> None:
    bids = ((("red", 1),),) * 3
    auction = AuctionWon(
        round=1,
        start=2,
        card="red",
        bids=bids,  # type: ignore[arg-type]  # mypy forgets the literals of what is repeated
        sizes=(1, 1, 1),
        equals=(2, 0, 1),
        winner=2,
    )
    assert unbroken(sentences("banque_fatale").won(auction, names)).startswith(who)


@pytest.mark.parametrize(
    ("slug", "written"), [("vabanque", "45,000"), ("wetten", "€45,000"), ("banque_fatale", "45 million")]
)
def test_a_score_is_written_as_its_game_writes_money(slug: str, written: str) -> None:
    template = text("en").select_template([f"{slug}/_amount.html", "table/_amount.html"])
    assert unbroken(template.render(amount=45 if slug == "banque_fatale" else 45_000)) == written


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("slug", GAMES)
def test_a_score_below_zero_is_written_as_the_one_above_it_with_a_minus(slug: str, lang: str) -> None:
    """`_amount.html`, by `count | abs, num=count | number` where the plural is of the number without its sign."""
    template = text(lang).select_template([f"{slug}/_amount.html", "table/_amount.html"])
    for amount in (1, 3, 1_200):
        above, below = template.render(amount=amount).strip(), template.render(amount=-amount).strip()
        assert below.replace("−", "", 1) == above, f"{-amount} is written {below}, and {amount} is {above}"


@pytest.mark.parametrize(
    ("rivals", "said"), [((1,), "the trap of Ben lies here."), ((1, 2), "the traps of Ben and Carla lie here.")]
)
def test_as_many_traps_lie_in_a_pawns_way_as_are_named(rivals: tuple[int, ...], said: str) -> None:
    pawn, trap = vabanque.Line(0, "pawn", 0, rivals), vabanque.Line(0, "trap", 0, rivals)
    paid = CasinoPaid(casino=1, chips=6, cards=(), raises=0, value=60_000, lines=(pawn, trap))
    told = sentences("vabanque").besides(Earned(0, pawn, trap, 0), paid, ("Anna", "Ben", "Carla"))
    assert unbroken(told).strip().startswith(f"Your pawn earns nothing: {said}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"do": "run"}, "The horses run"),
        ({"do": "buy-card"}, "Anna buys a race card"),
        ({"do": "stop"}, "The players have agreed to end the game"),
        ({"do": "race-card", "moves": "hidden"}, "Anna's race card: face down"),
        ({"do": "race-card", "moves": [3, 1, 2, 4]}, "Anna's race card: Queen 3, Raider 1, Lucky Slevin 2, Joker 4"),
    ],
)
def test_each_entry_of_a_race_is_told_as_what_it_is(line: dict[str, object], said: str) -> None:
    told = text("en").get_template("wetten/_told.html")
    here = SimpleNamespace(names=("Anna", "Ben", "Carla"))
    assert " ".join(told.render(chair=here, seat=0, line=line).split()) == said


@pytest.mark.parametrize(
    ("slug", "word", "amount", "many", "said"),
    [
        ("wetten", "finish", 1, 0, "1 field"),
        ("wetten", "finish", 2, 0, "2 fields"),
        ("wetten", "finish", 0, 1, "One field for both"),
        ("wetten", "finish", 0, 0, "One place for both"),
        ("wetten", "odds", 4, 0, "× 4"),
        ("wetten", "bet", 4_000, 0, "€4,000"),
        ("banque_fatale", "bargain", 0, 0, "no token"),
        ("banque_fatale", "bargain", 1, 0, "1 token"),
        ("banque_fatale", "vain", 2, 0, "2 tokens"),
        ("banque_fatale", "fall", 1, 0, "1 step"),
        ("banque_fatale", "fall", 3, 0, "3 steps"),
        ("banque_fatale", "sale", 14, 0, "14 million"),
    ],
)
def test_what_a_remembered_feat_was_worth_is_told_with_its_unit(
    slug: str, word: str, amount: int, many: int, said: str
) -> None:
    feat = SimpleNamespace(word=word, amount=amount, many=many)
    assert unbroken(sentences(slug).was_worth(feat)).strip() == said


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "2 red"), ("de", "2 × Rot"), ("fr", "2 × rouge"), ("it", "2 × rosso")]
)
def test_tokens_of_a_colour_are_counted_without_a_plural_that_the_colour_lacks(lang: str, said: str) -> None:
    assert unbroken(sentences("banque_fatale", lang).counted(2, "red")) == said


@pytest.mark.parametrize(
    ("lang", "column", "bet", "came"),
    [
        ("en", ["1.", "2."], "Raider on place 3, €1,000", "nothing: Raider came to place 1"),
        ("de", ["1.", "2."], "Raider auf Platz 3, 1.000 €", "geht leer aus: Raider kam auf Platz 1"),
        ("fr", ["1er", "2e"], "Raider 3e, 1\u202f000 €", "rien : Raider a fini 1er"),
        ("it", ["1º", "2º"], "Raider 3º, 1.000 €", "niente: Raider ha chiuso al 1º posto"),
    ],
)
def test_a_horses_place_is_said_as_its_language_counts(lang: str, column: list[str], bet: str, came: str) -> None:
    words = sentences("wetten", lang)
    assert [words.place(number) for number in (1, 2)] == column
    single = Single(horse=2, place=3, stake=1_000)
    assert unbroken(words.single(single)) == bet
    assert unbroken(words.reason(Bet(0, "first", 0, single, odds=4, came=1, vacant=False, due=0, amount=0))) == came
