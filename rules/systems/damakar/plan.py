"""The plan of an attack: breakdowns, price, exact chance, problems. No die falls here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from maps.grid import distance
from maps.problems import Problem, Severity
from maps.reach import whole
from maps.shapes import Grade
from maps.storeys import apart
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction, AttackPlan, Cover, Fact, Weapon
from rules.encounter.state import Encounter, TokenId
from rules.storeys import elsewhere
from rules.systems.damakar import contest, time
from rules.systems.damakar.arms import as_used, hands, is_inside, use_of, weapon_name
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.damage import bonus_part, mean
from rules.systems.damakar.duel import (
    BOTH,
    FORCE,
    PLAIN,
    SHOOT,
    SWEEP,
    THROW,
    Defence,
    Duel,
    attack_rows,
    duel_of,
    is_busy,
    is_ready,
    no_defence,
    picked,
    ways,
)
from rules.systems.damakar.modes import (
    affords,
    ap_left,
    attack_price,
    known_mode,
    opponents_among,
    second_weapon,
    swept,
)
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import Price
from rules.systems.damakar.reach import engaged, metres, open_way, radius_cm, strikes_at
from rules.systems.damakar.sheet import sheet_of, vitals_of
from rules.systems.damakar.sightline import look
from rules.systems.damakar.tables import actions
from rules.systems.damakar.weapons import SheetWeapon


@dataclass(frozen=True)
class Ground:
    """Everything about an attack. What only its odds need is found out when it is asked for."""

    duel: Duel
    price: Price
    targets: int

    @cached_property
    def cover(self) -> Cover:
        return look(self.duel.state, self.duel.attacker, self.duel.target)

    @cached_property
    def attack(self) -> Breakdown:
        return attack_rows(self.duel)

    @cached_property
    def busy(self) -> bool:
        return acts_too(self.duel)

    @cached_property
    def defences(self) -> tuple[Defence, ...]:
        return ways(self.duel, busy=self.busy)[0]

    @property
    def defence(self) -> Defence | None:
        return picked(self.duel, self.defences)

    @property
    def against(self) -> Breakdown:
        chosen = self.defence
        return no_defence(self.duel) if chosen is None else chosen.rows


def survey(state: Encounter, action: AttackAction, faster: int = 0, by_hand: int = 0) -> Ground:
    """Find out everything about an attack."""
    duel = duel_of(state, action)
    targets = 1
    if duel.mode == SWEEP:
        targets = _swept(duel)
        duel = duel_of(state, action, targets)
    cost = attack_price(duel, targets, faster, by_hand)
    return Ground(duel, cost, targets)


def _swept(duel: Duel) -> int:
    targets = swept(duel)
    if duel.options.flag("rundumschlag_friends_cost"):
        return max(1, len(targets))
    return opponents_among(duel.attacker, targets)


def acts_too(duel: Duel) -> bool:
    """Whether attacker and target act in the same moment and the target does not wait (§2.7)."""
    acting = duel.state.timeline.acting
    if not duel.state.timeline.running or duel.attacker.id == duel.target.id:
        return False
    if duel.attacker.id not in acting or duel.target.id not in acting:
        return False
    held = time.announced(duel.state).get(duel.target.id)
    return is_busy(duel.state, duel.target) or not held


# -- the plan -----------------------------------------------------------------------------------


def plan(state: Encounter, action: AttackAction) -> AttackPlan:
    """Say everything known about an attack before a die falls."""
    return plan_of(survey(state, action))


def plan_of(ground: Ground) -> AttackPlan:
    """Turn what was found out into numbers."""
    duel, action = ground.duel, ground.duel.action
    chosen, against = ground.defence, ground.against
    rules = contest.Rules.of(duel.options)
    number, fixed = _opposed(ground, chosen)
    theirs = _their_attack(ground)
    chance = contest.chance(ground.attack.total, number, fixed, rules)
    if theirs is not None:
        chance = contest.mutual_chance(ground.attack.total, theirs, rules)
    chance, damage = _whole(ground, chance)
    problems, notes = findings(ground)
    needs = contest.needed(ground.attack.total, number, fixed, rules)
    made = AttackPlan(
        action,
        weapon_view(duel, duel.chosen),
        ground.attack,
        against,
        term("title.damakar.attack"),
        _defence_title(chosen, duel),
        needs=needs,
        chance=chance,
        damage=damage,
        distance=distance(whole(duel.attacker.space), whole(duel.target.space)),
        cover=ground.cover,
        problems=problems,
        notes=notes,
        begins=_announced(ground),
        hopeless=None if needs is not None else _hopeless(ground, number, fixed),
        reading=_reading(number),
    )
    return replace(made, facts=tuple(_facts(ground, made)))


def _reading(number: int | None) -> Term | None:
    """Say that the needed number stands for an ordinary defence roll, where one is rolled."""
    if number is None:
        return None
    return term("reading.damakar", face=contest.MIDDLE, sum=number + contest.MIDDLE)


def _hopeless(ground: Ground, number: int | None, fixed: int | None) -> Term:
    """Say what the highest face comes to, and what stands against it (§2.5)."""
    most = ground.attack.total + contest.DIE
    if number is None:
        return term("hopeless.damakar.fixed", most=most, against=fixed or 0)
    return term("hopeless.damakar.rolled", most=most, against=number + contest.MIDDLE)


def _announced(ground: Ground) -> Term | None:
    """Say that an attack is announced in secret where others act in the same moment (§2.7).

    The last one to announce uncovers all; the dice are asked for one after the other.
    """
    line, duel = ground.duel.state.timeline, ground.duel
    shared = line.running and duel.attacker.id in line.acting and len(line.acting) > 1
    if not shared or not duel.options.flag("announce"):
        return None
    held = time.announced(duel.state)
    others = [t for t in line.acting if t != duel.attacker.id and t not in held]
    return term("begins.damakar.announce") if others else term("begins.damakar.reveal")


def _opposed(ground: Ground, chosen: Defence | None) -> tuple[int | None, int | None]:
    """Return the defence bonus that is rolled against, or a fixed difficulty (§5.6)."""
    if chosen is not None:
        return chosen.total, None
    fixed = ground.against.total
    return None, fixed if ground.duel.ranged or fixed else None


def _their_attack(ground: Ground) -> int | None:
    """Return the bonus of an attack that the target has announced on the attacker (§2.7)."""
    state, me, foe = ground.duel.state, ground.duel.attacker, ground.duel.target
    held = time.announced(state).get(foe.id)
    if not ground.busy or not isinstance(held, dict) or held.get("target") != me.id:
        return None
    weapon, mode = str(held.get("weapon", "")), str(held.get("mode", ""))
    return attack_rows(duel_of(state, AttackAction(foe.id, me.id, weapon, mode))).total


def _whole(ground: Ground, chance: Fraction) -> tuple[Fraction, Fraction]:
    """Return chance and mean damage of the whole attack, a second weapon included."""
    duel = ground.duel
    damage = chance * _hurts(duel, duel.weapon)
    other = second_weapon(duel.attacker, duel.chosen)
    if duel.mode != BOTH or other is None:
        return chance, damage
    used = as_used(duel.state, duel.attacker, other, duel.target.id)
    second = replace(duel, chosen=other, weapon=used, mode=PLAIN)
    again = _second_chance(ground, second)
    return 1 - (1 - chance) * (1 - again), damage + again * _hurts(second, second.weapon)


def _second_chance(ground: Ground, second: Duel) -> Fraction:
    """Return the chance of the other weapon: against the defence that is left (§5.2)."""
    first = ground.defence
    left = [d for d in ways(second, busy=ground.busy)[0] if first is None or d.way != first.way]
    number = left[0].total if left else None
    rules = contest.Rules.of(second.options)
    return contest.chance(attack_rows(second).total, number, None, rules)


def _hurts(duel: Duel, weapon: SheetWeapon) -> Fraction:
    """Return the mean damage of a hit; the first one on a pole fighter does none (§5.5)."""
    if keeps_out(duel, weapon):
        return Fraction(0)
    return mean(duel.attacker, duel.target, weapon, duel.options)


def keeps_out(duel: Duel, weapon: SheetWeapon) -> bool:
    """Whether a hit only brings the attacker inside the reach of a pole weapon (§5.5)."""
    if duel.ranged or (weapon.pole and not duel.options.flag("pole_against_pole")):
        return False
    state, target = duel.state, duel.target
    if is_inside(state, duel.attacker.id, target.id):
        return False
    held, foe = hands(target).items, duel.attacker.id
    return any(w.pole and use_of(state, target, w, foe) != "bare" for _, w in held)


def _defence_title(chosen: Defence | None, duel: Duel) -> Term:
    if chosen is not None:
        return named("title.damakar", chosen.way)
    return term("title.damakar.difficulty") if duel.ranged else term("title.damakar.none")


def weapon_view(duel: Duel, weapon: SheetWeapon) -> Weapon:
    """Return a weapon as the docks show it, as it serves now."""
    return weapon_entry(duel.state, duel.attacker.id, weapon, duel.mode)


def weapon_entry(state: Encounter, id: TokenId, weapon: SheetWeapon, mode: str = "") -> Weapon:
    """Return a weapon of somebody as the docks show it."""
    token = state.tokens[id]
    used = as_used(state, token, weapon)
    bonus = bonus_part(sheet_of(token), used, options_of(state))
    dice = replace(used.dice, bonus=bonus)
    thrown = mode == THROW or weapon.kind == "thrown"
    icon = "bow" if weapon.kind == "ranged" else "shield" if weapon.shield else "sword"
    zp = actions()["throw"].zp if thrown else used.zp
    price = term("weapon_price.damakar.zp", zp=zp)
    if weapon.kind == "ranged":
        zp = actions()["shoot"].zp
        price = term("weapon_price.damakar.shot", zp=zp, reload=weapon.reload)
    far = radius_cm(options_of(state), used.length) / 100 if weapon.melee and not thrown else None
    does = term("weapon_damage.damakar", n=dice.count, sides=dice.sides, bonus=dice.bonus)
    return Weapon(
        weapon.id,
        weapon_name(weapon),
        weapon.kind != "melee" or mode in (SHOOT, THROW),
        term("weapon_price.damakar.both", damage=does, price=price),
        None,
        None if far is None else term("fact.damakar.metres", metres=far),
        icon,
    )


# -- what stands in the way ---------------------------------------------------------------------


def findings(ground: Ground) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return (problems, notes); forced by the game master the former become the latter."""
    notes = tuple(Problem(code, Severity.NOTE, "", args) for code, args in _notes(ground))
    if FORCE in ground.duel.action.on:
        forced = (replace(p, severity=Severity.WARNING) for p in _problems(ground))
        return (), (*forced, *notes)
    return problems_of(ground), notes


