"""The plan of an attack: rows, limit, exact chance, problems. No die falls here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from maps.problems import Problem, Severity
from maps.shapes import Grade
from rules.core.asking import Option
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction, AttackPlan, Concealment, Cover, Fact
from rules.encounter.plans import Weapon as Shown
from rules.encounter.state import Encounter, TokenId, hostile
from rules.storeys import elsewhere
from rules.systems.muinimula import bonds, damage, parry
from rules.systems.muinimula.conditions import HELPLESS
from rules.systems.muinimula.cover import survey as look
from rules.systems.muinimula.duel import FORCE, MODES, NORMAL, Duel, duel_of
from rules.systems.muinimula.options import options_of, square_metres
from rules.systems.muinimula.parry import Means
from rules.systems.muinimula.rolls import Edge, judge_attack, spread
from rules.systems.muinimula.rows import attack_rows, edge_of
from rules.systems.muinimula.sheet import Pending, sheet_of, vitals_of
from rules.systems.muinimula.time import SECOND, before, said, seconds

NO_ATTACK: Final = HELPLESS


@dataclass(frozen=True)
class Ground:
    """What can be found out about an attack: its rows, and how the target would parry.

    Everything is found out once, when it is asked for: whether an attack is possible takes less
    than its odds.
    """

    duel: Duel

    @cached_property
    def attack(self) -> Breakdown:
        return attack_rows(self.duel)

    @cached_property
    def means(self) -> Means | None:
        """The means with which the target usually parries."""
        return parry.usual(self.duel)

    @cached_property
    def parry(self) -> Breakdown:
        return Breakdown() if self.means is None else parry.rows_of(self.duel, self.means)

    @cached_property
    def _seen(self) -> tuple[Cover, Concealment]:
        return look(self.duel)

    @property
    def cover(self) -> Cover:
        return self._seen[0]

    @property
    def concealment(self) -> Concealment:
        return self._seen[1]

    @property
    def lot(self) -> Edge:
        """Vorteil or Nachteil of the attack roll."""
        return edge_of(self.attack)

    @property
    def strict(self) -> bool:
        """Whether a roll must be lower than its limit (§13.1)."""
        return self.duel.options.word("attack_compare") == "lt"


def survey(state: Encounter, action: AttackAction) -> Ground:
    """Find out everything about an attack that geometry and the creatures' states say."""
    return Ground(duel_of(state, action))


def plan(state: Encounter, action: AttackAction) -> AttackPlan:
    """Say everything known about an attack before a die falls."""
    ground = survey(state, action)
    duel = ground.duel
    chance = hit_chance(ground)
    problems, notes = findings(ground)
    title = term("title.muinimula.no_parry")
    if ground.means is not None:
        title = term("title.muinimula.parry", means=ground.means.name)
    return AttackPlan(
        action,
        damage.weapon_view(duel.weapon),
        ground.attack,
        ground.parry,
        term("title.muinimula.attack"),
        title,
        dice=(20,) if ground.lot is Edge.NONE else (20, 20),
        needs=needed(ground),
        under=True,
        chance=chance,
        damage=chance * damage.mean(duel),
        distance=duel.distance,
        cover=ground.cover,
        concealment=ground.concealment,
        problems=problems,
        notes=notes,
        facts=tuple(facts(ground, chance)),
        begins=term("begins.muinimula.attack") if begins(state, action) else None,
        reading=_reading(ground, chance),
    )


def _reading(ground: Ground, chance: Fraction) -> Term | None:
    """Say how the chance comes about where a parry takes its part of it (§3.3, §13.3)."""
    success = success_chance(ground)
    if ground.duel.helpless or ground.means is None or not success:
        return None
    parried = float(1 - chance / success)
    return term("reading.muinimula", success=float(success), parried=parried)


def begins(state: Encounter, action: AttackAction) -> bool:
    """Whether an attack only begins now, and the dice fall when its time has come (§2.4)."""
    if not state.timeline.running or action.attacker not in state.timeline.at:
        return False
    pending = vitals_of(state.tokens[action.attacker]).pending
    return pending is None or replaces(state, pending, action)


