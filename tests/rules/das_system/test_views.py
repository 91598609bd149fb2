"""What the window and the paper show (tokens §6.1–6.4)."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from maps.grid import Cell, point
from rules.core.asking import Choice
from rules.core.glossary import Glossary
from rules.encounter.state import Encounter, TokenId
from rules.system.actions import Splitting, SupportsFightActions
from rules.system.extras import Referring, Zoned
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.kar import SECOND
from rules.views import ArcKind, LayersView
from tests.rules.das_system.fights import (
    action,
    do,
    fight,
    opponent,
    pair,
    strike,
    token,
    vitals,
    wall,
    wounded,
)

SLEEVE = ["mail", "bracer_upper", "bracer_lower"]


def smith() -> Encounter:
    """The fight of the picture: a hammer against an arm in plate over mail."""
    hammer = {"id": "hammer", "base": "hammer", "at_basis": 1740, "at_most_festwert": 995,
              "at_most_schwere": 1719}  # fmt: skip
    return fight(token("a", wuerfelwert=1400, weapons=[hammer]), token("t", (1, 0), armour=SLEEVE))


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_it_offers_what_is_optional() -> None:
    assert isinstance(SYSTEM, SupportsFightActions)
    assert isinstance(SYSTEM, Splitting)
    assert isinstance(SYSTEM, Referring)


# -- split and layers -----------------------------------------------------------------------------


@pytest.mark.mechanic("S12")
def test_the_split_says_what_each_choice_means(german: Glossary) -> None:
    aim = action("hammer", "l_arm", numbers=(("festwert", 140),))
    view = SYSTEM.split(smith(), aim, german)
    assert (view.total, view.value, view.second) == (1740, 140, 1600)
    assert (view.high, view.second_most, view.die_value) == (995, 1719, 1400)
    assert [(r.swatch, plain(r.chance), r.rest) for r in view.rows] == [
        ("miss", "62,95 %", "–"),
        ("plate", "5,00 %", "500"),
        ("plate", "32,05 %", "500"),
        ("chain", "0,00 %", "1200"),
        ("skin", "0,00 %", "1600"),
    ]
    assert [row.likeliest for row in view.rows] == [False, False, True, False, False]
    assert {p.id: p.value for p in view.presets}["best"] == 21
    assert max(view.curve, key=lambda p: p[1])[1] <= float(SYSTEM.plan(smith(), action(
        "hammer", "l_arm")).damage) + 1e-9  # fmt: skip
    assert all(view.notes)


def test_the_layers_stand_over_each_other(german: Glossary) -> None:
    state = smith()
    plan = SYSTEM.plan(state, action("hammer", "l_arm", numbers=(("festwert", 140),)))
    view = layers_of(state, german, plan)
    assert (view.lowest, view.bare) == (800, 3800)
    inner, outer = view.blocks
    assert (inner.material, inner.start, inner.end, inner.below, inner.height) == (
        "chain", 800, 3800, 0, 400,
    )  # fmt: skip
    assert (outer.material, outer.end, outer.below, outer.height) == ("plate", 2200, 400, 700)
    assert (inner.after, outer.after) == (3000, 1500)
    assert view.reach == (141, 1540)
    assert (view.zero, plain(view.zero_text)) == (140, "30 %")
    assert (view.weight, view.rest) == (1600, 500)
    assert view.at is not None
    assert 800 <= view.at <= 1540
    torn = state.with_token(token("t", (1, 0), armour=SLEEVE, vitals={"armour": {
        "bracer_upper": {"l_oberarm": 300}}}))  # fmt: skip
    _, outer = layers_of(torn, german, SYSTEM.plan(torn, plan.action)).blocks
    assert (outer.before, outer.end) == (2200, 1900)


def layers_of(state: Encounter, words: Glossary, plan: object) -> LayersView:
    view = SYSTEM.armour(state, TokenId("t"), words, plan)  # type: ignore[arg-type]  # a plan
    assert view.layers is not None
    return view.layers


def test_unequal_pieces_are_blocks_of_their_own(german: Glossary) -> None:
    mixed = fight(opponent(), token("t", (1, 0), armour=["bracer_upper", "bracer_leather"]))
    plan = SYSTEM.plan(mixed, action("sword", "l_arm"))
    spans = [(b.material, b.start, b.end) for b in layers_of(mixed, german, plan).blocks]
    assert spans == [("plate", 800, 1500), ("leather", 1500, 2200)]


def test_without_a_plan_the_best_covered_part_is_shown(glossary: Glossary) -> None:
    view = SYSTEM.armour(fight(token("t", armour=["helmet"])), TokenId("t"), glossary)
    assert view.layers is not None
    assert view.layers.bare == 2600
    assert view.notes
    bare = SYSTEM.armour(fight(token("t", armour=["force_field"])), TokenId("t"), glossary)
    assert bare.layers is not None
    assert bare.layers.blocks == ()
    assert bare.notes


# -- body -----------------------------------------------------------------------------------------


def test_every_zone_can_be_drawn(glossary: Glossary) -> None:
    zones = json.loads((files("assets") / "bodies" / "body-zones.json").read_text("utf-8"))
    known = {*zones["front"], *zones["back"], *zones["unions"]}
    hurt = token("t", armour=SLEEVE, vitals={"wounds": [wounded(row=6, bleeding=3, pain=2)]})
    view = SYSTEM.body(fight(hurt), TokenId("t"), glossary)
    assert {shape for zone in view.zones for shape in zone.shapes} <= known
    hand = next(z for z in view.zones if z.id == "l_hand")
    assert (hand.wound, hand.bleeding, hand.pain, hand.value) == (3, "3", "2", "1300")
    arm = next(z for z in view.zones if z.id == "l_oberarm")
    assert arm.armour == ("plate", "chain")
    assert [row.value for row in arm.layers] == ["100P", "100K", "100"]
    assert "1150" in view.summary


# -- ring and list --------------------------------------------------------------------------------


def test_the_dial_shows_series_pauses_and_pain(glossary: Glossary) -> None:
    state = do(pair(), "start", first=["a"])
    state = strike(state, 1, festwert=740, schwere=300, choices=["none"])
    state = do(state, "next")
    ring = SYSTEM.ring(state, glossary, "a")
    assert (ring.dial, len(ring.fields), ring.hand, ring.ticks) == (True, 10, 1.0, 10)
    (marker,) = ring.markers
    assert (marker.token, marker.at, marker.selected) == ("a", 1.0, True)
    (beats,) = ring.beats
    assert beats.done == (0.0,)
    assert beats.open[0] == 1.0
    state = strike(state, 1, aim="kopf", festwert=0, schwere=0)
    ring = SYSTEM.ring(state, glossary)
    (arc,) = [a for a in ring.arcs if a.kind is ArcKind.PAUSE]
    assert arc.start == 1.0
    assert arc.end > 5
    assert {m.token for m in ring.markers} == {"a", "t"}
    idle = SYSTEM.ring(pair(), glossary)
    assert (idle.markers, idle.big) == ((), "–")


def test_a_moment_of_the_next_turn_wears_a_badge(glossary: Glossary) -> None:
    state = do(do(fight(opponent(), token("t", (1, 0))), "start", duel=True), "wait", seconds=4)
    state = do(state, "next")
    state = do(strike(state, 1, by=state.timeline.acting[0], at=other(state), aim="kopf",
                      festwert=0, schwere=0), "wait", seconds=1)  # fmt: skip
    ring = SYSTEM.ring(state, glossary)
    late = [m for m in ring.markers if state.timeline.at[TokenId(m.token)] >= 10 * SECOND]
    assert all(m.lap for m in late)
    assert state.timeline.round == 1 + state.timeline.now // (10 * SECOND)


def other(state: Encounter) -> str:
    return "t" if state.timeline.acting[0] == "a" else "a"


def test_the_list_keeps_opponents_together(german: Glossary) -> None:
    state = do(fight(*pair().tokens.values(), token("u", (9, 9))), "start", first=["a"])
    rows = SYSTEM.roster(state)
    assert [row.token for row in rows] == ["a", "t", "u"]
    assert rows[0].group == rows[1].group != 0
    assert rows[2].group == 0
    said = ["" if row.status is None else german.say(row.status) for row in rows]
    assert said == ["schlägt, 1 von 11", "wehrt ab", "sieht zu"]
    assert german.say(SYSTEM.headline(state)) == "Sekunde 0,0"
    assert german.say(SYSTEM.headline(pair())) == "Noch kein Kampf"


def test_the_list_says_what_is_the_matter(german: Glossary) -> None:
    state = fight(
        token("a", conditions=["dead"]),
        token("b", vitals={"wounds": [wounded(pain=3)]}),
        token("c", conditions=["prone"]),
        token("d"),
    )
    said = {r.token: r.status and german.say(r.status) for r in SYSTEM.roster(state)}
    assert said == {"a": "tot", "b": "Schmerz 3", "c": "gestürzt", "d": None}


# -- paper, menu, map -----------------------------------------------------------------------------


def test_cards_and_tables_can_be_said(glossary: Glossary) -> None:
    hurt = token("t", (1, 0), armour=SLEEVE, vitals={"wounds": [wounded()]}, conditions=["prone"])
    card = SYSTEM.card(fight(hurt), TokenId("t"))
    for label, value in card.head:
        assert glossary.say(label)
        assert glossary.say(value)
    for row in card.weapons:
        assert len(row) == len(card.weapon_heads)
        assert all(map(glossary.say, row))
    for block in (*card.blocks, *SYSTEM.reference(fight(), glossary)):
        for terms in (*block.rows, block.heads):
            assert all(map(glossary.say, terms))
    assert card.boxes == 23


def test_the_circumstances_on_paper_are_those_of_the_fight(german: Glossary) -> None:
    def warned(state: Encounter) -> str:
        blocks = SYSTEM.reference(state, german)
        rows = {german.say(row[0]): german.say(row[1]) for block in blocks for row in block.rows}
        return rows[german.say("surprise.das_system.warned")]

    assert warned(fight()) == "+10"
    assert warned(fight(umstand_warned=25)) == "+25"


TYPED = {"seconds": 3, "place": "bauch", "severity": 100, "amount": 5, "wound": 1, "group": 1}
"""What a form asks for before such a command is given."""


def test_the_menu_offers_commands_that_can_be_given(glossary: Glossary) -> None:
    hurt = fight(opponent(), token("t", (1, 0), vitals={"wounds": [wounded(pain=2, bleeding=1)]}))
    for state in (hurt, do(hurt, "start")):
        actions = SYSTEM.fight_actions(state)
        assert len({a.id for a in actions}) == len(actions)
        for one in actions:
            assert glossary.say(one.label)
            needed = {
                "actor": {"tokens": ["t"]} if one.command == "rest" else {"token": "t"},
                "actor_target": {"token": "t", "target": "a"},
                "side": {"side": "heroes"},
                "none": {},
            }[one.needs]
            model = SYSTEM.commands[one.command]
            given = {"do": one.command, **needed, **one.fields}
            open_ones = {n for n, f in model.model_fields.items() if f.is_required()} - set(given)
            model.model_validate({**given, **{name: TYPED[name] for name in open_ones}})


def test_ways_threat_and_badges_answer() -> None:
    state = fight(opponent(), token("t", (1, 0)), obstacles=[wall("w", (-9, 1), (9, 1))])
    me = TokenId("a")
    plan = SYSTEM.move_plan(state, me, [point(0, 0), point(0, 2)])
    assert plan.cost == 2
    assert "das_system.wall_crossed" in [p.code for p in plan.warnings]
    onto = SYSTEM.move_plan(do(state, "start"), me, [point(0, 0), point(1, 0)])
    assert {p.code for p in onto.warnings} >= {"das_system.occupied", "das_system.leaves_fight"}
    assert SYSTEM.move_plan(state, me, [point(0, 0)]).cost == 0
    squares = SYSTEM.threatened(state, me)
    assert Cell(1, 0) in squares
    assert Cell(0, 1) not in squares
    assert SYSTEM.threatened(fight(token("a", weapons=["longbow"])), me) == frozenset()
    (badge,) = SYSTEM.glances(state, me, state.token("a").space)
    assert (badge.token, badge.in_reach) == ("t", True)
    held = fight(token("a", conditions=["held"]))
    stuck = SYSTEM.move_plan(held, me, [point(0, 0), point(2, 0)])
    assert "das_system.cannot_move" in [p.code for p in stuck.warnings]


def test_a_spear_reaches_two_squares() -> None:
    far = fight(opponent(weapons=["longspear"]), token("t", (2, 0)))
    assert SYSTEM.plan(far, action()).possible
    assert not SYSTEM.plan(fight(opponent(), token("t", (2, 0))), action()).possible
    assert vitals(far, "t").gz == 1150


def test_a_zone_names_its_part_and_shows_its_armour(german: Glossary) -> None:
    assert isinstance(SYSTEM, Zoned)
    state = smith()
    zones = SYSTEM.body(state, TokenId("t"), german).zones
    assert {z.id: (z.parent, z.mode) for z in zones}["l_hand"] == ("l_arm", "l_arm")
    bare = SYSTEM.armour_of(state, TokenId("t"), "r_knie", german)
    assert bare.layers is not None
    assert bare.layers.blocks == ()
    arm = SYSTEM.armour_of(state, TokenId("t"), "l_hand", german)
    assert arm.layers is not None
    assert len(arm.layers.blocks) == 2


def test_the_place_that_was_clicked_is_offered_first() -> None:
    command = SYSTEM.commands["attack"].model_validate(
        {"do": "attack", "attacker": "a", "target": "t", "mode": "l_arm", "zone": "l_schulter"}
    )
    held = fight(opponent(), token("t", (1, 0), conditions=["helpless"]))
    procedure = SYSTEM.perform(held, command)
    next(procedure)
    question = procedure.send((12, 50))
    assert isinstance(question, Choice)
    assert question.default == "l_schulter"
    assert SYSTEM.body(held, TokenId("t"), Glossary.load("de")).figure == "humanoid"