def problems_of(ground: Ground) -> tuple[Problem, ...]:
    """Return what makes an attack impossible; nothing where the game master forces it."""
    return () if FORCE in ground.duel.action.on else tuple(_problems(ground))


def _problems(ground: Ground) -> Iterator[Problem]:
    duel = ground.duel
    yield from elsewhere(duel.state, duel.attacker, duel.target)
    for code, place, args in _reasons(ground):
        yield Problem(code, Severity.ERROR, place, args)


Found = tuple[str, str, Mapping[str, object]]


def _reasons(ground: Ground) -> Iterator[Found]:
    duel = ground.duel
    name, weapon = duel.attacker.name, weapon_name(duel.chosen)
    if duel.attacker.id == duel.target.id:
        yield "damakar.self", "target", {"name": name}
    if is_out(duel.attacker):
        yield "damakar.out", "attacker", {"name": name}
    wanted = duel.action.weapon
    if wanted and duel.sheet.weapon(wanted) is None:
        yield "damakar.no_weapon", "weapon", {"name": name, "weapon": wanted}
    if not known_mode(duel.state, duel.attacker.id, duel.chosen.id, duel.mode):
        yield "damakar.no_mode", "mode", {"mode": duel.mode}
    if not is_ready(duel):
        yield "damakar.not_in_hand", "weapon", {"name": name, "weapon": weapon}
    if (
        duel.mode == SHOOT
        and duel.chosen.reload
        and duel.chosen.id in vitals_of(duel.attacker).empty
    ):
        args = {"weapon": weapon, "zp": duel.chosen.reload}
        yield "damakar.not_loaded", "weapon", args
    if duel.mode == SWEEP and not duel.options.flag("sweep_allowed"):
        yield "damakar.no_sweep", "mode", {}
    yield from _of_price(ground)
    yield from _of_distance(ground)


