"""The library: heroes and creatures that stand ready."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from maps.grid import Footprint
from rules.core.glossary import Glossary
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Condition, SideId, Token, TokenId
from rules.system.answers import Template
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.library import library, template
from rules.systems.pathfinder.tables import natural_reach, sheet_of
from tests.rules.pathfinder.fights import fight, wall

ALL = library()


def put(id: str, at: tuple[float, float], *conditions: str) -> Token:
    """Put a creature of the library on the board."""
    made = template(id)
    return Token(
        TokenId(id),
        id.title(),
        made.side,
        Footprint.at(*at, SYSTEM.squares(made.sheet)),
        made.sheet,
        SYSTEM.fresh(made.sheet),
        conditions=tuple(Condition(c) for c in conditions),
    )


def shot(*, covered: bool, blessed: bool = True) -> AttackPlan:
    """Plan the shot of the picture: Elandir at the shaman, nine squares away."""
    archer = put("elandir", (8, 4), *(["blessed"] if blessed else []))
    shaman = put("orc_shaman", (16, 2))
    walls = [wall("w", (14, 0), (14, 3))] if covered else []
    state = fight(archer, shaman, obstacles=walls)
    return SYSTEM.plan(state, AttackAction(archer.id, shaman.id))


def test_there_are_enough_of_each_kind() -> None:
    assert len(ALL) >= 14
    assert {t.side for t in ALL} >= {SideId.HEROES, SideId.FOES}
    assert len({t.id for t in ALL}) == len(ALL)


@pytest.mark.parametrize("made", ALL, ids=lambda t: t.id)
def test_every_creature_has_words_and_can_fight(made: Template, glossary: Glossary) -> None:
    assert glossary.say(made.name)
    for tag in made.tags:
        assert f"creature.pathfinder.tag.{tag}" in glossary
    token = put(made.id, (0, 0))
    state = fight(token)
    arms = SYSTEM.weapons(state, token.id)
    assert arms
    for weapon in arms:
        assert glossary.say(weapon.name)
        assert glossary.say(weapon.damage)


def test_the_german_names_are_german(german: Glossary) -> None:
    names = {t.id: german.say(t.name) for t in ALL}
    assert names["ogre"] == "Oger"
    assert names["hill_giant"] == "Hügelriese"
    assert names["orc_shaman"] == "Ork-Schamane"


@pytest.mark.mechanic("P64")
@pytest.mark.parametrize(
    ("id", "squares", "reach"),
    [
        ("rat", 1, 0),
        ("goblin", 1, 1),
        ("elandir", 1, 1),
        ("ogre", 2, 2),
        ("horse", 2, 1),
        ("hill_giant", 2, 2),
        ("tree_warden", 3, 3),
        ("elephant", 3, 2),
    ],
)
def test_sizes_hold_their_squares_and_reach(id: str, squares: int, reach: int) -> None:
    token = put(id, (0, 0))
    assert SYSTEM.squares(token.sheet) == squares
    assert natural_reach(token) == reach


@pytest.mark.mechanic("P1")
def test_elandirs_shot_has_the_rows_of_the_picture() -> None:
    made = shot(covered=False)
    rows = {e.modifier.id: e.modifier.value for e in made.attack.entries if e.counted}
    assert rows == {"base_attack": 4, "attack_ability": 4, "masterwork": 1, "attacker.blessed": 1}
    assert made.attack.total == 10
    assert made.defence.total == 16
    assert made.distance == 9


@pytest.mark.mechanic("P4")
def test_cover_makes_it_the_numbers_of_the_picture() -> None:
    made = shot(covered=True)
    assert made.defence.total == 20
    assert made.needs == 10
    assert made.chance == Fraction(55, 100)
    assert round(float(made.damage), 1) == 3.9


def test_the_shaman_wears_what_the_picture_says() -> None:
    rows = {
        e.modifier.id: e.modifier.value for e in shot(covered=False).defence.entries if e.counted
    }
    assert rows == {"base": 10, "armour": 4, "dexterity": 1, "natural": 1}


def test_the_bow_reads_as_the_picture_shows(german: Glossary) -> None:
    weapon = shot(covered=False).weapon
    said = [german.say(t) for t in (weapon.name, weapon.damage, weapon.critical, weapon.range) if t]
    assert said[:3] == ["Kompositlangbogen", "1W8+2", "20 / ×3"]
    assert "33 m" in said[3]


def test_the_skeleton_fears_neither_criticals_nor_wounds_that_do_not_kill() -> None:
    sheet = sheet_of(put("skeleton", (0, 0)))
    assert sheet.immune_criticals
    assert sheet.constitution is None


def test_the_thief_strikes_from_behind() -> None:
    thief, orc = put("thief", (0, 0)), put("orc", (1, 0), "stunned")
    state = fight(thief, replace(orc, side=SideId.HEROES))
    from_front = SYSTEM.plan(
        fight(thief, replace(put("orc", (1, 0)), side=SideId.HEROES)),
        AttackAction(thief.id, orc.id),
    )
    behind = SYSTEM.plan(state, AttackAction(thief.id, orc.id))
    assert behind.damage > from_front.damage + 4


def test_an_unknown_creature_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        template("dragon")
