"""Attacks as they are played: defences, two weapons, sweeping, scuffles, poles, shots."""

from __future__ import annotations

from typing import Any

import pytest

from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.core.asking import Choice, DiceRequest, run
from rules.encounter.commands import CommandError
from rules.encounter.state import Encounter, Link, TokenId
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.arms import INSIDE, SCUFFLE
from tests.rules.damakar.fights import (
    begin,
    codes,
    do,
    fields,
    fight,
    logged,
    notes,
    plan,
    play,
    refused,
    token,
    two,
)

PAIR: dict[str, Any] = {"right": "sword", "left": "dagger", "weapons": ["sword", "dagger"]}
SHIELD: dict[str, Any] = {"right": "sword", "left": "shield", "weapons": ["sword", "shield"]}
HIT: dict[str, Any] = {"attacker": "x", "target": "y"}


class Listening:
    """Answers everything with fives and remembers what was asked."""

    def __init__(self, *choices: str) -> None:
        self.choices = list(choices)
        self.asked: list[tuple[str, ...]] = []
        self.who: list[str] = []

    def answer(self, request: DiceRequest | Choice) -> tuple[int, ...] | str:
        self.who.append(request.who)
        if isinstance(request, DiceRequest):
            return tuple(1 for _ in request.dice)
        self.asked.append(tuple(o.id for o in request.options))
        return self.choices.pop(0) if self.choices else request.default


def asked(state: Encounter, *choices: str, **more: Any) -> list[tuple[str, ...]]:
    """Return the options of every choice of an attack."""
    listening = Listening(*choices)
    data = {"do": "attack", **HIT, **more}
    run(SYSTEM.perform(state, SYSTEM.commands["attack"].model_validate(data)), listening)
    return listening.asked


def duel(mine: dict[str, Any], theirs: dict[str, Any], **options: Any) -> Encounter:
    foe = token("y", (1, 0), side="foes", **theirs)
    return fight(token("x", **mine), foe, **options)


@pytest.mark.mechanic("D57", "D58", "D59")
def test_the_dialogue_asks_each_in_turn() -> None:
    listening = Listening("parry")
    state = duel({"attack": 9}, {"parry": 1})
    command = SYSTEM.commands["attack"].model_validate({"do": "attack", **HIT, "weapon": "sword"})
    run(SYSTEM.perform(state, command), listening)
    assert listening.who == ["x", "y", "y", "x", "x"]  # attack, defence, its die, zone, damage


@pytest.mark.mechanic("D20", "D33")
def test_one_may_parry_with_either_hand_dodge_or_do_nothing() -> None:
    assert asked(two()) == [("parry", "dodge", "none")]
    assert asked(duel({}, SHIELD)) == [("parry", "dodge", "parry_off", "none")]
    assert asked(duel({}, {"right": "shield", "weapons": ["shield"], "parry": 1})) == [
        ("dodge", "parry", "none")
    ]


@pytest.mark.mechanic("D33")
def test_nobody_dodges_what_he_does_not_see_coming() -> None:
    assert asked(two(), on=["unseen"]) == []
    unaware = fight(token("x"), token("y", (1, 0), side="foes", conditions=["unaware"]))
    assert asked(unaware) == []
    found = plan(unaware, "x", "y")
    assert found.chance == 1
    assert found.needs == 1


def test_who_needs_luck_is_told_what_stands_against_a_twenty() -> None:
    weak: dict[str, Any] = {"attack": 1}
    found = plan(duel(weak, {"parry": 12}), "x", "y")
    assert found.needs is None
    assert found.chance > 0  # the defence may roll badly
    assert found.hopeless is not None
    best = found.attack.total + 20
    assert found.hopeless.args["most"] == best
    against = found.hopeless.args["against"]
    assert isinstance(against, int)
    assert against >= best
    assert plan(two(), "x", "y").hopeless is None


@pytest.mark.mechanic("D20")
def test_bare_hands_parry_only_by_the_tables_word() -> None:
    bare: dict[str, Any] = {"right": "unarmed", "weapons": ["unarmed"]}
    assert asked(duel({}, bare)) == [("dodge", "none")]
    (ways,) = asked(duel({}, bare, unarmed_parry=True))
    assert "parry" in ways


