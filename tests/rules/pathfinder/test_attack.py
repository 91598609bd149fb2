"""Attacks as they happen: order of the rolls, damage, what stays afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.asking import MissingAnswerError
from rules.core.glossary import Glossary
from rules.encounter.commands import CommandError
from rules.encounter.events import Logged
from rules.encounter.state import Encounter
from rules.systems.pathfinder.attack import Attack, attack
from rules.systems.pathfinder.harm import points, vitals_of
from tests.rules.pathfinder.fights import fight, logged, play, token


def strike(weapon: str = "sword", **more: Any) -> Attack:
    return Attack(attacker="a", target="t", weapon=weapon, **more)


def pair(attacker: dict[str, Any] | None = None, **target: Any) -> Encounter:
    return fight(token("a", **(attacker or {})), token("t", (1, 0), side="foes", **target))


def test_a_critical_multiplies_dice_and_bonus_but_no_sneak_attack() -> None:
    state = pair({"strength": 14, "sneak_attack": 1}, conditions=["stunned"], hp=60)
    after, outcome = play(state, attack, strike(), [19, 15, 3, 4, 6])
    assert points(after.token("t")) == 60 - (3 + 4 + 2 + 2) - 6
    assert logged(outcome)[0] == "critical"


def test_a_threat_that_is_no_hit_threatens_nothing() -> None:
    after, outcome = play(pair(armour=20), attack, strike(), [19])
    assert logged(outcome) == ["missed"]
    assert points(after.token("t")) == 20


def test_the_miss_chance_is_rolled_by_the_target_before_the_confirmation() -> None:
    state = pair(conditions=["concealed"])
    procedure = attack(state, strike())
    assert next(procedure).who == "a"
    assert procedure.send((19,)).label.key == "dice.pathfinder.miss_chance"
    confirm = procedure.send((80,))
    assert (confirm.who, confirm.label.key) == ("a", "dice.pathfinder.confirm")


def test_blind_fight_rolls_a_miss_twice() -> None:
    state = pair({"blind_fight": True}, conditions=["concealed"])
    after, _ = play(state, attack, strike(), [15, 10, 30, 5])
    assert points(after.token("t")) == 15
    _, outcome = play(state, attack, strike(), [15, 10, 20])
    assert logged(outcome) == ["concealed"]


def test_damage_reduction_and_what_overcomes_it() -> None:
    hard: dict[str, Any] = {"damage_reduction": 5, "reduction_bypass": "magic"}
    after, _ = play(pair(**hard), attack, strike(), [15, 8])
    assert points(after.token("t")) == 17
    blade = {"weapons": [{"id": "sword", "enhancement": 1}]}
    after, _ = play(pair(blade, **hard), attack, strike(), [15, 8])
    assert points(after.token("t")) == 11


def test_bare_hands_hurt_without_killing() -> None:
    after, _ = play(pair(), attack, strike("unarmed"), [15, 3])
    vitals = vitals_of(after.token("t"))
    assert (vitals.damage, vitals.nonlethal) == (0, 3)
    after, _ = play(pair(), attack, strike(on=("nonlethal",)), [15, 8])
    assert vitals_of(after.token("t")).nonlethal == 8


def test_a_full_attack_rolls_on_until_the_target_falls() -> None:
    state = pair({"base_attack": 11}, hp=10, armour=10)
    _, outcome = play(state, attack, strike(mode="full"), [8, 14, 3, 18])
    assert logged(outcome) == ["missed", "hit", "missed"]
    after, outcome = play(state, attack, strike(mode="full"), [18, 8, 14, 8])
    assert logged(outcome).count("hit") == 2
    assert after.token("t").has("dying")


def test_a_charge_and_a_careful_stance_stay_until_the_next_turn() -> None:
    after, _ = play(pair(), attack, strike(mode="charge"), [2])
    assert after.token("a").has("charging")
    after, _ = play(pair(), attack, strike(on=("fighting_defensively",)), [2])
    assert after.token("a").has("fighting_defensively")


def test_the_weapon_used_is_in_hand_from_then_on() -> None:
    state = pair()
    after, _ = play(state, attack, strike("longbow"), [2])
    assert vitals_of(after.token("a")).wielded == "longbow"
    after, _ = play(after, attack, strike("unarmed"), [2])
    assert vitals_of(after.token("a")).wielded == "longbow"


def test_an_attack_of_opportunity_is_used_up() -> None:
    state = pair()
    after, _ = play(state, attack, strike(opportunity=True), [2])
    assert vitals_of(after.token("a")).opportunities == 1
    with pytest.raises(CommandError) as refused:
        play(after, attack, strike(opportunity=True))
    assert refused.value.problem.code == "pathfinder.no_opportunity"


def test_the_game_master_may_insist() -> None:
    state = fight(token("a"), token("t", (9, 0), side="foes"))
    with pytest.raises(CommandError) as refused:
        play(state, attack, strike())
    assert refused.value.problem.code == "pathfinder.out_of_reach"
    after, _ = play(state, attack, strike(on=("force",)), [15, 3])
    assert points(after.token("t")) == 17


def test_too_few_dice_leave_a_question_open() -> None:
    with pytest.raises(MissingAnswerError) as missing:
        play(pair(), attack, strike(), [15])
    assert missing.value.request.label.key == "dice.pathfinder.damage"


def test_every_line_of_the_log_has_words(glossary: Glossary) -> None:
    state = pair(
        {"sneak_attack": 1, "strength": 16}, conditions=["stunned", "prone"], damage_reduction=1
    )
    _, outcome = play(state, attack, strike(), [20, 15, 3, 4, 6])
    _, shot = play(state, attack, strike("longbow"), [2])
    lines = [e for e in (*outcome.events, *shot.events) if isinstance(e, Logged)]
    said = [glossary.say(t) for line in lines for t in (line.line, *line.details)]
    assert len(said) > 12
    assert glossary.say(outcome.label)
    shown = [glossary.say(detail) for detail in lines[0].details]
    assert any("+3" in text for text in shown)