def _of_price(ground: Ground) -> Iterator[Found]:
    ap, left = ground.price.ap.total, ap_left(ground.duel.state, ground.duel.attacker)
    if not affords(ground.duel.state, ground.duel.attacker, ap):
        yield "damakar.no_ap", "mode", {"needed": ap, "left": left}
    faster = ground.price.zp.find("faster")
    least = max(1, ground.duel.options.number("min_action_zp"))
    if faster is not None and ground.duel.weapon.zp + faster.modifier.value < least:
        yield "damakar.too_fast", "mode", {"most": ground.duel.weapon.zp - least}


def _of_distance(ground: Ground) -> Iterator[Found]:
    duel = ground.duel
    state, me, foe = duel.state, duel.attacker, duel.target
    if me.id == foe.id or apart(state.board, me.space, foe.space):
        return
    if not open_way(state, me, foe) or (duel.ranged and ground.cover.grade is Grade.TOTAL):
        yield "damakar.no_line", "target", {"name": foe.name}
    elif not duel.ranged and not strikes_at(state, me, duel.weapon, foe):
        yield "damakar.out_of_reach", "target", {"name": foe.name}


def _notes(ground: Ground) -> Iterator[tuple[str, Mapping[str, object]]]:
    duel = ground.duel
    state, me, foe = duel.state, duel.attacker, duel.target
    if state.timeline.running and me.id not in state.timeline.acting:
        yield "damakar.not_your_turn", {"name": me.name}
    others = [state.tokens[t].name for t in state.timeline.acting if t != me.id]
    if me.id in state.timeline.acting and others:
        yield "damakar.simultaneous", {"names": tuple(others)}
    if duel.mode == SWEEP:
        yield "damakar.sweep_gm", {}
    if keeps_out(duel, duel.weapon):
        yield "damakar.first_hit", {"name": foe.name}
    use = use_of(state, me, duel.chosen, foe.id)
    if use == "staff":
        yield "damakar.used_staff", {"weapon": weapon_name(duel.chosen)}
    if use == "bare":
        yield "damakar.used_bare", {"weapon": weapon_name(duel.chosen)}
    if is_out(foe):
        yield "damakar.target_out", {"name": foe.name}
    if duel.ranged and engaged(state, me):
        yield "damakar.shoots_engaged", {"name": me.name}


