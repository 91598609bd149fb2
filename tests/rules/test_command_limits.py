"""What a command lets through, the model that reads it further lets through as well."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from rules import registry
from rules.encounter.areas import AreaData
from rules.encounter.commands import LayArea
from rules.encounter.situation import AttackData

PAIRS: list[tuple[str, type[BaseModel], type[BaseModel]]] = [("area", LayArea, AreaData)]
PAIRS += [(id, registry.get(id).commands["attack"], AttackData) for id in registry.system_ids()]


@pytest.mark.parametrize(("command", "data"), [p[1:] for p in PAIRS], ids=[p[0] for p in PAIRS])
def test_fields_of_a_command_have_the_limits_of_what_they_become(
    command: type[BaseModel], data: type[BaseModel]
) -> None:
    both = command.model_fields.keys() & data.model_fields.keys()
    assert len(both) > 4
    for name in both:
        there, here = data.model_fields[name], command.model_fields[name]
        assert (here.annotation, here.metadata) == (there.annotation, there.metadata), name
