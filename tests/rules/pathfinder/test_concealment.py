"""Concealment: causes, senses that cancel them, and what is left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from maps.board import Light
from maps.grid import SUB, Footprint, point
from maps.shapes import Kind, Sight
from maps.vision import LightLevel
from rules.core.glossary import Glossary
from rules.encounter.plans import AttackAction, Concealment
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.pathfinder.concealment import (
    Cause,
    brightness,
    causes,
    concealment,
    perceives,
    senses_at,
)
from rules.systems.pathfinder.cover import look_at
from rules.systems.pathfinder.duel import make_duel
from rules.systems.pathfinder.plan import plan
from tests.rules.pathfinder.fights import fight, token, wall


def found(state: Encounter, weapon: str = "longbow") -> tuple[Cause, ...]:
    duel = make_duel(state, TokenId("a"), TokenId("t"), weapon)
    return causes(duel, look_at(duel))


def hidden(state: Encounter, weapon: str = "longbow") -> Concealment:
    return concealment(found(state, weapon))


def dark(state: Encounter, *lights: Light) -> Encounter:
    return replace(state, board=replace(state.board, dark=True, lights=lights))


def lamp(x: float, y: float, bright: float, dim: float) -> Light:
    return Light("l", point(x, y), round(bright * SUB), round(dim * SUB))


def pair(x: int = 4, attacker: dict[str, Any] | None = None, **target: Any) -> Encounter:
    return fight(token("a", **(attacker or {})), token("t", (x, 0), side="foes", **target))


@pytest.mark.mechanic("P41")
def test_darkvision_sees_in_the_dark_as_far_as_it_reaches() -> None:
    assert hidden(dark(pair())).grade == "total"
    assert hidden(dark(pair(attacker={"darkvision": 4}))).percent == 0
    assert hidden(dark(pair(attacker={"darkvision": 3}))).percent == 50
    (cause,) = found(dark(pair(attacker={"darkvision": 4})))
    assert cause.cancelled is not None


@pytest.mark.mechanic("P41")
def test_darkvision_does_not_see_through_fog() -> None:
    fog = wall("f", (2, -3), (3, -3), (3, 4), (2, 4), kind=Kind.FOG)
    state = fight(token("a", darkvision=12), token("t", (5, 0), side="foes"), obstacles=[fog])
    assert hidden(dark(state)).percent == 20


@pytest.mark.mechanic("P42")
def test_low_light_vision_doubles_the_light() -> None:
    state = dark(pair(8), lamp(2.5, 0.5, 4, 8))
    keen = dark(pair(8, {"low_light_vision": True}), lamp(2.5, 0.5, 4, 8))
    assert hidden(state).percent == 20
    assert hidden(keen).percent == 0
    assert brightness(keen.board, Footprint.at(12, 0), True) is LightLevel.DIM
    assert brightness(keen.board, Footprint.at(12, 0), False) is LightLevel.DARK


def test_walls_throw_shadows() -> None:
    shade = wall("w", (4, -1), (4, 2))
    state = fight(token("a", (4, 4)), token("t", (6, 0), side="foes"), obstacles=[shade])
    assert hidden(dark(state, lamp(2.5, 0.5, 20, 20))).grade == "total"


def test_walls_of_another_storey_throw_no_shadow() -> None:
    shade = wall("w", (4, -1), (4, 2), bottom=2 * SUB)
    state = fight(token("a", (4, 4)), token("t", (6, 0), side="foes"), obstacles=[shade])
    lit = dark(state, lamp(2.5, 0.5, 20, 20))
    assert hidden(lit).percent == 0
    high = lit.with_token(replace(lit.token("t"), elevation=2 * SUB))
    assert hidden(high).grade == "total"


def test_fog_of_another_storey_covers_nobody() -> None:
    fog = wall("f", (2, -1), (3, -1), (3, 2), (2, 2), kind=Kind.FOG, bottom=2 * SUB)
    far = wall("g", (7, 7), (8, 7), (8, 8), (7, 8), kind=Kind.FOG)
    near = replace(fog, id="n", bottom=None)
    pair_ = (token("a", (1, 0)), token("t", (2, 0), side="foes"))
    assert hidden(fight(*pair_, obstacles=[fog, far]), "sword").percent == 0
    (cause,) = found(fight(*pair_, obstacles=[fog, far, near]), "sword")
    assert (cause.percent, cause.by) == (20, ("n",))


@pytest.mark.mechanic("P36")
def test_the_highest_counts_alone_and_the_others_stay_listed() -> None:
    state = dark(pair(conditions=[Condition("concealed", 35)]), lamp(0, 0, 1, 9))
    made = plan(state, AttackAction(TokenId("a"), TokenId("t"), "longbow"))
    rows = {e.modifier.id: e for e in made.defence.entries if e.is_percent}
    assert made.concealment.percent == 35
    assert rows["concealment.concealed"].counted
    assert not rows["concealment.dim"].counted
    assert made.defence.total == 10


def test_the_game_master_switches_causes_off() -> None:
    state = dark(pair(conditions=["concealed"]))
    action = AttackAction(TokenId("a"), TokenId("t"), "longbow")
    off = plan(state, replace(action, off=frozenset({"concealment.dark"})))
    assert (off.concealment.grade, off.concealment.percent) == ("partial", 20)
    assert off.possible


@pytest.mark.mechanic("P38")
def test_a_curtain_hides_what_arrows_reach() -> None:
    curtain = wall("c", (2, -9), (2, 9), kind=Kind.FOG, open=True, concealment=0, sight=Sight.STOPS)
    state = fight(token("a"), token("t", (4, 0), side="foes"), obstacles=[curtain])
    (cause,) = found(state)
    assert (cause.id, cause.hides, cause.by) == ("no_sight", True, ("c",))
    assert look_at(make_duel(state, TokenId("a"), TokenId("t"), "longbow")).cover.grade == "none"


@pytest.mark.mechanic("P34", "P45")
def test_magic_conceals_in_melee_and_from_blindsight() -> None:
    state = pair(1, {"blindsight": 12}, conditions=[Condition("concealed", 50)])
    assert hidden(state, "sword") == replace(hidden(state, "sword"), grade="partial", percent=50)


@pytest.mark.mechanic("P43")
def test_who_perceives_the_invisible() -> None:
    unseen = token("t", (4, 0), conditions=["invisible"])
    assert not perceives(token("a"), unseen)
    assert perceives(token("a", see_invisible=True), unseen)
    assert perceives(token("a", blindsight=4), unseen)
    assert not perceives(token("a", blindsight=3), unseen)
    assert not perceives(token("a", see_invisible=True, conditions=["blind"]), unseen)


def test_senses_end_where_their_range_ends() -> None:
    bat = token("a", darkvision=12, blindsense=4)
    assert senses_at(bat, 4) == {"darkvision", "blindsense"}
    assert senses_at(bat, 5) == {"darkvision"}


@pytest.mark.mechanic("P32")
def test_two_fogs_together_cover_a_space() -> None:
    fogs = [
        wall("f", (2, -1), (2.5, -1), (2.5, 2), (2, 2), kind=Kind.FOG),
        wall("g", (2.5, -1), (3, -1), (3, 2), (2.5, 2), kind=Kind.FOG),
    ]
    state = fight(token("a", (1, 0)), token("t", (2, 0), side="foes"), obstacles=fogs)
    assert hidden(state, "sword").percent == 20
    half = fight(token("a", (1, 0)), token("t", (2, 0), side="foes"), obstacles=fogs[:1])
    assert hidden(half, "sword").percent == 0


def test_every_cause_has_words(glossary: Glossary) -> None:
    fog = wall("f", (2, -3), (3, -3), (3, 4), (2, 4), kind=Kind.FOG, sight=Sight.STOPS)
    state = dark(
        fight(
            token("a", conditions=["blind"]),
            token("t", (5, 0), side="foes", conditions=["invisible", "concealed"]),
            obstacles=[fog],
        )
    )
    assert {glossary.say(cause.label) for cause in found(state)}
    assert {cause.id for cause in found(state)} == {"fog", "dark", "unseen", "blind", "concealed"}
