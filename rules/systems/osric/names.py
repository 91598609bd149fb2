"""Names of obstacles and weapons."""

from __future__ import annotations

from maps.board import Board
from maps.shapes import Obstacle
from rules.core.places import place_name
from rules.core.terms import Term, named, term
from rules.encounter.state import Token
from rules.systems.osric.arms import DEFAULT_WEAPONS, Arm
from rules.systems.osric.creatures import sheet_of
from rules.systems.osric.tables import weapon_rows

NATURAL = frozenset(
    {
        "claw",
        "bite",
        "sting",
        "gaze",
        "tail",
        "slam",
        "hooves",
        "horn",
        "tentacle",
        "breath",
        "attack",
    }
)
"""Natural weapons that have a word."""


SPELLS = frozenset(
    {"arrow", "sleep", "web", "fireball", "cure", "bless", "hold", "fear", "darkness"}
)
"""Spells of the library that have a word."""


def spell_name(token: Token, spell: str) -> Term:
    """Name a spell of a sheet by its own name or word; any other by what was typed."""
    known = {s.id: s.name for s in sheet_of(token).spells}
    if known.get(spell):
        return term("text.osric.plain", text=known[spell])
    if spell in SPELLS and spell in known:
        return named("spell.osric", spell)
    return term("text.osric.plain", text=spell) if spell else term("spell.osric.unnamed")


def obstacle_name(board: Board, obstacle: Obstacle) -> Term:
    """Name an obstacle by kind and place: "Wand P2–P3"."""
    return named("obstacle.osric", obstacle.kind.value, place=place_name(board, obstacle))


def weapon_name(arm: Arm) -> Term:
    """Name a weapon: by its own name, else by its id or that of its table row."""
    if arm.name:
        return term("text.osric.plain", text=arm.name)
    defaults = {w.id for w in DEFAULT_WEAPONS}
    if arm.id in weapon_rows() or arm.id in defaults or arm.id in NATURAL:
        return named("weapon.osric", arm.id)
    if arm.table:
        return named("weapon.osric", arm.table)
    return term("text.osric.plain", text=arm.id)
