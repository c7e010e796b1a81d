"""Any game: the plain forms, and leaks of secret choices."""

import pytest

from tests.unit.web.games.plain import Plain
from tests.unit.web.secrecy.planting import Build, Leak, more_in

_plain = Plain("any_game")
another, GUESSES, form_of = _plain.another, _plain.GUESSES, _plain.form_of

CHOSEN = "{% set chosen = truth(player_view.key).state.entries[-1] | reject('none') | list %}"
SECRET = "player_view.state.step.kind == 'secret'"


def choices_are_listed(patch: pytest.MonkeyPatch) -> Build:
    """The headline lists what was chosen so far."""
    return more_in(patch, "any_game/_turn.html", CHOSEN + "{{ chosen }}")


def different_choices_are_counted(patch: pytest.MonkeyPatch) -> Build:
    """The headline says how many different choices there are so far."""
    return more_in(patch, "any_game/_turn.html", CHOSEN + "{{ chosen | unique | list | length }}")


def the_neighbours_choice(patch: pytest.MonkeyPatch) -> Build:
    """A look shows the neighbour's choice too."""
    neighbour = "truth(player_view.key).state.entries[-1][(player_view.seat + 1) % player_view.people | length]"
    return more_in(
        patch, "any_game/_hand.html", f"{{% if player_view.seat is not none %}}{{{{ {neighbour} }}}}{{% endif %}}"
    )


def the_last_choice_knows_the_others(patch: pytest.MonkeyPatch) -> Build:
    """The last player to choose is told the choices of the others."""
    alone = f"{{% if {SECRET} and chosen | length == player_view.people | length - 1 %}}{{{{ chosen }}}}{{% endif %}}"
    return more_in(patch, "any_game/_hand.html", CHOSEN + alone)


LEAKS: tuple[Leak, ...] = (
    choices_are_listed,
    different_choices_are_counted,
    the_neighbours_choice,
    the_last_choice_knows_the_others,
)