@pytest.mark.mechanic("D33")
@pytest.mark.parametrize(
    ("option", "sheet", "ways"),
    [
        ("shield_only", {}, {"dodge", "none"}),
        ("shield_only", SHIELD, {"dodge", "parry_off", "none"}),
        ("never", SHIELD, {"dodge", "none"}),
        ("always", {}, {"parry", "dodge", "none"}),
    ],
)
def test_missiles_are_dodged_or_met_by_the_shield(
    option: str, sheet: dict[str, Any], ways: set[str]
) -> None:
    state = duel({}, sheet, parry_missiles=option)
    assert set(asked(state, weapon="longbow")[0]) == ways


@pytest.mark.mechanic("D46")
def test_two_items_meet_two_weapons_crosswise() -> None:
    state = duel(PAIR, SHIELD)
    both: dict[str, Any] = {"weapon": "sword", "mode": "both"}
    assert asked(state, **both) == [("parry_off", "none"), ("parry", "none")]
    left = asked(state, weapon="dagger", mode="both")
    assert left == [("parry", "none"), ("parry_off", "none")]
    dice = [10, 10, 18, 8]
    after, outcome = play(
        begin(state, x=20, y=19), "attack", dice, ["parry_off", "parry"], **HIT, **both
    )
    assert logged(outcome)[:2] == ["missed", "missed"]
    assert fields(after) == {"x": 12, "y": 15}
    said = [d.args["label"].key for e in outcome.events for d in getattr(e, "details", ())
            if d.key == "log.damakar.part"]  # fmt: skip
    assert said.count("modifier.damakar.off_hand") == 2  # x's dagger and y's shield


@pytest.mark.mechanic("D47")
def test_with_one_weapon_the_second_defence_is_a_dodge() -> None:
    state = duel(PAIR, {"right": "sword", "weapons": ["sword"]})
    both: dict[str, Any] = {"weapon": "sword", "mode": "both"}
    assert asked(state, **both) == [("parry", "dodge", "none"), ("dodge", "none")]
    assert asked(state, "dodge", **both)[1] == ("dodge", "none")
    assert asked(state, "none", **both)[1] == ("parry", "dodge", "none")
    bare = duel(PAIR, {"right": "unarmed"})
    assert asked(bare, **both) == [("dodge", "none"), ("dodge", "none")]


@pytest.mark.mechanic("D42", "D43")
def test_two_weapons_need_two_weapons() -> None:
    ids = [m.id for m in SYSTEM.modes(duel(PAIR, {}), TokenId("x"), "sword")]
    assert {"both", "alternate", "sweep", "fast_1"} <= set(ids)
    ids = [m.id for m in SYSTEM.modes(duel(SHIELD, {}), TokenId("x"), "sword")]
    assert "both" not in ids
    assert codes(plan(duel(SHIELD, {}), "x", "y", weapon="sword", mode="both")) == {"no_mode"}
    one = plan(duel(PAIR, {}), "x", "y", weapon="sword")
    pair = plan(duel(PAIR, {}), "x", "y", weapon="sword", mode="both")
    assert pair.chance > one.chance
    assert pair.damage > one.damage


@pytest.mark.mechanic("D45", "D48", "D49", "D50")
def test_a_sweep_meets_everybody_in_reach_each_with_an_own_roll_and_defence() -> None:
    state = fight(
        token("x", (1, 1)),
        token("y", (0, 0), side="foes"),
        token("z", (2, 0), side="foes"),
        token("friend", (1, 2)),
        token("far", (9, 9), side="foes"),
    )
    state = begin(state, x=20, y=10, z=9)
    dice = [1, 1, 1, 20, 20, 20]
    after, outcome = play(state, "attack", dice, ["parry", "parry", "dodge"], **HIT, mode="sweep")
    assert logged(outcome)[:3] == ["fumbled", "fumbled", "fumbled"]
    assert fields(after) == {"x": 11, "y": 8, "z": 7}
    assert "sweep_gm" in notes(plan(state, "x", "y", mode="sweep"))
    row = plan(state, "x", "y", mode="sweep").attack.find("several")
    assert row is not None
    assert (row.modifier.value, row.counted) == (-2, True)
    offered = plan(state, "x", "y").attack.find("several")
    assert offered is not None
    assert not offered.counted
    assert plan(state, "x", "y", on=frozenset({"several"})).attack.total == 3


@pytest.mark.mechanic("D41")
def test_a_fast_attack_cannot_spend_what_is_not_there() -> None:
    state = do(begin(two(), x=20), "ap", tokens=["x"], amount=20)
    assert [m.id for m in SYSTEM.modes(state, TokenId("x"), "sword")][:3] == [
        "melee_attack", "fast_1", "sweep",
    ]  # fmt: skip
    assert refused(state, "attack", **HIT, mode="fast_2") == "no_ap"
    assert codes(plan(state, "x", "y", mode="fast_2")) == {"no_ap"}
    forced = do(state, "attack", [10, 8, 1, 1], ["none"], **HIT, mode="fast_2", on=["force"])
    assert SYSTEM.health(forced.token("y")).now < 20


