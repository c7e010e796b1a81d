"""Statements that are put into words once: what they mean is the same on both kinds of database."""

import subprocess
import sys
from importlib import import_module

import pytest
from sqlalchemy import bindparam, select, true

from companion.table import forgetting, naming, writes
from companion.table.schema import Prepared, people

PREPARED = {
    f"{module.__name__}.{name}": one
    for module in (forgetting, naming, writes, import_module("companion.table.postgres.saving"))
    for name, one in vars(module).items()
    if isinstance(one, Prepared)
}


@pytest.mark.parametrize("name", PREPARED)
def test_a_statement_has_its_values_in_the_same_order_in_a_file_and_on_a_server(name: str) -> None:
    in_words = {one: PREPARED[name].sql(one) for one in ("sqlite", "postgresql")}
    assert in_words["sqlite"].count("?") == in_words["postgresql"].count("%s")


def test_one_whose_values_stand_in_another_order_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Prepared(select(people.c.shown).where(people.c.name == bindparam("name_"), true()))
    monkeypatch.setattr(known, "_names", ("shown_", "name_"))
    with pytest.raises(ValueError, match="not the same order everywhere"):
        known.sql("postgresql")


def test_who_serves_a_file_does_not_load_what_a_server_is_spoken_to_with() -> None:
    asked = "import sys; import companion.serve; print('sqlalchemy.dialects.postgresql' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "False\n"
