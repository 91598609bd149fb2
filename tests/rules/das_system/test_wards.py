"""Parade, dodge, counter-attack, the helpless, several opponents, giving way (§6, §10–13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.encounter.events import Logged
from rules.encounter.state import Encounter
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.bouts import bouts
from rules.systems.das_system.options import options_of
from rules.systems.das_system.values import Split, parade_values
from rules.systems.das_system.warding import Blow, Ward, breaks, outcome
from tests.rules.das_system.fights import (
    action,
    do,
    faces,
    fight,
    offered,
    opponent,
    pair,
    play,
    shown,
    strike,
    token,
    vitals,
    wall,
    wounded,
)

BLOW = Blow(1500, 515)


def ward(schwere: int, *, dodges: bool = False) -> Ward:
    me = token("t")
    values = parade_values(me, SHEET.arms[0], options_of(pair()))
    kind = "dodge" if dodges else "parade"
    return Ward(kind, kind, values, Split(0, schwere), dodges=dodges)  # type: ignore[arg-type]  # one of two kinds


SHEET = SYSTEM.sheet_model()


@pytest.mark.mechanic("S39", "S41")
@pytest.mark.parametrize(
    ("value", "schwere", "result"),
    [
        (1770, 630, ("full", 0)),
        (1500, 515, ("full", 0)),
        (1500, 514, ("weakened", 1)),
        (1499, 630, ("failed", 515)),
        (1770, 0, ("weakened", 515)),
    ],
)
def test_a_parade_must_reach_value_and_schwere(
    value: int, schwere: int, result: tuple[str, int]
) -> None:
    assert outcome(value, ward(schwere), BLOW) == result


@pytest.mark.mechanic("S41", "S19")
@pytest.mark.parametrize(
    ("value", "schwere", "broken"),
    [(1770, 630, False), (2000, 800, True), (2000, 765, True), (2000, 764, False),
     (1999, 900, False)],
)  # fmt: skip
def test_only_wide_margins_break_a_series(value: int, schwere: int, broken: bool) -> None:
    assert breaks(value, ward(schwere), BLOW, options_of(pair())) is broken


@pytest.mark.mechanic("S40")
def test_a_dodge_needs_no_schwere_and_breaks_nothing() -> None:
    assert outcome(1500, ward(0, dodges=True), BLOW) == ("full", 0)
    assert outcome(1499, ward(0, dodges=True), BLOW) == ("failed", 515)
    assert not breaks(9999, ward(0, dodges=True), BLOW, options_of(pair()))


@pytest.mark.mechanic("S39", "S42")
def test_a_defender_is_offered_every_ward() -> None:
    state = fight(opponent(), token("t", (1, 0), weapons=["sword", "unarmed"]))
    found = offered(state, 600)
    assert set(found) == {
        "parade.sword.enough", "parade.sword.precise", "parade.sword.heavy", "stand.sword",
        "dodge", "counter.dodge.sword", "counter.dodge.unarmed", "counter.sword.unarmed", "none",
    }  # fmt: skip
    assert "counter.sword.sword" not in found


def test_shots_can_only_be_dodged() -> None:
    state = fight(opponent(weapons=["longbow"]), token("t", (5, 0)))
    assert set(offered(state, 600, numbers={"festwert": 500})) == {"dodge", "none"}


def test_styles_parry_what_they_can() -> None:
    armed = fight(opponent(), token("t", (1, 0), weapons=["unarmed", "kick", "headbutt", "bite"]))
    assert not [id for id in offered(armed, 600) if id.startswith("parade")]
    bare = fight(opponent(weapons=["kick"], waffenlos=1600), token("t", (1, 0),
                 weapons=["unarmed", "kick", "headbutt"]))  # fmt: skip
    parries = {id.split(".")[1] for id in offered(bare, 700, numbers={"festwert": 700})
               if id.startswith("parade")}  # fmt: skip
    assert parries == {"unarmed", "kick"}


def test_a_grab_holds() -> None:
    state = fight(opponent(weapons=["grab"], waffenlos=1600), token("t", (1, 0)))
    held = strike(state, 500, aim="l_arm", festwert=800, schwere=0, choices=["none", "l_hand"])
    assert held.token("t").has("held")


def test_shields_and_parrying_daggers_parry_beside_the_weapon() -> None:
    state = fight(opponent(), token("t", (1, 0), weapons=["sword", "shield", "parrying_dagger"]))
    parries = {id.split(".")[1] for id in offered(state, 600) if id.startswith("parade")}
    assert parries == {"sword", "shield", "parrying_dagger"}
    two = fight(opponent(), token("t", (1, 0), weapons=["longspear", "shield"]))
    parries = {id.split(".")[1] for id in offered(two, 600) if id.startswith("parade")}
    assert parries == {"longspear"}


# -- counter-attack -------------------------------------------------------------------------------


@pytest.mark.mechanic("S43", "S44", "S45")
def test_both_rolls_of_a_counter_use_half_the_die_and_their_own_festwert() -> None:
    state = fight(opponent(), token("t", (1, 0), ausweichen=2000, weapons=["sword", "unarmed"]))
    choices = ["counter.dodge.unarmed", "rumpf", "precise"]
    _, outcome = play(
        state, "attack", faces(300, 575, 200), choices, attacker="a", target="t",
        mode="kopf", numbers={"festwert": 900},
    )  # fmt: skip
    details = [d.args for e in outcome.events if hasattr(e, "details") for d in e.details]
    rolls = [d for d in details if "die" in d]
    assert [(d["die"], d["counted"]) for d in rolls] == [(1150, 300), (575, 575), (575, 200)]
    assert rolls[1]["festwert"] != rolls[2]["festwert"]


@pytest.mark.mechanic("S46")
def test_a_counter_takes_the_initiative_only_unhurt() -> None:
    state = fight(opponent(), token("t", (1, 0), ausweichen=2000, weapons=["sword", "unarmed"]))
    state = do(state, "start", first=["a"])
    choices = ["counter.dodge.unarmed", "rumpf", "precise"]
    won = strike(state, 300, 575, 200, aim="kopf", festwert=900, choices=choices)
    (bout,) = bouts(won.timeline)
    assert (bout.attacker, bout.at) == ("t", 2000)
    assert vitals(won, "t").kar == 1
    assert vitals(won, "t").ausdauer == 1150 - 10 - 20
    both = strike(
        state, 1150, 1, 200, aim="kopf", festwert=900, choices=[*choices[:1], "auge", *choices[1:]]
    )
    (bout,) = bouts(both.timeline)
    assert bout.attacker == "a"
    assert vitals(both, "a").wounds
    assert vitals(both, "t").wounds


def test_a_counter_may_be_parried_by_option() -> None:
    state = fight(
        opponent(), token("t", (1, 0), ausweichen=2000, weapons=["sword", "unarmed"]),
        gegen_parade=True,
    )  # fmt: skip
    choices = ["counter.dodge.unarmed", "rumpf", "precise", "parade.sword.enough"]
    after = strike(state, 300, 575, 200, 1000, aim="kopf", festwert=900, choices=choices)
    assert not vitals(after, "a").wounds


# -- the helpless ---------------------------------------------------------------------------------


@pytest.mark.mechanic("S32")
@pytest.mark.parametrize("weapon", ["sword", "longbow"])
def test_nobody_wards_what_nobody_notices(weapon: str) -> None:
    state = fight(opponent(weapons=[weapon]), token("t", (1, 0)))
    after = strike(state, 400, festwert=400, on=["unnoticed"], weapon=weapon, choices=["brust"])
    assert vitals(after, "t").gz < 1150
    plan = SYSTEM.plan(state, action(on=frozenset({"unnoticed"})))
    assert plan.defence.find("unnoticed") is not None
    assert plan.defence.counts("unnoticed")


@pytest.mark.mechanic("S33")
def test_an_attack_noticed_late_needs_a_very_hard_probe() -> None:
    state = fight(opponent(), token("t", (1, 0), aufmerksamkeit=600))
    late = ["noticed_late"]
    failed = strike(state, 1, 899, festwert=900, on=late, choices=["brust"])
    assert vitals(failed, "t").ausdauer < 1150
    made = strike(state, 1, 900, 1100, festwert=900, on=late, choices=["dodge"])
    assert vitals(made, "t").gz == 1150
    eased = fight(*state.tokens.values(), bemerken=100)
    dodged = strike(eased, 1, 1, 1100, festwert=900, on=late, choices=["dodge"])
    assert vitals(dodged, "t").gz == 1150


def test_the_wounded_are_hampered_in_their_wards() -> None:
    hurt = token("t", (1, 0), vitals={"wounds": [wounded(place="r_hand", forbids=("parade",)),
                 wounded(2, "r_knie", forbids=("dodge",))]})  # fmt: skip
    after = strike(fight(opponent(), hurt), 1, choices=["brust"])
    assert vitals(after, "t").ausdauer < 1150


# -- several opponents, giving way ----------------------------------------------------------------


@pytest.mark.mechanic("S95")
def test_parades_drive_the_defender_back() -> None:
    state = do(fight(opponent(), token("t", (1, 0)), schritte_je_feld=2), "start", first=["a"])
    choice = ["parade.sword.heavy"]
    once = strike(state, 1, 1100, choices=choice)
    assert once.token("t").space == state.token("t").space
    twice = strike(do(once, "next"), 1, 1100, choices=choice)
    assert (twice.token("t").space.x, twice.token("a").space.x) == (2 * 512, 512)
    stays = strike(do(once, "next"), 1, 1100, on=["no_push"], choices=choice)
    assert stays.token("t").space == state.token("t").space


@pytest.mark.mechanic("S95")
def test_whoever_cannot_give_way_parries_worse() -> None:
    walled = fight(opponent(), token("t", (1, 0)), obstacles=[wall("w", (2, 0), (2, 1))])
    rows = SYSTEM.plan(walled, action("sword", "kopf")).defence
    assert rows.counts("cornered") or rows.find("pa_base") is not None
    assert "stand.sword" not in offered(walled, 600)
    held = fight(opponent(), token("t", (1, 0), conditions=["cornered"]))
    assert "stand.sword" not in offered(held, 600)
    free = fight(*walled.tokens.values(), obstacles=[], rueckzug_karte=False)
    assert "stand.sword" in offered(free, 600)


def test_groups_make_later_parades_harder() -> None:
    state = fight(
        opponent("a", (0, 0)), token("t", (1, 0)), opponent("b", (2, 0)), opponent("c", (1, 1))
    )
    state = do(state, "groups", token="t", groups=[["a"], ["b"], ["c"]])
    pairs = [["a", "t"], ["b", "t"], ["c", "t"]]
    state = do(state, "start", pairs=pairs, first=["a", "b", "c"])
    state = strike(state, 1, choices=["none", "brust"], schwere=0)
    state = strike(state, 10, by="b", choices=["none", "brust"], schwere=0)
    command = {"attacker": "c", "target": "t", "numbers": {"festwert": 900, "schwere": 0}}
    _, outcome = play(state, "attack", faces(1, 1), ["dodge", "brust"], **command)
    extra = [d.args["extra"] for e in outcome.events if hasattr(e, "details") for d in e.details
             if "extra" in d.args]  # fmt: skip
    assert extra == [901 + 910]
    assert do(state, "groups", token="t").data == {}


def test_the_usual_ward_and_its_chance_stand_in_the_plan() -> None:
    plan = SYSTEM.plan(pair(), action("sword", "kopf", numbers=(("festwert", 200),)))
    assert plan.chance == Fraction(251, 2000)
    assert plan.needs == 900
    assert [f.label.key for f in plan.facts][4] == "fact.das_system.ward"
    never = SYSTEM.plan(
        fight(opponent(wuerfelwert=100), token("t", (1, 0))),
        action("sword", "kopf", numbers=(("festwert", 200),)),
    )
    assert never.needs is None
    assert never.chance == 0


@pytest.mark.mechanic("S42")
def test_nobody_counters_whom_he_cannot_reach() -> None:
    far = fight(opponent(weapons=["longspear"]), token("t", (2, 0)))
    found = offered(far, 500, numbers={"festwert": 500})
    assert not [id for id in found if id.startswith("counter")]
    spear = fight(opponent(weapons=["longspear"]), token("t", (2, 0), weapons=["longspear"]))
    assert "counter.dodge.longspear" in offered(spear, 500, numbers={"festwert": 500})


def test_wards_that_cannot_be_taken_say_why() -> None:
    def why(state: Encounter, id: str, **fields: Any) -> str:
        option = shown(state, 600, **fields)[id]
        assert option.why is not None
        return option.why.key.rpartition(".")[2]

    assert why(pair(), "barred.unarmed") == "unarmed", "boxing does not parry a sword"
    for deed, id in (("parade", "barred.sword"), ("dodge", "barred.dodge")):
        hurt = [wounded(place="r_hand", forbids=(deed,))]
        state = fight(opponent(), token("t", (1, 0), vitals={"wounds": hurt}))
        assert why(state, id) == "wound"
        assert "none" in offered(state, 600)
    hurt = [wounded(place="r_hand", forbids=("parade", "dodge"))]
    state = fight(opponent(), token("t", (1, 0), vitals={"wounds": hurt}))
    said = [e for e in play(state, "attack", faces(600), ["brust"], attacker="a", target="t",
                            mode="rumpf", numbers={"festwert": 900})[1].events
            if isinstance(e, Logged) and e.line.key == "log.das_system.no_ward"]  # fmt: skip
    assert len(said[0].details) == 3, "sword, fists and dodge, each with its reason"
    ids = list(shown(pair(), 600))
    assert ids[-1] == "none", "to do nothing stands last"
