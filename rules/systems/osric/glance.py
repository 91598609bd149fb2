"""Badges of all foes at once, while somebody is dragged: cover of many, cast in bulk (§8)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from maps.fans import Tally
from maps.grid import SUB, Cell, Footprint
from maps.reach import whole
from maps.shapes import Grade
from maps.sight import Level, Touching, sight_map
from rules.core.terms import Term, term
from rules.encounter.heights import level_of
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.answers import Glance
from rules.systems.osric.conditions import NO_ATTACK, grade_of
from rules.systems.osric.cover import Judge, View, name_of
from rules.systems.osric.creatures import sheet_of
from rules.systems.osric.melee import in_melee_range, reach_squares, sector_of
from rules.systems.osric.options import options_of
from rules.systems.osric.tables import concealment_grades, cover_grades


def glances(
    state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
) -> tuple[Glance, ...]:
    """Return the badge of every hostile token, seen from ``place``."""
    me = replace(state.tokens[token], space=place)
    state = state.with_token(me)
    foes = [t for t in state.tokens.values() if hostile(me.side, t.side) and not t.has("dead")]
    arm = sheet_of(me).arm(weapon)
    views = _views(state, me, foes)
    found = []
    for foe in foes:
        near = in_melee_range(state, me, foe)
        behind = near and sector_of(state, me, foe) in ("open_flank", "rear_flank", "rear")
        inside = near or arm is None or arm.can_fly
        found.append(_glance(state, foe, views[foe.id], behind, inside))
    return tuple(found)


def _views(state: Encounter, me: Token, foes: list[Token]) -> dict[TokenId, View]:
    """Judge many targets; those between the same heights are cast together."""
    levels: dict[Level, list[Token]] = defaultdict(list)
    found: dict[TokenId, View] = {}
    for foe in foes:
        if whole(me.space).overlaps(whole(foe.space)):
            found[foe.id] = Judge(state, me, foe).view()
        else:
            levels[level_of(me, foe)].append(foe)
    touching = Touching(options_of(state).word("touching"))
    for level, group in levels.items():
        rows = _cast(state, me, group, touching, level)
        looks = [
            Judge(state, me, foe).best_of(pairs) for foe, pairs in zip(group, rows, strict=True)
        ]
        shut = [foe for foe, look in zip(group, looks, strict=True) if not look.effect]
        spaces = [whole(foe.space) for foe in shut]
        effects = sight_map(state.board).effects(whole(me.space), spaces, level, hopeful=False)
        total = {foe.id for foe, effect in zip(shut, effects, strict=True) if not effect.exists}
        found |= {
            foe.id: View(look, foe.id in total) for foe, look in zip(group, looks, strict=True)
        }
    return found


def _cast(
    state: Encounter, me: Token, group: list[Token], touching: Touching, level: Level
) -> list[list[tuple[Footprint, Tally]]]:
    sight = sight_map(state.board)
    spaces = [whole(foe.space) for foe in group]
    nobody: list[tuple[str, ...]] = [()] * len(group)
    rows: list[list[tuple[Footprint, Tally]]] = [[] for _ in group]
    for square in whole(me.space).unit_squares():
        many = sight.many(square, spaces, (), nobody, touching=touching, level=level)
        for row, tallies in zip(rows, many, strict=True):
            row += [(square, tally) for tally in tallies]
    return rows


def _glance(state: Encounter, foe: Token, view: View, behind: bool, inside: bool) -> Glance:
    """Judge one foe; of what the map shows and the game master gave the higher counts (§8)."""
    if view.total:
        return Glance(foe.id, Grade.TOTAL, term("glance.osric.total"), behind, inside)
    options = options_of(state)
    mapped = view.look.cover if options.flag("map_cover") else 0
    veiled = view.look.concealment if options.flag("map_concealment") else 0
    cover = max(mapped, grade_of(foe.condition("covered")))
    hidden = max(veiled, grade_of(foe.condition("concealed")))
    change = cover_grades().get(cover, 0) + concealment_grades().get(hidden, 0)
    by_hand = (cover, hidden) != (mapped, veiled)
    return Glance(foe.id, name_of(cover), _text(change), behind, inside, by_hand)


def _text(change: int) -> Term:
    return term("glance.osric.change", value=change) if change else term("glance.osric.none")


def glance_of(plan: AttackPlan) -> Glance:
    """Return the badge of the target of an attack, as the rows of its plan leave it."""
    if plan.cover.grade is Grade.TOTAL:
        return Glance(plan.action.target, Grade.TOTAL, term("glance.osric.total"))
    counted = (e.modifier for e in plan.defence.entries if e.counted)
    change = sum(m.value for m in counted if m.kind in ("cover", "concealment"))
    by_hand = plan.cover.by_hand or plan.concealment.by_hand
    return Glance(plan.action.target, plan.cover.grade, _text(change), by_hand=by_hand)


# -- threatened squares ---------------------------------------------------------------------------


def threatened(state: Encounter, token_id: TokenId) -> frozenset[Cell]:
    """Return the squares within ten feet that no wall parts from a creature (§6)."""
    token = state.tokens[token_id]
    if token.has(*NO_ATTACK):
        return frozenset()
    space, far = whole(token.space).snapped(), reach_squares(options_of(state))
    own = set(space.cells())
    found = set()
    for y in range(space.y // SUB - far, space.bottom // SUB + far):
        for x in range(space.x // SUB - far, space.right // SUB + far):
            dummy = replace(token, id=TokenId(""), space=Footprint.at(x, y))
            if Cell(x, y) not in own and in_melee_range(state, token, dummy):
                found.add(Cell(x, y))
    return frozenset(found)