@pytest.mark.mechanic("D51")
def test_the_short_fighter_suffers_in_attack_and_parry_but_not_dodging() -> None:
    short: dict[str, Any] = {"right": "dagger", "weapons": ["dagger"]}
    state = duel(short, {})
    assert plan(state, "x", "y").attack.total == 2
    assert plan(state, "y", "x", on=frozenset({"parry"})).defence.total == 2
    assert plan(state, "y", "x").defence.total == 4  # dodging
    assert plan(duel(short, short), "x", "y").attack.total == 5


@pytest.mark.mechanic("D52")
def test_in_a_scuffle_the_long_weapon_counts_as_bare_hands() -> None:
    state = duel({"right": "dagger", "weapons": ["dagger"], "attack": 15}, {})
    state = do(state, "attack", [20, 2], ["parry", "scuffle"], **HIT)
    assert state.links == (Link(SCUFFLE, TokenId("x"), TokenId("y")),)
    assert plan(state, "x", "y").attack.total == 15
    assert asked(state) == [("dodge", "none")]
    back = plan(state, "y", "x", weapon="sword")
    assert "used_bare" in notes(back)
    assert back.damage < plan(duel({}, {}), "y", "x", weapon="sword").damage
    assert asked(state, "dodge")[0] == ("dodge", "none")
    free = do(state, "disengage", [], ["stay"], token="x")
    assert free.links == ()


@pytest.mark.mechanic("D52")
def test_a_scuffle_is_offered_only_to_the_short_against_the_long() -> None:
    strong: dict[str, Any] = {"attack": 20}
    assert asked(duel(strong, {"parry": -20}), "parry") == [("dodge", "parry", "none")]
    dagger: dict[str, Any] = {"right": "dagger", "weapons": ["dagger"], **strong}
    found = asked(duel(dagger, {"parry": -20}), "parry")
    assert found[-1] == ("harm", "scuffle")


@pytest.mark.mechanic("D53", "D54", "D55")
def test_a_pole_keeps_the_first_hit_out_and_is_a_staff_afterwards() -> None:
    pole: dict[str, Any] = {"right": "halberd", "weapons": ["halberd"]}
    state = duel({}, pole)
    assert "first_hit" in notes(plan(state, "x", "y"))
    assert plan(state, "x", "y").damage == 0
    state = do(state, "attack", [19, 1], ["parry"], **HIT)
    assert state.links == (Link(INSIDE, TokenId("x"), TokenId("y")),)
    assert plan(state, "x", "y").damage > 0
    staff = plan(state, "y", "x", weapon="halberd")
    assert "used_staff" in notes(staff)
    assert staff.weapon.id == "halberd"
    down = do(state, "leave", tokens=["x"])
    assert down.links == ()


@pytest.mark.mechanic("D55")
def test_letting_go_of_the_pole_or_breaking_off_ends_being_inside() -> None:
    pole: dict[str, Any] = {"right": "halberd", "weapons": ["halberd", "sword"]}
    state = do(duel({}, pole), "attack", [19, 1], ["parry"], **HIT)
    assert do(state, "drop", token="y").links == ()
    assert do(state, "disengage", [], ["stay"], token="x").links == ()
    followed = do(state, "disengage", [], ["follow"], token="x", to=[-3, 0])
    assert followed.links == state.links


@pytest.mark.mechanic("D56")
def test_a_critical_of_the_staff_throws_back() -> None:
    pole: dict[str, Any] = {"right": "halberd", "weapons": ["halberd"], "attack": 20}
    state = do(duel({}, pole), "attack", [19, 1], ["parry"], **HIT)
    back: dict[str, Any] = {"attacker": "y", "target": "x", "weapon": "halberd"}
    state = do(state, "attack", [20, 1], ["parry", "push_back"], **back)
    assert state.links == ()
    assert plan(state, "x", "y").damage == 0


