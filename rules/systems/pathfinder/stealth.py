"""Stealth and Perception: who may hide from whom, what helps, and the rolls (§3.6, §4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from maps.grid import distance
from maps.shapes import Grade
from rules.core.asking import Procedure, ask
from rules.core.modifiers import Breakdown, Modifier, Stacking, build
from rules.core.sources import DERIVED, Source, Status
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.events import Event, Logged
from rules.encounter.plans import Concealment
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.systems.pathfinder.commands import Stealth
from rules.systems.pathfinder.concealment import causes, concealment, perceives
from rules.systems.pathfinder.cover import Judge, look_at
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.harm import health
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.saves import STACKING, breakdown_line, state_modifiers
from rules.systems.pathfinder.tables import ability_score_change, sheet_of
from rules.systems.pathfinder.weapons import UNARMED

IMPROVED_BONUS: Final = 10
INVISIBLE_MOVING: Final = 20
INVISIBLE_STILL: Final = 40
BLIND_PENALTY: Final = -4
SQUARES_PER_STEP: Final = 2
"""Perception is one worse for every 3 m, two squares."""
HIDING: Final = frozenset({Grade.PARTIAL, Grade.HARD, Grade.IMPROVED, Grade.TOTAL})
"""Grades of cover that one can hide behind; creatures are not enough (§3.6)."""

_STACKING: Final = Stacking(
    STACKING.adding,
    STACKING.worst_only,
    {**STACKING.why, "circumstance": term("why.pathfinder.best")},
)


@dataclass(frozen=True, slots=True)
class StealthPlan:
    """Whether somebody can hide from an observer, by what, and with which bonus."""

    token: TokenId
    observer: TokenId
    possible: bool
    why: Term
    bonus: Breakdown
    cover: Grade
    concealment: Concealment


def _sight(state: Encounter, observer: Token, token: Token) -> tuple[Grade, Concealment]:
    """Return cover and concealment of a creature before an observer's eyes."""
    duel = Duel(state, options_of(state), observer, token, UNARMED, ranged=True)
    judge = Judge(duel)
    report = look_at(duel, judge)
    return report.cover.grade, concealment(causes(duel, report, judge))


def stealth_plan(
    state: Encounter, token_id: TokenId, observer_id: TokenId, *, moving: bool = False
) -> StealthPlan:
    """Tell whether and how well a creature can hide from an observer."""
    token, observer = state.tokens[token_id], state.tokens[observer_id]
    grade, hidden = _sight(state, observer, token)
    behind = grade in HIDING
    possible = behind or hidden.grade != "none"
    if behind:
        why = term("stealth.pathfinder.cover", cover=named("cover.pathfinder", grade.value))
    elif possible:
        why = term("stealth.pathfinder.concealed", cause=hidden.cause or "")
    elif grade is Grade.SOFT:
        why = term("stealth.pathfinder.soft")
    else:
        why = term("stealth.pathfinder.open")
    bonus = stealth_bonus(token, observer, grade, moving=moving)
    return StealthPlan(token_id, observer_id, possible, why, bonus, grade, hidden)


def stealth_bonus(token: Token, observer: Token, grade: Grade, *, moving: bool) -> Breakdown:
    """Add a Stealth check up against one observer."""
    skill = sheet_of(token).stealth
    found = [Modifier("skill", skill, term("modifier.pathfinder.stealth"))]
    found += _dexterity(token)
    found += state_modifiers(token)
    reasons: dict[str, Term] = {}
    if grade is Grade.IMPROVED:
        label = named("cover.pathfinder", grade.value)
        place = Source(Status.STATED, "§3.6")
        found.append(Modifier("cover_improved", IMPROVED_BONUS, label, "cover", place))
    if token.has("invisible"):
        found.append(_invisible(moving))
        if perceives(observer, token):
            reasons["invisible"] = term("why.pathfinder.sees_invisible", name=observer.name)
    return build(found, _STACKING, reasons=reasons)


def _invisible(moving: bool) -> Modifier:
    place = Source(Status.STATED, "§4")
    if moving:
        label = term("modifier.pathfinder.invisible_moving")
        return Modifier("invisible", INVISIBLE_MOVING, label, "circumstance", place)
    label = term("modifier.pathfinder.invisible_still")
    return Modifier("invisible", INVISIBLE_STILL, label, "circumstance", place)


