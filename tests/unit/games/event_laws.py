"""Laws of the events of a game, and of its chart."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

from companion.paths import data_dir
from tests.unit.games.playing import Played


def story_fits_its_chart(game: Played) -> None:
    """The chart has one series per seat, all of one length, which only grow and end with the scores."""
    told = (
        f"story(state) is () or one series for each of the {len(game.header.players)} seats, in their order: "
        "whole numbers, what it had at the start and then after each round, as scores(state) would say"
    )
    before: Sequence[Sequence[int]] = ()
    for state in (*game.states[:: max(1, len(game.states) // 20)], game.states[-1]):
        story = game.game.score_history(state)
        assert not before or story, f"{told}; once it was told it is not () again"
        assert len(story) in (0, len(game.header.players)), f"{told}; here it has {len(story)}: {story}"
        assert len({len(values) for values in story}) < 2, f"{told}, equally many for each; here: {story}"
        assert all(type(value) is int for values in story for value in values), f"{told}; here: {story}"
        began = all(list(was) == list(now[: len(was)]) for was, now in zip(before, story, strict=False))
        assert began, f"{told}; what was told before stays: {before} became {story}"
        before = story
    end = tuple(values[-1] if values else None for values in before)
    start = tuple(values[0] for values in before if values)
    assert not before or start == tuple(game.game.scores(game.states[0])), f"{told}; at the start it is {start}"
    assert not before or end == tuple(game.game.scores(game.states[-1])), (
        f"{told}; at the end each closes with its score {game.game.scores(game.states[-1])}, and here with {end}"
    )


def public_moves_bring_events(game: Played) -> None:
    """A plain board shows events only, so a public move without one would go unnoticed."""
    if (data_dir("templates") / game.header.game / "_board.html").exists():
        return
    for act, facts in zip(game.acts, game.told, strict=True):
        word = str(game.game.write(act.move)["do"])
        assert facts or not game.game.is_public(act.move) or word in silent(game.header.game), (
            f"{act.move} is made for all to see, and play gives no fact with it: a plain board shows facts alone, so "
            f"the page after it would not tell of it. Let play give a fact; where nothing is to be told, name the move "
            f"in tests/unit/games/{game.header.game}/__init__.py: SILENT = {{{word!r}: 'why'}}"
        )


def paged_events_come_last(game: Played) -> None:
    """A plain page shows events without a page above it, and paper shows all in order; so both have one order."""
    if (data_dir("templates") / game.header.game / "_payout.html").exists():
        return
    for facts in game.told:
        paged = [fact.paged for fact in facts]
        assert paged == sorted(paged), (
            f"play gives {', '.join(fact.word for fact in facts)}, and of these "
            f"{', '.join(fact.word for fact in facts if fact.paged)} have a page of their own: facts without a page "
            "come before those with one"
        )


def moves_belong_to_a_round(game: Played) -> None:
    """Pages, history and paper count rounds, so no move may come after the last one.

    Moves that need everybody's consent, such as ending the game early, belong to no round.
    """
    rules, names = game.game, game.header.players
    most = rules.count_rounds(game.states[-1], names)
    for ask, act, before in zip(game.answered, game.acts, game.states, strict=False):
        over = rules.count_rounds(before, names)
        assert over == len(rules.rounds(before, names)), "finished(state) counts what rounds(state) lists"
        assert not most or over < most or ask.consent, (
            f"the game ends with {most} rounds, and before {act.move} all of them were over, so it stands in round "
            f"{over + 1}: let rounds(state), or finished(state), tell of the last once this is done"
        )


def silent(slug: str) -> Mapping[str, str]:
    """The public moves of a game that bring no event, each with its reason."""
    name = f"tests.unit.games.{slug}"
    found: Mapping[str, str] = getattr(import_module(name), "SILENT", {}) if find_spec(name) else {}
    return found
