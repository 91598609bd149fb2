"""The facade: Pathfinder as the rest of the program sees it."""

from __future__ import annotations

from typing import Any

import pytest

from maps.grid import Cell, point
from rules import registry
from rules.core.asking import ScriptedDice, run
from rules.core.glossary import Glossary
from rules.encounter.applying import apply_all
from rules.encounter.commands import Command, CommandError, Note
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, Sheet, TokenId
from rules.system import RuleSystem
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.sheet import PathfinderSheet, Size
from tests.rules.pathfinder.fights import fight, token

_: RuleSystem = SYSTEM

COMMANDS = {
    "start", "initiative", "next", "delay", "ready", "act", "end", "attack", "coup_de_grace",
    "damage", "heal", "temp_hp", "stabilise", "save", "stealth",
}  # fmt: skip


def do(state: Encounter, name: str, dice: tuple[int, ...] = (), **fields: Any) -> Encounter:
    """Carry out a command as a script gives it."""
    command = SYSTEM.commands[name].model_validate({"do": name, **fields})
    outcome = run(SYSTEM.perform(state, command), ScriptedDice(dice))
    return apply_all(state, outcome.events)


def refused(state: Encounter, name: str, **fields: Any) -> str:
    with pytest.raises(CommandError) as error:
        do(state, name, **fields)
    return error.value.problem.code


def two() -> Encounter:
    return fight(token("a", hp=20), token("b", (1, 0), side="foes", hp=10, constitution=10))


def test_it_is_a_rule_system_and_registered() -> None:
    assert isinstance(SYSTEM, RuleSystem)
    assert registry.get("pathfinder") is SYSTEM


def test_all_commands_have_a_procedure_and_their_own_name() -> None:
    assert set(SYSTEM.commands) == COMMANDS
    for name, model in SYSTEM.commands.items():
        assert model.model_fields["do"].default == name


def test_a_foreign_command_is_refused() -> None:
    command: Command = Note(text="hm")
    with pytest.raises(CommandError):
        SYSTEM.perform(two(), command)


def test_a_foreign_sheet_is_an_error() -> None:
    class Other(Sheet):
        pass

    with pytest.raises(TypeError):
        SYSTEM.squares(Other())


@pytest.mark.mechanic("P64")
@pytest.mark.parametrize(
    ("size", "squares"),
    [(None, 1), ("fine", 1), ("tiny", 1), ("small", 1), ("medium", 1), ("large", 2), ("huge", 3),
     ("gargantuan", 4), ("colossal", 6)],
)  # fmt: skip
def test_sizes_hold_squares(size: str | None, squares: int) -> None:
    made = PathfinderSheet(size=None if size is None else Size(size))
    assert SYSTEM.squares(made) == squares


def test_a_fresh_creature_is_unharmed() -> None:
    how = SYSTEM.health(token("a", hp=12))
    assert (how.now, how.most, how.down, how.dead, how.share) == (12, 12, False, False, 1.0)


def test_damage_and_healing_come_as_commands() -> None:
    state = do(two(), "damage", tokens=["a", "b"], amount=6)
    assert [SYSTEM.health(t).now for t in state.tokens.values()] == [14, 4]
    state = do(state, "heal", tokens=["a"], amount=99)
    assert SYSTEM.health(state.token("a")).now == 20
    state = do(state, "temp_hp", tokens="a", amount=5)
    assert SYSTEM.health(state.token("a")).now == 25
    state = do(state, "damage", tokens=["b"], amount=5, nonlethal=True)
    assert state.token("b").has("unconscious")


def test_the_dying_are_stabilised_by_check_or_help() -> None:
    dying = do(two(), "damage", tokens=["b"], amount=13)
    assert do(dying, "stabilise", (13,), tokens=["b"]).token("b").has("stable")
    assert do(dying, "stabilise", tokens=["b"], how="aid").token("b").has("stable")
    assert refused(two(), "stabilise", tokens=["b"]) == "pathfinder.nobody_dying"


def test_what_cannot_be_done_is_said() -> None:
    state = two()
    assert refused(state, "next") == "pathfinder.not_running"
    assert refused(state, "end") == "pathfinder.not_running"
    assert refused(state, "delay") == "pathfinder.not_running"
    assert refused(state, "act", token="a") == "pathfinder.not_running"
    assert refused(state, "damage", tokens=["x"], amount=1) == "token_unknown"
    assert refused(state, "damage", tokens=["a"], amount=0) == "nothing_changes"
    assert refused(state, "start", values={"x": 3}) == "token_unknown"
    running = do(state, "start", values={"a": 3, "b": 2})
    assert refused(running, "act", token="a") == "nothing_changes"
    late = running.with_token(token("c"))
    assert refused(late, "delay", token="c") == "pathfinder.no_initiative"
    dead = fight(token("a", conditions=["dead"]))
    assert refused(dead, "start") == "pathfinder.nobody"


def test_every_refusal_has_words(glossary: Glossary) -> None:
    for code in ("not_running", "nobody", "nobody_acts", "no_initiative", "nobody_dying",
                 "nobody_watches"):  # fmt: skip
        assert f"problem.pathfinder.{code}" in glossary


def test_a_whole_round_can_be_played_and_said(glossary: Glossary) -> None:
    state = two()
    said: list[str] = []
    script: list[tuple[str, tuple[int, ...], dict[str, Any]]] = [
        ("start", (12, 8), {"surprised": ["b"]}),
        ("next", (), {}),
        ("ready", (), {"trigger": "…"}),
        ("act", (), {"token": "a"}),
        ("next", (), {}),
        ("delay", (), {}),
        ("save", (9,), {"token": "a", "save": "fort", "dc": 15}),
        ("stealth", (9,), {"token": "a"}),
        ("damage", (), {"tokens": ["b"], "amount": 13}),
        ("next", (3,), {}),
        ("end", (), {}),
    ]
    for name, dice, fields in script:
        command = SYSTEM.commands[name].model_validate({"do": name, **fields})
        outcome = run(SYSTEM.perform(state, command), ScriptedDice(dice))
        state = apply_all(state, outcome.events)
        said.append(glossary.say(outcome.label))
        for event in outcome.events:
            if isinstance(event, Logged):
                said += [glossary.say(event.line), *map(glossary.say, event.details)]
    assert all(said)
    assert not any("⟨" in line for line in said)


def test_ways_threat_and_badges_answer() -> None:
    state = two()
    plan = SYSTEM.move_plan(state, TokenId("a"), [point(0, 0), point(-2, 0)])
    assert plan.cost == 2
    assert Cell(1, 0) in SYSTEM.threatened(state, TokenId("a"))
    (badge,) = SYSTEM.glances(state, TokenId("a"), state.token("a").space)
    assert badge.token == "b"
    assert SYSTEM.weapons(state, TokenId("a"))
    assert SYSTEM.modes(state, TokenId("a"), "")[0].id


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_unknown_fields_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        SYSTEM.commands[name].model_validate({"do": name, "nonsense": 1})
