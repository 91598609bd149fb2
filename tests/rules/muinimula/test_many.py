"""Many against one (§6): splitting, coordination, declared parries, the pause after a miss."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.asking import Choice
from rules.encounter.state import Encounter, Link, TokenId
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.bonds import crowd
from rules.systems.muinimula.tables import coordination_bonus
from tests.rules.muinimula.fights import (
    BLADE,
    begin,
    do,
    fight,
    holder,
    logged,
    lost,
    now,
    plan,
    play,
    refused,
    strike,
    token,
    vitals,
)


def ring(*links: tuple[str, str, str], **single: Any) -> Encounter:
    """Make a fight of s against x and y, who stand on both sides of him."""
    state = fight(
        token("x", (0, 0), side="foes"),
        token("y", (2, 0), side="foes"),
        token("s", (1, 0), **single),
    )
    made = tuple(Link(kind, TokenId(a), TokenId(b)) for kind, a, b in links)
    return Encounter(
        state.system, tokens=state.tokens, links=made, timeline=state.timeline,
        options=state.options,
    )  # fmt: skip


DIRECT = ("duel", "x", "s")
"""x holds the right against s."""
TURNED = ("duel", "s", "x")
OUTSIDE = ("beset", "y", "s")


@pytest.mark.mechanic("M31", "M34")
def test_a_second_attacker_joins_the_partial_fight_of_the_single_one() -> None:
    state = begin(ring(), "x", "s")
    state = begin(state, "y", "s")
    assert holder(state) == ("x", "s")
    assert crowd(state, TokenId("s")) == ("x", "y")
    assert [x.kind for x in state.links] == ["duel", "beset"]
    later = do(state, "next", second=True)
    assert refused(later, "attack", attacker="s", target="x") == "muinimula.no_right"


@pytest.mark.mechanic("M31")
def test_three_against_two_make_two_partial_fights() -> None:
    state = fight(
        token("x", (0, 0), side="foes"), token("y", (2, 0), side="foes"),
        token("z", (4, 0), side="foes"), token("s", (1, 0)), token("r", (3, 0)),
    )  # fmt: skip
    for attacker, target in (("x", "s"), ("z", "r"), ("y", "s")):
        state = begin(state, attacker, target)
    assert crowd(state, TokenId("s")) == ("x", "y")
    assert crowd(state, TokenId("r")) == ("z",)


@pytest.mark.mechanic("M32")
def test_the_single_one_chooses_his_opponent_freely() -> None:
    for foe in ("x", "y"):
        state = begin(ring(), "s", foe, choices=["yield"])
        assert holder(state) == ("s", foe)


@pytest.mark.mechanic("M33")
def test_he_may_change_after_a_hit() -> None:
    state = ring(TURNED, OUTSIDE)
    assert refused(state, "oppose", token="s", target="y") == "muinimula.may_not_turn"
    assert [p.code for p in plan(state, "s", "y").problems] == ["muinimula.other_duel"]
    state = strike(state, 10, 4, 20, by="s", on="x", choices=["none"])
    state = do(state, "oppose", token="s", target="y")
    assert holder(state) == ("s", "y")
    assert Link("beset", TokenId("x"), TokenId("s")) in state.links


@pytest.mark.mechanic("M33")
def test_he_may_change_once_he_has_the_right_again() -> None:
    state = strike(ring(DIRECT, OUTSIDE), 19, by="x", on="s")
    assert holder(state) == ("s", "x")
    state = begin(state, "s", "y")
    assert holder(state) == ("s", "y"), "attacking another one turns to him"
    assert not vitals(state, "s").free


@pytest.mark.mechanic("M33")
def test_he_may_change_after_a_failed_attack_from_outside() -> None:
    state = strike(ring(TURNED, OUTSIDE), 19, by="y", on="s")
    assert vitals(state, "s").free
    assert holder(do(state, "oppose", token="s", target="y")) == ("s", "y")


def test_the_game_master_may_let_him_change_at_any_time() -> None:
    state = ring(TURNED, OUTSIDE)
    assert holder(do(state, "oppose", token="s", target="y", force=True)) == ("s", "y")


# -- coordination -------------------------------------------------------------------------------


@pytest.mark.mechanic("M35")
@pytest.mark.parametrize(
    ("result", "bonus"),
    [(-7, -5), (-4, -5), (-3, -4), (-1, -4), (0, -3), (1, -3), (2, -2), (3, -2), (4, -1), (6, -1),
     (7, 0), (13, 0), (14, 1), (16, 1), (17, 2), (19, 3), (21, 4), (23, 4), (24, 5), (37, 5)],
)  # fmt: skip
def test_results_are_looked_up(result: int, bonus: int) -> None:
    assert coordination_bonus(result) == bonus


@pytest.mark.mechanic("M35", "M36", "M37")
def test_the_rows_of_all_comrades_add_up_for_every_one_of_them() -> None:
    state = ring(DIRECT, OUTSIDE)
    state = state.with_token(
        token("x", (0, 0), side="foes", coordination=13, weapons=[{**BLADE, "kk": 4}])
    )
    state = state.with_token(token("y", (2, 0), side="foes", weapons=[{**BLADE, "kk": -4}]))
    assert "muinimula.uncoordinated" in [note.code for note in plan(state, "y", "s").notes]
    state = do(state, "coordinate", 20, 3, target="s")
    assert "muinimula.uncoordinated" not in [note.code for note in plan(state, "y", "s").notes]
    assert (vitals(state, "x").coordinated, vitals(state, "y").coordinated) == (5, -4)
    for attacker in ("x", "y"):
        row = plan(state, attacker, "s").attack.find("coordination")
        assert row is not None
        assert row.modifier.value == 1
    assert plan(state, "s", "x").attack.find("coordination") is None


@pytest.mark.mechanic("M37")
def test_by_option_coordination_counts_for_the_single_one_too() -> None:
    state = do(ring(TURNED, OUTSIDE), "coordinate", 1, 1, target="s")
    chosen = Encounter(
        state.system, tokens=state.tokens, links=state.links,
        timeline=state.timeline, options={"coordination_for": "all"},
    )  # fmt: skip
    row = plan(chosen, "s", "x").attack.find("coordination")
    assert row is not None
    assert row.modifier.value == -6


def test_nobody_coordinates_alone() -> None:
    assert refused(fight(token("s")), "coordinate", target="s") == "muinimula.nobody_besets"


# -- attacks of the many ------------------------------------------------------------------------


@pytest.mark.mechanic("M38")
def test_only_free_means_parry_the_next_of_many() -> None:
    state = ring(DIRECT, OUTSIDE)
    state = strike(state, 10, 9, by="x", on="s", choices=["weapon:blade"])
    state = strike(state, 10, 9, by="y", on="s", choices=["dodge"])
    state = state.with_token(token("z", (1, 1), side="foes"))
    after = strike(state, 10, 6, 20, by="z", on="s")
    assert lost(after, "s") == 6, "nothing is left to parry with, nobody is asked"


@pytest.mark.mechanic("M38")
def test_those_outside_attack_without_any_right() -> None:
    state = ring(TURNED, OUTSIDE)
    assert plan(state, "y", "s").possible
    assert not plan(state, "x", "s").possible


@pytest.mark.mechanic("M39")
def test_parries_of_simultaneous_attacks_are_fixed_before_any_roll() -> None:
    state = begin(begin(ring(), "x", "s"), "y", "s")
    command = SYSTEM.commands["next"].model_validate({"do": "next"})
    procedure = SYSTEM.perform(state, command)
    first = next(procedure)
    assert isinstance(first, Choice)
    assert first.who == "s"
    second = procedure.send("dodge")
    assert isinstance(second, Choice)
    taken = next(o for o in second.options if o.id == "dodge")
    assert taken.why is not None
    assert taken.why.key == "why.muinimula.declared", "one means stops one of them"
    free = next(o for o in second.options if o.id == "weapon:blade")
    assert free.detail is not None
    assert 0 < float(str(free.detail.args["chance"])) < 1, "how surely it stops whatever strikes"
    roll = procedure.send("weapon:blade")
    assert not isinstance(roll, Choice)
    after = do(state, "next", 10, 9, 10, 9, choices=["dodge", "weapon:blade"])
    assert lost(after, "s") == 0
    none = do(state, "next", 10, 3, 20, 16, choices=["none", "dodge"])
    assert lost(none, "s") == 3
    assert vitals(none, "s").used == {}, "a means kept for an attack that failed stays free"


@pytest.mark.mechanic("M40")
def test_every_parried_attacker_carries_his_own_limit() -> None:
    state = begin(begin(ring(), "x", "s"), "y", "s")
    state = do(state, "next", 10, 9, 12, 4, choices=["dodge", "weapon:blade"])
    assert plan(state, "x", "s").attack.total == 9
    assert plan(state, "y", "s").attack.total == 4
    other = state.with_token(token("z", (1, 1), side="foes"))
    assert plan(other, "z", "s").attack.total == 15


@pytest.mark.mechanic("M41")
def test_who_misses_from_outside_pauses_one_attack_time() -> None:
    state = ring(TURNED, OUTSIDE)
    for _ in range(4):
        state = do(state, "next")
    state = begin(state, "y", "s")
    state, outcome = play(state, "next", [19])
    assert now(state) == 7
    pause = vitals(state, "y").pending
    assert pause is not None
    assert (pause.kind, pause.end / 2) == ("pause", 10)
    assert holder(state) == ("s", "x"), "the duel goes on"
    assert "pauses" in logged(outcome)
    assert refused(state, "abort", token="y") == "muinimula.must_pause"
    assert now(do(state, "next")) == 10


@pytest.mark.mechanic("M41")
def test_a_parried_attack_from_outside_costs_no_pause() -> None:
    state = do(begin(ring(TURNED, OUTSIDE), "y", "s"), "next", 10, 9, choices=["dodge"])
    pending = vitals(state, "y").pending
    assert pending is not None
    assert pending.kind == "attack"


@pytest.mark.mechanic("M42")
def test_meanwhile_the_single_one_may_turn_his_right_on_him() -> None:
    missed = strike(ring(TURNED, OUTSIDE), 19, by="y", on="s")
    state = do(missed, "oppose", token="s", target="y")
    assert holder(state) == ("s", "y")
    assert plan(state, "s", "y").attack.total == 15
    without = strike(ring(DIRECT, OUTSIDE), 19, by="y", on="s")
    assert refused(without, "oppose", token="s", target="y") == "muinimula.may_not_turn"


@pytest.mark.mechanic("M43")
def test_by_the_table_he_needs_no_right_for_it() -> None:
    state = ring(DIRECT, OUTSIDE)
    by_table = Encounter(
        state.system, tokens=state.tokens, links=state.links, timeline=state.timeline,
        options={"pause_right": "table"},
    )  # fmt: skip
    missed = strike(by_table, 19, by="y", on="s")
    assert holder(do(missed, "oppose", token="s", target="y")) == ("s", "y")


def test_a_miss_in_the_duel_itself_only_turns_the_roles() -> None:
    state = strike(ring(DIRECT, OUTSIDE), 19, by="x", on="s")
    assert vitals(state, "x").pending is None


def test_who_falls_leaves_all_duels() -> None:
    state = do(ring(DIRECT, OUTSIDE), "damage", 5, tokens=["x"], amount=90)
    assert [x.kind for x in state.links] == ["beset"]
    state = do(begin(state, "y", "s"), "next", 19)
    assert holder(state) == ("s", "y")
