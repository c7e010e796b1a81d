"""Functions that the templates of Banque Fatale call."""

from companion.games.banque_fatale import constants, presentation, recap, tutorial


class TemplateApi:
    """`player_view.game.face` in the templates: a name that is wrong here mypy finds, one that is wrong there a
    test.
    """

    booklet = constants
    lesson = staticmethod(tutorial.lesson)
    board = staticmethod(presentation.board)
    cards = staticmethod(presentation.cards)
    purse = staticmethod(presentation.purse)
    open_cards = staticmethod(presentation.open_cards)
    worths = staticmethod(presentation.worths)
    scale = staticmethod(presentation.scale)
    courses = staticmethod(recap.courses)
