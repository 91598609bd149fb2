"""Saving throws: what adds up, what cover is worth against an effect, and the roll (§3.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from maps.grid import Footprint, Point, point
from maps.shapes import Grade
from maps.sight import LineFacts
from rules.core.asking import Basis, Procedure, ask
from rules.core.modifiers import Breakdown, Modifier, Stacking, build
from rules.core.sources import DERIVED, Source, Status
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome
from rules.encounter.course import Course
from rules.encounter.events import Logged
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.commands import Save
from rules.systems.pathfinder.conditions import is_helpless
from rules.systems.pathfinder.cover import Judge
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.harm import deal_damage, hp_line
from rules.systems.pathfinder.modifiers import ability_detail
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.tables import sheet_of
from rules.systems.pathfinder.to_hit import ability_modifier as as_conditions_leave
from rules.systems.pathfinder.weapons import UNARMED, Ability

Kind = Literal["fort", "ref", "will"]
Evasion = Literal["none", "evasion", "improved"]

ABILITY: Final[dict[Kind, Ability]] = {
    "fort": "constitution",
    "ref": "dexterity",
    "will": "wisdom",
}
COVER_BONUS: Final = {Grade.PARTIAL: 1, Grade.HARD: 2, Grade.IMPROVED: 4}
"""Reflex bonus of a grade of cover; soft and total cover give none (§3.6)."""
FEAR: Final = ("shaken", "frightened", "panicked")
HELPLESS_DEXTERITY: Final = -5
_STATED: Final = Source(Status.STATED, "§3.6")

STACKING: Final = Stacking(
    adding=frozenset({"untyped", "ability", "hand"}),
    worst_only=frozenset({"fear"}),
    why={
        "cover": term("why.pathfinder.best_cover"),
        "fear": term("why.pathfinder.worst_fear"),
    },
)


@dataclass(frozen=True, slots=True)
class SavePlan:
    """What is known about a saving throw before the die falls.

    ``needs`` is the lowest face that saves. ``unaffected``: total cover, the effect does not
    come through. ``evasion`` is what counts here; improved cover may give it.
    """

    token: TokenId
    kind: Kind
    dc: int
    bonus: Breakdown
    needs: int
    cover: Cover
    evasion: Evasion
    unaffected: bool


# -- cover from an effect -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shelter:
    """What lies between the origin of an effect and a creature: each grade with its causes."""

    grades: tuple[tuple[Grade, tuple[str, ...]], ...] = ()
    total: bool = False

    @property
    def best(self) -> Grade:
        """The best cover from the effect (§3)."""
        if self.total:
            return Grade.TOTAL
        return max((g for g, _ in self.grades), key=list(Grade).index, default=Grade.NONE)

    @property
    def cover(self) -> Cover:
        """That cover with who gives it."""
        by = tuple(id for grade, ids in self.grades for id in ids if grade is self.best)
        return Cover(self.best, by=by)


def shelter_from(state: Encounter, token: Token, origin: Point) -> Shelter:
    """Find what shelters a creature from an effect that starts at a point.

    The point takes the place of the corner of the ranged rule (§3.2); creatures count too,
    to be listed, though they help nobody's Reflex save.
    """
    spot = Footprint(origin.x - 1, origin.y - 1, 2)
    source = replace(token, id=TokenId(""), space=spot, conditions=())
    duel = Duel(state, options_of(state), source, token, UNARMED, ranged=True, origin=origin)
    judge = Judge(duel)
    facts = judge.facts(spot, duel.t, origin, duel.t.lattice())
    if all(f.barriers for f in facts) and not judge.sight.effect(spot, duel.t, judge.level).exists:
        return Shelter(((Grade.TOTAL, facts[0].barriers),), total=True)
    found: dict[Grade, dict[str, None]] = {}
    for fact in facts:
        for grade, ids in _grades(judge, fact):
            found.setdefault(grade, {}).update(dict.fromkeys(ids))
    if Grade.HARD in found and _mostly_visible(judge, spot, origin):
        found[Grade.PARTIAL] = found.pop(Grade.HARD) | found.get(Grade.PARTIAL, {})
    return Shelter(tuple((grade, tuple(found[grade])) for grade in Grade if grade in found))


def _mostly_visible(judge: Judge, spot: Footprint, origin: Point) -> bool:
    """Whether the game master's option makes cover of a mostly visible creature partial (§3.6)."""
    if judge.duel.options.word("partial_cover") != "apply":
        return False
    return judge.sight.at(judge.level).visible_share(origin, spot, judge.duel.t) > 0.5