def replaces(state: Encounter, pending: Pending, action: AttackAction) -> bool:
    """Whether another attack takes the place of one that has only just begun."""
    weapon = action.weapon or pending.weapon
    same = (pending.target, pending.weapon, pending.mode) == (action.target, weapon, action.mode)
    return not pending.binds(state.timeline.now) and not same


# -- numbers ------------------------------------------------------------------------------------


def needed(ground: Ground) -> int:
    """Return the highest face that succeeds: 2 to 18, all where none is needed (§3.3)."""
    if ground.duel.helpless:
        return 20
    most = ground.attack.total - (1 if ground.strict else 0)
    return max(2, min(18, most))


def success_chance(ground: Ground) -> Fraction:
    """Return the exact chance that the attack roll succeeds, parries left aside (§3.3)."""
    if ground.duel.helpless:
        return Fraction(1)
    return sum((share for _, share in successes(ground)), Fraction(0))


def successes(ground: Ground) -> Iterator[tuple[int, Fraction]]:
    """Yield the numbers of successful attack rolls with their chances."""
    yield from _successes(ground.lot, ground.attack.total, ground.strict)


@lru_cache(maxsize=1024)
def _successes(lot: Edge, limit: int, strict: bool) -> tuple[tuple[int, Fraction], ...]:
    rolls = ((judge_attack(dice, lot, limit, strict), chance) for dice, chance in spread(lot))
    return tuple((roll.face, chance) for roll, chance in rolls if roll.success)


def hit_chance(ground: Ground) -> Fraction:
    """Return the exact chance that the attack hits, the usual parry counted in."""
    if ground.duel.helpless or ground.means is None:
        return success_chance(ground)
    attack = ground.lot, ground.attack.total, ground.strict
    return _unparried(*attack, shift(ground), edge_of(ground.parry), ground.parry.total)


@lru_cache(maxsize=1024)
def _unparried(
    lot: Edge, limit: int, strict: bool, shift: int, parry_lot: Edge, bonus: int
) -> Fraction:
    """Return the chance of a successful attack roll that a parry does not stop."""
    rolls = _successes(lot, limit, strict)
    missed = ((n, 1 - parry.parry_chance(face + shift, parry_lot, bonus)) for face, n in rolls)
    return sum((chance * share for chance, share in missed), Fraction(0))


def compared(ground: Ground, face: int) -> int:
    """Return the number that a parry is compared with (§13.3)."""
    return face + shift(ground)


def shift(ground: Ground) -> int:
    """Return what is added to a roll before a parry is compared with it: nothing, or (§13.3)
    what was taken off its limit."""
    if ground.duel.options.word("limit_basis") == "natural":
        return 0
    base = ground.duel.weapon.attack_value
    series = ground.attack.find("limit")
    start = base + (series.modifier.value if series is not None else 0)
    return start - ground.attack.total


# -- what stands in the way ---------------------------------------------------------------------


