"""Files of strangers tie creatures in rings: whoever rides himself, or the rider of his mount."""

from __future__ import annotations

import json

import pytest

from maps.grid import SUB, Point
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter.situation import load_situation
from rules.play import play_json

KINDS = ("mount", "carried", "swallowed", "grapple")
RINGS = (("A", "A"), ("A", "B", "A"), ("A", "B", "C", "A"))
SCRIPT = (
    {"do": "move", "token": "A", "to": [5, 5]},
    {"do": "move", "token": "B", "to": [9, 9]},
    {"do": "copy", "tokens": ["A", "C"]},
    {"do": "storey", "id": "o", "name": "oben", "width": 20, "height": 20},
    {"do": "change_storey", "tokens": ["A"], "storey": "o"},
    {"do": "remove", "tokens": ["B"]},
    {"do": "undo"},
)


@pytest.mark.parametrize("system", registry.system_ids())
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ring", RINGS, ids="-".join)
def test_rings_of_creatures_can_be_played(system: str, kind: str, ring: tuple[str, ...]) -> None:
    places = {"A": [0, 0], "B": [3, 0], "C": [6, 0]}
    data = {
        "format": 1,
        "system": system,
        "board": {"width": 20, "height": 20},
        "tokens": [{"id": id, "name": id, "side": "heroes", "at": at} for id, at in places.items()],
        "links": [{"kind": kind, "a": a, "b": b} for a, b in zip(ring, ring[1:], strict=False)],
        "script": SCRIPT,
    }
    situation = load_situation(json.dumps(data), registry.get)
    played = play_json(situation, Glossary.load("en"))
    end = {token["id"]: token for token in played["state"]["tokens"]}
    assert {"A", "B", "C"} <= end.keys()
    rules = registry.get(system)
    for token in situation.state.tokens.values():
        here = Point(token.space.x, token.space.y)
        there = Point(here.x + SUB, here.y)
        assert rules.move_plan(situation.state, token.id, (here, there)) is not None
