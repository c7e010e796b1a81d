"""What the templates of Vabanque call."""

from companion.games.vabanque import booklet, lesson, money, payout, phone


class Face:
    """`chair.game.face` in the templates: a name that is wrong here mypy finds, one that is wrong there a test."""

    booklet = booklet
    lesson = staticmethod(lesson.lesson)
    handouts = staticmethod(money.handouts)
    board = staticmethod(phone.board)
    paying = staticmethod(phone.paying)
    earned = staticmethod(phone.earned)
    ties = staticmethod(payout.ties)
    purse = staticmethod(phone.purse)
    reach = staticmethod(phone.reach)
    turns = staticmethod(phone.turns)