def findings(ground: Ground) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return (problems, notes); forced by the game master the former become the latter."""
    duel = ground.duel
    hard = tuple(_senseless(duel))
    problems = (*_of_attacker(duel), *_of_right(duel), *_of_place(ground))
    notes = tuple(_notes(ground))
    if FORCE in duel.action.on:
        return hard, (*(replace(p, severity=Severity.WARNING) for p in problems), *notes)
    return (*hard, *problems), notes


def _error(code: str, place: str, **args: object) -> Problem:
    return Problem(code, Severity.ERROR, place, args)


def _senseless(duel: Duel) -> Iterator[Problem]:
    """Say what not even the game master can force."""
    me, action = duel.attacker, duel.action
    if me.id == duel.target.id:
        yield _error("muinimula.self", "target", name=me.name)
    if action.weapon and duel.sheet.weapon(action.weapon) is None:
        yield _error("muinimula.no_weapon", "weapon", name=me.name, weapon=action.weapon)
    if duel.mode not in MODES:
        yield _error("muinimula.no_mode", "mode", mode=duel.mode)
    if me.has("dead"):
        why = named("condition.muinimula", "dead")
        yield _error("muinimula.cannot_act", "attacker", name=me.name, condition=why)


def _of_attacker(duel: Duel) -> Iterator[Problem]:
    me = duel.attacker
    held = [c.id for c in me.conditions if c.id in NO_ATTACK]
    if held:
        why = named("condition.muinimula", held[0])
        yield _error("muinimula.cannot_act", "attacker", name=me.name, condition=why)
    if not damage.can_use(me, duel.weapon):
        name = parry.weapon_name(duel.weapon)
        yield _error("muinimula.dropped", "weapon", name=me.name, weapon=name)
    busy = vitals_of(me).pending
    if busy is not None and busy.binds(duel.state.timeline.now) and not _is_this(duel):
        what = named("doing.muinimula", busy.kind)
        args: Mapping[str, object] = {"name": me.name, "what": what, "s": seconds(busy.end)}
        yield Problem("muinimula.busy", Severity.ERROR, "attacker", args)


def _is_this(duel: Duel) -> bool:
    """Whether the attack thought about is the one that is under way."""
    pending = vitals_of(duel.attacker).pending
    return pending is not None and pending.kind == "attack" and pending.target == duel.target.id


def _of_right(duel: Duel) -> Iterator[Problem]:
    """Say who may not attack: in a duel only one has the right (§3.1, §10.3)."""
    state, me, foe = duel.state, duel.attacker, duel.target
    if duel.ranged or duel.helpless or _is_this(duel):
        return
    if me.has("must_parry"):
        yield _error("muinimula.must_parry", "attacker", name=me.name)
    link = bonds.duel(state, me.id, foe.id)
    if link is not None and link.a != me.id and not may_double(state, me.id, foe.id):
        yield _error("muinimula.no_right", "attacker", name=me.name, other=foe.name)
    other = bonds.opponent(state, me.id)
    if link is None and other is not None and not may_turn(state, me.id, foe.id):
        name = state.tokens[other].name
        yield _error("muinimula.other_duel", "target", name=me.name, other=name)


def may_double(state: Encounter, me: TokenId, foe: TokenId) -> bool:
    """Whether somebody may still attack too: the other's attack began this second (§2.6)."""
    pending = vitals_of(state.tokens[foe]).pending
    if pending is None or pending.kind != "attack" or pending.target != me:
        return False
    return pending.start // SECOND == state.timeline.now // SECOND


def may_turn(state: Encounter, me: TokenId, foe: TokenId) -> bool:
    """Whether a single one may turn from his opponent to another (§6.1, §6.4)."""
    pending = vitals_of(state.tokens[foe]).pending
    pausing = pending is not None and pending.kind == "pause"
    if pausing and options_of(state).word("pause_right") == "table":
        return True
    return bonds.holds_right(state, me) and (vitals_of(state.tokens[me]).free or pausing)


def lies_open(ground: Ground) -> bool:
    """Whether a blow gets to the target at all: near enough, no wall between, same storey."""
    return not _of_place(ground)


def _of_place(ground: Ground) -> tuple[Problem, ...]:
    duel = ground.duel
    far = tuple(elsewhere(duel.state, duel.attacker, duel.target))
    return far or tuple(_of_distance(ground))


def _of_distance(ground: Ground) -> Iterator[Problem]:
    duel = ground.duel
    if not duel.ranged and not duel.reaches:
        yield _error("muinimula.out_of_reach", "target", distance=duel.distance)
    if ground.cover.grade is Grade.TOTAL:
        yield _error("muinimula.no_way", "target", name=duel.target.name)


