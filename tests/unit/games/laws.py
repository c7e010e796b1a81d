"""Laws of every game's rules: each checks one played game, for the tests and for planted errors."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.types import GameEvent, IllegalMove, InvalidMove, PendingDecision, Seat, Unseen
from companion.rendering import error_messages, templating
from tests.support.reading import check_advice
from tests.unit.games.event_laws import (
    moves_belong_to_a_round,
    paged_events_come_last,
    public_moves_bring_events,
    score_history_fits_the_scores,
)
from tests.unit.games.playing import Played, whole_game

NO_WORDS: tuple[Mapping[str, object], ...] = (
    {},
    *({"do": what} for what in ("no-such-act", "", None, True, 1, 1.5, [], ["start"], {}, {"do": "start"})),
)
JUNK: tuple[object, ...] = (None, True, -1, 2**63, 1.5, "junk", "", [], [[]], [None], {}, {"junk": None}, {"1": []})
AGAIN = 6


def lines(game: Played) -> dict[str, dict[str, object]]:
    """One record line for each kind of move."""
    return {str(line["do"]): line for line in (game.game.write(act.move) for act in game.acts)}


def bad_lines_are_invalid(game: Played) -> None:
    """The error of an unknown move names all moves; a key is required unless it is optional; nothing crashes."""
    for bad in NO_WORDS:
        said = error_messages.format_error(game.header.game, _garbled(game, bad), game.header.players)
        assert all(word in said for word in lines(game)), f"read({bad}) must name all words of the game, says: {said}"
    for line in lines(game).values():
        for key in line.keys() - {"do"}:
            _is_missed(game, line, key)
            for junk in JUNK:
                _reads_or_is_garbled(game, {**line, key: junk}, key)


def _garbled(game: Played, line: Mapping[str, object]) -> InvalidMove:
    try:
        move = game.game.read(line)
    except InvalidMove as garbled:
        return garbled
    except Exception as error:
        raise AssertionError(
            f"read({line}) raises {error!r}. Raise InvalidMove for what is no move, as MoveFormats.read does."
        ) from error
    raise AssertionError(f"read({line}) is {move}. Raise InvalidMove for what is no move.")


def _is_missed(game: Played, line: Mapping[str, object], key: str) -> None:
    """A line without a key is invalid, or it is a valid line of its own."""
    less = {other: value for other, value in line.items() if other != key}
    try:
        written = game.game.write(game.game.read(less))
    except InvalidMove:
        return
    assert written == less, f"{key} is missing in {less}. Raise InvalidMove; read makes {written} of it."


def _reads_or_is_garbled(game: Played, line: Mapping[str, object], key: str) -> None:
    """Check that a refusal names the field, or what is wrong in it."""
    try:
        move = game.game.read(line)
    except InvalidMove as garbled:
        said = error_messages.format_error(game.header.game, garbled, game.header.players)
        inner = list(value) if isinstance(value := line[key], dict) else []
        assert any(name in said for name in (key, *inner)), f"read({line}) must name {key!r}, says: {said}"
        return
    assert game.game.read(game.game.write(move)) == move, f"read({line}) accepts what write does not give back"


def turns_up(facts: Sequence[GameEvent]) -> bool:
    return any(fact.reveals or fact.discards for fact in facts)


def revealing_moves_are_final(game: Played) -> None:
    """Final decisions reveal something, and only they do. Sealed moves may reveal without it."""
    told: dict[str, list[bool]] = {}
    for ask, act, facts in zip(game.answered, game.acts, game.told, strict=True):
        if turns_up(facts) and not game.game.sealed(act.move):
            assert ask.final, f"PendingDecision({ask.do!r}) needs final=True: its move turns up {facts}"
        if ask.final:
            told.setdefault(ask.do, []).append(any(fact.paged for fact in facts) or turns_up(facts))
    for do, ups in told.items():
        assert any(ups), f"PendingDecision({do!r}, final=True): in a whole game no such move turned anything up"


def forced_moves_are_never_refused(game: Played) -> None:
    """Not even if two sealed moves are the same: else the player who came last would be refused for a legal move."""
    for ply, act in enumerate(game.acts):
        if game.game.sealed(act.move) and game.game.forced(game.states[ply + 1]) is not None:
            for other in {before.move for before in game.acts[:ply] if game.game.sealed(before.move)}:
                _makes_itself(game, ply, other)


def _makes_itself(game: Played, ply: int, other: Any) -> None:
    try:
        state, _ = game.game.play(game.states[ply], game.acts[ply].seat, other)
    except IllegalMove:
        return
    forced = game.game.forced(state)
    try:
        _ = forced and game.game.play(state, *forced)
    except IllegalMove as refused:
        raise AssertionError(
            f"forced(state) is {forced}, and play refuses it ({refused.reason}) after {other}. Do not force a move "
            "that may be refused. Ask anybody for it: PendingDecision(…, seat=None, final=True)."
        ) from refused


Waited = set[tuple[str, Seat | None, str]]


def _waited(asks: Sequence[PendingDecision], seat: Seat | None, do: str = "") -> Waited:
    others = (ask for ask in asks if ask.waits and ask.seat not in (seat, None) and do in ("", ask.do))
    return {(ask.do, ask.seat, ask.slot) for ask in others}


def sealed_moves_change_no_other_ask(game: Played) -> None:
    """A sealed move is hidden, changes no other decision, and may come before the sealed move before it."""
    for ply, (ask, act, facts) in enumerate(zip(game.answered, game.acts, game.told, strict=True)):
        if not game.game.sealed(act.move):
            continue
        assert game.game.redact(act.move) != act.move, f"{act.move} is sealed, so redact must hide something of it"
        if not turns_up(facts):
            before, after = (_waited(game.game.asks(game.states[at]), act.seat, ask.do) for at in (ply, ply + 1))
            assert before == after, (
                f"{act.move} is sealed, so it must not change the decisions of others: {before} became {after}"
            )
            if ply and _could_have_been_first(game, ply):
                _could_change_places(game, ply)


def _could_have_been_first(game: Played, ply: int) -> bool:
    before, ask = game.acts[ply - 1], game.answered[ply]
    asked = {(other.do, other.seat, other.slot) for other in game.game.asks(game.states[ply - 1])}
    return before.seat != ask.seat and game.game.sealed(before.move) and (ask.do, ask.seat, ask.slot) in asked


def _could_change_places(game: Played, ply: int) -> None:
    state = game.states[ply - 1]
    try:
        for act in (game.acts[ply], game.acts[ply - 1]):
            state, _ = game.game.play(state, act.seat, act.move)
    except IllegalMove as refused:
        raise AssertionError(
            f"{game.acts[ply]} is sealed, so it must be legal before the sealed move before it, too"
        ) from refused
    assert set(game.game.asks(state)) == set(game.game.asks(game.states[ply + 1]))


def invisible_moves_are_sealed(game: Played) -> None:
    """A move must be sealed if it looks the same whatever it is and changes no other seat's decision."""
    for ply, (ask, act) in enumerate(zip(game.answered, game.acts, strict=True)):
        others = _waited(game.game.asks(game.states[ply]), act.seat)
        left = _waited(game.game.asks(game.states[ply + 1]), act.seat)
        if others and others <= left and _looks_the_same_whatever_it_is(game, ply, ask):
            assert game.game.sealed(act.move), f"Nobody sees anything of {act.move}, so sealed(move) must be True"


