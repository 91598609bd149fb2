"""What the docks and the paper show: ring, list, body, bands, card, tables, differences."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.core.glossary import Glossary
from rules.core.terms import Term
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.options import OPTIONS
from rules.systems.damakar.sightline import grades, look
from rules.views import ArcKind
from tests.rules.damakar.fights import begin, do, fight, plan, token, two

X, Y = TokenId("x"), TokenId("y")


def three() -> Encounter:
    tokens = [token("x"), token("y", (1, 0), side="foes"), token("z", (5, 5))]
    return begin(fight(*tokens), x=20, y=18, z=18)


@pytest.mark.mechanic("D1", "D11")
def test_the_ring_falls_clockwise_with_the_highest_field_on_top(german: Glossary) -> None:
    ring = SYSTEM.ring(three(), german)
    assert ring.fields[:3] == ("24", "23", "22")
    assert ring.fields[-1] == "1"
    assert (ring.hand, ring.big, ring.top, ring.bottom) == (4, "20", "Feld", "X")
    assert [(m.token, m.at) for m in ring.markers] == [("x", 4), ("y", 6), ("z", 6)]
    assert ring.align == "centre"
    assert len(SYSTEM.ring(fight(token("x"), ring_size=30), german).fields) == 30


@pytest.mark.mechanic("D12")
def test_who_lies_a_lap_behind_wears_a_badge(german: Glossary) -> None:
    state = begin(two(), x=20, y=10)
    late = do(state, "free", token="x", cost=30)
    assert [m.lap for m in SYSTEM.ring(late, german).markers] == ["", ""]
    late = do(state, "free", token="x", cost=34)
    badges = {m.token: (m.lap, m.at) for m in SYSTEM.ring(late, german).markers}
    assert badges == {"y": ("", 14), "x": ("+1", 14)}
    row = SYSTEM.roster(late)[1]
    assert row.status is not None
    assert german.say(row.status) == "ein Umlauf später"


def test_spells_and_loading_are_arcs_up_to_the_marker(german: Glossary) -> None:
    state = do(three(), "magic", token="x", cost=6)
    (arc,) = SYSTEM.ring(state, german).arcs
    assert (arc.kind, arc.start, arc.end, arc.lap) == (ArcKind.CAST, 4, 10, "")
    status = {row.token: row.status for row in SYSTEM.roster(state)}
    assert german.say(status[X] or "") == "zaubert bis Feld 14"
    bow = token("x", right="longbow", weapons=["longbow"], vitals={"empty": ["longbow"]})
    state = do(begin(fight(bow, token("y", (9, 9))), x=20, y=19), "reload", token="x")
    (arc,) = SYSTEM.ring(state, german).arcs
    assert (arc.kind, arc.icon, arc.end - arc.start) == (ArcKind.RELOAD, "bow", 9)


def test_whoever_acts_sees_where_the_marker_would_go(german: Glossary) -> None:
    state = three()
    ring = SYSTEM.ring(state, german, "x")
    (ghost,) = [m for m in ring.markers if m.ghost]
    assert (ghost.at, ring.arcs[-1].kind, ring.arcs[-1].end) == (11, ArcKind.PREVIEW, 11)
    quick = plan(state, "x", "y", weapon="dagger", mode="fast_2")
    ring = SYSTEM.ring(state, german, "", quick)
    assert [m.at for m in ring.markers if m.ghost] == [7]
    assert not [m for m in SYSTEM.ring(state, german, "y").markers if m.ghost]


@pytest.mark.mechanic("D14")
def test_the_list_follows_the_ring_and_groups_those_on_one_field(german: Glossary) -> None:
    state = three()
    rows = SYSTEM.roster(state)
    assert [(r.token, r.group, r.acting) for r in rows] == [
        ("x", 0, True), ("y", 1, False), ("z", 1, False),
    ]  # fmt: skip
    assert [german.say(r.count or "") for r in rows] == ["20", "18", "18"]
    assert [german.say(r.status or "") for r in rows] == [
        "ist dran",
        "gleichzeitig",
        "gleichzeitig",
    ]
    state = do(do(state, "free", token="x", cost=7), "delay", token="y")
    assert [german.say(r.status or "") for r in SYSTEM.roster(state)[:2]] == [
        "hat angesagt", "gleichzeitig",
    ]  # fmt: skip


@pytest.mark.mechanic("D38")
def test_who_is_out_stays_as_a_grey_marker_at_the_end(german: Glossary) -> None:
    state = do(three(), "damage", tokens=["x"], amount=30)
    ring = SYSTEM.ring(state, german)
    assert [(m.token, m.out) for m in ring.markers] == [("y", False), ("z", False), ("x", True)]
    assert german.say(SYSTEM.roster(state)[-1].status or "") == "kampfunfähig"


def test_the_headline_says_the_field_and_the_time_since_the_start(german: Glossary) -> None:
    assert german.say(SYSTEM.headline(two())) == "Kein Kampf"
    assert german.say(SYSTEM.headline(three())) == "Feld 20 · 0 ZP seit Beginn"
    later = do(begin(two(), x=3), "free", token="x", cost=7)
    assert german.say(SYSTEM.headline(later)) == "Feld 20 · Umlauf 2 · 7 ZP seit Beginn"


def test_the_body_shows_dice_wounds_and_armour(german: Glossary) -> None:
    worn = token("x", armour={"left_leg": "leather", "chest": {"total": 3, "kind": "hide"}})
    state = do(fight(worn), "damage", tokens=["x"], amount=9, zone="left_leg")
    body = SYSTEM.body(state, X, german)
    zones = {z.id: z for z in body.zones}
    assert (zones["left_leg"].value, zones["left_leg"].wound) == ("1–3", 3)
    assert zones["left_leg"].shapes == ("l_bein",)
    assert zones["left_leg"].armour == ("leather",)
    assert [(r.name, r.value) for r in zones["left_leg"].layers] == [
        ("Leder", "RS 2"), ("schwere Wunde", "noch 9"),
    ]  # fmt: skip
    assert (zones["head"].value, zones["head"].wound) == ("19–20", 0)
    assert body.summary == "LP 11 von 20 · AP 28 von 28"
    assert [e.swatch for e in body.legend] == ["w1", "w2", "w3", "w4", "leather"]


@pytest.mark.mechanic("D34", "D35", "D36", "D37")
def test_the_bands_begin_where_the_next_class_of_wound_does(german: Glossary) -> None:
    state = fight(token("x", constitution=1, lp=26), token("y", (1, 0)))
    view = SYSTEM.armour(state, X, german)
    assert view.bands is not None
    assert [(b.start, b.level) for b in view.bands.bands] == [(1, 1), (2, 2), (9, 3), (18, 4)]
    assert (view.bands.most, view.bands.damage) == (26, None)
    none = SYSTEM.armour(fight(token("x", lp=24)), X, german).bands
    assert none is not None
    assert [(b.start, b.level) for b in none.bands] == [(1, 2), (9, 3), (17, 4)]
    aimed = SYSTEM.armour(state, X, german, plan(state, "y", "x", weapon="sword")).bands
    assert aimed is not None
    assert (aimed.damage, aimed.text) == (9, "9 von 26")


def test_the_card_has_everything_for_paper(glossary: Glossary) -> None:
    for template in SYSTEM.library():
        state = fight(token("x", **template.sheet.model_dump()))
        card = SYSTEM.card(state, X)
        assert card.boxes == SYSTEM.health(state.token("x")).most
        assert all(len(row) == len(card.weapon_heads) for row in card.weapons)
        terms: list[Term] = [*card.weapon_heads, *card.conditions]
        terms += [t for row in (*card.head, *card.weapons) for t in row]
        for block in card.blocks:
            terms += [block.title, *block.heads, *(t for row in block.rows for t in row)]
        assert all(glossary.say(t) for t in terms)


def test_the_tables_hold_every_price_and_every_own_value(glossary: Glossary) -> None:
    blocks = SYSTEM.reference(fight(), glossary)
    assert len(blocks) == 6
    for block in blocks:
        assert all(glossary.say(t) for row in block.rows for t in row)
    own = [spec for spec in OPTIONS if spec.source.status == "house"]
    assert len(blocks[-1].rows) == len(own)
    assert len(blocks[0].rows) == 14


def test_the_tables_follow_what_the_fight_has(german: Glossary) -> None:
    def said(state: Encounter) -> tuple[list[str], list[str]]:
        blocks = SYSTEM.reference(state, german)
        zones = [german.say(row[0]) for row in blocks[2].rows]
        return zones, [german.say(row[2]) for row in blocks[3].rows]

    zones, prices = said(fight())
    assert zones == ["1–3", "4–6", "7–10", "11–14", "15–16", "17–18", "19–20"]
    assert any(price.startswith("2 / ") for price in prices)
    own: dict[str, JsonValue] = {"actions": [{"id": "shoot", "zp": 4, "ap": 0}]}
    changed = replace(fight(zone_left_leg=5, zone_right_leg=5), data={"tables": own})
    zones, prices = said(changed)
    assert zones[:3] == ["1–5", "–", "6–10"]
    assert any(price.startswith("4 / ") for price in prices)


def test_differences_tell_points_wounds_and_fields(german: Glossary) -> None:
    state = three()
    hit = {"attacker": "x", "target": "y", "weapon": "sword", "mode": "fast_1"}
    after = do(state, "attack", [19, 1, 2, 3, 4], ["parry"], **hit)
    rows = [
        (d.token, german.say(d.label), german.say(d.before), german.say(d.after))
        for d in SYSTEM.compare(state, after)
    ]
    assert ("y", "LP", "20", "11") in rows
    assert ("y", "Wunde", "–", "schwere Wunde, linkes Bein, 9") in rows
    assert ("y", "Feld (4 ZP)", "18", "14") in rows
    assert ("x", "Feld (6 ZP)", "20", "14") in rows
    assert ("x", "AP", "28", "21") in rows
    tied = do(after, "scuffle", token="x", target="y")
    assert [german.say(d.label) for d in SYSTEM.compare(after, tied)] == ["Handgemenge"]
    free = do(tied, "scuffle", token="x", target="y", on=False)
    assert [german.say(d.before) for d in SYSTEM.compare(tied, free)] == ["ja"]
    away = do(after, "turn_away", token="z")
    assert "Zustand" in [german.say(d.label) for d in SYSTEM.compare(after, away)]


def test_a_plan_of_both_attacking_reckons_with_the_other_attack() -> None:
    state = begin(two(), x=10, y=10)
    blind = plan(state, "x", "y")
    assert blind.chance == 1
    assert blind.notes[0].code == "damakar.simultaneous"
    state = do(state, "attack", attacker="y", target="x", weapon="sword")
    known = plan(state, "x", "y")
    assert 0 < known.chance < 1  # a fumble may spoil it
    waiting = do(begin(two(), x=10, y=10), "delay", token="y")
    assert plan(waiting, "x", "y").defence.total == 5


def test_facts_of_a_plan_name_price_and_distance(german: Glossary) -> None:
    found = plan(three(), "x", "y", weapon="sword", mode="fast_1")
    facts = {german.say(f.label): german.say(f.value) for f in found.facts}
    assert facts["Preis"] == "6 ZP, 7 AP"
    assert facts["Entfernung"] == "1,0 m"
    assert facts["Abwehr"] == "Parade +5, 2 ZP"
    assert SYSTEM.plan(three(), AttackAction(X, Y)).weapon.id == "sword"


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_badges_in_bulk_say_the_same_as_the_plan(seed: int) -> None:
    random = Random(seed)
    spots = [(x, y) for x in range(8) for y in range(8)]
    random.shuffle(spots)
    tokens = [token("x", spots.pop())]
    tokens += [token(f"t{i}", spots.pop(), side="foes") for i in range(5)]
    walls = []
    for i in range(4):
        x, y = random.randint(0, 7), random.randint(0, 7)
        end = (x + random.randint(0, 2), y + random.randint(1, 2))
        walls.append(make_obstacle(f"w{i}", Kind.WALL, (point(x, y), point(*end))))
    state = fight(*tokens, obstacles=walls)
    me = state.token("x")
    others = [state.token(f"t{i}") for i in range(5)]
    found = grades(state, me, others)
    for other in others:
        assert found[other.id] is look(state, me, other).grade


def test_who_waits_or_is_surprised_has_a_sign_until_the_own_moment(german: Glossary) -> None:
    state = fight(token("x"), token("y", (1, 0), side="foes"))
    state = do(state, "start", values={"x": 20, "y": 15}, surprised=["y"])

    def signs(of: Encounter) -> dict[str, str]:
        return {m.token: m.mark for m in SYSTEM.ring(of, german).markers if not m.ghost}

    assert signs(state) == {"x": "", "y": "eye"}
    waited = do(state, "delay", token="x")
    assert signs(waited) == {"x": "wait", "y": ""}
    rows = {row.token: row.mark for row in SYSTEM.roster(waited)}
    assert rows == {"x": "wait", "y": ""}


def test_the_armour_dock_says_one_number_and_three_only_where_there_are(german: Glossary) -> None:
    plain = fight(token("x", armour={"chest": "chain"}))
    assert "Brust (11–14): Kette, RS 4" in SYSTEM.armour(plain, X, german).notes
    parted = fight(token("x", armour={"chest": {"kind": "chain", "bonus": 1}}))
    notes = SYSTEM.armour(parted, X, german).notes
    assert "Brust (11–14): Kette, RS 4 / 0 / 1" in notes
    assert any(note.startswith("RS drei Zahlen") for note in notes)
