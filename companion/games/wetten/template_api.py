"""Functions that the templates of Wetten! call."""

from companion.games.wetten import board, constants, dealing, deck, duplicate_cards, tutorial


class TemplateApi:
    """The object `player_view.game.template_api`."""

    action_cards = staticmethod(board.action_cards)
    adjusts_of = staticmethod(board.adjusts_of)
    action_prices = staticmethod(board.action_prices)
    possible_actions = staticmethod(board.possible_actions)
    arrivals = staticmethod(board.arrivals)
    dealt_cards = staticmethod(dealing.dealt_cards)
    deals = staticmethod(dealing.deals)
    find_duplicates = staticmethod(duplicate_cards.find_duplicates)
    seats_that_drew = staticmethod(board.seats_that_drew)
    lanes = staticmethod(board.lanes)
    fields = staticmethod(board.fields)
    seats_with_secrets = staticmethod(board.seats_with_secrets)
    lesson = staticmethod(tutorial.lesson)
    seats_without_money = staticmethod(board.seats_without_money)
    podium = staticmethod(board.podium)
    race_cards = staticmethod(deck.race_cards)
    rows = staticmethod(board.rows)
    running_horses = staticmethod(board.running_horses)
    combine_cards = staticmethod(board.combine_cards)
    booklet = constants
