"""Wounds, GZ and Ausdauer, bleeding and pain (§7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.glossary import Glossary
from rules.core.options import Options
from rules.encounter.state import Encounter
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.blow import injury, row_number, severity
from rules.systems.das_system.body import places
from rules.systems.das_system.fading import (
    Ache,
    Flow,
    ache,
    bleed,
    loss_to_the_end,
    suppressed,
)
from rules.systems.das_system.harm import struck, zustand_of
from rules.systems.das_system.kar import SECOND
from rules.systems.das_system.layers import Way
from rules.systems.das_system.options import OPTIONS
from rules.systems.das_system.tables import KINDS, bleeding_levels, pain_table, wound_table
from tests.rules.das_system.fights import (
    action,
    do,
    fight,
    opponent,
    pair,
    play,
    refused,
    strike,
    token,
    vitals,
    wounded,
)

PLAIN = Options(OPTIONS, {})
BARE = Way(700, places()["brust"])


# -- severity and rows ----------------------------------------------------------------------------


@pytest.mark.mechanic("S47", "S50")
def test_the_zustand_of_a_place_is_taken_off() -> None:
    assert severity(BARE, 800, 130, PLAIN) == 670
    assert severity(BARE, 130, 130, PLAIN) == 0
    always = Options(OPTIONS, {"mindestverletzung": True})
    assert severity(BARE, 100, 130, always) == 1
    assert severity(BARE, 0, 130, always) == 0


@pytest.mark.mechanic("S57")
def test_a_negative_zustand_adds_to_later_hits() -> None:
    assert severity(BARE, 100, -40, PLAIN) == 140
    state = pair()
    for _ in range(2):
        state = strike(state, 1, festwert=900, choices=["none", "bauch"], aim="rumpf")
    first, second = vitals(state, "t").wounds
    assert first.zustand == 70
    assert zustand_of(state.token("t"), "bauch") == 60 - 70 - second.zustand
    assert second.severity == first.severity + first.zustand


@pytest.mark.mechanic("S48", "S49")
def test_wounds_differ_by_kind_and_region() -> None:
    found = {kind: injury(400, "brust", kind) for kind in KINDS}
    assert {k: (i.bleeding, i.pain) for k, i in found.items()} == {
        "hieb": (1, 2),
        "stich": (2, 1),
        "schlag": (0, 3),
        "biss": (1, 3),
        "schuss": (2, 2),
    }
    assert injury(400, "l_hand", "stich").bleeding == 1
    assert row_number(400, "gesicht") == row_number(400, "brust") + 1
    assert row_number(5000, "gesicht") == 8


@pytest.mark.mechanic("S23")
def test_places_differ_in_danger() -> None:
    eye, forearm = places()["auge"], places()["r_unterarm"]
    assert eye.zustand < forearm.zustand
    assert row_number(300 - eye.zustand, "auge") > row_number(300 - forearm.zustand, "r_unterarm")


@pytest.mark.mechanic("S51")
def test_every_row_has_all_columns_and_words(glossary: Glossary) -> None:
    rows = wound_table().rows
    assert [row.start for row in rows] == sorted({row.start for row in rows})
    for kind in KINDS:
        for number in range(1, len(rows) + 1):
            assert glossary.say(f"wound_text.das_system.{kind}.{number}")
    assert rows[-1].useless


@given(st.integers(1, 3000), st.sampled_from(sorted(places())), st.sampled_from(KINDS))
def test_levels_stay_within_bounds(amount: int, place: str, kind: str) -> None:
    found = injury(amount, place, kind)  # type: ignore[arg-type]  # one of KINDS
    assert 0 <= found.bleeding <= 6
    assert 0 <= found.pain <= 6
    assert 1 <= found.number <= 8


# -- Gesamtzustand --------------------------------------------------------------------------------


@pytest.mark.mechanic("S64", "S67", "S70")
def test_hits_take_the_gz_to_zero_at_most() -> None:
    assert [struck(gz, 300) for gz in (1000, 300, 200, 0, -50)] == [700, 0, 0, 0, -50]


@pytest.mark.mechanic("S70", "S67")
def test_the_unconscious_worsen_only_by_bleeding() -> None:
    out = token("t", (1, 0), vitals={"gz": 0, "ausdauer": 0}, conditions=["unfit"])
    state = strike(fight(opponent(), out), 1, festwert=900, choices=["brust"])
    assert vitals(state, "t").gz == 0
    assert vitals(state, "t").wounds
    bled = do(state, "wait", seconds=3)
    assert vitals(bled, "t").gz == -1
    assert bled.token("t").has("unconscious")
    assert not bled.token("t").has("unfit")


@pytest.mark.mechanic("S65")
def test_at_zero_one_is_unfit_and_neither_attacks_nor_wards() -> None:
    state = do(pair(), "damage", tokens=["a"], amount=9999)
    assert state.token("a").has("unfit")
    assert SYSTEM.health(state.token("a")).down
    assert refused(state, "attack", attacker="a", target="t") == "das_system.cannot_act"
    strike(state, 500, by="t", at="a", festwert=300, choices=["brust"])
    healed = do(state, "heal", tokens=["a"], amount=1)
    assert not healed.token("a").has("unfit")


@pytest.mark.mechanic("S66")
def test_death_comes_with_as_much_again_as_konstitution() -> None:
    state = fight(token("t", konstitution=1100))
    alive = do(state, "damage", tokens=["t"], amount=2199, kind="other")
    assert not SYSTEM.health(alive.token("t")).dead
    assert SYSTEM.health(do(alive, "damage", tokens=["t"], amount=1, kind="other").token("t")).dead


@pytest.mark.mechanic("S68", "S69")
def test_ausdauer_never_exceeds_the_gz() -> None:
    state = fight(opponent(), token("t", (1, 0), vitals={"ausdauer": 500}))
    capped = strike(state, 1, festwert=900, choices=["none", "brust"])
    assert (vitals(capped, "t").gz, vitals(capped, "t").ausdauer) == (755, 500)
    same = fight(opponent(), token("t", (1, 0)))
    both = strike(same, 1, festwert=900, choices=["none", "brust"])
    assert vitals(both, "t").gz == vitals(both, "t").ausdauer == 755
    subtract = fight(*state.tokens.values(), ausdauer_treffer="subtract")
    less = strike(subtract, 1, festwert=900, choices=["none", "brust"])
    assert vitals(less, "t").ausdauer == 105


def test_what_ausdauer_lacks_comes_off_the_gz() -> None:
    tired = opponent(vitals={"ausdauer": 5})
    state = strike(fight(tired, token("t", (1, 0))), 1, festwert=0, schwere=0)
    assert (vitals(state, "a").ausdauer, vitals(state, "a").gz) == (0, 1135)


@pytest.mark.mechanic("S97")
def test_load_costs_more() -> None:
    loaded = opponent(load=250)
    state = strike(fight(loaded, token("t", (1, 0))), 1, festwert=0, schwere=0)
    assert vitals(state, "a").ausdauer == 1150 - 20 - 2


# -- bleeding -------------------------------------------------------------------------------------


@pytest.mark.mechanic("S52", "S53")
@pytest.mark.parametrize(
    ("level", "seconds", "lost"),
    [(2, 30, 30), (2, 90, 70), (2, 660, 260), (6, 40, 1400), (1, 2, 0), (1, 3, 1), (1, 600, 200),
     (3, 690, 410), (4, 710, 610), (5, 730, 1010), (6, 750, 2010), (6, 9999, 2010), (0, 9, 0)],
)  # fmt: skip
def test_bleeding_follows_the_table(level: int, seconds: int, lost: int) -> None:
    assert bleed(Flow(level), seconds * SECOND)[0] == lost


@pytest.mark.mechanic("S53")
def test_a_bleeding_steps_down_and_stops() -> None:
    assert bleed(Flow(3), 30 * SECOND)[1] == Flow(2)
    assert bleed(Flow(3), 31 * SECOND)[1] == Flow(2, SECOND)
    assert bleed(Flow(3), 690 * SECOND)[1] == Flow(0)
    assert [loss_to_the_end(n) for n in range(1, 7)] == [200, 260, 410, 610, 1010, 2010]
    assert len(bleeding_levels()) == 6


@given(st.integers(0, 6), st.lists(st.integers(0, 40 * SECOND), max_size=6))
def test_time_may_pass_in_any_pieces(level: int, pieces: list[int]) -> None:
    whole = bleed(Flow(level), sum(pieces))
    lost, flow = 0, Flow(level)
    for ticks in pieces:
        more, flow = bleed(flow, ticks)
        lost += more
    assert (lost, flow) == whole
    pain = Ache(level)
    for ticks in pieces:
        pain = ache(pain, ticks, cascade=True)
    assert pain == ache(Ache(level), sum(pieces), cascade=True)


def test_several_bleedings_add_up() -> None:
    hurt = token("t", vitals={"wounds": [wounded(bleeding=2), wounded(2, bleeding=3)]})
    assert vitals(do(fight(hurt), "wait", seconds=10), "t").gz == 1150 - 10 - 50


# -- pain -----------------------------------------------------------------------------------------


@pytest.mark.mechanic("S54")
def test_pain_has_six_rows_with_their_times() -> None:
    assert [row.lasts for row in pain_table().levels] == [60, 20, 15, 3, 10, 60]
    assert ache(Ache(4), 3 * SECOND, cascade=True) == Ache(3)
    assert ache(Ache(4), 98 * SECOND, cascade=True) == Ache(0)
    assert ache(Ache(6), 168 * SECOND, cascade=True) == Ache(0)
    assert ache(Ache(4), 3 * SECOND, cascade=False) == Ache(0)


@pytest.mark.mechanic("S56")
@pytest.mark.parametrize(("result", "row"), [(999, 3), (1000, 2), (3500, 0), (-400, 3)])
def test_each_thousand_suppresses_a_row(result: int, row: int) -> None:
    assert suppressed(3, result) == row


@pytest.mark.mechanic("S55")
def test_whoever_suffers_the_worst_does_nothing() -> None:
    state = fight(opponent(vitals={"wounds": [wounded(pain=6)]}), token("t", (1, 0)))
    assert refused(state, "attack", attacker="a", target="t") == "das_system.in_pain"
    strike(state, 500, by="t", at="a", festwert=300, choices=["brust"])


# -- wounds by hand -------------------------------------------------------------------------------


def test_a_place_can_be_injured_by_hand() -> None:
    state = do(pair(), "strike", token="t", place="l_hand", severity=240, kind="schlag")
    (wound,) = vitals(state, "t").wounds
    assert (wound.severity, wound.row, vitals(state, "t").gz) == (200, 3, 950)
    assert refused(state, "strike", token="t", place="tail", severity=1) == "das_system.no_place"


@pytest.mark.mechanic("S61")
def test_a_useless_arm_neither_strikes_nor_parries() -> None:
    state = do(pair(), "strike", token="a", place="r_hand", severity=1300)
    (wound,) = vitals(state, "a").wounds
    assert (wound.useless, wound.forbids) == (True, ("attack", "parade", "hands"))
    state = do(state, "heal", tokens=["a"], amount=999)
    state = do(state, "wait", seconds=200)
    assert refused(state, "attack", attacker="a", target="t") == "das_system.wounded_limb"
    eased = do(state, "forbid", token="a", wound=1, actions=["parade"])
    strike(eased, 1, festwert=0, schwere=0)
    assert refused(state, "forbid", token="a", wound=1, actions=["fly"]) == "das_system.no_action"
    left = fight(opponent(left_handed=True, vitals=vitals(state, "a").model_dump()), token("t"))
    assert "das_system.wounded_limb" not in codes(left)


def codes(state: Encounter) -> list[str]:
    return [p.code for p in SYSTEM.plan(state, action()).problems]


def test_wounds_and_armour_can_be_mended() -> None:
    hurt = token("t", armour=["leather"], vitals={"wounds": [wounded()],
                 "armour": {"leather": {"bauch": 500}}})  # fmt: skip
    state = fight(hurt)
    assert vitals(do(state, "mend", token="t", wound=1), "t").wounds == ()
    assert vitals(do(state, "mend", token="t", piece="leather"), "t").armour == {}
    assert refused(state, "mend", token="t", piece="helmet") == "das_system.nothing_to_mend"


def test_ausdauer_is_given_and_taken() -> None:
    state = do(pair(), "rest", tokens=["t"], amount=-200)
    assert vitals(state, "t").ausdauer == 950
    assert vitals(do(state, "rest", tokens=["t"], amount=999), "t").ausdauer == 1150
    assert refused(pair(), "rest", tokens=["t"], amount=5) == "nothing_changes"


@pytest.mark.mechanic("S92", "S91")
def test_damage_shows_in_before_and_after(german: Glossary) -> None:
    state = fight(opponent(), token("t", (1, 0), armour=["leather"]))
    after, outcome = play(
        state, "attack", (5, 1), ["none", "bauch.leather"], attacker="a", target="t",
        numbers={"festwert": 500, "schwere": 800},
    )  # fmt: skip
    rows = [german.say(d.label) for d in SYSTEM.compare(state, after)]
    assert "Gesamtzustand" in rows
    assert "Lederrüstung, Bauch: Deckungswert" in rows
    assert "Wunde: Bauch" in rows
    assert german.say(outcome.label) == "A attackiert T"
