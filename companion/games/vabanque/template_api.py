"""Functions that the templates of Vabanque call."""

from companion.games.vabanque import constants, money, payout, presentation, tutorial


class TemplateApi:
    """`player_view.game.face` in the templates: a name that is wrong here mypy finds, one that is wrong there a
    test.
    """

    booklet = constants
    lesson = staticmethod(tutorial.lesson)
    handouts = staticmethod(money.handouts)
    board = staticmethod(presentation.board)
    paying = staticmethod(presentation.paying)
    earned = staticmethod(presentation.earned)
    ties = staticmethod(payout.ties)
    purse = staticmethod(presentation.purse)
    reach = staticmethod(presentation.reach)
    turns = staticmethod(presentation.turns)
