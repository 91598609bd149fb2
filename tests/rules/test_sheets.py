"""Sheets of all systems: ids that stand for entries, and values that make no sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from maps.problems import UnreadableFileError
from rules import registry
from rules.encounter.sheets import entries
from rules.encounter.situation import load_situation

ODD: tuple[object, ...] = (
    None, True, 5, 1e308, float("nan"), "x", "", [], [5], [None], ["x"], [[1]], [{}], [{"id": []}],
    {}, {"x": 5}, {"chest": 5}, {"chest": None}, {"chest": [1]}, {"kopf": {"x": 1}}, {"": ""}, b"x",
)  # fmt: skip
"""Values of which some fit no field at all."""


def test_ids_stand_for_entries_and_all_else_stays() -> None:
    known = {"sword": {"id": "sword", "damage": 8}}
    read = entries(["sword", "spoon", {"id": "axe"}, 5], lambda id: known.get(id, id))
    assert read == [{"id": "sword", "damage": 8}, "spoon", {"id": "axe"}, 5]
    assert entries("sword", known.__getitem__) == "sword"


def odd(plain: dict[str, Any], fields: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield values with one odd one among them, also within the entries of lists."""
    for name in fields:
        for value in ODD:
            yield {name: value}
        held = plain.get(name)
        first = held[0] if isinstance(held, list) and held else None
        if isinstance(first, dict):
            yield from ({name: [{**first, key: value}]} for key in first for value in ODD)


@pytest.mark.parametrize("part", ["sheet", "vitals"])
@pytest.mark.parametrize("id", registry.system_ids())
def test_odd_values_are_refused_and_break_nothing(id: str, part: str) -> None:
    system = registry.get(id)
    model: type[BaseModel] = system.sheet_model if part == "sheet" else system.vitals_model
    refused = 0
    for values in odd(model().model_dump(mode="json"), model.model_fields):
        try:
            model.model_validate(values)
        except ValidationError:
            refused += 1
    assert refused > len(model.model_fields)


@pytest.mark.parametrize("armour", [{"chest": 5}, {"chest": None}, {"chest": [1]}])
def test_a_situation_with_odd_armour_is_refused_by_name(armour: dict[str, Any]) -> None:
    token = {"id": "a", "name": "a", "side": "heroes", "at": [0, 0], "sheet": {"armour": armour}}
    data = {"format": 1, "system": "damakar", "tokens": [token]}
    with pytest.raises(UnreadableFileError) as error:
        load_situation(data, registry.get)
    assert error.value.problem.place.startswith("tokens[0].sheet.armour")
