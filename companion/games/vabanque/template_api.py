"""Functions that the templates of Vabanque call."""

from companion.games.vabanque import constants, money, payout, presentation, ring, tutorial


class TemplateApi:
    """The object `player_view.game.template_api`."""

    booklet = constants
    lesson = staticmethod(tutorial.lesson)
    handouts = staticmethod(money.handouts)
    board = staticmethod(presentation.board)
    board_during_payout = staticmethod(presentation.board_during_payout)
    split_earnings = staticmethod(presentation.split_earnings)
    turning_order = staticmethod(presentation.turning_order)
    find_ties = staticmethod(payout.find_ties)
    shown_money = staticmethod(presentation.shown_money)
    reachable_tables = staticmethod(presentation.reachable_tables)
    open_turns = staticmethod(presentation.open_turns)
    OVAL = ring.OVAL
    arcs = staticmethod(ring.arcs)
    places = staticmethod(ring.places)
    radius = staticmethod(ring.radius)
    spots = staticmethod(ring.spots)
