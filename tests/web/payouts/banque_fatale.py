"""The payout of Banque Fatale, page by page."""

from companion.games.banque_fatale.booklet import COLOURS
from companion.games.banque_fatale.facts import AuctionWon, ExtraPaid, GameOver, ValuesSet
from tests.games.saying import sentences
from tests.web.showing import Shown


def told(one: Shown) -> list[str]:
    """All that stands on a page, in its order: first what each phone shows its owner alone, by seat."""
    says, names = sentences("banque_fatale"), one.chair.names
    match one.page:
        case AuctionWon() as page:
            clockwise = [(page.start + further) % len(names) for further in range(len(names))]
            held = [" ".join(f"{count} {colour}" for colour, count in page.bids[seat]) for seat in clockwise]
            hands = [
                f"{names[seat]} {heap or 'no token'} {page.sizes[seat]}"
                for seat, heap in zip(clockwise, held, strict=True)
            ]
            own = [says.yours(page, seat, names) for seat in range(len(names))]
            return [*own, "All hands are open", *hands, says.won(page, names)]
        case ValuesSet() as page:
            ends = ([step.before for step in page.steps], [step.after for step in page.steps])
            worths = [[_worth(cards, values) for values in ends] for cards in one.state.cards]
            own = [f"{says.worth(before, after)} {before} → {says.millions(after)}" for before, after in worths]
            steps = [f"{step.colour} {says.why(step)} {step.before} → {step.after}" for step in page.steps]
            return [*own, "The new values", *steps]
        case ExtraPaid() as page:
            lines = {line.seat: line for line in page.lines}
            own = [says.paid(page, lines.get(seat)) for seat in range(len(names))]
            own = [
                f"{text} +{says.millions(lines[seat].amount)}" if seat in lines else text
                for seat, text in enumerate(own)
            ]
            to_come = [extra for extra in one.state.rounds[-1].extras if extra.colour in _after(page.colour)]
            cash = [one.state.cash[seat] - _paid(to_come, seat) for seat in range(len(names))]
            others = [
                f"{names[seat]} {says.line(line, page)}; cash now {cash[seat]} million +{says.millions(line.amount)}"
                for seat, line in lines.items()
            ]
            return [*own, f"Extra payout: {page.colour}", says.extra(page), *(others or [says.nobody(page)])]
        case GameOver():
            accounts = one.state.accounts
            own = [f"{says.wealth(final)} {says.millions(final.wealth)}" for final in accounts]
            richest = sorted(accounts, key=lambda final: -final.wealth)
            others = [
                " ".join([names[final.seat], says.wealth(final), *(str(price.total) for price in final.cards)])
                + f" {final.wealth}"
                for final in richest
            ]
            return [*own, *others]
    raise AssertionError(one.page)


def _worth(cards: tuple[str, ...], values: list[int]) -> int:
    return sum(values[COLOURS.index(pique)] for card in cards for pique in card.split("+"))


def _after(colour: str) -> tuple[str, ...]:
    return COLOURS[COLOURS.index(colour) + 1 :]


def _paid(extras: list[ExtraPaid], seat: int) -> int:
    return sum(line.amount for extra in extras for line in extra.lines if line.seat == seat)