def _grades(judge: Judge, fact: LineFacts) -> list[tuple[Grade, tuple[str, ...]]]:
    grades: list[tuple[Grade, tuple[str, ...]]] = []
    if fact.barriers:
        grades.append((judge.barrier_grade(fact.barriers), fact.barriers))
    grades += [(judge.shelter_grade(id), (id, *fact.partners)) for id in fact.shelters]
    if fact.bodies:
        grades.append((Grade.SOFT, fact.bodies))
    return [(grade, ids) for grade, ids in grades if grade is not Grade.NONE]


# -- the parts ----------------------------------------------------------------------------------


def ability_modifier(token: Token, ability: Ability) -> int:
    """Return an ability modifier as conditions leave it; helpless ones have Dexterity 0 (§7)."""
    if ability == "dexterity" and is_helpless(token):
        return HELPLESS_DEXTERITY
    return as_conditions_leave(token, ability)[0]


def state_modifiers(token: Token) -> list[Modifier]:
    """Return what conditions take from saves and skills: fear and sickness."""
    found = [
        Modifier(id, -2, named("condition.pathfinder", id), "fear", DERIVED)
        for id in FEAR
        if token.has(id)
    ]
    if token.has("sickened"):
        found.append(
            Modifier("sickened", -2, named("condition.pathfinder", "sickened"), source=DERIVED)
        )
    return found


def _base(token: Token, kind: Kind) -> list[Modifier]:
    sheet = sheet_of(token)
    base = {"fort": sheet.fortitude, "ref": sheet.reflex, "will": sheet.will}[kind]
    ability = ABILITY[kind]
    score = sheet.score(ability)
    return [
        Modifier("base_save", base, term("modifier.pathfinder.base_save")),
        Modifier(
            "ability",
            ability_modifier(token, ability),
            named("ability.pathfinder", ability),
            "ability",
            detail=None if score is None else ability_detail(ability, score),
        ),
        *state_modifiers(token),
    ]


def save_bonus(token: Token, kind: Kind) -> Breakdown:
    """Add a saving throw up as its maker's own values and conditions leave it."""
    return build(_base(token, kind), STACKING)


def _cover_modifiers(shelter: Shelter, improved: int) -> list[Modifier]:
    """Return one modifier per grade of cover; which of them counts is decided later."""
    found = []
    for grade, ids in shelter.grades:
        if grade is Grade.TOTAL:
            continue
        value = improved // 2 if grade is Grade.IMPROVED else COVER_BONUS.get(grade, 0)
        label = named("cover.pathfinder", grade.value)
        found.append(Modifier(f"cover_{grade.value}", value, label, "cover", _STATED, causes=ids))
    return found


def _reasons(found: list[Modifier], spread: bool) -> dict[str, Term]:
    """Return why kinds of cover do not count: a spread goes round, creatures never help."""
    if spread:
        return {m.id: term("why.pathfinder.spread") for m in found}
    return {"cover_soft": term("why.pathfinder.soft_no_reflex")}


# -- the plan -----------------------------------------------------------------------------------


