"""The facade: DAMAKAR as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from maps.grid import Cell, point
from rules import registry, testing
from rules.core.glossary import Glossary
from rules.encounter.commands import CommandError, Note, parse_command
from rules.encounter.state import Sheet, SideId, TokenId
from rules.system import RuleSystem
from rules.system.actions import SupportsFightActions
from rules.system.extras import Referring
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.commands import of
from tests.rules.damakar.fights import begin, do, fight, token, two

_: RuleSystem = SYSTEM


def test_it_is_a_rule_system_and_registered() -> None:
    assert isinstance(SYSTEM, RuleSystem)
    assert isinstance(SYSTEM, Referring)
    assert isinstance(SYSTEM, SupportsFightActions)
    assert registry.get("damakar") is SYSTEM


@pytest.mark.parametrize("check", testing.CHECKS, ids=lambda check: check.__name__)
def test_it_conforms(check: Callable[[RuleSystem], Iterator[str]]) -> None:
    assert list(check(SYSTEM)) == []


def test_a_foreign_command_and_a_foreign_sheet_are_refused() -> None:
    class Other(Sheet):
        pass

    with pytest.raises(CommandError):
        next(SYSTEM.perform(two(), Note(text="hm")))
    with pytest.raises(TypeError):
        SYSTEM.squares(Other())


def test_every_action_of_the_menu_is_a_command_with_these_fields() -> None:
    state = begin(two(), x=5, y=5)
    state = do(state, "delay", token="x")
    ids = [action.id for action in SYSTEM.fight_actions(state)]
    assert len(set(ids)) == len(ids)
    assert {"wait", "reveal", "reload", "disengage", "block", "magic"} <= set(ids)
    assert "reveal" not in [a.id for a in SYSTEM.fight_actions(two())]
    needed: dict[str, dict[str, str]] = {
        "actor": {"token": "x"},
        "actor_target": {"token": "x", "target": "y"},
        "none": {},
        "side": {"side": "heroes"},
    }
    for action in SYSTEM.fight_actions(state):
        asked = {"to": [1, 1]} if action.command == "run" else {}
        data: dict[str, Any] = {"do": action.command, **action.fields, **needed[action.needs]}
        data |= asked
        if "tokens" in SYSTEM.commands[action.command].model_fields and "token" in data:
            data["tokens"] = [data.pop("token")]
        assert parse_command(SYSTEM, data).do == action.command


def test_menu_actions_have_words_and_ask_for_what_is_missing(glossary: Glossary) -> None:
    for action in SYSTEM.fight_actions(begin(two(), x=5, y=4)):
        assert glossary.say(action.label)
    state = do(begin(two(), x=20, y=4), "magic", choices=["7"], token="x")
    assert state.timeline.at[TokenId("x")] == 13


def test_fields_of_commands_and_words_of_the_docks_are_there(glossary: Glossary) -> None:
    for key in ("unit.damakar.points", "button.damakar.wait", "roster.damakar.count"):
        assert key in glossary
    shared = {
        *("token", "tokens", "attacker", "target", "targets", "surprised", "weapon", "mode"),
        *("to", "at", "cell", "amount", "text", "zone", "kind", "days", "hours"),
    }
    inside = {"do", "dice", "choices", "off", "extra", "place"}
    for model in SYSTEM.commands.values():
        for field in set(model.model_fields) - shared - inside:
            assert f"field.damakar.{field}" in glossary


def test_the_library_has_heroes_and_foes_of_all_kinds(glossary: Glossary) -> None:
    library = SYSTEM.library()
    assert len(library) >= 10
    assert {t.side for t in library} == {SideId.HEROES, SideId.FOES}
    for template in library:
        assert glossary.say(template.name)
        for tag in template.tags:
            assert f"creature.damakar.tag.{tag}" in glossary
        names = {w.id for w in template.sheet.arms}  # type: ignore[attr-defined]  # of this system
        assert {template.sheet.right, template.sheet.left} - {""} <= names  # type: ignore[attr-defined]  # of this system


def test_sheet_fields_and_options_have_words_and_a_source(glossary: Glossary) -> None:
    for name, field in SYSTEM.sheet_model.model_fields.items():
        extra = field.json_schema_extra
        assert isinstance(extra, dict), name
        assert str(extra["term"]) in glossary
        assert str(extra["group"]) in glossary
    for spec in SYSTEM.options:
        assert spec.source.place.startswith("§") or spec.key == "area_cone"


def test_ways_zones_and_badges_answer() -> None:
    state = fight(token("x"), token("y", (3, 0), side="foes"))
    assert SYSTEM.move_plan(state, TokenId("x"), [point(0, 0), point(0, 3)]).cost == 1
    assert Cell(1, 0) in SYSTEM.threatened(state, TokenId("x"))
    (badge,) = SYSTEM.glances(state, TokenId("x"), state.token("x").space)
    assert (badge.token, badge.in_reach) == ("y", False)
    (badge,) = SYSTEM.glances(state, TokenId("x"), state.token("x").space, "longbow")
    assert badge.in_reach


def test_commands_come_back_from_plain_data() -> None:
    commands: dict[str, dict[str, Any]] = {
        "attack": {
            "attacker": "x",
            "target": "y",
            "extra": [{"id": "e", "value": 1, "side": "attack"}],
        },
        "move": {"token": "x", "to": [1, 0]},
        "magic": {"token": "x", "cost": 3},
    }
    for name, data in commands.items():
        command = SYSTEM.commands[name].model_validate({"do": name, **data})
        assert parse_command(SYSTEM, of(command)) == command
