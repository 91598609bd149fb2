"""The rows of the hover card: an attack in six lines."""

from __future__ import annotations

from collections.abc import Sequence

from maps.shapes import Grade
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackPlan, Fact
from rules.systems.osric.armour_class import side_of
from rules.systems.osric.duel import Ground, cause_names


def facts(
    ground: Ground, plan: AttackPlan, level: int, needs: Sequence[int | None]
) -> tuple[Fact, ...]:
    """Say cover, concealment, side, distance, number needed, further rolls."""
    rows = [_cover(ground, plan), _concealment(plan), _side(ground), _distance(ground)]
    rows.append(_needed(plan, level))
    if len(needs) > 1:
        rolls = tuple(
            term("fact.osric.never") if n is None else term("fact.osric.needs", n=n) for n in needs
        )
        said = term("fact.osric.list", items=rolls)
        if all(n is None for n in needs):
            said = term("fact.osric.rolls_never", n=len(needs))
        rows.append(Fact(term("fact.osric.rolls"), said))
    return tuple(rows)


def _cover(ground: Ground, plan: AttackPlan) -> Fact:
    label, cover = term("fact.osric.cover"), plan.cover
    if cover.grade is Grade.TOTAL:
        return Fact(label, term("fact.osric.cover_total"), "bad", cover.by)
    if cover.by_hand:
        return _by_hand(label, cover.percent)
    if not cover.percent:
        return Fact(label, term("fact.osric.none"), "good")
    look = ground.view.look
    value = term(
        "fact.osric.cover_lines",
        percent=cover.percent,
        stopped=look.stopped,
        lines=look.count,
    )
    names = cause_names(ground.duel.state, cover.by)
    said: Term = value if names is None else term("fact.osric.with", what=value, by=names)
    return Fact(label, said, "warn" if cover.percent <= 50 else "bad", cover.by)


def _by_hand(label: Term, percent: int) -> Fact:
    """Say a grade that the game master has set in place of that of the map (§8)."""
    hand = term("fact.osric.by_hand")
    if not percent:
        return Fact(label, term("fact.osric.with", what=term("fact.osric.none"), by=hand), "good")
    said = term("fact.osric.with", what=term("fact.osric.percent", percent=percent), by=hand)
    return Fact(label, said, "warn" if percent <= 50 else "bad")


def _concealment(plan: AttackPlan) -> Fact:
    label, hidden = term("fact.osric.concealment"), plan.concealment
    if hidden.grade == "total" and hidden.cause is not None:
        return Fact(label, hidden.cause, "bad")
    if hidden.by_hand:
        return _by_hand(label, hidden.percent)
    if not hidden.percent:
        return Fact(label, term("fact.osric.none"), "good")
    value = term("fact.osric.percent", percent=hidden.percent)
    return Fact(label, value, "warn", hidden.by)


def _side(ground: Ground) -> Fact:
    side = side_of(ground)
    mood = "good" if side in ("open_flank", "rear_flank", "rear") else ""
    return Fact(term("fact.osric.side"), named("sector.osric", side), mood)


def _distance(ground: Ground) -> Fact:
    value = term("fact.osric.squares", n=ground.duel.distance, feet=ground.duel.feet)
    return Fact(term("fact.osric.distance"), value)


def _needed(plan: AttackPlan, level: int) -> Fact:
    label = term("fact.osric.needed")
    if plan.needs is None:
        value = term("fact.osric.needed_never", ac=plan.defence.total, level=level)
        return Fact(label, value, "bad")
    value = term(
        "fact.osric.needed_value",
        needs=plan.needs,
        ac=plan.defence.total,
        level=level,
        chance=float(plan.chance),
        damage=float(plan.damage),
    )
    return Fact(label, value)
