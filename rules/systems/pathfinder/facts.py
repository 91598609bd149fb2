"""The rows of the hover card: an attack in six lines."""

from __future__ import annotations

from maps.shapes import Grade
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackPlan, Fact
from rules.systems.pathfinder.damage import Strike
from rules.systems.pathfinder.modifiers import Ground, cause_names

METRES = 1.5
"""Metres to a square."""


def facts(ground: Ground, plan: AttackPlan, strikes: tuple[Strike, ...]) -> tuple[Fact, ...]:
    """Say cover, concealment, flanking, distance, number needed, further rolls."""
    rows = [_cover(ground, plan), _concealment(ground, plan)]
    if not ground.duel.ranged:
        rows.append(_flanking(ground, plan))
    rows += [_distance(plan), _needed(plan)]
    if len(strikes) > 1:
        rolls = tuple(term("fact.pathfinder.needs", n=strike.needs) for strike in strikes)
        rows.append(Fact(term("fact.pathfinder.rolls"), term("fact.pathfinder.list", items=rolls)))
    return tuple(rows)


def _cover(ground: Ground, plan: AttackPlan) -> Fact:
    label, cover = term("fact.pathfinder.cover"), plan.cover
    if cover.grade is Grade.TOTAL:
        return Fact(label, term("fact.pathfinder.cover_total"), "bad", cover.by)
    bonus = sum(
        e.modifier.value for e in plan.defence.entries if e.counted and e.modifier.kind == "cover"
    )
    hand = term("fact.pathfinder.by_hand") if cover.by_hand else None
    if not bonus:
        return Fact(label, _with(term("fact.pathfinder.none"), hand), "good")
    lines = term(
        "fact.pathfinder.cover_lines",
        bonus=bonus,
        kind=named("cover.pathfinder", cover.grade.value),
        stopped=ground.report.look.stopped,
        lines=len(cover.lines),
    )
    value = _with(_with(lines, hand), cause_names(ground.state, cover.by))
    mood = "warn" if cover.grade in (Grade.SOFT, Grade.PARTIAL) else "bad"
    return Fact(label, value, mood, cover.by)


def _with(what: Term, by: Term | None) -> Term:
    return what if by is None else term("fact.pathfinder.with", what=what, by=by)


def _concealment(ground: Ground, plan: AttackPlan) -> Fact:
    label, hidden = term("fact.pathfinder.concealment"), plan.concealment
    hand = term("fact.pathfinder.by_hand") if hidden.by_hand else None
    if hidden.cause is not None:
        value = term("fact.pathfinder.concealed", percent=hidden.percent, cause=hidden.cause)
        value = _with(value, hand)
        return Fact(label, value, "bad" if hidden.grade == "total" else "warn", hidden.by)
    seen_through = next((c.cancelled for c in ground.causes if c.cancelled is not None), None)
    none = term("fact.pathfinder.none")
    if seen_through is None:
        return Fact(label, _with(none, hand), "good")
    return Fact(label, _with(none, seen_through), "good")


def _flanking(ground: Ground, plan: AttackPlan) -> Fact:
    label = term("fact.pathfinder.flanking")
    names = cause_names(ground.state, plan.flanking)
    if names is None:
        return Fact(label, term("fact.pathfinder.no"))
    if not plan.attack.counts("flanking"):
        return Fact(label, term("fact.pathfinder.no"), causes=tuple(plan.flanking))
    value = term("fact.pathfinder.flanked", bonus=2, names=names)
    return Fact(label, value, "good", tuple(plan.flanking))


def _distance(plan: AttackPlan) -> Fact:
    value = term("fact.pathfinder.squares", n=plan.distance, metres=plan.distance * METRES)
    return Fact(term("fact.pathfinder.distance"), value)


def _needed(plan: AttackPlan) -> Fact:
    value: Term = term(
        "fact.pathfinder.needed_value",
        needs=plan.needs or 20,
        ac=plan.defence.total,
        chance=float(plan.chance),
        damage=float(plan.damage),
    )
    return Fact(term("fact.pathfinder.needed"), value)
