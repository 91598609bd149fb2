"""Ring, list, armour class, body, card and differences as the pictures show them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.grid import Footprint
from rules.core.glossary import Glossary
from rules.encounter.applying import apply_all
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, SideId, Timeline, Token, TokenId
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.harm import deal_damage
from rules.systems.pathfinder.library import template
from rules.systems.pathfinder.sheet import PathfinderVitals
from rules.views import ArcKind
from tests.rules.pathfinder.fights import fight, token, wall

CAST = (
    ("Mi", "Mirela", "mirela", (12, 1), 23, 3),
    ("Wo", "Worg", "worg", (18, 4), 21, 0),
    ("El", "Elandir", "elandir", (8, 4), 19, 3),
    ("OS", "Ork-Schamane", "orc_shaman", (16, 2), 17, 0),
    ("Br", "Brunhild", "brunhild", (12, 3), 14, 20),
    ("O1", "Ork 1", "orc", (10, 6), 12, 0),
    ("O2", "Ork 2", "orc", (12, 2), 12, 4),
    ("O3", "Ork 3", "orc", (20, 5), 12, 0),
    ("Og", "Oger", "ogre", (8, 7), 8, 7),
    ("PO", "Pater Odo", "pater_odo", (6, 4), 6, 6),
)
"""The fight of the first picture: letters, name, creature, square, count, damage."""


def put(id: str, name: str, creature: str, at: tuple[int, int], damage: int) -> Token:
    made = template(creature)
    return Token(
        TokenId(id), name, made.side, Footprint.at(*at, SYSTEM.squares(made.sheet)),
        made.sheet, PathfinderVitals(damage=damage),
    )  # fmt: skip


@pytest.fixture
def hall() -> Encounter:
    tokens = [put(id, name, creature, at, hurt) for id, name, creature, at, _, hurt in CAST]
    casting = Condition("casting", until=(3, 17))
    tokens = [replace(t, conditions=(casting,)) if t.id == "OS" else t for t in tokens]
    counts = {TokenId(c[0]): c[4] for c in CAST}
    line = Timeline(
        round=3,
        now=19,
        at=counts,
        ties={t: (20 - i,) for i, t in enumerate(counts)},
        acting=(TokenId("El"),),
        acted=frozenset({TokenId("Mi"), TokenId("Wo")}),
        phase="regular",
        data={"readied": {"Wo": "wer den Schrein betritt"}},
    )
    pillar = wall("w", (14, 0), (14, 3))
    return replace(fight(*tokens, obstacles=[pillar]), timeline=line)


# -- ring, list, headline -----------------------------------------------------------------------


def test_the_headline_says_round_and_count(hall: Encounter, german: Glossary) -> None:
    assert german.say(SYSTEM.headline(hall)) == "Runde 3 · Zählung 19"
    before = replace(hall, timeline=Timeline())
    assert german.say(SYSTEM.headline(before)) == "Noch keine Initiative"
    surprise = replace(hall, timeline=replace(hall.timeline, phase="surprise"))
    assert german.say(SYSTEM.headline(surprise)) == "Überraschungsrunde · Zählung 19"


def test_the_ring_counts_down_from_twenty_four_with_a_gap(
    hall: Encounter, german: Glossary
) -> None:
    ring = SYSTEM.ring(hall, german, "El")
    assert ring.fields == tuple(str(n) for n in range(24, 0, -1))
    assert ring.gap > 0
    assert ring.align == "edge"
    assert ring.fields[int(ring.hand)] == "19"
    assert {ring.fields[i] for i in ring.bold or ()} == {"24", "18", "12", "6"}
    assert (ring.top, ring.big, ring.bottom) == ("Runde", "3", "Zählung 19")


def test_every_combatant_has_a_marker_on_its_count(hall: Encounter, german: Glossary) -> None:
    ring = SYSTEM.ring(hall, german, "El")
    placed = {m.token: ring.fields[int(m.at)] for m in ring.markers}
    assert placed == {c[0]: str(c[4]) for c in CAST}
    assert [m.initials for m in ring.markers] == [c[0] for c in CAST]
    assert [m.token for m in ring.markers if m.selected] == ["El"]
    assert ring.markers[2].label == "Elandir, Zählung 19, am Zug"


def test_a_spell_under_way_is_an_arc_to_its_end(hall: Encounter, german: Glossary) -> None:
    (arc,) = SYSTEM.ring(hall, german).arcs
    assert (arc.token, arc.kind, arc.lap) == ("OS", ArcKind.CAST, "")
    assert (arc.start, arc.end) == (7 - 24, 7)
    assert arc.label == "Ork-Schamane zaubert bis 17"


def test_a_higher_or_lower_count_makes_the_ring_longer(hall: Encounter, german: Glossary) -> None:
    at = {**hall.timeline.at, TokenId("Wo"): 27, TokenId("PO"): -2}
    ring = SYSTEM.ring(replace(hall, timeline=replace(hall.timeline, at=at)), german)
    assert (ring.fields[0], ring.fields[-1], len(ring.fields)) == ("27", "−2", 30)
    assert ring.fields[int(ring.hand)] == "19"


def test_before_the_fight_the_ring_is_empty(hall: Encounter, german: Glossary) -> None:
    ring = SYSTEM.ring(replace(hall, timeline=Timeline()), german)
    assert ring.markers == ()
    assert (ring.big, ring.bottom) == ("–", "nicht begonnen")


def test_the_list_reads_as_the_picture(hall: Encounter, german: Glossary) -> None:
    rows = [
        (
            german.say(row.count) if row.count else "",
            row.token,
            german.say(row.status) if row.status else "",
            row.health.now,
            row.health.most,
        )
        for row in SYSTEM.roster(hall)
    ]
    assert rows == [
        ("23", "Mi", "", 27, 30),
        ("21", "Wo", "Aktion bereit", 26, 26),
        ("19", "El", "am Zug", 33, 36),
        ("17", "OS", "zaubert bis 17", 22, 22),
        ("14", "Br", "", 24, 44),
        ("12", "O1", "", 6, 6),
        ("12", "O2", "in der Zange", 2, 6),
        ("12", "O3", "", 6, 6),
        ("8", "Og", "", 23, 30),
        ("6", "PO", "", 22, 28),
    ]


def test_who_has_no_count_yet_stands_at_the_end(hall: Encounter) -> None:
    late = hall.with_token(token("late", (0, 12)))
    assert SYSTEM.roster(late)[-1].token == "late"
    assert SYSTEM.roster(late)[-1].count is None


@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        (["prone", "dead"], "tot"),
        (["unconscious", "dying"], "im Sterben"),
        (["flat_footed"], ""),
        (["flat_footed", "prone"], "liegend"),
        (["surprised"], "überrascht"),
    ],
)
def test_the_gravest_state_is_said(conditions: list[str], said: str, german: Glossary) -> None:
    (row,) = SYSTEM.roster(fight(token("a", conditions=conditions)))
    assert (german.say(row.status) if row.status else "") == said


# -- armour class and body ----------------------------------------------------------------------


def test_the_bar_shows_the_armour_class_of_the_picture(hall: Encounter, german: Glossary) -> None:
    plan = SYSTEM.plan(hall, AttackAction(TokenId("El"), TokenId("OS")))
    view = SYSTEM.armour(hall, TokenId("OS"), german, plan)
    assert (view.title, view.subject) == ("Rüstungsklasse", "Ork-Schamane")
    bar = view.bar
    assert bar is not None
    assert (bar.total, bar.title) == ("RK 20", "gegen diesen Schuss")
    assert [(p.size, p.value, p.kind) for p in bar.parts] == [
        (10, "10", "base"),
        (4, "+4", "armour"),
        (1, "+1", "ability"),
        (1, "+1", "natural"),
        (4, "+4", "cover"),
    ]
    assert bar.others == (("Berührung", "15"), ("Auf dem falschen Fuß", "19"))


def test_the_die_below_the_bar_shows_hits_and_threats(hall: Encounter, german: Glossary) -> None:
    archer = replace(hall.token("El"), conditions=(Condition("blessed"),))
    state = hall.with_token(archer)
    plan = SYSTEM.plan(state, AttackAction(archer.id, TokenId("OS")))
    bar = SYSTEM.armour(state, TokenId("OS"), german, plan).bar
    assert bar is not None
    assert (bar.faces, bar.hits_from, bar.threat_from) == (20, 10, 20)
    assert bar.miss_text == "W20: verfehlt 1–9"
    assert bar.hit_text == "Treffer 10–19 · Bedrohung 20"


def test_without_an_attack_the_own_armour_class_is_shown(hall: Encounter, german: Glossary) -> None:
    view = SYSTEM.armour(hall, TokenId("OS"), german)
    assert view.bar is not None
    assert (view.bar.total, view.bar.hits_from) == ("RK 16", None)
    other = SYSTEM.plan(hall, AttackAction(TokenId("El"), TokenId("O1")))
    assert SYSTEM.armour(hall, TokenId("OS"), german, other).bar == view.bar


def test_what_lowers_the_armour_class_shortens_the_base(german: Glossary) -> None:
    state = fight(token("a", armour=4, conditions=["prone"]))
    view = SYSTEM.armour(state, TokenId("a"), german)
    assert view.bar is not None
    assert view.bar.total == "RK 10"
    assert sum(p.size for p in view.bar.parts) == 10
    assert view.notes == ("−4 liegend", "gegen Fernkampf RK 18")


@pytest.mark.parametrize(
    ("damage", "wound"), [(0, 0), (1, 1), (5, 1), (6, 2), (11, 3), (16, 4), (29, 4)]
)
def test_the_figure_darkens_as_hit_points_go(damage: int, wound: int, german: Glossary) -> None:
    state = fight(
        token("a", hp=20, damage=damage, conditions=["prone", Condition("concealed", 20)])
    )
    view = SYSTEM.body(state, TokenId("a"), german)
    (zone,) = view.zones
    assert zone.wound == wound
    assert zone.value == german.say("body.pathfinder.points", now=20 - damage, most=20)
    names = {row.name: row.value for row in zone.layers}
    assert names["Grundwert"] == "10"
    assert names["liegend"] == ""
    assert names["getarnt"] == "20\u00a0%"


# -- paper and differences ----------------------------------------------------------------------


def test_the_card_holds_what_is_needed_at_the_table(hall: Encounter, german: Glossary) -> None:
    card = SYSTEM.card(hall, TokenId("El"))
    head = {german.say(label): german.say(value) for label, value in card.head}
    assert head["TP"] == "33/36"
    assert head["RK"] == "18"
    assert head["Berührung"] == "14"
    assert head["Ini"] == "+4"
    bow = [german.say(cell) for cell in card.weapons[0]]
    assert bow[:4] == ["Kompositlangbogen", "+9", "1W8+2", "20 / ×3"]
    assert card.boxes == 36
    saves = {german.say(label): german.say(value) for label, value in card.blocks[0].rows}
    assert saves == {"Zähigkeit": "+6", "Reflex": "+5", "Willen": "+2"}


def test_every_card_can_be_said(hall: Encounter, glossary: Glossary) -> None:
    for id in hall.tokens:
        card = SYSTEM.card(hall, id)
        terms = [t for pair in card.head for t in pair]
        terms += [cell for row in card.weapons for cell in row] + list(card.weapon_heads)
        terms += [t for b in card.blocks for row in b.rows for t in row]
        terms += [b.title for b in card.blocks] + list(card.conditions)
        assert all(glossary.say(t) for t in terms)


def test_differences_show_points_conditions_and_place(hall: Encounter, german: Glossary) -> None:
    after = apply_all(hall, deal_damage(hall, TokenId("O1"), 8))
    moved = after.with_token(
        replace(after.token("El"), space=after.token("El").space.moved(512, 512))
    )
    rows = [
        (d.token, german.say(d.label), german.say(d.before), german.say(d.after), d.mood)
        for d in SYSTEM.compare(hall, moved)
    ]
    assert rows == [
        ("El", "Feld", "I5", "B2", ""),
        ("O1", "TP", "6", "−2", "bad"),
        ("O1", "Zustand", "–", "liegend", "warn"),
        ("O1", "Zustand", "–", "bewusstlos", "bad"),
        ("O1", "Zustand", "–", "im Sterben", "bad"),
    ]


def test_nothing_differs_between_a_state_and_itself(hall: Encounter) -> None:
    assert SYSTEM.compare(hall, hall) == ()


def test_flanking_needs_two_foes_on_opposite_sides(german: Glossary) -> None:
    near = fight(token("a", (1, 1), side="foes"), token("b", (0, 1)), token("c", (1, 0)))
    around = fight(token("a", (1, 1), side="foes"), token("b", (0, 1)), token("c", (2, 1)))
    assert SYSTEM.roster(near)[0].status is None
    said = SYSTEM.roster(around)[0].status
    assert said is not None
    assert german.say(said) == "in der Zange"
    assert near.token("a").side is SideId.FOES


def test_a_step_makes_only_the_rows_of_those_who_changed() -> None:
    crowd = [token(f"t{n}", (3 * (n % 20), 9 * (n // 20))) for n in range(60)]
    state = fight(*crowd)
    before = {row.token: row for row in SYSTEM.roster(state)}
    one = replace(state.token("t7"), space=Footprint.at(59, 59))
    after = replace(state, tokens={**state.tokens, one.id: one})
    anew = [row.token for row in SYSTEM.roster(after) if row is not before[row.token]]
    assert anew == ["t7"]
    acting = replace(after, timeline=replace(after.timeline, acting=(TokenId("t3"),)))
    rows = {row.token: row for row in SYSTEM.roster(after)}
    assert [r.token for r in SYSTEM.roster(acting) if r is not rows[r.token]] == ["t3"]


def test_the_cover_on_paper_is_that_of_the_fight(german: Glossary) -> None:
    def improved(state: Encounter) -> list[str]:
        blocks = SYSTEM.reference(state, german)
        rows = [row for block in blocks for row in block.rows]
        name = german.say("cover.pathfinder.improved")
        return [german.say(cell) for row in rows if german.say(row[0]) == name for cell in row[1:]]

    assert improved(fight()) == ["+8", "+4"]
    assert improved(fight(improved_cover_bonus=6)) == ["+6", "+3"]
