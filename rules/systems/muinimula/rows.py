"""The rows of an attack and of a parry: every part of both numbers, with its source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from rules.core.modifiers import PERCENT, Breakdown, Modifier, Stacking
from rules.core.sources import HAND, derived, house, stated
from rules.core.terms import Term, named, term
from rules.encounter.rows import RowCollector
from rules.encounter.state import Encounter, TokenId
from rules.systems.muinimula.bonds import crowd, is_outside
from rules.systems.muinimula.duel import BARE, BETTER, WORSE, Duel
from rules.systems.muinimula.malus import (
    Burden,
    Reason,
    burden,
    hindrances,
    maluses,
    openings,
    parts_of,
)
from rules.systems.muinimula.rolls import Edge, edge
from rules.systems.muinimula.sheet import sheet_of, vitals_of
from rules.systems.muinimula.tables import Uses

STACKING: Final = Stacking(why={"untyped": term("why.muinimula.twice")})
EDGE: Final = "edge"
"""Kind of a row that brings Vorteil or Nachteil and no number."""
DEFENCE: Final = "parry_"
"""Prefix of the rows of a parry, so that no id stands on both sides."""
HEAD: Final = 5
"""What aiming at the head costs beyond the GA (§12.1)."""


@dataclass(slots=True)
class Rows(RowCollector):
    """The rows of an attack or a parry, and what the game master switched off and on in it."""

    off: frozenset[str] = frozenset()
    on: frozenset[str] = frozenset()

    stacking = STACKING
    switched_off = term("why.muinimula.switched_off")
    by_hand = term("modifier.muinimula.by_hand")

    def edges(self, reasons: Iterable[Reason]) -> None:
        """Add what brings Vorteil or Nachteil."""
        for reason in reasons:
            better = reason.id.startswith("better")
            detail = term("word.muinimula.better") if better else term("word.muinimula.worse")
            self.add(reason.id, 0, reason.label, kind=EDGE, source=reason.source, detail=detail)

    def burden(self, state: Encounter, id: TokenId, uses: Uses) -> Burden:
        """Add the maluses in percent, and what they come to on a W20 (§8)."""
        token = state.tokens[id]
        found = list(maluses(state, token, parts_of(sheet_of(token), uses)))
        for m in found:
            self.add(m.id, -m.value, m.label, kind=PERCENT, source=m.source)
        return burden(m.value for m in found if m.id not in self.off)

    def w20(self, weight: Burden, scale: int) -> None:
        """Add what a burden comes to on a W20; above 50 it brings Nachteil (§8)."""
        if weight.rest:
            detail = term("detail.muinimula.burden", percent=weight.rest)
            label = term("modifier.muinimula.malus")
            self.add("burden", -weight.on_w20(scale), label, source=house("§8"), detail=detail)
        if weight.worse:
            label = term("modifier.muinimula.over_50", percent=weight.total)
            self.edges([Reason("worse_burden", label, stated("§8"))])

    def hampered(self, points: int) -> None:
        """Take off what standing firm against a push costs the next action (§4.3)."""
        if points:
            label = term("modifier.muinimula.hampered")
            self.add("hampered", -points, label, source=derived("§4.3"))

    def offer(self, id: str, label: Term) -> None:
        """Add a row that the game master may switch on."""
        self.add(id, 0, label, kind=EDGE, source=HAND, why=term("why.muinimula.offered"))

    def total(self) -> Breakdown:
        """Sum up, as rows were switched off and on."""
        return self.sum_up(self.off, self.on)


def edge_of(breakdown: Breakdown) -> Edge:
    """Return Vorteil or Nachteil as the counted rows bring them (§9)."""
    counted = [e.modifier for e in breakdown.entries if e.counted and e.modifier.kind == EDGE]
    ids = [modifier.id.removeprefix(DEFENCE) for modifier in counted]
    better = any(id.startswith("better") for id in ids)
    return edge(better, any(id.startswith("worse") for id in ids))


# -- the attack ---------------------------------------------------------------------------------


def limit_of(duel: Duel) -> int:
    """Return the Angriffsgrenze: AT, or what the last parry left if that is less (§3.2)."""
    value, parried = duel.weapon.attack_value, duel.parried
    if parried is None:
        return value
    better = duel.weapon.better if duel.options.word("va_mode") == "limit" else 0
    return min(value, parried + better)


def attack_rows(duel: Duel) -> Breakdown:
    """Return what an attack roll may be at most, in parts (§3.2, §3.3)."""
    rows = Rows(off=duel.action.off, on=duel.action.on)
    weapon, state, me = duel.weapon, duel.state, duel.attacker
    detail = term("detail.muinimula.pool", pool=weapon.pool)
    label = term("modifier.muinimula.attack_value")
    rows.add("base", weapon.attack_value, label, source=stated("§3.2"), detail=detail)
    _series(rows, duel)
    if duel.zone is not None:
        _aim(rows, duel)
    if duel.ranged:
        _range(rows, duel)
    weight = rows.burden(state, me.id, weapon.parts)
    rows.w20(weight, duel.options.number("malus_scale"))
    rows.hampered(vitals_of(me).hampered)
    _coordination(rows, duel)
    rows.edges(hindrances(state, me))
    rows.edges(openings(state, duel.target))
    rows.offer(BETTER, term("modifier.muinimula.better_given"))
    rows.offer(WORSE, term("modifier.muinimula.worse_given"))
    rows.offer(BARE, term("modifier.muinimula.unparryable"))
    rows.extras(duel.action.extra, "attack")
    return rows.total()


def _series(rows: Rows, duel: Duel) -> None:
    """Add the limit that the last parry left, and VA where it comes off the roll (§13.2)."""
    weapon, parried = duel.weapon, duel.parried
    lower = limit_of(duel) - weapon.attack_value
    if parried is not None and lower:
        detail = term("detail.muinimula.parried", n=parried, better=weapon.better)
        label = term("modifier.muinimula.limit")
        rows.add("limit", lower, label, source=stated("§3.2"), detail=detail)
    if duel.options.word("va_mode") == "roll" and weapon.better:
        label = term("modifier.muinimula.better_attack")
        rows.add("better_attack", weapon.better, label, source=stated("§13.2"))


def _aim(rows: Rows, duel: Duel) -> None:
    zone = duel.zone or "koerper"
    label = term("modifier.muinimula.aim", zone=named("zone.muinimula", zone))
    malus = duel.weapon.ga + (HEAD if zone == "kopf" else 0)
    scale = duel.options.number("malus_scale")
    detail = term("detail.muinimula.burden", percent=malus)
    rows.add("aim", -malus // scale, label, source=house("§12.1"), detail=detail)


def _range(rows: Rows, duel: Duel) -> None:
    band = duel.weapon.band
    steps = max(0, -(-duel.distance // band) - 1) if band else 0
    malus = steps * duel.options.number("range_malus")
    if malus:
        label = term("modifier.muinimula.range", n=steps + 1)
        rows.add("range", -malus, label, source=house("§12.9"))


def coordination_total(state: Encounter, single: TokenId) -> int:
    """Add the rows of Kampfkoordination of all who fight a single one (§6.2)."""
    found = [vitals_of(state.tokens[id]) for id in crowd(state, single) if id in state.tokens]
    return sum(v.coordinated or 0 for v in found if v.beside == single)


def _coordination(rows: Rows, duel: Duel) -> None:
    """Add Kampfkoordination for the larger side, by option for the single one too (§6.2)."""
    state, me, foe = duel.state, duel.attacker.id, duel.target.id
    if duel.ranged:
        return
    total = 0
    mine = me in crowd(state, foe) or is_outside(state, me, foe)
    if mine and vitals_of(duel.attacker).beside == foe:
        total = coordination_total(state, foe)
    elif duel.options.word("coordination_for") == "all":
        total = coordination_total(state, me)
    if total:
        detail = term("detail.muinimula.comrades", n=len(crowd(state, foe if mine else me)))
        label = term("modifier.muinimula.coordination")
        rows.add("coordination", total, label, source=stated("§6.2"), detail=detail)


# -- the parry ----------------------------------------------------------------------------------


def parry_rows(duel: Duel, guard: int, uses: Uses, *, dodges_shot: bool = False) -> Breakdown:
    """Return what a parry roll may exceed the attack roll by, in parts (§4.2)."""
    off = duel.action.off
    rows = Rows(off=frozenset(id.removeprefix(DEFENCE) for id in off if id.startswith(DEFENCE)))
    target = duel.target
    label = term("modifier.muinimula.guard")
    rows.add("guard", guard, label, source=stated("§4.2"))
    weight = rows.burden(duel.state, target.id, uses)
    rows.w20(weight, duel.options.number("malus_scale"))
    rows.hampered(vitals_of(target).hampered)
    rows.edges(hindrances(duel.state, target))
    if dodges_shot and duel.options.flag("dodge_shot_worse"):
        rows.edges([Reason("worse_shot", term("modifier.muinimula.shot"), house("§12.9"))])
    rows.extras(duel.action.extra, "defence")
    rows.mods = [_for_defence(m) for m in rows.mods]
    rows.off = off
    return rows.total()


def _for_defence(modifier: Modifier) -> Modifier:
    return modifier if modifier.source is HAND else replace(modifier, id=DEFENCE + modifier.id)
