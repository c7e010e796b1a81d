"""Functions that the templates of Wetten! call."""

from companion.games.wetten import board, constants, deck, duplicate_cards, tutorial


class TemplateApi:
    """`player_view.game.face` in the templates: a name that is wrong here mypy finds, one that is wrong there a
    test.
    """

    action_cards = staticmethod(board.action_cards)
    action_prices = staticmethod(board.action_prices)
    actors = staticmethod(board.actors)
    arrivals = staticmethod(board.arrivals)
    doubled = staticmethod(duplicate_cards.doubled)
    drew = staticmethod(board.drew)
    fields = staticmethod(board.fields)
    holding = staticmethod(board.holding)
    lesson = staticmethod(tutorial.lesson)
    penniless = staticmethod(board.penniless)
    places = staticmethod(board.places)
    podium = staticmethod(board.podium)
    race_cards = staticmethod(deck.race_cards)
    running = staticmethod(board.running)
    turned = staticmethod(board.turned)
    booklet = constants