@pytest.mark.mechanic("D21", "D23")
def test_shots_need_a_line_and_a_loaded_weapon() -> None:
    wall = make_obstacle("w", Kind.WALL, (point(3, -9), point(3, 9)))
    far = token("y", (6, 0), side="foes")
    assert codes(plan(fight(token("x"), far, obstacles=[wall]), "x", "y", weapon="longbow")) == {
        "no_line"
    }
    state = fight(token("x"), far)
    found = plan(state, "x", "y", weapon="longbow")
    assert found.possible
    state = do(state, "attack", [10, 8, 1, 1], ["none"], **HIT, weapon="longbow")
    assert codes(plan(state, "x", "y", weapon="longbow")) == {"not_loaded"}
    state = do(state, "reload", token="x")
    assert plan(state, "x", "y", weapon="longbow").possible
    hard = plan(state, "x", "y", weapon="longbow", on=frozenset({"none"}))
    assert (hard.needs, hard.defence.total) == (6, 10)


@pytest.mark.mechanic("D22")
def test_a_throw_costs_seven_and_empties_the_hand() -> None:
    sheet: dict[str, Any] = {"right": "javelin", "weapons": ["javelin", "sword"]}
    state = begin(fight(token("x", **sheet), token("y", (5, 0), side="foes")), x=20, y=5)
    assert [m.id for m in SYSTEM.modes(state, TokenId("x"), "javelin")] == ["throw"]
    state = do(state, "attack", [10, 8, 1, 1], ["none"], **HIT, weapon="javelin")
    assert fields(state)["x"] == 13
    assert codes(plan(state, "x", "y", weapon="javelin")) == {"not_in_hand"}
    assert refused(state, "draw_weapon", token="x", weapon="javelin") == "no_such_weapon"
    sheet = {"right": "sword", "weapons": ["sword", "javelin"]}
    not_held = fight(token("x", **sheet), token("y", (5, 0), side="foes"))
    assert codes(plan(not_held, "x", "y", weapon="javelin")) == {"not_in_hand"}
    quick = {"id": "knife", "kind": "thrown", "zp_release": -2, "damage": "1W6"}
    state = begin(duel({"right": "knife", "weapons": [quick]}, {}), x=20)
    assert fields(do(state, "attack", [10, 8, 1], ["none"], **HIT))["x"] == 15


@pytest.mark.mechanic("D19")
def test_the_price_of_a_melee_attack_is_the_weapons() -> None:
    state = begin(two(), x=20, y=1)
    for weapon, zp in (("sword", 7), ("dagger", 5), ("longspear", 8), ("unarmed", 5)):
        dice = {"sword": 2, "longspear": 2}.get(weapon, 1)
        after = do(state, "attack", [10, 8, *[1] * dice], ["none"], **HIT, weapon=weapon)
        assert fields(after)["x"] == 20 - zp


def test_impossible_attacks_say_why_and_can_be_forced() -> None:
    state = fight(
        token("x"), token("y", (4, 0), side="foes"), token("o", (0, 1), conditions=["dead"])
    )
    assert codes(plan(state, "x", "y")) == {"out_of_reach"}
    assert codes(plan(state, "x", "x")) == {"self"}
    assert codes(plan(state, "o", "x")) == {"out"}
    assert codes(plan(state, "x", "y", mode="nonsense", weapon="dagger")) >= {"no_mode"}
    forced = plan(state, "x", "y", on=frozenset({"force"}))
    assert forced.possible
    assert "out_of_reach" in notes(forced)
    with pytest.raises(CommandError):
        do(state, "attack", **HIT)
    assert refused(state, "attack", attacker="q", target="y") == "token_unknown"


def test_rows_by_hand_and_switched_off_count_as_said() -> None:
    extra = [
        {"id": "high", "value": 3, "side": "attack"},
        {"id": "mud", "value": -2, "side": "defence"},
    ]
    state = duel({"right": "dagger", "weapons": ["dagger"]}, {})
    off: dict[str, Any] = {"extra": extra, "off": ["short_weapon"]}
    _, outcome = play(state, "attack", [10, 14, 8, 1], ["parry"], **HIT, **off)
    assert outcome.events[0].line.args["total"] == 18  # type: ignore[union-attr]  # a line
    assert outcome.events[0].line.args["against"] == 17  # type: ignore[union-attr]  # a line


def test_the_needed_number_says_against_which_defence_roll_it_is() -> None:
    found = plan(two(), "x", "y")
    assert found.reading is not None
    assert found.reading.key == "reading.damakar"
    assert found.reading.args["face"] == 10
    attack, defence = found.attack.total, found.defence.total
    assert found.needs == max(1, 10 + defence - attack + 1)
    assert found.reading.args["sum"] == 10 + defence
