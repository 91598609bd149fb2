"""The helpless and the coup de grace (§7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.encounter.commands import CommandError
from rules.encounter.events import Logged
from rules.encounter.state import Condition, Encounter, Timeline
from rules.systems.pathfinder.attack import Attack, attack
from rules.systems.pathfinder.harm import points, vitals_of
from rules.systems.pathfinder.helpless import CoupDeGrace, coup_de_grace, plan_coup
from tests.rules.pathfinder.fights import fight, logged, play, token

COUP = CoupDeGrace(attacker="a", target="t", weapon="sword")
SEEK = CoupDeGrace(attacker="a", target="t", weapon="sword", cell=(1, 0))


def sleeper(*more: str, **sheet: Any) -> Encounter:
    victim = token("t", (1, 0), side="foes", conditions=["asleep", *more], **{"hp": 60, **sheet})
    return fight(token("a"), victim)


def in_round(state: Encounter, round: int) -> Encounter:
    return replace(state, timeline=Timeline(round=round))


@pytest.mark.mechanic("P56", "P58", "P59")
def test_it_needs_no_attack_roll_and_always_strikes_critically() -> None:
    after, outcome = play(sleeper(), coup_de_grace, COUP, [5, 6, 20])
    assert points(after.token("t")) == 49
    assert logged(outcome) == ["coup", "coup_save"]


@pytest.mark.mechanic("P59")
def test_the_difficulty_is_ten_and_the_damage() -> None:
    state = sleeper(fortitude=6, constitution=14)
    _, outcome = play(state, coup_de_grace, COUP, [4, 4, 10])
    save = next(e for e in outcome.events if isinstance(e, Logged) and "dc" in e.line.args)
    assert (save.line.args["dc"], save.line.args["total"]) == (18, 18)
    after, _ = play(state, coup_de_grace, COUP, [4, 4, 9])
    assert after.token("t").has("dead")
    assert not play(state, coup_de_grace, COUP, [4, 4, 10])[0].token("t").has("dead")


@pytest.mark.mechanic("P59")
def test_who_dies_of_the_damage_saves_no_more() -> None:
    after, outcome = play(sleeper(hp=3, constitution=3), coup_de_grace, COUP, [8, 8])
    assert after.token("t").has("dead")
    assert "coup_save" not in logged(outcome)


@pytest.mark.mechanic("P60")
def test_rogues_add_their_sneak_attack_even_against_the_veiled() -> None:
    state = fight(
        token("a", sneak_attack=3),
        token("t", (1, 0), side="foes", hp=90, conditions=["bound", Condition("concealed", 20)]),
    )
    after, _ = play(state, coup_de_grace, COUP, [1, 1, 6, 5, 4, 20])
    assert points(after.token("t")) == 90 - 2 - 15


@pytest.mark.mechanic("P61")
def test_it_provokes_from_foes_who_threaten() -> None:
    state = fight(
        token("a"),
        token("t", (1, 0), side="foes", conditions=["asleep"]),
        token("near", (0, 1), side="foes"),
        token("far", (9, 9), side="foes"),
        token("friend", (1, 1)),
    )
    assert plan_coup(state, COUP).foes == ("near",)


@pytest.mark.mechanic("P62")
def test_it_is_impossible_where_criticals_do_nothing() -> None:
    with pytest.raises(CommandError) as refused:
        play(sleeper(immune_criticals=True), coup_de_grace, COUP)
    assert refused.value.problem.code == "pathfinder.immune_criticals"


@pytest.mark.mechanic("P56", "P57")
def test_reach_and_bows_keep_their_distance() -> None:
    for weapon, x, code in (
        ("sword", 2, "pathfinder.out_of_reach"),
        ("longspear", 1, "pathfinder.out_of_reach"),
        ("longbow", 2, "pathfinder.coup_not_adjacent"),
    ):
        state = fight(token("a"), token("t", (x, 0), side="foes", conditions=["asleep"]))
        command = COUP.model_copy(update={"weapon": weapon})
        assert [p.code for p in plan_coup(state, command).problems] == [code]


@pytest.mark.mechanic("P63")
def test_an_unseen_victim_takes_two_rounds_in_a_row() -> None:
    state = in_round(sleeper("invisible"), 3)
    found, outcome = play(state, coup_de_grace, SEEK)
    assert logged(outcome) == ["coup_found"]
    assert points(found.token("t")) == 60
    next_round = in_round(found, 4)
    after, outcome = play(next_round, coup_de_grace, SEEK, [1, 2, 20])
    assert logged(outcome) == ["coup", "coup_save"]
    assert vitals_of(after.token("a")).found == ""
    too_late = in_round(found, 5)
    assert plan_coup(too_late, SEEK).seeks


@pytest.mark.mechanic("P63")
def test_something_else_in_between_loses_the_body_again() -> None:
    found, _ = play(sleeper("invisible"), coup_de_grace, SEEK)
    struck = Attack(attacker="a", target="t", weapon="sword", cell=(1, 0))
    after, _ = play(found, attack, struck, [2, 10])
    assert plan_coup(after, SEEK).seeks


@pytest.mark.mechanic("P63")
def test_in_a_wrong_square_nobody_is_found() -> None:
    wrong = SEEK.model_copy(update={"cell": (0, 1)})
    after, outcome = play(sleeper("invisible"), coup_de_grace, wrong)
    assert logged(outcome) == ["coup_nothing"]
    assert vitals_of(after.token("a")).found == ""


def test_the_game_master_may_insist() -> None:
    state = fight(token("a"), token("t", (1, 0), side="foes", hp=60))
    after, _ = play(state, coup_de_grace, COUP.model_copy(update={"force": True}), [1, 2, 20])
    assert points(after.token("t")) == 57


def test_damage_reduction_may_swallow_it() -> None:
    _, outcome = play(sleeper(damage_reduction=20), coup_de_grace, COUP, [1, 2])
    assert logged(outcome) == ["coup"]


def test_all_of_it_has_words(glossary: Glossary) -> None:
    for state in (sleeper(), sleeper("invisible")):
        dice = [1, 2, 3] if not state.token("t").has("invisible") else []
        _, outcome = play(state, coup_de_grace, SEEK, dice)
        for event in outcome.events:
            if isinstance(event, Logged):
                assert all(glossary.say(t) for t in (event.line, *event.details))
