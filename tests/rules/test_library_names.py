"""What creatures of the library carry and wear is called by words, never by its id."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import pytest

from maps.board import Board
from maps.grid import Footprint
from rules import registry
from rules.core.glossary import Glossary, languages
from rules.encounter.state import Encounter, Token, TokenId
from rules.system import RuleSystem
from rules.system.answers import Template

SYSTEMS = [registry.get(id) for id in registry.system_ids()]


def alone(system: RuleSystem, one: Template) -> Encounter:
    """Seat a creature of the library on an empty board."""
    space = Footprint.at(0, 0, system.squares(one.sheet))
    id = TokenId("x")
    token = Token(id, "X", one.side, space, one.sheet, system.fresh(one.sheet))
    return Encounter(system.id, board=Board(), tokens=MappingProxyType({id: token}))


def worn(value: object) -> Iterator[str]:
    """Find the ids of armour anywhere in a sheet as JSON."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("kind", "armour", "id") and isinstance(inner, str):
                yield inner
            yield from worn(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from worn(inner)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.id)
def test_weapons_of_the_library_have_words(system: RuleSystem) -> None:
    german = Glossary.load("de")
    words = [Glossary.load(language) for language in languages()]
    for one in system.library():
        for weapon in system.weapons(alone(system, one), TokenId("x")):
            assert all(weapon.name.key in w for w in words), (one.id, weapon.id)
            assert german.say(weapon.name) != weapon.id, one.id


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.id)
def test_armour_of_the_library_has_words(system: RuleSystem) -> None:
    german = Glossary.load("de")
    for one in system.library():
        ids = set(worn(one.sheet.model_dump(mode="json")))
        view = system.body(alone(system, one), TokenId("x"), german)
        names = {layer.name for zone in view.zones for layer in zone.layers}
        assert not names & ids, one.id