def _looks_the_same_whatever_it_is(game: Played, ply: int, ask: PendingDecision) -> bool:
    moves = list(suggested(game, ply, ask))
    looks = {game.game.redact(move) for move in moves}
    return len(looks) == 1 and looks != set(moves)


def hands_show_hidden_moves(game: Played) -> None:
    """While it lies face down, another choice makes another hand."""
    for ply, (ask, act, facts) in enumerate(zip(game.answered, game.acts, game.told, strict=True)):
        if act.seat is None or game.game.is_public(act.move) or turns_up(facts):
            continue
        others = {move for move in suggested(game, ply, ask) if game.game.redact(move) == game.game.redact(act.move)}
        for move in others - {act.move}:
            hands = [game.game.hand(state, act.seat, Random) for state in _either(game, ply, move)]
            assert hands[0] != hands[-1] or len(hands) == 1, (
                f"hand(state, {act.seat}) is {hands[0]} after {act.move} and after {move}. It must show its owner what "
                "they hid."
            )


def _either(game: Played, ply: int, other: Any) -> Iterator[Any]:
    """The state after a move, and after another one if that is legal."""
    yield game.states[ply + 1]
    with suppress(IllegalMove):
        yield game.game.play(game.states[ply], game.acts[ply].seat, other)[0]