def _dexterity(token: Token) -> list[Modifier]:
    """Return what conditions that hamper Dexterity take from the skill."""
    score = sheet_of(token).dexterity
    change = ability_score_change(token, "dexterity")
    if score is None or not change:
        return []
    worse = (max(0, score + change) - 10) // 2 - (score - 10) // 2
    return [
        Modifier(
            "dexterity", worse, term("modifier.pathfinder.dexterity_change"), "ability", DERIVED
        )
    ]


def perception_bonus(state: Encounter, observer_id: TokenId, token_id: TokenId) -> Breakdown:
    """Add a Perception check up against somebody who hides; it works against invisible ones."""
    observer, token = state.tokens[observer_id], state.tokens[token_id]
    found = [
        Modifier("skill", sheet_of(observer).perception, term("modifier.pathfinder.perception"))
    ]
    steps = max(0, distance(observer.space, token.space) - 1) // SQUARES_PER_STEP
    if steps:
        label = term("modifier.pathfinder.distance")
        found.append(Modifier("distance", -steps, label, source=DERIVED))
    if observer.has("blind"):
        label = named("condition.pathfinder", "blind")
        found.append(Modifier("blind", BLIND_PENALTY, label, source=DERIVED))
    if observer.has("asleep"):
        label = named("condition.pathfinder", "asleep")
        found.append(Modifier("asleep", -10, label, source=DERIVED))
    return build([*found, *state_modifiers(observer)], _STACKING)


# -- the rolls ----------------------------------------------------------------------------------


def observers(state: Encounter, command: Stealth) -> list[Token]:
    """Return whom a creature hides from: the named ones, else all foes that can look."""
    token = find(state, command.token)
    if command.against:
        return [find(state, id, "against") for id in command.against]
    return [
        other
        for other in state.tokens.values()
        if hostile(token.side, other.side) and not health(other).down
    ]


def stealth(state: Encounter, command: Stealth) -> Procedure[Outcome]:
    """Roll Stealth once; each observer sees it with other eyes, and may roll Perception.

    Raises CommandError.
    """
    token = find(state, command.token)
    watchers = observers(state, command)
    if not watchers:
        raise refuse("pathfinder.nobody_watches", "against")
    (face,) = yield from ask((20,), term("dice.pathfinder.stealth"), token.id)
    lines: list[Event] = []
    for watcher in watchers:
        plan = stealth_plan(state, token.id, watcher.id, moving=command.moving)
        details = [breakdown_line(e.modifier) for e in plan.bonus.entries if e.counted]
        if not plan.possible:
            line = term("log.pathfinder.no_stealth", name=token.name, observer=watcher.name)
            lines.append(Logged(line, (plan.why,), token.id))
            continue
        total = face + plan.bonus.total
        line = term("log.pathfinder.stealth", name=token.name, observer=watcher.name, total=total)
        lines.append(Logged(line, (plan.why, *details), token.id))
        if command.opposed:
            lines.append((yield from _spot(state, watcher, token, total)))
    return Outcome(term("step.pathfinder.stealth", name=token.name), tuple(lines))


def _spot(state: Encounter, watcher: Token, token: Token, dc: int) -> Procedure[Event]:
    """Roll an observer's Perception; success finds the place, even of an invisible one (§4)."""
    bonus = perception_bonus(state, watcher.id, token.id)
    (face,) = yield from ask((20,), term("dice.pathfinder.perception"), watcher.id)
    total = face + bonus.total
    details = tuple(breakdown_line(e.modifier) for e in bonus.entries if e.counted)
    if total < dc:
        key = term("log.pathfinder.not_found", name=watcher.name, hidden=token.name, total=total)
    elif token.has("invisible") and not perceives(watcher, token):
        key = term("log.pathfinder.pinpoints", name=watcher.name, hidden=token.name, total=total)
    else:
        key = term("log.pathfinder.finds", name=watcher.name, hidden=token.name, total=total)
    return Logged(key, details, watcher.id, "hit" if total >= dc else "miss")
