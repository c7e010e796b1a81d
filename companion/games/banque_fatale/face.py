"""What the templates of Banque Fatale call."""

from companion.games.banque_fatale import booklet, lesson, phone, story


class Face:
    """`chair.game.face` in the templates: a name that is wrong here mypy finds, one that is wrong there a test."""

    booklet = booklet
    lesson = staticmethod(lesson.lesson)
    board = staticmethod(phone.board)
    cards = staticmethod(phone.cards)
    purse = staticmethod(phone.purse)
    open_cards = staticmethod(phone.open_cards)
    worths = staticmethod(phone.worths)
    scale = staticmethod(phone.scale)
    courses = staticmethod(story.courses)
