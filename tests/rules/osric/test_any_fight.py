"""Whatever is played: nothing breaks, every line can be said, every state can be written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.asking import SeededDice
from rules.core.glossary import Glossary
from rules.encounter.applying import apply_all
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.events import Logged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_from_dict, state_to_dict
from rules.systems.osric import SYSTEM
from tests.rules.osric.fights import Table, foe, hero, plan, token

WORDS = Glossary.load("de")
IDS = ("h", "m", "b", "orc", "cat", "x")


def seats(**options: bool | int | str) -> Table:
    """Seat a fighter, a caster, an archer, an orc with a spear, a cat, and a third side."""
    cat = foe("cat", (6, 3), hp=12, leap=True, surprises_on=3, routine=["claw", "claw", "bite"],
              weapons=[{"id": "claw", "damage": "1d4", "natural": True},
                       {"id": "bite", "damage": "1d6", "natural": True}])  # fmt: skip
    return Table(
        hero("h", hp=14, level=7, strength=18, armour="mail", shield=True, facing=90),
        hero("m", (0, 2), hp=6, spells=[{"id": "web", "time": 2}, {"id": "x", "time": 14}]),
        hero("b", (0, 4), hp=9, dexterity=17, weapons=["long_bow", "dagger", "hand_axe"]),
        foe("orc", (4, 0), hp=9, weapons=["spear", "scimitar"]), cat,
        token("x", (9, 9), side="third", hit_dice="2", hp=10),
        **options,
    )  # fmt: skip


ids = st.sampled_from(IDS)
COMMAND = st.one_of(
    st.just({"do": "next"}), st.just({"do": "next"}), st.just({"do": "next"}),
    st.builds(lambda a, b, m: {"do": "attack", "attacker": a, "target": b, "mode": m}, ids, ids,
              st.sampled_from(["", "", "charge", "routine", "shoot", "throw"])),
    st.builds(lambda a, b, m: {"do": "charge", "token": a, "target": b, "mode": m}, ids, ids,
              st.sampled_from(["charge", "overbear", "leap"])),
    st.builds(lambda a, s: {"do": "declare", "token": a, "action": s}, ids,
              st.sampled_from(["attack", "missile", "set", "parry", "hold", "spell"])),
    st.builds(lambda d, a: {"do": d, "token": a}, st.sampled_from(
        ["delay", "act", "flee", "parry", "set", "drop", "cast", "retreat", "break_free"]), ids),
    st.builds(lambda a, b: {"do": "close", "token": a, "target": b}, ids, ids),
    st.builds(lambda a, n: {"do": "damage", "tokens": [a], "amount": n}, ids, st.integers(1, 12)),
    st.builds(lambda a: {"do": "remove", "tokens": [a]}, ids),
    st.builds(lambda a, c: {"do": "condition", "tokens": [a], "condition": c}, ids,
              st.sampled_from(["prone", "stunned", "invisible", "asleep", "hasted"])),
)  # fmt: skip
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "tie": st.sampled_from(["simultaneous", "gm_order"]),
        "late_routines": st.sampled_from(["together", "own_segment"]),
        "surprise_both": st.sampled_from(["simultaneous", "initiative"]),
        "more_sides": st.sampled_from(["own", "with_heroes", "with_foes"]),
        "fighters_first": st.booleans(),
        "monsters_die_at_zero": st.booleans(),
    },
)


@settings(max_examples=60)
@given(options=OPTIONS, commands=st.lists(COMMAND, max_size=40), seed=st.integers(0, 999))
def test_any_fight_goes_on(
    options: dict[str, Any], commands: list[dict[str, Any]], seed: int
) -> None:
    table, dice = seats(**options), SeededDice(seed)
    table.game.do(parse_command(SYSTEM, {"do": "start"}), dice)
    for data in commands:
        try:
            step = table.game.do(parse_command(SYSTEM, data), dice)
        except CommandError as error:
            WORDS.say_with(f"problem.{error.problem.code}", error.problem.args)  # or it raises
            continue
        for event in step.events:
            if isinstance(event, Logged):
                assert all(WORDS.say(line) for line in (event.line, *event.details))
        sound(table.state)


def sound(state: Encounter) -> None:
    """Check what holds in every state."""
    assert state_from_dict(state_to_dict(state), SYSTEM) == state
    line = state.timeline
    assert set(line.acting) <= set(state.tokens)
    assert 1 <= line.now <= 10
    assert WORDS.say(SYSTEM.headline(state))
    rows = SYSTEM.roster(state)
    assert sorted(r.token for r in rows) == sorted(state.tokens)
    for marker in SYSTEM.ring(state, WORDS).markers:
        assert 0 <= marker.at <= 9
    for token_ in state.tokens.values():
        health = SYSTEM.health(token_)
        assert not (health.dead and not health.down)
        if health.now <= 0 and not health.down:
            assert token_.vitals.model_dump()["falling"]
    for action in SYSTEM.fight_actions(state):
        assert action.command in SYSTEM.commands


@settings(max_examples=40)
@given(seed=st.integers(0, 9999), rounds=st.integers(1, 6))
def test_rounds_end_and_time_runs_forward(seed: int, rounds: int) -> None:
    table, dice = seats(), SeededDice(seed)
    table.game.do(parse_command(SYSTEM, {"do": "start"}), dice)
    last = (0, 0)
    for _ in range(80):
        table.game.do(parse_command(SYSTEM, {"do": "next"}), dice)
        phase, round, now = table.now
        if phase == "surprise":
            continue
        assert (round, now) >= last or phase == "declare"
        last = (round, now if phase != "declare" else 0)
        if round > rounds:
            return
    pytest.fail("the round does not end")


@settings(max_examples=80)
@given(
    face=st.integers(1, 20), level=st.integers(0, 20), ac=st.integers(-12, 10),
    strength=st.sampled_from([3, 10, 17, 19]), condition=st.sampled_from(["", "prone", "stunned"]),
)  # fmt: skip
def test_the_die_hits_exactly_from_the_planned_face_on(
    face: int, level: int, ac: int, strength: float, condition: str
) -> None:
    held = [condition] if condition else []
    table = Table(hero("h", level=level, strength=strength),
                  foe("orc", printed_ac=ac, hp=90, conditions=held))  # fmt: skip
    made = plan(table.state, "h", "orc", weapon="sword")
    data = {"do": "attack", "attacker": "h", "target": "orc", "weapon": "sword"}
    hit = made.needs is not None and face >= made.needs
    table.do("attack", [face, 4] if hit else [face], **{k: v for k, v in data.items() if k != "do"})
    assert (table.harm("orc") > 0) is hit


def test_planning_changes_nothing() -> None:
    state = seats().state
    before = state_to_dict(state)
    for a in IDS:
        for t in IDS:
            SYSTEM.plan(state, AttackAction(state.token(a).id, state.token(t).id))
    assert state_to_dict(apply_all(state, ())) == before
