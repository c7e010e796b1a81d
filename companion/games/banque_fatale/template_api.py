"""Functions that the templates of Banque Fatale call."""

from companion.games.banque_fatale import achievements, constants, presentation, tutorial


class TemplateApi:
    """The object `player_view.game.template_api`."""

    booklet = constants
    lesson = staticmethod(tutorial.lesson)
    board = staticmethod(presentation.board)
    shown_money = staticmethod(presentation.shown_money)
    open_cards = staticmethod(presentation.open_cards)
    card_changes = staticmethod(presentation.card_changes)
    shown_values = staticmethod(presentation.shown_values)
    value_history = staticmethod(achievements.value_history)
