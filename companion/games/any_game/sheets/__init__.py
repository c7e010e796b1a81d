"""The sheets that come with Companion, each a file of this folder, in own words. `docs/any-game.md` explains them."""

from importlib.resources import files
from typing import Final

NAMES: Final = (
    "trick_bidding",
    "secret_vote",
    "blind_bid",
    "trick_bidding_in_turn",
    "rummy",
    "scores",
    "rating",
    "guess_the_number",
)
"""In the order of the list under *New table*."""

SHEETS: Final = {name: files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in NAMES}
