"""Laws of all games over random games. A new game is held to them without a line here."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.types import InvalidMove, Unseen
from companion.records import record, scoring
from companion.records.record import Act
from tests.unit.games.laws import LAWS, some_games
from tests.unit.games.playing import Played, games, replayed

every_game = pytest.mark.parametrize("slug", GAMES)


def after(game: Played, state: Any, act: Act) -> Any:
    """The state after a move as a stranger may know it."""
    try:
        return game.game.play(state, act.seat, act.move)[0]
    except Unseen as unseen:
        raise AssertionError(
            f"{act.move} needs a secret ({unseen.reason}). Name the ply of each hidden move that a fact turns up in "
            "its `reveals`."
        ) from unseen


def covered(game: Played) -> list[Act]:
    """The moves as a stranger may know them: redacted unless some event revealed them."""
    opened = {ply for fact in game.facts for ply in fact.reveals}
    redact = game.game.redact
    return [act if ply in opened else Act(act.seat, redact(act.move)) for ply, act in enumerate(game.acts)]


@every_game
@given(data=st.data())
def test_suggested_moves_finish_a_game(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    assert all(game.game.asks(state) for state in game.states[:-1])
    assert game.game.asks(game.states[-1]) == ()


@every_game
@given(data=st.data())
def test_suggested_move_is_legal_for_every_decision(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    state = data.draw(st.sampled_from(game.states[:-1]))
    luck = data.draw(st.randoms(use_true_random=False))
    for ask in game.game.asks(state):
        move = game.game.suggest(state, ask, luck)
        assert game.game.write(move)["do"] == ask.do
        assert game.game.seated(move) == (ask.seat is not None)
        game.game.play(state, ask.seat, move)


@every_game
@given(data=st.data())
def test_hidden_decisions_have_hidden_moves(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for ask, act in zip(game.answered, game.acts, strict=True):
        assert ask.hidden != game.game.is_public(act.move), (
            f"PendingDecision({ask.do!r}, hidden={ask.hidden}): hidden must be True if redact(move) hides something"
        )


@every_game
@given(data=st.data())
def test_forced_move_is_public_and_the_only_decision(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    luck = data.draw(st.randoms(use_true_random=False))
    seen = game.states[0]
    for state, act in zip(game.states, (*covered(game), None), strict=True):
        forced = game.game.forced(state)
        assert forced == game.game.forced(seen), "forced must not depend on hidden moves"
        if forced is not None:
            asks = game.game.asks(state)
            assert len(asks) == 1, f"{forced} is forced, so asks must list nothing else: {asks}"
            move = game.game.suggest(state, asks[0], luck)
            assert forced == (asks[0].seat, move), (
                f"forced(state) is {forced}, and suggest(state, …) is {move}. They must be equal. If the order of a "
                "list means nothing, sort it in `read`."
            )
            assert game.game.is_public(forced[1]), f"{forced} is forced, so it must be public"
        if act is not None:
            seen = after(game, seen, act)


@every_game
@given(data=st.data())
def test_auto_finish_is_public_and_changes_no_score(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    luck, seen = data.draw(st.randoms(use_true_random=False)), game.states[0]
    begun = False
    for state, act in zip(game.states, (*covered(game), None), strict=True):
        certain = game.game.auto_finish(state)
        assert certain == game.game.auto_finish(seen), "auto_finish must not depend on hidden moves"
        if certain and not begun:
            assert game.game.scores(_home(game, state)) == game.game.scores(_played_on(game, state, luck))
        begun = certain is not None
        if act is not None:
            seen = after(game, seen, act)


def _home(game: Played, state: Any) -> Any:
    """The state after all moves of the auto-finish, when the round is over."""
    over = game.game.count_rounds(state, game.header.players)
    while (certain := game.game.auto_finish(state)) is not None:
        state, _ = game.game.play(state, *certain)
    assert game.game.count_rounds(state, game.header.players) == over + 1
    return state


def _played_on(game: Played, state: Any, luck: Random) -> Any:
    """The state at the end of the round if only required moves are made."""
    names, over = game.header.players, game.game.count_rounds(state, game.header.players)
    while game.game.count_rounds(state, names) == over:
        ask = next(ask for ask in game.game.asks(state) if ask.waits)
        state, _ = game.game.play(state, ask.seat, game.game.suggest(state, ask, luck))
    return state


@every_game
@given(data=st.data())
def test_no_slot_is_asked_twice(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    answered = set()
    for ask, state in zip(game.answered, game.states[1:], strict=True):
        answered.add((ask.seat, ask.slot))
        asked = [(ask.seat, ask.slot) for ask in game.game.asks(state)]
        assert len(set(asked)) == len(asked), "two decisions of a seat have one slot: give alternatives different slots"
        assert not answered & set(asked), "a slot names one move of the game: count rounds and turns in it"


@every_game
@given(data=st.data())
def test_redacting_twice_changes_nothing(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for act in game.acts:
        face_down = game.game.redact(act.move)
        assert game.game.redact(face_down) == face_down
        assert game.game.seated(face_down) == game.game.seated(act.move)


@every_game
@given(data=st.data())
def test_redacted_log_plays_the_same_game(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    state, told = replayed(game, covered(game))
    assert told == game.told
    assert game.game.scores(state) == game.game.scores(game.states[-1])
    names = game.header.players
    assert game.game.rounds(state, names) == game.game.rounds(game.states[-1], names)


@every_game
@given(data=st.data())
def test_secret_is_revealed_or_discarded_once(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    opened: set[int] = set()
    closed: set[int] = set()
    for ply, facts in enumerate(game.told):
        for fact in facts:
            assert all(0 <= earlier <= ply for earlier in (*fact.reveals, *fact.discards))
            assert not closed & {*fact.reveals, *fact.discards}
            opened.update(fact.reveals)
            closed.update(fact.discards)
            assert not opened & closed
    secret = {ply for ply, act in enumerate(game.acts) if game.game.redact(act.move) != act.move}
    assert secret <= opened | closed, (
        f"The moves {sorted(secret - opened - closed)} stay hidden for ever. Name them in the `discards` of the fact "
        "after which nobody needs them, not even their owner, or of the last fact."
    )


@every_game
@given(data=st.data())
def test_move_reads_as_written(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for act in game.acts:
        for move in (act.move, game.game.redact(act.move)):
            line = json.loads(json.dumps(game.game.write(move)))
            try:
                assert game.game.read(line) == move
            except InvalidMove as garbled:
                raise AssertionError(f"{line} cannot be read: a field that cover hides is secret=True") from garbled
            with pytest.raises(InvalidMove):
                game.game.read({**line, "more": 1})


@every_game
@given(data=st.data())
def test_record_reads_as_written(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    upto = data.draw(st.integers(0, len(game.acts)))
    for acts in (list(game.acts), covered(game), list(game.acts[:upto])):
        written = record.write(game.header, acts)
        read = record.read(written.encode().splitlines(keepends=True))
        assert (read.header, read.acts) == (game.header, tuple(acts))
        assert record.write(read.header, read.acts) == written
        assert read.events == game.told[: len(acts)]
        json.dumps(scoring.build_result(read))


@every_game
@given(data=st.data())
def test_states_moves_and_events_are_frozen(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    state, told = replayed(game, game.acts)
    assert (state, told) == (game.states[-1], game.told)
    for thing in (*game.states, *(act.move for act in game.acts), *game.facts):
        assert is_dataclass(thing)
        for field in fields(thing):
            with pytest.raises(FrozenInstanceError):
                setattr(thing, field.name, None)


@every_game
@given(data=st.data())
def test_playing_leaves_the_old_state_unchanged(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for state, act in zip(game.states, game.acts, strict=False):
        before = repr(state)
        game.game.play(state, act.seat, act.move)
        assert repr(state) == before


@every_game
def test_wrong_number_of_players_is_invalid(slug: str) -> None:
    game = GAMES[slug]
    for players in {0, 1, game.players[0] - 1, game.players[-1] + 1, 100}:
        with pytest.raises(InvalidMove):
            game.start(players, {})


@every_game
def test_missing_option_takes_its_first_value(slug: str) -> None:
    game = GAMES[slug]
    first = {key: values[0] for key, values in game.choices.items()}
    assert game.start(game.players[0], {}) == game.start(game.players[0], first)
    for key in first:
        with pytest.raises(InvalidMove):
            game.start(game.players[0], {**first, key: None})


GAMES_EACH = 3


@cache
def played(slug: str) -> list[Played]:
    return some_games(slug, GAMES_EACH)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_game_keeps_the_law(law: Callable[[Played], None], slug: str) -> None:
    for game in played(slug):
        law(game)