def suggested(game: Played, ply: int, ask: PendingDecision) -> Iterator[Any]:
    luck = game.luck(ply)
    return (game.game.suggest(game.states[ply], ask, luck) for _ in range(AGAIN))


def refusals(game: Played) -> Iterator[IllegalMove]:
    """The refusals of all kinds of moves at about twenty states of the game."""
    moves = {(str(game.game.write(act.move)["do"]), act.seat): act.move for act in game.acts}
    for state in (*game.states[:: max(1, len(game.states) // 20)], game.states[-1]):
        for (_, seat), move in moves.items():
            for what in (move, game.game.redact(move)):
                if refused := _refused(game, state, seat, what):
                    yield refused


def refusals_say_what_to_do(game: Played) -> None:
    """Every refusal has an English sentence that says what to do, or by how much something missed."""
    own = f"{game.header.game}/_refused.txt" in templating.text_environment("en").list_templates()
    for refused in refusals(game):
        said = error_messages.format_error(game.header.game, refused, game.header.players)
        check_advice(said)
        assert "%(" not in said, f"A parameter is missing: {said}"
        assert not (own and f"({refused.reason})" in said), f"_refused.txt lacks {refused.reason!r}: {said}"


def _refused(game: Played, state: Any, seat: Seat | None, move: Any) -> IllegalMove | None:
    try:
        game.game.play(state, seat, move)
    except IllegalMove as refused:
        return refused
    return None


def hidden_moves_block_only_reveals(game: Played) -> None:
    """Redacted moves can be replayed until one has to reveal what nobody knows; that one raises Unseen."""
    state = game.states[0]
    for act in game.acts:
        try:
            state, _ = game.game.play(state, act.seat, game.game.redact(act.move))
        except Unseen:
            return
        except IllegalMove as refused:
            raise AssertionError(
                f"{game.game.redact(act.move)} is refused ({refused.reason}), and {act.move} was taken. Accept HIDDEN. "
                "Raise still_hidden(seat), or an Unseen of your own, where the rules need the secret."
            ) from refused
    assert not any(fact.reveals for fact in game.facts), (
        "The game ended by hidden moves only, but its facts turn some up. Raise still_hidden(seat) where the rules "
        "need the secret."
    )


def only_asked_moves_are_taken(game: Played) -> None:
    """A move that no decision asks for is illegal: out of phase, out of turn, twice, by nobody, or after the end."""
    kinds = {str(game.game.write(act.move)["do"]): act.move for act in game.acts}
    seats = (None, *range(len(game.header.players)))
    for state in (*game.states[:: max(1, len(game.states) // 20)], game.states[-1]):
        asked = {(ask.do, ask.seat) for ask in game.game.asks(state)}
        for do, move in kinds.items():
            for seat in seats if game.game.seated(move) else (None,):
                if (do, seat) not in asked:
                    _is_illegal(game, state, seat, move)


def _is_illegal(game: Played, state: Any, seat: Seat | None, move: Any) -> None:
    refused = _refused(game, state, seat, move)
    assert refused is not None, f"play accepts {move} by seat {seat}, and asks(state) does not list it. Refuse it."
    if not game.game.asks(state):
        phase = refused.params.get("phase", "over")
        assert phase == "over", f"The game is over, so {move} must be refused with phase='over', not {phase!r}"


LAWS = (
    bad_lines_are_invalid,
    revealing_moves_are_final,
    forced_moves_are_never_refused,
    sealed_moves_change_no_other_ask,
    invisible_moves_are_sealed,
    hands_show_hidden_moves,
    refusals_say_what_to_do,
    hidden_moves_block_only_reveals,
    only_asked_moves_are_taken,
    score_history_fits_the_scores,
    public_moves_bring_events,
    paged_events_come_last,
    moves_belong_to_a_round,
)


def some_games(slug: str, count: int) -> list[Played]:
    """Whole games, from the fewest players and first options on."""
    return [whole_game(slug, *_table(slug, seed), seed) for seed in range(count)]


def _table(slug: str, seed: int) -> tuple[int, dict[str, object]]:
    game = GAMES[slug]
    options = {key: values[seed % min(2, len(values))] for key, values in game.choices.items()}
    return game.players[seed % len(game.players)], options
