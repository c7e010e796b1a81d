"""The sheets that come with Companion, in own words. `docs/any-game.md` explains them."""

from typing import Final

from companion.games.any_game.reading import LARGEST_SHEET, read_sheet
from companion.games.choices import FreeText
from companion.games.types import Choices

BIDDING: Final = """\
title = "Trick bidding"
rounds = 10
order = "rotate"

[numbers]
right = 20
each_trick = 10
wrong = 10

[[steps]]
name = "bid"
ask = "How many tricks will you win?"
kind = "secret"
from = 0
to = "round"

[[steps]]
name = "tricks"
ask = "Tricks won"
kind = "one"
from = 0
to = "round"
limit = "sum(all_tricks) == round"
say = "The tricks must add up to the round number."

[[steps]]
name = "points"
kind = "score"
formula = "right + each_trick * tricks if bid == tricks else -wrong * abs(bid - tricks)"
"""

VOTE: Final = """\
title = "Secret vote"
rounds = 5

[numbers]
each_vote = 1

[[steps]]
name = "vote"
ask = "Who do you vote for?"
kind = "secret"
choose = "others"

[[steps]]
name = "points"
ask = "Votes received"
kind = "score"
formula = "each_vote * count(all_vote, me)"
"""

OPEN_BIDS: Final = """\
title = "Trick bidding, in turn"
rounds = 10
order = "rotate"

[numbers]
right = 10

[[steps]]
name = "bid"
ask = "How many tricks will you win?"
kind = "turn"
from = 0
to = "round"
limit = "sum(all_bid) != round"
say = "The bids must not add up to the round number."

[[steps]]
name = "tricks"
ask = "Tricks won"
kind = "one"
from = 0
to = "round"
limit = "sum(all_tricks) == round"
say = "The tricks must add up to the round number."

[[steps]]
name = "points"
kind = "score"
formula = "tricks + right if bid == tricks else tricks"
"""

BLIND_BID: Final = """\
title = "Blind bid"
rounds = 7

[numbers]
highest = 10

[[steps]]
name = "bid"
ask = "Your bid"
kind = "secret"
from = 0
to = "highest"

[[steps]]
name = "points"
ask = "The highest bid that nobody else made"
kind = "score"
formula = "bid if bid == max(unique(all_bid)) else 0"
"""

GUESS: Final = """\
title = "Guess the number"
rounds = 5

[numbers]
closest = 3
exact = 2

[[steps]]
name = "guess"
ask = "Your guess"
kind = "secret"
from = 0
to = 9999

[[steps]]
name = "answer"
ask = "The right number"
kind = "table"
from = 0
to = 9999

[[steps]]
name = "off"
kind = "value"
formula = "abs(guess - answer)"

[[steps]]
name = "points"
ask = "Closest guess"
kind = "score"
formula = "closest if off == min(all_off) else 0"

[[steps]]
name = "bonus"
ask = "Exactly right"
kind = "score"
formula = "exact if off == 0 else 0"
"""

RATING: Final = """\
title = "Rating"
rounds = "open"
order = "rotate"

[numbers]
best = 10

[[steps]]
name = "rating"
ask = "Rate the start player (if that's you, enter any number)"
kind = "secret"
from = 1
to = "best"

[[steps]]
name = "points"
ask = "Ratings from the others"
kind = "score"
formula = "sum(all_rating) - rating if me == starter else 0"
"""

RUMMY: Final = """\
title = "Rummy"
rounds = "open"
wins = "lowest"
order = "rotate"

[[steps]]
name = "left"
ask = "Points left in hand"
kind = "one"
from = 0
to = 500

[[steps]]
name = "points"
kind = "score"
formula = "left"
"""

PLAIN: Final = """\
title = "Scores"
rounds = "open"

[[steps]]
name = "points"
ask = "Points"
kind = "one"
from = -999
to = 999

[[steps]]
name = "result"
ask = "Points"
kind = "score"
formula = "points"
"""

SHEETS: Final = (BIDDING, VOTE, BLIND_BID, OPEN_BIDS, RUMMY, PLAIN, RATING, GUESS)
CHOICES: Final[Choices] = {"sheet": FreeText(*SHEETS, most=LARGEST_SHEET, check=read_sheet)}
