"""A device that is lent at one table has no rights of its owner's at any other table."""

from pathlib import Path

import pytest

from companion.table.model.permissions import NOBODY
from tests.unit.web.support.devices import Device, Session, begun_session, saved
from tests.unit.web.support.phases import play_to


@pytest.fixture
def here(tmp_path: Path) -> Session:
    """A table at which Anna, whose phone has the operator's rights, has a seat, and Carla has no phone."""
    session = begun_session(tmp_path, 2, host_plays=True, guests=1)
    session.service.make_operator(str(session.host.known))
    play_to(session, "cards")
    return session


@pytest.fixture
def there(here: Session) -> Session:
    """Another table in the same data folder, with another host; Anna's phone has nothing to do with it."""
    session = Session(here.app, here.device("other")).open().sit(3)
    return session.begin()


def lend(session: Session, device: Device) -> None:
    saved(device.tap(session.key, "lend", person=2))


@pytest.mark.parametrize("taken", [False, True], ids=["on its way", "in Carla's hands"])
def test_a_lent_operator_is_nobody_at_other_tables(here: Session, there: Session, *, taken: bool) -> None:
    anna = here.host
    assert anna.get(f"/t/{there.key}/record.jsonl").status_code == 200
    lend(here, anna)
    if taken:
        here.taken(anna)
    assert here.service.rights(there.key, anna.known) == NOBODY
    assert here.service.known_by_disk(there.key, anna.known) == NOBODY
    assert anna.get(f"/t/{there.key}/record.jsonl").status_code == 403
    assert anna.get("/metrics").status_code == 404
    assert anna.tap(there.key, "host").status_code == 403
    assert anna.tap(there.key, "away").status_code == 403
    saved(there.host.tap(there.key, "away"))
    assert anna.post(f"/t/{there.key}/delete", {"sure": "yes"}).status_code == 403
    assert there.key not in anna.get("/").text
    assert there.service.status(there.key) == "away"


def test_an_operator_has_the_rights_back_with_the_device(here: Session, there: Session) -> None:
    anna = here.host
    lend(here, anna)
    here.taken(anna)
    saved(anna.tap(here.key, "return"))
    assert anna.get(f"/t/{there.key}/record.jsonl").status_code == 403
    here.taken(anna)
    assert anna.get(f"/t/{there.key}/record.jsonl").status_code == 200


def test_a_lent_phone_shows_no_hand_at_other_tables(here: Session) -> None:
    ben = here.players[1]
    there = Session(here.app, here.device("other")).open()
    for device, name, colour in (
        (ben, "Ben", "red"),
        (here.device("x"), "X", "orange"),
        (here.device("y"), "Y", "green"),
    ):
        there.players.append(device)
        saved(device.tap(there.key, "sit", name=name, colour=colour))
    play_to(there.begin(), "cards")
    own = ben.get(f"/t/{there.key}/hand")
    lend(here, ben)
    here.taken(ben)
    lent = ben.get(f"/t/{there.key}/hand")
    assert "Your cards stay hidden" not in own.text
    assert "This device is lent to someone at another table. Your cards stay hidden" in lent.text
    assert len(lent.data) == len(own.data)