def _notes(ground: Ground) -> Iterator[Problem]:
    duel = ground.duel
    state, me, foe = duel.state, duel.attacker, duel.target
    if foe.has("dead"):
        yield Problem("muinimula.already_dead", Severity.NOTE, "", {"name": foe.name})
    elif not hostile(me.side, foe.side):
        yield Problem("muinimula.not_hostile", Severity.WARNING, "", {"name": foe.name})
    link = bonds.duel(state, me.id, foe.id)
    if link is not None and link.a != me.id and may_double(state, me.id, foe.id):
        yield Problem("muinimula.double", Severity.WARNING, "", {"name": me.name})
    if not duel.ranged and uncoordinated(state, me.id, foe.id):
        yield Problem("muinimula.uncoordinated", Severity.NOTE, "", {"name": foe.name})
    fresh = link is None and state.timeline.running and vitals_of(foe).pending is None
    if fresh and foe.id in state.timeline.at and not duel.ranged:
        if before(state, foe.id, me.id) and bonds.opponent(state, foe.id) is None:
            yield Problem("muinimula.chooses_first", Severity.NOTE, "", {"name": foe.name})


def uncoordinated(state: Encounter, me: TokenId, foe: TokenId) -> bool:
    """Whether somebody fights beside comrades and has not rolled Kampfkoordination yet (§6.2)."""
    many = {*bonds.crowd(state, foe), me}
    return len(many) > 1 and me in many and vitals_of(state.tokens[me]).beside != foe


# -- facts --------------------------------------------------------------------------------------


def facts(ground: Ground, chance: Fraction) -> Iterator[Fact]:
    """Yield the rows of the hover card."""
    duel = ground.duel
    yield Fact(term("fact.muinimula.right"), _right(duel))
    yield Fact(term("fact.muinimula.limit"), term("number.muinimula.plain", value=needed(ground)))
    if ground.lot is not Edge.NONE:
        mood = "good" if ground.lot is Edge.BETTER else "bad"
        yield Fact(term("fact.muinimula.edge"), named("word.muinimula", ground.lot.value), mood)
    yield Fact(term("fact.muinimula.time"), said(duel.weapon.attack_time))
    yield _parries(duel)
    if ground.cover.grade is not Grade.NONE:
        value = term("fact.muinimula.lines", percent=ground.cover.percent)
        yield Fact(term("fact.muinimula.cover"), value, "warn", ground.cover.by)
    squares = term(
        "fact.muinimula.squares", n=duel.distance, metres=duel.distance * square_metres(duel.state)
    )
    yield Fact(term("fact.muinimula.distance"), squares)
    value = term(
        "fact.muinimula.chance", chance=float(chance), damage=float(chance * damage.mean(duel))
    )
    yield Fact(term("fact.muinimula.expected"), value)


def _right(duel: Duel) -> Term:
    """Say how both stand to each other."""
    state, me, foe = duel.state, duel.attacker.id, duel.target.id
    link = bonds.duel(state, me, foe)
    if duel.ranged:
        return term("right.muinimula.shot")
    if link is not None:
        return term("right.muinimula.holds", name=state.tokens[link.a].name)
    if bonds.is_outside(state, me, foe):
        return term("right.muinimula.outside")
    return term("right.muinimula.open")


def _parries(duel: Duel) -> Fact:
    label = term("fact.muinimula.parries")
    found = parry.available(duel)
    if not found:
        return Fact(label, term("fact.muinimula.none"), "good")
    names = tuple(means.name for means in found)
    return Fact(label, term("fact.muinimula.list", items=names))


# -- weapons and modes --------------------------------------------------------------------------


def weapons(state: Encounter, token: TokenId) -> tuple[Shown, ...]:
    """Return the ways to attack that a creature has."""
    return tuple(damage.weapon_view(weapon) for weapon in sheet_of(state.tokens[token]).arms)


def modes(state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
    """Return the ways to strike: plainly, or aimed at a part of the body (§12.1)."""
    arm = sheet_of(state.tokens[token]).weapon(weapon)
    malus = arm.ga if arm is not None else 0
    plain = Option(NORMAL, term("mode.muinimula.normal"))
    aimed = (Option(id, named("mode.muinimula", id, malus=malus)) for id in MODES[1:])
    return (plain, *aimed)
