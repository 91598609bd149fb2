"""What a command lets through, the model that reads it further lets through as well."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from maps.problems import UnreadableFileError
from rules import registry
from rules.encounter.areas import AreaData
from rules.encounter.commands import LayArea
from rules.encounter.plain import MAX_ITEMS, check_plain
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


@pytest.mark.parametrize("place", ["board.obstacles", "script[0].obstacles"])
def test_of_too_many_things_the_longest_list_is_named(place: str) -> None:
    many = [0] * (MAX_ITEMS + 1)
    board = {"width": 3, "height": 3, "obstacles": many if "board" in place else [1, 2, 3]}
    script = [{"do": "draw", "obstacles": [] if "board" in place else many}]
    with pytest.raises(UnreadableFileError) as refused:
        check_plain({"board": board, "script": script})
    assert (refused.value.problem.code, refused.value.problem.place) == ("list_too_long", place)
