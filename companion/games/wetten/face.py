"""What the templates of Wetten! call."""

from companion.games.wetten import board, booklet


class Face:
    """`chair.game.face` in the templates: a name that is wrong here mypy finds, one that is wrong there a test."""

    action_cards = staticmethod(board.action_cards)
    action_prices = staticmethod(board.action_prices)
    drew = staticmethod(board.drew)
    fields = staticmethod(board.fields)
    holding = staticmethod(board.holding)
    places = staticmethod(board.places)
    podium = staticmethod(board.podium)
    running = staticmethod(board.running)
    turned = staticmethod(board.turned)
    booklet = booklet