# -- the card -----------------------------------------------------------------------------------


def _facts(ground: Ground, made: AttackPlan) -> Iterator[Fact]:
    """Say defence, price, distance, chance, lines: the hover card."""
    duel, chosen = ground.duel, ground.defence
    if chosen is None:
        value = term("fact.damakar.undefended")
    else:
        way = named("defence.damakar", chosen.way)
        value = term("fact.damakar.defence_value", way=way, bonus=chosen.total, zp=chosen.cost)
    yield Fact(term("fact.damakar.defence"), value, "" if chosen else "good")
    zp, ap = ground.price.zp.total, ground.price.ap.total
    cost = term("fact.damakar.zp_ap", zp=zp, ap=ap) if ap else term("fact.damakar.zp", zp=zp)
    yield Fact(term("fact.damakar.price"), cost)
    far = metres(duel.state, _gap(duel))
    mood = "" if duel.ranged or not any(True for _ in _of_distance(ground)) else "bad"
    yield Fact(term("fact.damakar.distance"), term("fact.damakar.metres", metres=far), mood)
    yield _lines(ground)
    chance = term("fact.damakar.chance_value", chance=float(made.chance), damage=float(made.damage))
    yield Fact(term("fact.damakar.chance"), chance)


def _gap(duel: Duel) -> float:
    a, b = duel.attacker.space.centre2, duel.target.space.centre2
    return float(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 / 2)


def _lines(ground: Ground) -> Fact:
    cover = ground.cover
    label = term("fact.damakar.lines")
    if cover.grade is Grade.NONE:
        return Fact(label, term("fact.damakar.free"), "good")
    if cover.grade is Grade.TOTAL:
        return Fact(label, term("fact.damakar.no_line"), "bad", cover.by)
    value = term("fact.damakar.stopped", percent=cover.percent)
    return Fact(label, value, "warn", cover.by)
