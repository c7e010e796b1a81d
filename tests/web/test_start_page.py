"""The start page: the way back to a table that goes on comes before anything new."""

from pathlib import Path

from tests.web.devices import Evening, an_evening


def test_whoever_has_no_table_is_told_what_this_is_and_offered_a_new_one(evening: Evening) -> None:
    page = evening.device("stranger").get("/").text
    assert "The phones at a real table" in page
    assert '<a class="button primary" href="/new">' in page


def test_tables_being_played_come_first_then_those_that_wait_for_players(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    lobby = Evening(evening.app, evening.host).open()
    page = evening.host.get("/").text
    back, wait, new = page.index(f'href="/t/{evening.key}"'), page.index(f'href="/t/{lobby.key}"'), page.index('"/new"')
    assert page.index("Being played") < back < page.index("Waiting for players") < wait < new < page.index('id="code"')
    assert "Back to the table" in page[back:wait]
    assert "To the table" in page[wait:new]
    assert "Carla" in page[back:wait]
