"""Badges of all foes while somebody is dragged: whether a blow or a shot would reach them."""

from __future__ import annotations

from dataclasses import replace

from maps.grid import Footprint
from maps.shapes import Grade
from rules.core.terms import term
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.answers import Glance
from rules.systems.damakar.arms import as_used
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.duel import weapon_for
from rules.systems.damakar.reach import metres, strikes_at
from rules.systems.damakar.sightline import grades
from rules.systems.damakar.weapons import SheetWeapon


def glances(
    state: Encounter, id: TokenId, place: Footprint, weapon: str = ""
) -> tuple[Glance, ...]:
    """Return the badge of every hostile token, seen from a place."""
    me = replace(state.tokens[id], space=place)
    state = state.with_token(me)
    arm = as_used(state, me, weapon_for(me, weapon))
    foes = [t for t in state.tokens.values() if hostile(me.side, t.side) and not is_out(t)]
    found = grades(state, me, foes) if foes else {}
    return tuple(_glance(state, me, foe, arm, found[foe.id]) for foe in foes)


def _glance(state: Encounter, me: Token, foe: Token, arm: SheetWeapon, grade: Grade) -> Glance:
    if arm.melee and strikes_at(state, me, arm, foe):
        return Glance(foe.id, Grade.NONE, term("glance.damakar.melee"))
    if grade is Grade.TOTAL:
        return Glance(foe.id, grade, term("glance.damakar.hidden"), in_reach=False)
    a, b = me.space.centre2, foe.space.centre2
    far = metres(state, ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 / 2)
    text = term("glance.damakar.metres", metres=round(far, 1))
    return Glance(foe.id, grade, text, in_reach=not arm.melee)
