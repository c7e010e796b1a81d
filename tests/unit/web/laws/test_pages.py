"""Laws of every page in whole games: names, sums and standings are what the rules say."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.achievements import Achievement
from companion.records import scoring
from companion.rendering import templating
from companion.table.model import history
from companion.web.live import public_page
from tests.unit.games.playing import whole_game
from tests.unit.games.saying import PLUS_NOTHING
from tests.unit.web.support.markup import WHO, plain, rows
from tests.unit.web.support.moments import SEEDS, Moment, in_play, moments, shown, with_other_preferences

every_game = pytest.mark.parametrize("slug", GAMES)


@every_game
def test_symbol_is_beside_the_name_of_its_owner(slug: str) -> None:
    for one in moments(slug):
        colours = {person.name: person.colour for person in one.player_view.people}
        for html in (*one.phone.values(), *one.screen.values()):
            assert all(colours[name] == colour for colour, name in WHO.findall(html) if name)
            for row in rows(html):
                whose = row.attribute("data-of")
                assert not (whose and row.symbols) or row.symbols[0] == whose, row


@every_game
def test_name_is_escaped_once(slug: str) -> None:
    game = whole_game(slug, GAMES[slug].players[0], {}, SEEDS[0])
    names = tuple(f"{name} & Co" for name in game.header.players)
    for one in shown(replace(game, header=replace(game.header, players=names))):
        for html in (*one.phone.values(), *one.screen.values()):
            twice = re.search(r".{0,40}&amp;(#\d+|\w+);.{0,40}", html)
            assert twice is None, f"escaped twice, so a sentence was made a plain text on its way: {twice[0]}"


@every_game
def test_name_from_right_to_left_is_isolated_in_sentences(slug: str) -> None:
    """Otherwise a number beside it would move to its other side."""
    game = whole_game(slug, GAMES[slug].players[0], {}, SEEDS[0])
    names = tuple(HEBREW[: len(game.header.players)])
    for one in shown(replace(game, header=replace(game.header, players=names))):
        entries = (
            public_page.render_history("de", one.player_view, history.history_by_round(one.player_view), screen=False)
            if one.player_view.over
            else ""
        )
        for html in (*one.phone.values(), *one.screen.values(), entries):
            for text in re.findall(r'>([^<>]+)<|(?:label|text)="([^"]+)"', f">{html}<"):
                said = "".join(text).strip()
                beside = [name for name in names if re.search(rf"(?<!\u2068){name}|{name}(?!\u2069)", said)]
                assert said in names or not beside, said


HEBREW = ("נועה", "איתי", "שרה", "דוד", "רות", "יעל")


@every_game
def test_every_heading_for_the_player_in_turn_is_read(slug: str) -> None:
    read: dict[str, bool] = {}
    for one in in_play(slug):
        asked = bool(one.player_view.waiting) or one.player_view.scene == "start"
        for told in re.findall(r'<h1 class="turn mine" data-for="turn">(.*?)</h1>', one.phone["turn"], re.DOTALL):
            read[plain(told)] = read.get(plain(told), False) or asked
    unread = [told for told, by_somebody in read.items() if not by_somebody]
    assert not unread, (
        f'nobody ever reads {unread}: an ask without a seat is nobody\'s turn, and data-not="turn" is for all'
    )


@every_game
def test_heading_names_who_is_waited_for(slug: str) -> None:
    for one in in_play(slug):
        names, waiting = one.player_view.names, set(one.player_view.waiting)
        headings = re.findall(r'<h1 class="turn" data-not="turn">(.*?)</h1>', one.phone["turn"], re.DOTALL)
        assert len(headings) == 1, (
            'at the start and in play _turn.html has one <h1 class="turn" data-not="turn">, for those whom the table '
            f"does not wait for; in the phase {getattr(one.state, 'phase', '')} it has {len(headings)}"
        )
        told = headings[0]
        named = {seat for seat, name in enumerate(names) if re.search(rf"\b{name}\b", plain(told))}
        if one.player_view.scene == "start":
            assert not named
        elif named or len(waiting) == 1:
            assert named == waiting, plain(told)
        elif waiting:
            assert str(len(waiting)) in plain(told)


def printed(sum_: int) -> str:
    """As people read it."""
    return f"{sum_:,}".replace("-", "−")


def written(slug: str, amount: int) -> str:
    """With the unit of its game."""
    template = templating.text_environment("en").select_template([f"{slug}/_amount.html", "table/_amount.html"])
    return " ".join(template.render(amount=amount).split())


@every_game
def test_standings_at_the_end_are_the_rules(slug: str) -> None:
    ends = [one for one in moments(slug) if one.player_view.scene == "over"]
    assert len(ends) == len(SEEDS)
    for one in ends:
        (listed,) = re.findall(r'<ol class="people standings bars">(.*?)</ol>', one.phone["board"], re.DOTALL)
        people, scores = one.player_view.people, one.player_view.game.scores(one.state)
        places = scoring.standings(scores)
        told = [(row.attribute("value"), row.text) for row in rows(listed)]
        assert told == [(str(place), f"{people[seat].name} {written(slug, scores[seat])}") for place, seat in places]
        assert all(printed(scores[seat]) in text for (_, text), (_, seat) in zip(told, places, strict=True))
        winners = [seat for seat, sum_ in enumerate(scores) if sum_ == max(scores)]
        heading = plain(one.phone["turn"])
        assert [seat for seat, person in enumerate(people) if person.name in heading] == winners
        assert ("wins" in heading) == (len(winners) == 1)


@every_game
def test_last_payout_leaves_totals_and_places_to_the_podium(slug: str) -> None:
    last = [(one, one.page) for one in moments(slug) if one.player_view.over and one.page]
    assert len(last) >= len(SEEDS)
    for one, page in last:
        before = one.player_view.scores_at(0)
        paid = [now for now, was in zip(one.player_view.scores, before, strict=True) if now != was]
        for device in (one.phone, one.screen):
            told = plain("".join(device.values()))
            totals = [total for total in (written(slug, amount) for amount in paid) if len(total) > 3]  # no bare 7
            said = [total for total in totals if re.search(rf"(?<![\d,]){re.escape(total)}", told)]
            assert not said or (said != totals and not page.totals), told  # one may be the value of a table, too
        people = {person.colour: seat for seat, person in enumerate(one.player_view.people)}
        places = re.findall(r'id="own-(\w+)".*?<small>(\d+)[a-z]+ of \d+</small>', one.phone["own"], re.DOTALL)
        assert {(int(place), people[colour]) for colour, place in places} == set(scoring.standings(before))
        assert re.findall(r'data-of="(\w+)"', one.phone["people"]), "a tap on the own line opens everybody's"


@every_game
def test_payout_counts_its_pages(slug: str) -> None:
    pages = [one for one in moments(slug) if one.page]
    for one in pages:
        page = one.player_view.roster.page
        assert page is not None
        form, _, rest = one.phone["payout"].partition("</form>")
        assert f"{page.step} / {page.steps}" in plain(form.rpartition("<form")[2])
        assert f"{page.step} / {page.steps}" in plain(rest)
        assert ("Skip to the" in form) == (page.step < one.player_view.skips_to)
        buttons = [plain(one) for one in re.findall(r"<button.*?</button>", form, re.DOTALL)]
        assert any("Next" in one for one in buttons) == (page.step < page.steps)


@every_game
def test_zero_has_no_plus_before_it(slug: str) -> None:
    drawn = {html for one in (*moments(slug), *with_other_preferences(slug)) for html in _both(one)}
    for told in map(plain, drawn):
        found = PLUS_NOTHING.search(told)
        assert not found, told[max(0, found.start() - 60) : found.end() + 20]


def _both(one: Moment) -> tuple[str, ...]:
    return (*one.phone.values(), *one.screen.values())


def _told(said: Any, best: Achievement, names: Sequence[str]) -> str:
    feat = said.feat(best, "" if best.seat is None else names[best.seat])
    return " ".join(f"{said.kind(best.word)} {said.was_worth(best)} {feat}".split())


@every_game
def test_highlights_are_told_at_the_end(slug: str) -> None:
    highlights = GAMES[slug].achievements.highlights
    for one in moments(slug):
        if one.player_view.scene == "over" and highlights(one.state):
            said = templating.text_environment("en").get_template(f"{slug}/_words.html").module
            expected = [_told(said, best, one.player_view.names) for best in highlights(one.state)]
            (listed,) = re.findall(r'<ul class="tales"[^>]*>(.*?)</ul>', one.phone["payout"], re.DOTALL)
            assert [row.text for row in rows(listed)] == expected != []


@every_game
def test_undo_is_offered_to_who_may_undo_alone(slug: str) -> None:
    there = 0
    for one in in_play(slug):
        found = re.findall(r'name="entry" value="(\d+)" data-for="(\w+)"', one.phone["ask"])
        wanted = [(str(number), colour or "host") for colour, number in one.player_view.undoable]
        assert found == wanted
        there += bool(found)
    assert there
