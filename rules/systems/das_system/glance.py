"""Badges of all foes while somebody is dragged: distance, line, whether a blow would reach."""

from __future__ import annotations

from dataclasses import replace

from maps.grid import Footprint, distance
from maps.reach import whole
from maps.shapes import Grade
from rules.core.terms import term
from rules.encounter.state import Encounter, TokenId, hostile
from rules.system.answers import Glance
from rules.systems.das_system.duel import from_behind, reaches
from rules.systems.das_system.gear import table_weapon
from rules.systems.das_system.options import square_metres
from rules.systems.das_system.sheet import sheet_of
from rules.systems.das_system.sight import grades


def glances(
    state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
) -> tuple[Glance, ...]:
    """Return the badge of every hostile token, seen from ``place``."""
    me = replace(state.tokens[token], space=place)
    state = state.with_token(me)
    arm = sheet_of(me).weapon(weapon) or table_weapon("unarmed")
    foes = [f for f in state.tokens.values() if hostile(me.side, f.side) and not f.has("dead")]
    if not foes:
        return ()
    covers, wide = grades(state, me, foes), square_metres(state)
    found = []
    for foe in foes:
        far = distance(whole(place), whole(foe.space))
        inside = far <= arm.range if arm.ranged else reaches(me, arm, foe)
        if covers[foe.id] is Grade.TOTAL:
            text = term("glance.das_system.none")
        elif from_behind(me, foe):
            text = term("glance.das_system.behind", metres=far * wide)
        else:
            text = term("glance.das_system.far", metres=far * wide)
        found.append(Glance(foe.id, covers[foe.id], text, False, inside))
    return tuple(found)
