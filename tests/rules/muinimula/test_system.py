"""The facade: Muinimula as the rest of the program sees it, with everything it shows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maps.board import Board
from maps.grid import Cell, point
from maps.shapes import Grade, Kind, make_obstacle
from rules import registry
from rules.core.glossary import Glossary
from rules.core.sources import Status
from rules.encounter.commands import Command, CommandError, Note
from rules.encounter.events import Logged
from rules.encounter.state import Sheet, TokenId
from rules.system import RuleSystem
from rules.system.actions import SupportsFightActions
from rules.system.extras import Referring, Zoned
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.options import OPTIONS
from rules.systems.muinimula.own_tables import TABLES
from rules.systems.muinimula.weapons import NAMED
from rules.testing import CHECKS, unsaid
from tests.rules.muinimula.fights import (
    begin,
    do,
    fight,
    pair,
    plan,
    play,
    token,
    vitals,
    with_condition,
)

_: RuleSystem = SYSTEM
ROOT = Path(__file__).resolve().parents[3]

COMMANDS = {
    "start", "initiative", "next", "end", "attack", "abort", "act", "cast", "oppose", "right",
    "coordinate", "rise", "tend", "damage", "heal", "critical", "probe", "knock_out", "moment",
}  # fmt: skip


def test_it_is_a_rule_system_and_registered() -> None:
    assert isinstance(SYSTEM, RuleSystem)
    assert isinstance(SYSTEM, SupportsFightActions)
    assert isinstance(SYSTEM, Referring)
    assert isinstance(SYSTEM, Zoned)
    assert registry.get("muinimula") is SYSTEM


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_conforms(check: Any) -> None:
    assert list(check(SYSTEM)) == []


def test_all_commands_have_a_procedure_and_refuse_nonsense() -> None:
    assert set(SYSTEM.commands) == COMMANDS
    for name, model in SYSTEM.commands.items():
        with pytest.raises(ValueError, match="nonsense"):
            model.model_validate({"do": name, "nonsense": 1})
    with pytest.raises(ValueError, match="half seconds"):
        SYSTEM.commands["act"].model_validate({"do": "act", "token": "a", "seconds": 1.3})


def test_what_is_foreign_is_refused() -> None:
    command: Command = Note(text="hm")
    with pytest.raises(CommandError):
        SYSTEM.perform(pair(), command)

    class Other(Sheet):
        pass

    with pytest.raises(TypeError):
        SYSTEM.squares(Other())


def test_the_library_is_rich_enough_and_fights() -> None:
    library = SYSTEM.library()
    assert len(library) >= 10
    assert len({t.side for t in library}) >= 2
    assert {"hero", "mage", "animal", "giant"} <= {tag for t in library for tag in t.tags}


HOUSE_NUMBERS = {
    "open_from", "open_again_from", "open_down_to", "open_down_again_from", "effect_order",
    "series_goes_on", "pickup_seconds", "rise_seconds", "dodge_shot_worse", "range_malus",
    "hit_location", "malus_scale", "tp_divided", "azp_counts", "dazed_malus", "dazed_parries",
    "fumble_from", "longest_unit", "weapons_break", "hits_push",
}  # fmt: skip
"""Everything that is one number or one reading of ours."""
HOUSE_TABLES = {
    "classes", "armour", "criticals_hieb", "criticals_schnitt", "criticals_stich",
    "criticals_wucht", "criticals_fern", "hit_places", "fumbles", "coordination",
}  # fmt: skip
"""Whatever of ours is a table."""


def test_every_house_value_is_an_option_or_in_a_table() -> None:
    ours = {spec.key for spec in OPTIONS if spec.source.status is Status.HOUSE}
    assert ours >= HOUSE_NUMBERS
    assert {spec.id for spec in TABLES} == HOUSE_TABLES | {"damage", "states"}


def test_every_house_value_of_an_option_has_its_place() -> None:
    assert all(spec.source.place for spec in OPTIONS)
    assert {spec.source.status for spec in OPTIONS} == {
        Status.STATED, Status.DERIVED, Status.HOUSE
    }  # fmt: skip


# -- the ring -----------------------------------------------------------------------------------


def test_the_ring_shows_twelve_seconds_and_two_kampfrunden(german: Glossary) -> None:
    state = fight(token("a"), token("t", (1, 0), side="foes"), token("n", (5, 0)))
    for _ in range(17):
        state = do(state, "next")
    state = begin(state)
    state = do(state, "cast", token="n", seconds=2)
    state = do(state, "act", token="t", seconds=3.5) if False else state
    ring = SYSTEM.ring(state, german, "a")
    assert ring.fields == tuple(str(n) for n in range(12, 24))
    assert ring.hand == 5.0
    assert (ring.top, ring.big, ring.bottom) == ("Sekunde", "17", "KR 3")
    assert [bound.at for bound in ring.bounds] == [0, 6]
    markers = {m.token: m.at for m in ring.markers}
    assert markers == {"a": 8.0, "t": 5.0, "n": 7.0}
    assert next(m for m in ring.markers if m.token == "a").selected
    assert [(a.token, a.start, a.end, a.kind.value) for a in ring.arcs] == [
        ("n", 5.0, 7.0, "cast"), ("a", 5.0, 8.0, "attack"),
    ]  # fmt: skip
    assert ring.align == "centre"
    assert len(ring.bold or ()) == 12


def test_half_seconds_lie_on_the_border_and_laps_have_a_badge(german: Glossary) -> None:
    state = do(pair(), "act", token="a", seconds=2.5)
    state = do(state, "act", token="t", seconds=13)
    ring = SYSTEM.ring(state, german)
    markers = {m.token: (m.at, m.lap) for m in ring.markers}
    assert markers == {"a": (2.5, ""), "t": (1.0, "+1")}
    assert "Sekunde 2,5" in next(m.label for m in ring.markers if m.token == "a")
    idle = SYSTEM.ring(pair(running=False), german)
    assert (idle.big, idle.markers) == ("–", ())


def test_used_parries_of_the_selected_one_are_beats(german: Glossary) -> None:
    state = do(begin(pair(None, {"shield": "shield"})), "next", 10, 9, choices=["shield"])
    (beats,) = SYSTEM.ring(state, german, "t").beats
    assert (beats.done, beats.open) == ((3.0,), (4.0,))
    assert SYSTEM.ring(state, german, "a").beats == ()


def test_the_list_groups_what_is_due_together(glossary: Glossary) -> None:
    state = fight(token("a"), token("t", (1, 0), side="foes"), token("x", (2, 0), side="foes"))
    state = begin(state)
    state = do(state, "act", token="x", seconds=3)
    rows = {r.token: r for r in SYSTEM.roster(state)}
    assert rows[TokenId("a")].group == rows[TokenId("x")].group == 1
    assert rows[TokenId("t")].group == 0
    assert rows[TokenId("t")].acting
    assert [r.token for r in SYSTEM.roster(state)] == ["t", "a", "x"]
    for row in rows.values():
        assert row.count is not None
        assert glossary.say(row.count)
        if row.status is not None:
            assert glossary.say(row.status)
    assert glossary.say(SYSTEM.headline(state))
    assert glossary.say(SYSTEM.headline(pair(running=False)))


# -- body, armour, card -------------------------------------------------------------------------


def test_the_body_shows_armour_and_wounds_by_region(german: Glossary) -> None:
    wounds = [{"region": "arm", "part": "r_arm", "malus": 30, "bleeding": 2, "until": 60}]
    state = pair(None, {"armour": ["kettenhemd", "helm"], "natural": 1,
                        "vitals": {"wounds": wounds, "lost": 45}})  # fmt: skip
    body = SYSTEM.body(state, TokenId("t"), german)
    zones = {zone.id: zone for zone in body.zones}
    assert set(zones) == {"kopf", "brust", "bauch", "ruecken", "r_arm", "l_arm", "r_bein", "l_bein"}
    assert zones["kopf"].value == "11"
    assert zones["kopf"].armour == ("plate",)
    assert (zones["r_arm"].bleeding, zones["r_arm"].pain) == ("2", "−30")
    assert zones["r_arm"].wound == 2
    assert zones["l_bein"].mode == "aim_beine"
    assert [row.name for row in zones["brust"].layers] == ["Kettenhemd", "eigene Haut"]
    known = json.loads((ROOT / "assets/bodies/body-zones.json").read_text(encoding="utf-8"))
    shapes = {*known["unions"], *known["front"], *known["back"]}
    assert {shape for zone in body.zones for shape in zone.shapes} <= shapes
    assert "verwundet" in body.summary


def test_the_armour_view_follows_the_aim(german: Glossary) -> None:
    state = pair(None, {"armour": ["kettenhemd", "helm"], "natural": 2})
    usual = SYSTEM.armour(state, TokenId("t"), german)
    assert usual.bar is not None
    assert (usual.bar.total, len(usual.bar.parts)) == ("RS 11", 2)
    aimed = SYSTEM.armour(state, TokenId("t"), german, plan(state, mode="aim_kopf"))
    assert aimed.bar is not None
    assert aimed.bar.total == "RS 12"
    assert "bis" in aimed.bar.hit_text
    arm = SYSTEM.armour_of(state, TokenId("t"), "l_arm", german)
    assert arm.bar is not None
    assert arm.bar.total == "RS 9"
    assert SYSTEM.armour_of(state, TokenId("t"), "x", german).bar == usual.bar
    assert usual.bands is not None
    assert [band.level for band in usual.bands.bands] == [1, 1, 2, 2, 3, 3, 4]


def test_cards_and_tables_can_be_said() -> None:
    wounds = [{"region": "arm", "part": "r_arm", "malus": 30}]
    state = with_condition(pair({"vitals": {"wounds": wounds}, "shield": "buckler"}), "a", "lying")
    for template in SYSTEM.library():
        other = state.with_token(replace(state.token("a"), sheet=template.sheet))
        card = SYSTEM.card(other, TokenId("a"))
        words = [*card.weapon_heads, *card.conditions]
        words += [t for row in (*card.head, *card.weapons) for t in row]
        words += [t for block in card.blocks for row in block.rows for t in row]
        assert [finding for word in words for finding in unsaid(word)] == []
        assert len(card.weapon_heads) == len(card.weapons[0])
    for block in SYSTEM.reference(fight(), Glossary.load("de")):
        words = [block.title, *block.heads, *(t for row in block.rows for t in row)]
        assert [finding for word in words for finding in unsaid(word)] == []
        assert all(len(row) == len(block.heads) for row in block.rows if block.heads)


def test_before_and_after_says_what_an_attack_did() -> None:
    before = pair()
    after = do(begin(before), "next", 10, 9, choices=["dodge"])
    keys = {d.label.key for d in SYSTEM.compare(before, after)}
    assert keys == {"difference.muinimula.action", "difference.muinimula.limit"}
    hurt = do(before, "damage", tokens=["t"], amount=75)
    rows = SYSTEM.compare(before, hurt)
    assert {d.label.key for d in rows} >= {"card.muinimula.life", "difference.muinimula.condition"}
    for row in rows:
        for word in (row.label, row.before, row.after):
            assert list(unsaid(word)) == []


# -- the map ------------------------------------------------------------------------------------


def test_ways_cost_seconds() -> None:
    state = pair()
    way = SYSTEM.move_plan(state, TokenId("a"), [point(0, 0), point(-3, -3)])
    assert way.costs == (0, 3)
    assert list(unsaid(way.summary)) == []
    assert way.summary.args["s"] == 1.5
    long = SYSTEM.move_plan(begin(state), TokenId("a"), [point(0, 0), point(-20, 0)])
    codes = {w.code for w in long.warnings}
    assert codes == {"muinimula.long_way", "muinimula.leaves_duel"}
    onto = SYSTEM.move_plan(state, TokenId("a"), [point(0, 0), point(1, 0)])
    assert [w.code for w in onto.warnings] == ["muinimula.occupied"]
    assert SYSTEM.move_plan(state, TokenId("a"), [point(0, 0)]).cost == 0


def test_reach_follows_the_weapon_in_hand() -> None:
    state = pair()
    assert len(SYSTEM.threatened(state, TokenId("a"))) == 8
    pike = pair({"weapons": ["longspear"]})
    assert len(SYSTEM.threatened(pike, TokenId("a"))) == 24
    assert not SYSTEM.threatened(with_condition(state, "a", "asleep"), TokenId("a"))
    assert Cell(1, 0) in SYSTEM.threatened(state, TokenId("a"))


def test_walls_stop_blows_and_the_map_is_shown_without_counting() -> None:
    wall = make_obstacle("w", Kind.WALL, (point(1, -3), point(1, 4)))
    state = replace(pair(), board=Board(obstacles=(wall,)))
    assert [p.code for p in plan(state).problems] == ["muinimula.no_way"]
    assert plan(state).cover.grade is Grade.TOTAL
    assert Cell(1, 0) not in SYSTEM.threatened(state, TokenId("a"))
    (badge,) = SYSTEM.glances(state, TokenId("a"), state.token("a").space)
    assert badge.grade is Grade.TOTAL
    low = make_obstacle("l", Kind.LOW, (point(2, -3), point(2, 4)), open=True)
    bow: dict[str, Any] = {"weapons": ["longbow"]}
    shot = replace(
        fight(token("a", **bow), token("t", (4, 0), side="foes")), board=Board(obstacles=(low,))
    )
    made = plan(shot)
    assert (made.cover.grade, made.cover.percent) == (Grade.HARD, 100)
    assert made.attack.total == plan(replace(shot, board=Board())).attack.total
    (badge,) = SYSTEM.glances(shot, TokenId("a"), shot.token("a").space)
    assert badge.grade is Grade.HARD
    assert list(unsaid(badge.text)) == []


@pytest.mark.parametrize(
    ("weapon", "grade", "said"),
    [("sword", Grade.NONE, "frei · 4 Felder"), ("longbow", Grade.SOFT, "4 Felder · jemand davor")],
)
def test_a_creature_between_two_is_no_cover_in_the_badge(
    weapon: str, grade: Grade, said: str, german: Glossary
) -> None:
    armed: dict[str, Any] = {"weapons": [weapon]}
    state = fight(token("a", **armed), token("m", (2, 0)), token("t", (4, 0), side="foes"))
    (badge,) = SYSTEM.glances(state, TokenId("a"), state.token("a").space)
    assert (badge.grade, german.say(badge.text)) == (grade, said)


# -- the menu -----------------------------------------------------------------------------------


def test_the_menu_offers_what_can_be_done_now() -> None:
    state = fight(token("x", side="foes"), token("y", (2, 0), side="foes"), token("s", (1, 0)))
    state = begin(begin(state, "x", "s"), "y", "s")
    state = with_condition(state, "s", "lying")
    found = {a.id: a for a in SYSTEM.fight_actions(state)}
    assert {"second", "abort", "cast", "move", "task", "oppose", "right", "rise", "probe",
            "coordinate:s"} <= set(found)  # fmt: skip
    assert "pickup" not in found
    for action in found.values():
        assert action.command in SYSTEM.commands
        assert list(unsaid(action.label)) == []
        needed = {"actor": {"token": "s"}, "actor_target": {"token": "s", "target": "x"}}
        if action.id == "critical":
            needed = {"none": {"target": "s"}}  # whom it strikes is asked
        fields = {"do": action.command, **action.fields, **needed.get(action.needs, {})}
        SYSTEM.commands[action.command].model_validate(fields)
    quiet = {a.id for a in SYSTEM.fight_actions(pair(running=False))}
    always = {"probe", "probe_hindered", "tend", "tend_all", "knock_out", "dying", "critical"}
    assert quiet == always


def test_a_whole_fight_can_be_played_and_said(glossary: Glossary) -> None:
    state = pair(None, {"shield": "shield"}, running=False)
    script: list[tuple[str, tuple[int, ...], tuple[str, ...], dict[str, Any]]] = [
        ("start", (), (), {"values": {"a": 90, "t": 40}}),
        ("attack", (), (), {"attacker": "a", "target": "t"}),
        ("next", (10, 9), ("shield",), {}),
        ("next", (5, 19, 8, 3, 40, 2, 1), ("dodge",), {}),
        ("next", (20, 70), (), {}),
        ("cast", (), (), {"token": "t", "seconds": 2, "note": "Licht"}),
        ("next", (), (), {}),
        ("next", (), (), {}),
        ("act", (), (), {"token": "a", "kind": "pickup"}),
        ("abort", (), (), {"token": "a"}),
        ("knock_out", (5,), (), {"token": "t"}),
        ("end", (), (), {}),
    ]
    said: list[str] = []
    for name, dice, choices, fields in script:
        state, outcome = play(state, name, dice, choices, **fields)
        said.append(glossary.say(outcome.label))
        for event in outcome.events:
            if isinstance(event, Logged):
                said += [glossary.say(event.line), *map(glossary.say, event.details)]
    assert all(said)
    assert not any("⟨" in line for line in said)
    assert vitals(state, "a").pending is None


def test_every_weapon_with_a_word_has_one_and_others_show_their_id(glossary: Glossary) -> None:
    assert {f"weapon.muinimula.{id}" for id in NAMED} == set(glossary.keys("weapon.muinimula."))
    assert glossary.say(plan(pair()).weapon.name) == "blade"