def save_plan(state: Encounter, command: Save) -> SavePlan:
    """Add a saving throw up; cover counts only for Reflex and from the effect's origin."""
    token = find(state, command.token)
    shelter = _shelter(state, token, command)
    improved = options_of(state).number("improved_cover_bonus")
    covers = _cover_modifiers(shelter, improved)
    bonus = build(
        [*_base(token, command.save), *covers], STACKING, reasons=_reasons(covers, command.spread)
    )
    counted = command.save == "ref" and not command.spread
    grade = shelter.best if counted else Grade.NONE
    needs = min(20, max(2, command.dc - bonus.total))
    return SavePlan(
        token.id,
        command.save,
        command.dc,
        bonus,
        needs,
        shelter.cover,
        _evasion(token, grade) if command.save == "ref" else "none",
        grade is Grade.TOTAL,
    )


def _shelter(state: Encounter, token: Token, command: Save) -> Shelter:
    if command.save != "ref":
        return Shelter()
    if command.cover is not None:
        given = Grade(command.cover)
        return Shelter() if given is Grade.NONE else Shelter(((given, ()),))
    if command.origin is None:
        return Shelter()
    return shelter_from(state, token, point(*command.origin))


def _evasion(token: Token, grade: Grade) -> Evasion:
    """Return which evasion counts: improved cover acts like the improved one (§3.6)."""
    if grade is Grade.IMPROVED:
        return "improved"
    return "none" if is_helpless(token) else sheet_of(token).evasion


def damage_left(damage: int, saved: bool, evasion: Evasion) -> int:
    """Return how much of an area's damage gets through."""
    if saved:
        return 0 if evasion != "none" else damage // 2
    return damage // 2 if evasion == "improved" else damage


# -- the roll -----------------------------------------------------------------------------------


def save(state: Encounter, command: Save) -> Procedure[Outcome]:
    """Roll a saving throw, and take what damage gets through."""
    plan = save_plan(state, command)
    token = find(state, command.token)
    course = Course(state)
    label = term("step.pathfinder.save", name=token.name)
    if plan.unaffected:
        line = term("log.pathfinder.unaffected", name=token.name)
        course.add(Logged(line, who=token.id))
        return course.done(label)
    word = named("dice.pathfinder.save", command.save)
    basis = Basis(max(2, min(20, plan.dc - plan.bonus.total)), sums=((word, plan.bonus),))
    (face,) = yield from ask((20,), word, token.id, basis=basis)
    total = face + plan.bonus.total
    saved = face == 20 or (face != 1 and total >= plan.dc)
    lost = damage_left(command.damage, saved, plan.evasion)
    harmed = deal_damage(state, token.id, lost)
    course.add(*harmed)
    details = [breakdown_line(m.modifier) for m in plan.bonus.entries if m.counted]
    if command.damage:
        details.append(_damage_line(token, course.state.token(token.id), lost, plan.evasion))
    course.events.insert(0, _save_line(token, plan, total, saved, tuple(details)))
    return course.done(label)


def _save_line(
    token: Token, plan: SavePlan, total: int, saved: bool, details: tuple[Term, ...]
) -> Logged:
    line = term(
        "log.pathfinder.save",
        name=token.name,
        save=named("save.pathfinder", plan.kind),
        total=total,
        dc=plan.dc,
        result=success(saved),
    )
    return Logged(line, details, token.id, "miss" if saved else "hit")


def _damage_line(before: Token, after: Token, lost: int, evasion: Evasion) -> Term:
    if lost:
        return hp_line(before, after)
    if evasion != "none":
        return term("log.pathfinder.evaded", name=before.name)
    return term("log.pathfinder.no_damage", name=before.name)


def success(holds: bool) -> Term:
    """Say whether a roll succeeded."""
    return term("word.pathfinder.success") if holds else term("word.pathfinder.failure")


def breakdown_line(modifier: Modifier) -> Term:
    """Say one part of a number in a line of the log."""
    return term("log.pathfinder.part", value=modifier.value, label=modifier.label)
