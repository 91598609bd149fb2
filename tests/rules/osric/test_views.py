"""The facade and what it shows: ring, list, body, armour, card, menu, library."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.shapes import Grade, Kind
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter.commands import CommandError, Note, parse_command
from rules.encounter.state import Condition, Sheet, TokenId
from rules.system import RuleSystem
from rules.system.actions import SupportsFightActions
from rules.system.extras import Referring
from rules.systems.osric import SYSTEM
from rules.views import RingView
from tests.rules.osric.fights import Table, fight, foe, hero, plan, wall

_: RuleSystem = SYSTEM
__: SupportsFightActions = SYSTEM

H, ORC = TokenId("h"), TokenId("orc")


def table() -> Table:
    mage = hero("m", (0, 3), spells=[{"id": "web", "time": 4}])
    bow = hero("bow", (0, 9), dexterity=16, weapons=["long_bow"])
    made = Table(hero("h"), mage, bow, foe("orc"), foe("orc2", (1, 1))).begin()
    return made.do("declare", token="m", action="spell", spell="web").do("next", [5, 3])


def ring(made: Table, language: str = "de") -> RingView:
    return SYSTEM.ring(made.state, Glossary.load(language), "h")


def test_it_is_a_rule_system_and_registered() -> None:
    assert isinstance(SYSTEM, RuleSystem)
    assert isinstance(SYSTEM, SupportsFightActions)
    assert isinstance(SYSTEM, Referring)
    assert registry.get("osric") is SYSTEM
    for name, model in SYSTEM.commands.items():
        assert model.model_fields["do"].default == name
    with pytest.raises(CommandError):
        SYSTEM.perform(table().state, Note(text="hm"))
    with pytest.raises(TypeError):
        SYSTEM.squares(Sheet())


def test_the_ring_has_ten_fields_ascending_and_stacks_the_sides() -> None:
    made = table()
    view = ring(made)
    assert view.fields == tuple(str(n) for n in range(1, 11))
    assert (view.top, view.big, view.bottom) == ("Runde 1", "2", "Segment")
    at = {m.token: m.at for m in view.markers}
    assert at == {"bow": 1, "h": 2, "m": 2, "orc": 4, "orc2": 4}
    made.do("next")
    view = ring(made)
    assert view.hand == 2
    assert [(a.token, a.start, a.end) for a in view.arcs] == [("m", 2, 6)]
    assert ring(table(), "en").top == "Round 1"


def test_the_ring_in_surprise_in_the_declarations_and_before() -> None:
    made = Table(hero("h"), foe("orc"))
    assert ring(made).big == "–"
    made.do("start", [2, 6])
    assert ring(made).top == "Überraschung"
    assert {m.token: m.at for m in ring(made).markers} == {"orc": 0, "h": 2}
    assert ring(made.do("next").do("next")).big == "!"
    heads = [SYSTEM.headline(t.state).key for t in (Table(), made, table())]
    assert heads == ["headline.osric.none", "headline.osric.declare", "headline.osric.round"]


def test_a_spell_that_runs_on_shows_a_lap() -> None:
    made = Table(hero("m"), foe("orc")).begin()
    made.do("declare", token="m", action="spell", spell="x", time=3, unit="round")
    made.do("next", [5, 3])
    (arc,) = ring(made).arcs
    assert (arc.end, arc.lap) == (2, "+3")


def test_the_list_groups_those_who_act_at_the_same_time(glossary: Glossary) -> None:
    made = table()
    rows = SYSTEM.roster(made.state)
    assert [r.token for r in rows] == ["bow", "h", "m", "orc", "orc2"]
    groups = {str(r.token): r.group for r in rows}
    assert groups["h"] == groups["m"] != groups["orc"] == groups["orc2"]
    assert [r.token for r in rows if r.acting] == ["bow"]
    made.do("next").do("delay", token="h")
    for row in SYSTEM.roster(made.state):
        assert row.status is None or glossary.say(row.status)
        assert row.count is None or glossary.say(row.count)


def test_the_status_says_the_gravest_first(glossary: Glossary) -> None:
    made = table().do("next")
    held = {str(r.token): r.status.key for r in SYSTEM.roster(made.state) if r.status is not None}
    assert held["m"] == "status.osric.casting"
    assert held["h"] == "status.osric.acting"
    made.do("drop", token="m").do("delay", token="h").do("parry", token="orc", target="h")
    made.do("damage", tokens=["orc2"], amount=20)
    held = {str(r.token): r.status.key for r in SYSTEM.roster(made.state) if r.status is not None}
    assert held["h"] == "status.osric.holding"
    assert held["orc2"] == "condition.osric.dead"
    assert glossary.say(SYSTEM.headline(made.state))


@pytest.mark.parametrize("phase", ["before", "surprise", "declare", "segment", "holding"])
def test_the_menu_offers_what_can_be_done_now(phase: str, glossary: Glossary) -> None:
    made = Table(hero("h"), foe("orc"))
    if phase == "surprise":
        made.do("start", [2, 6])
    elif phase != "before":
        made.begin(*(() if phase == "declare" else (6, 1)))
    if phase == "holding":
        made.do("delay", token="h")
    found = SYSTEM.fight_actions(made.state)
    ids = {a.id for a in found}
    wanted = {"before": "alert", "surprise": "cast", "declare": "declare_side",
              "segment": "delay", "holding": "act"}  # fmt: skip
    assert wanted[phase] in ids
    assert {"charge", "overbear", "close", "set", "parry", "retreat", "flee", "save"} <= ids
    for action in found:
        assert action.command in SYSTEM.commands
        assert glossary.say(action.label)
        given = {
            "actor": {"token": "h"}, "actor_target": {"token": "h", "target": "orc"},
            "side": {"side": "foes"}, "none": {},
        }[action.needs]  # fmt: skip
        parse_command(SYSTEM, {"do": action.command, **given, **action.fields})


def test_only_spells_can_be_dropped() -> None:
    made = Table(hero("h"), foe("orc")).do("start", [4, 4])
    made.do("declare", token="orc", action="attack")
    assert "drop" not in {a.id for a in SYSTEM.fight_actions(made.state)}
    made.do("declare", token="h", action="spell", spell="Licht", time=2)
    assert "drop" in {a.id for a in SYSTEM.fight_actions(made.state)}


def test_sleepers_and_the_invisible_extend_the_menu() -> None:
    made = Table(
        hero("h", conditions=["asleep", "invisible"]), foe("orc", conditions=["magic_sleep"])
    )
    assert {"assassinate", "slay", "notice"} <= {a.id for a in SYSTEM.fight_actions(made.state)}


def test_armour_bar_and_body(glossary: Glossary) -> None:
    knight = hero("h", armour="plate", shield=True, dexterity=16, hp=20,
                  conditions=[Condition("covered", 50)])  # fmt: skip
    state = fight(knight, foe("orc"))
    view = SYSTEM.armour(state, H, glossary)
    assert view.bar is not None
    assert "−4" in view.bar.total
    assert [p.size for p in view.bar.parts] == [10, 7, 1, 2, 4]
    assert [value for _, value in view.bar.others] == ["−3", "−1"]
    made = plan(state, "orc", "h")
    against = SYSTEM.armour(state, H, glossary, made)
    assert against.bar is not None
    assert against.bar.hits_from == made.needs
    hopeless = plan(fight(knight, foe("orc", hit_dice="1/2")), "orc", "h", extra=())
    assert SYSTEM.armour(state, H, glossary, hopeless).bar is not None
    body = SYSTEM.body(state, H, glossary)
    assert body.zones[0].value == "20/20"
    hurt = Table(*state.tokens.values()).do("damage", tokens=["h"], amount=19)
    assert SYSTEM.body(hurt.state, H, glossary).zones[0].wound == 4


def test_cards_and_reference_are_said(glossary: Glossary) -> None:
    for template in SYSTEM.library():
        made = Table().do("add", template=template.id, id="x")
        card = SYSTEM.card(made.state, TokenId("x"))
        for label, value in (*card.head, *(row for b in card.blocks for row in b.rows)):
            assert glossary.say(label)
            assert glossary.say(value)
        for row in card.weapons:
            assert len(row) == len(card.weapon_heads)
            assert all(glossary.say(cell) for cell in row)
    assert len(SYSTEM.reference(fight(), glossary)) == 5


def test_the_library_has_heroes_and_foes_of_all_kinds() -> None:
    found = {t.id: t for t in SYSTEM.library()}
    assert len(found) >= 12
    assert sum("hero" in t.tags for t in found.values()) >= 5
    assert found["blutmuecke"].sheet.model_dump()["attack_level"] == 5
    for tag in {tag for t in found.values() for tag in t.tags}:
        assert Glossary.load("de").say(f"creature.osric.tag.{tag}")


def test_differences_say_what_an_attack_changed(glossary: Glossary) -> None:
    made = Table(hero("h"), foe("orc", hp=9))
    before = made.state
    made.do("attack", [20, 4], attacker="h", target="orc", weapon="sword")
    made.do("condition", tokens=["orc"], condition="covered", value=75, until=[2, 3])
    rows = SYSTEM.compare(before, made.state)
    assert {r.token for r in rows} == {"h", "orc"} or {r.token for r in rows} == {"orc"}
    assert all(glossary.say(r.before) and glossary.say(r.after) for r in rows)
    back = SYSTEM.compare(made.state, before)
    assert any(r.mood == "good" for r in back)
    moved = made.state
    made.do("move", token="h", to=[0, 5])
    assert [r.label.key for r in SYSTEM.compare(moved, made.state)] == ["difference.osric.place"]


def test_badges_show_the_change_of_armour_class(glossary: Glossary) -> None:
    state = fight(
        hero("h", (0, 5)), foe("open", (8, 1)), foe("half", (8, 5)), foe("shut", (8, 12)),
        obstacles=[wall("w", (7, 4), (7, 5.5)), wall("box", (7.5, 11.5), (9.5, 11.5), (9.5, 13.5),
                                                     (7.5, 13.5), (7.5, 11.5)),
                   wall("f", (30, 30), (31, 30), (31, 31), kind=Kind.FOG)],
    )  # fmt: skip
    found = {g.token: g for g in SYSTEM.glances(state, H, state.token("h").space, "longbow")}
    assert found[TokenId("open")].grade is Grade.NONE
    assert found[TokenId("shut")].grade is Grade.TOTAL
    half = found[TokenId("half")]
    made = plan(state, "h", "half", weapon="longbow")
    assert half.grade is made.cover.grade
    assert all(glossary.say(g.text) for g in found.values())
    assert not {g.in_reach for g in SYSTEM.glances(state, H, state.token("h").space, "sword")} - {
        False
    }


def test_threatened_squares_lie_within_ten_feet() -> None:
    state = fight(hero("h", (5, 5)))
    assert len(SYSTEM.threatened(state, H)) == 24
    large = fight(foe("orc", (5, 5), size="L"))
    assert len(SYSTEM.threatened(large, ORC)) == 32


spot = st.tuples(st.integers(0, 12), st.integers(0, 9))
KINDS = st.sampled_from([Kind.WALL, Kind.LOW, Kind.SLIT, Kind.FOG, Kind.SOLID])


@settings(max_examples=30)
@given(
    pieces=st.lists(st.tuples(KINDS, spot, spot), max_size=5),
    me=spot,
    foes=st.lists(spot, min_size=1, max_size=4, unique=True),
)
def test_badges_and_plans_agree(
    pieces: list[tuple[Kind, tuple[int, int], tuple[int, int]]],
    me: tuple[int, int],
    foes: list[tuple[int, int]],
) -> None:
    areas = (Kind.FOG, Kind.SOLID, Kind.LOW)
    lines = [
        wall(f"o{n}", a, b, *([(a[0], b[1])] if kind in areas else []), kind=kind)
        for n, (kind, a, b) in enumerate(pieces)
        if a[0] != b[0] and a[1] != b[1]
    ]
    others = [foe(f"f{n}", at) for n, at in enumerate(foes) if at != me]
    state = fight(hero("h", me), *others, obstacles=lines)
    for glance in SYSTEM.glances(state, H, state.token("h").space, "longbow"):
        made = plan(state, "h", glance.token, weapon="longbow")
        assert glance.grade is made.cover.grade, glance.token
