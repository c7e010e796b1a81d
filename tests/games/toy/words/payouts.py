"""All that a page of a payout says: as a game has it in `tests/web/payouts/<slug>.py`."""

from tests.games.saying import sentences
from tests.games.toy import Given, Won
from tests.web.showing import Shown


def told(one: Shown) -> list[str]:
    """Who gets what, and why, or that nobody does."""
    says, names = sentences("toy"), one.chair.names
    match one.page:
        case Given() as page:
            return [f"{names[page.whom]} {says.why(page)} +{page.amount}"]
        case Won(seat=None) as page:
            return [says.told(page, names)]
        case Won(seat=int(seat)) as page:
            return [f"{names[seat]} {says.why(page)} +{page.points}"]
    raise AssertionError(one.page)
