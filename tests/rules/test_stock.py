"""Ready gear of every system: it fits the sheet, has a name in all languages, and no twin."""

from __future__ import annotations

import pytest

from rules import registry
from rules.core.glossary import Glossary, languages
from rules.encounter.state import Sheet
from rules.system import RuleSystem
from rules.system.extras import Stock, Stocked

SYSTEMS = [registry.get(id) for id in registry.system_ids()]
FIELDS = ("weapons", "armour")


def stock(system: RuleSystem, field: str) -> tuple[Stock, ...]:
    assert isinstance(system, Stocked), f"{system.id}: no ready gear"
    return system.stock(field)


def carrying(system: RuleSystem, field: str, one: Stock) -> Sheet:
    return system.sheet_model.model_validate({field: [dict(one.values)]})


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.id)
def test_every_piece_can_be_carried_and_is_named(system: RuleSystem) -> None:
    assert len(stock(system, "weapons")) >= 10
    words = [Glossary.load(language) for language in languages()]
    for field in FIELDS:
        for one in stock(system, field):
            sheet = carrying(system, field, one)
            assert type(sheet).model_validate(sheet.model_dump(mode="json")) == sheet
            assert all(one.name.key in w for w in words), one.name.key


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.id)
def test_no_piece_stands_there_twice(system: RuleSystem) -> None:
    for field in FIELDS:
        ids = [one.values["id"] for one in stock(system, field)]
        assert len(set(ids)) == len(ids)
    assert stock(system, "hp") == ()
