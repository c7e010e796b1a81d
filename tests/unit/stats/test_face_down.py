"""What was never turned up changes no figure and no letter of what evenings tell."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.printing import documents
from companion.records import record
from companion.records.record import Act, Header
from companion.stats.game_stats import chronicles
from companion.stats.json_export import all_told
from companion.stats.people import people
from companion.table.model.game_result import GameResult
from companion.table.service.importing import imported
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.database import FILE
from companion.table.storage.store import Store
from tests.support.cast import CAST
from tests.unit.stats.houses import game


def remembered(folder: Path, header: Header, acts: list[Act]) -> GameResult:
    """What is remembered of a record, but for the table's own key."""
    service = TableService(Store(folder / FILE), Notifier())
    read = record.read([line.encode() for line in record.write(header, acts).splitlines()])
    imported(service, read, 1_700_000_000.0)
    (one,) = service.evenings.all()
    service.store.close()
    return replace(one, key="key")


@pytest.mark.parametrize("slug", GAMES)
def test_a_record_that_knows_what_lay_face_down_and_one_that_does_not_are_told_alike(slug: str, tmp_path: Path) -> None:
    covered = 0
    for seed in (1, 2, 3):
        played = game(slug, GAMES[slug].players[-1], seed)
        opened = {ply for fact in played.facts for ply in fact.reveals}
        cover = played.game.redact
        acts = [act if ply in opened else Act(act.seat, cover(act.move)) for ply, act in enumerate(played.acts)]
        covered += acts != list(played.acts)
        header = replace(played.header, players=CAST[: len(played.header.players)])
        folders = [tmp_path / f"{seed}-{what}" for what in ("known", "covered")]
        for folder in folders:
            folder.mkdir()
        known = remembered(folders[0], header, list(played.acts))
        unknown = remembered(folders[1], header, acts)
        assert known == unknown
        told = [all_told(1, people([one], {}).values(), chronicles([one]).values(), {}) for one in (known, unknown)]
        assert told[0] == told[1]
        pages = [documents.season(2023, [one], {}, lang="en", paper="a4").html for one in (known, unknown)]
        assert pages[0] == pages[1]
    assert covered or slug != "vabanque", "so that this is about something"
