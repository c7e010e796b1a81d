"""Which of a game's own templates would say what a page of it says in its code's words."""

from companion.paths import data_dir

SAYS = {
    "options": ("_options.html",),
    "turn": ("_turn.html",),
    "board": ("_fact.html",),
    "payout": ("_fact.html",),
    "ask": ("_ask.html",),
    "hand": ("_hand.html",),
    "correct": ("_correct.html", "_told.html"),
    "refused": ("_refused.txt",),
    "history": ("_told.html", "_fact.html"),
    "summary": ("_summary_rules.html", "_fact.html"),
    "rules": ("_rules.html",),
}
"""For each page, or fragment of one, what says there what only the game knows."""
ON_PAPER = {"_summary_rules.html"}


def due(slug: str, where: str) -> list[str]:
    """Those of them that the game has not. Where it has them all, it says its code's words itself."""
    said = SAYS.get(where.partition(",")[0].removesuffix(" once more"), ())
    paths = [f"{'printables' if name in ON_PAPER else 'templates'}/{slug}/{name}" for name in said]
    return [path for path in paths if not (data_dir(path.partition("/")[0]).parent / path).is_file()]


def hint(slug: str, where: str) -> str:
    """Behind the name of a page with such words: what is still to be written."""
    missing = due(slug, where) if slug else []
    return f" ({' or '.join(missing)} would say it)" if missing else ""
