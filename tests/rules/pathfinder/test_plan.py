"""Plans: exact chances, rows that count and do not, modes, words for everything."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import Cell, Footprint
from maps.shapes import Kind
from rules.core.asking import DiceRequest
from rules.core.dice import Dice
from rules.core.glossary import Glossary
from rules.core.odds import outcomes
from rules.core.terms import Term
from rules.encounter.events import Logged
from rules.encounter.plans import AttackAction, AttackPlan, Extra
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.pathfinder.attack import Attack, attack
from rules.systems.pathfinder.damage import Blow, mean
from rules.systems.pathfinder.plan import modes, needed, plan, weapons
from tests.rules.pathfinder.fights import fight, token, wall


def think(state: Encounter, weapon: str = "sword", **more: Any) -> AttackPlan:
    return plan(state, AttackAction(TokenId("a"), TokenId("t"), weapon, **more))


def duel(**target: Any) -> Encounter:
    return fight(token("a"), token("t", (1, 0), side="foes", **target))


def harmed(state: Encounter, command: Attack) -> dict[int, Fraction]:
    """Return the chance of each damage by running every face."""
    chances = outcomes(
        lambda: attack(state, command),
        lambda outcome: next(
            int(e.line.args.get("damage", 0))  # type: ignore[arg-type]  # a number in these lines
            for e in outcome.events
            if isinstance(e, Logged)
        ),
        budget=200_000,
    )
    assert sum(chances.values()) == 1
    return chances


@pytest.mark.parametrize(
    ("weapon", "conditions", "sheet"),
    [
        ("sword", (), {}),
        ("sword", (Condition("concealed", 30),), {}),
        ("longspear", (), {"armour": 12}),
        ("sword", ("prone",), {"immune_criticals": True}),
        ("unarmed", (), {"damage_reduction": 2}),
        ("sword", ("stunned",), {"damage_reduction": 5}),
    ],
)
def test_chance_and_mean_damage_are_exactly_what_all_rolls_give(
    weapon: str, conditions: tuple[str | Condition, ...], sheet: dict[str, Any]
) -> None:
    at = (2, 0) if weapon == "longspear" else (1, 0)
    target = token("t", at, side="foes", conditions=conditions, **sheet)
    state = fight(token("a", sneak_attack=1, strength=7), target)
    made = think(state, weapon)
    chances = harmed(state, Attack(attacker="a", target="t", weapon=weapon))
    assert made.damage == sum(damage * chance for damage, chance in chances.items())
    if not sheet.get("damage_reduction"):
        assert made.chance == 1 - chances.get(0, Fraction(0))


@given(
    st.integers(0, 3), st.integers(1, 4), st.integers(-6, 6), st.integers(0, 2), st.integers(0, 9)
)
def test_mean_damage_has_a_closed_form_only_where_it_is_right(
    count: int, sides: int, bonus: int, sneak: int, reduction: int
) -> None:
    blow = Blow(Dice(count, sides, bonus), 2, sneak, reduction)
    total, ways = 0, 0
    for faces in _all([sides] * count):
        for extra in _all([6] * sneak):
            total += max(0, max(1, sum(faces) + bonus) + sum(extra) - reduction)
            ways += 1
    assert mean(blow, critical=False) == Fraction(total, ways)


def _all(sides: list[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for n in sides:
        found = [(*faces, face) for faces in found for face in range(1, n + 1)]
    return found


def test_one_always_misses_and_twenty_always_hits() -> None:
    assert needed(50, 10) == 2
    assert needed(0, 80) == 20
    assert think(duel(armour=30, natural=30)).chance == Fraction(1, 20)


@pytest.mark.mechanic("P1")
def test_every_row_that_does_not_count_says_why(glossary: Glossary) -> None:
    state = fight(
        token("a", point_blank_shot=True, rapid_shot=True, deadly_aim=True),
        token("b", (4, 0), side="heroes"),
        token("t", (9, 0), side="foes", conditions=["invisible"], dexterity=16),
        obstacles=[wall("w", (5, 0), (5, 1))],
    )
    made = think(state, "longbow", off=frozenset({"cover"}), cell=Cell(9, 0))
    rows = (*made.attack.entries, *made.defence.entries)
    assert {e.modifier.id for e in rows if not e.counted} >= {
        "point_blank_shot", "rapid_shot", "deadly_aim", "into_melee", "cover"
    }  # fmt: skip
    for row in rows:
        assert row.counted or row.why is not None
        for words in (row.modifier.label, row.modifier.detail, row.why):
            assert words is None or glossary.say(words)


def test_offered_rows_count_when_switched_on() -> None:
    state = fight(
        token("a", power_attack=True, base_attack=8), token("t", (1, 0), side="foes", armour=5)
    )
    plain, hard = think(state), think(state, on=frozenset({"power_attack"}))
    assert (hard.attack.total, plain.attack.total) == (5, 8)
    assert hard.damage > plain.damage * Fraction(11, 10)
    careful = think(state, on=frozenset({"fighting_defensively"}))
    assert careful.attack.total == 4


def test_the_game_master_adds_and_removes_rows() -> None:
    state = duel(armour=4)
    made = think(
        state,
        extra=(Extra("hand:1", 2, "attack", "Segen"), Extra("hand:2", 3, "defence")),
        off=frozenset({"armour"}),
    )
    assert made.attack.total == 5
    assert made.defence.total == 13


def test_enhancement_swallows_masterwork_and_dodge_adds_up() -> None:
    weapon = {"id": "blade", "enhancement": 2, "masterwork": True}
    state = fight(
        token("a", weapons=[weapon]),
        token("t", (1, 0), side="foes", dodge=1, conditions=["fighting_defensively"]),
    )
    made = think(state, "blade")
    assert made.attack.total == 5
    assert not made.attack.counts("masterwork")
    assert made.defence.total == 13


def test_dodge_goes_where_dexterity_goes() -> None:
    made = think(duel(dodge=2, dexterity=14, conditions=["flat_footed"]))
    assert made.defence.total == 10
    spared = think(duel(dodge=2, dexterity=14, conditions=["flat_footed"], uncanny_dodge=True))
    assert spared.defence.total == 14


def test_a_touch_passes_armour_shield_and_hide() -> None:
    ray = {"id": "ray", "kind": "ranged", "range": 6, "touch": True, "ability": "none"}
    state = fight(
        token("a", weapons=[ray]),
        token("t", (3, 0), side="foes", armour=5, shield=2, natural=3, deflection=1, dexterity=12),
    )
    assert think(state, "ray").defence.total == 12


@pytest.mark.mechanic("P64")
def test_size_counts_on_both_sides() -> None:
    state = fight(token("a", size=2), token("t", (2, 0), side="foes"))
    assert think(state).attack.total == 2
    assert plan(state, AttackAction(TokenId("t"), TokenId("a"), "sword")).defence.total == 9


def test_dexterity_is_capped_by_armour() -> None:
    assert think(duel(dexterity=20, max_dex=2, armour=6)).defence.total == 18


# -- manners of attack ---------------------------------------------------------------------------


def test_modes_follow_base_attack_and_weapon() -> None:
    state = fight(token("a", base_attack=11), token("t", (1, 0), side="foes"))
    ids = [mode.id for mode in modes(state, TokenId("a"), "sword")]
    assert ids == ["single", "full", "charge", "second", "third"]
    assert [m.id for m in modes(state, TokenId("a"), "longbow")] == [
        "single", "full", "second", "third"
    ]  # fmt: skip


def test_a_full_attack_adds_up_all_its_rolls() -> None:
    state = fight(token("a", base_attack=6), token("t", (1, 0), side="foes", armour=6))
    single, full = think(state), think(state, mode="full")
    second = think(state, mode="second")
    assert (single.needs, second.needs) == (10, 15)
    assert full.damage == single.damage + second.damage
    assert full.chance == 1 - (1 - single.chance) * (1 - second.chance)


def test_rapid_shot_brings_one_more_roll() -> None:
    state = fight(token("a", rapid_shot=True), token("t", (5, 0), side="foes"))
    full = think(state, "longbow", mode="full", on=frozenset({"rapid_shot"}))
    assert full.needs == 9
    assert full.chance == 1 - Fraction(8, 20) ** 2


@pytest.mark.parametrize("spoken", ["de", "en"])
@pytest.mark.parametrize(("x", "far", "n"), [(2, False, 1), (13, False, 12), (14, True, 13)])
def test_a_charge_from_afar_says_how_far_one_has_to_move(
    x: int, far: bool, n: int, spoken: str
) -> None:
    state = fight(token("a", speed=6), token("t", (x, 0), side="foes"))
    (problem,) = think(state, "sword", mode="charge").problems
    code = "charge_too_far" if far else "charge_out_of_reach"
    assert problem.code == f"pathfinder.{code}"
    words = Glossary.load(spoken).say_with(f"problem.{problem.code}", problem.args)
    assert f" {n} " in words
    assert "12" in words
    near = fight(token("a", speed=6), token("t", (1, 0), side="foes"))
    assert think(near, "sword", mode="charge").possible
    tired = state.with_token(replace(state.token("a"), conditions=(Condition("exhausted"),)))
    (problem,) = think(tired, "sword", mode="charge").problems
    assert problem.args["most"] == 6


def test_charge_and_throw() -> None:
    axe = {"id": "axe", "range": 2}
    state = fight(token("a", weapons=[axe], dexterity=14), token("t", (4, 0), side="foes"))
    assert think(state, "axe").problems[0].code == "pathfinder.out_of_reach"
    thrown = think(state, "axe", mode="throw")
    assert thrown.possible
    assert thrown.attack.total == 3 + 2 - 2
    near = fight(token("a"), token("t", (1, 0), side="foes"))
    assert think(near, mode="charge").attack.total == 5
    assert think(near, "longbow", mode="charge").problems[0].code == "pathfinder.no_mode"


def test_a_thrown_weapon_carries_five_increments() -> None:
    axe = {"id": "axe", "range": 2}
    for far, possible in ((10, True), (11, False)):
        state = fight(token("a", weapons=[axe]), token("t", (far, 0), side="foes"))
        assert think(state, "axe", mode="throw").possible is possible


# -- sneak attack --------------------------------------------------------------------------------


def test_sneak_attack_wants_a_flank_or_an_unready_foe_in_plain_sight() -> None:
    def mean_of(*others: Any, **target: Any) -> Fraction:
        rogue = token("a", sneak_attack=2)
        return think(fight(rogue, token("t", (1, 0), side="foes", **target), *others)).damage

    plain = mean_of()
    assert mean_of(token("b", (2, 0))) > plain * 2
    assert mean_of(conditions=["stunned"]) > plain * 2
    assert mean_of(token("b", (2, 0)), immune_precision=True) < plain * 2
    veiled = mean_of(token("b", (2, 0)), conditions=[Condition("concealed", 20)])
    assert veiled < plain * 2


# -- notes ------------------------------------------------------------------------------------


def test_a_shot_beside_a_foe_provokes() -> None:
    made = think(duel(), "longbow")
    assert [note.code for note in made.notes] == ["pathfinder.provokes"]
    assert think(duel(conditions=["stunned"]), "longbow").notes == ()
    assert think(duel(), "unarmed").notes[0].code == "pathfinder.provokes"


def test_unknown_weapons_and_oneself_are_problems() -> None:
    state = duel()
    assert think(state, "nothing").problems[0].code == "pathfinder.no_weapon"
    me = plan(state, AttackAction(TokenId("a"), TokenId("a"), "sword"))
    assert "pathfinder.self" in [p.code for p in me.problems]


def test_another_place_is_only_thought_of() -> None:
    state = fight(token("a", (9, 9)), token("t", (1, 0), side="foes"))
    assert not think(state).possible
    assert think(state, place=Footprint.at(0, 0)).possible


def test_plans_can_be_said(glossary: Glossary) -> None:
    fog = wall("f", (3, -1), (4, -1), (4, 2), (3, 2), kind=Kind.FOG)
    state = fight(
        token("a", base_attack=6),
        token("b", (1, 0)),
        token("t", (5, 0), side="foes", conditions=["prone", "entangled"]),
        obstacles=[fog, wall("w", (4, 0), (4, 0.5))],
    )
    made = think(state, "longbow", mode="full")
    said = [glossary.say(word) for fact in made.facts for word in (fact.label, fact.value)]
    assert len(said) == 10
    for note in (*made.notes, *made.problems):
        assert glossary.say_with(f"problem.{note.code}", note.args)
    for weapon in weapons(state, TokenId("a")):
        for text in (weapon.name, weapon.damage, weapon.critical, weapon.range):
            assert text is None or glossary.say(text)
    for mode in modes(state, TokenId("a"), "sword"):
        assert glossary.say(mode.label)


def test_requests_say_what_they_want(english: Glossary) -> None:
    procedure = attack(duel(), Attack(attacker="a", target="t", weapon="sword"))
    request = next(procedure)
    assert isinstance(request, DiceRequest)
    assert isinstance(request.label, Term)
    assert english.say(request.label) == "Attack roll against T"
    assert request.who == "a"
