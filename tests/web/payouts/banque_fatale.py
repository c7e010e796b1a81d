"""The payout of Banque Fatale, page by page."""

from companion.games.banque_fatale.facts import Account, AuctionWon, ExtraPaid, GameOver, ValuesSet
from tests.games.saying import sentences
from tests.web.showing import Shown


def told(one: Shown) -> list[str]:
    """All that stands on a page, in its order."""
    says, names = sentences("banque_fatale"), one.chair.names
    match one.page:
        case AuctionWon() as page:
            clockwise = [(page.start + further) % len(names) for further in range(len(names))]
            held = [" ".join(f"{count} {colour}" for colour, count in page.bids[seat]) for seat in clockwise]
            hands = [
                f"{names[seat]} {heap or 'no token'} {page.sizes[seat]}"
                for seat, heap in zip(clockwise, held, strict=True)
            ]
            return [f"Up for auction: {says.card(page.card)}", *hands, says.won(page, names)]
        case ValuesSet() as page:
            steps = [f"{step.colour} {says.why(step)} {step.before} → {step.after}" for step in page.steps]
            return ["The new values", *steps]
        case ExtraPaid() as page:
            lines = [f"{names[line.seat]} {says.line(line, page)} +{line.amount}" for line in page.lines]
            return [f"Extra payout: {page.colour}", says.extra(page), *(lines or [says.nobody(page)])]
        case Account() as page:
            cards = [f"{says.price(price)} {price.total}" for price in page.cards]
            tokens = f"{says.tokens(page)} {page.tokens * page.each}"
            return [names[page.seat], f"Cash {page.cash}", tokens, *cards, f"Wealth {page.wealth}"]
        case GameOver() as page:
            return ["The game is over", says.told(page, names)]
    raise AssertionError(one.page)
