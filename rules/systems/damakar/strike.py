"""Strikes: attack rolls first, then each is met, falls on a zone and wounds (§4.3)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.asking import Basis, Option, Procedure, ask, choose
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, named, term
from rules.encounter.events import Event, Linked, Logged, Unlinked
from rules.encounter.state import Link, TokenId
from rules.systems.damakar import contest
from rules.systems.damakar.arms import (
    INSIDE,
    SCUFFLE,
    hands,
    in_scuffle,
    is_inside,
    very_short,
    weapon_name,
)
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.contest import DIE, UNDEFENDED, Rules, Verdict
from rules.systems.damakar.damage import armour_of, bonus_part
from rules.systems.damakar.duel import Defence, Duel, Way, attack_rows, no_defence, ways
from rules.systems.damakar.harm import wound
from rules.systems.damakar.plan import keeps_out
from rules.systems.damakar.weapons import POLE
from rules.systems.damakar.zones import zone_of


@dataclass(slots=True)
class Strike:
    """One attack roll. ``used`` are the defences that the target has spent on this action."""

    duel: Duel
    ruled: int | None = None
    total: int = 0
    face: int = 0
    rows: Breakdown = field(default_factory=Breakdown)
    used: list[Way] = field(default_factory=list)
    paired: bool = False
    details: list[Term] = field(default_factory=list)

    @property
    def attacker(self) -> TokenId:
        return self.duel.attacker.id

    @property
    def target(self) -> TokenId:
        return self.duel.target.id


def roll(strike: Strike) -> Procedure[None]:
    """Roll the attack and announce its total (§4.3, step 1)."""
    duel = strike.duel
    strike.rows = attack_rows(duel)
    label = term("dice.damakar.attack", target=duel.target.name, weapon=weapon_name(duel.chosen))
    against = term("basis.damakar.attack", target=duel.target.name)
    basis = Basis(sums=((term("title.damakar.attack"), strike.rows),), counts=(against,))
    (strike.face,) = yield from ask((DIE,), label, duel.attacker.id, basis=basis)
    strike.total = strike.face + strike.rows.total
    strike.details.append(_sum("attack", strike.face, strike.rows, strike.total))
    strike.details += parts(strike.rows)


def _sum(what: str, face: int, rows: Breakdown, total: int) -> Term:
    if what == "attack":
        return term("log.damakar.attack_sum", face=face, bonus=rows.total, total=total)
    return term("log.damakar.defence_sum", face=face, bonus=rows.total, total=total)


def parts(rows: Breakdown) -> list[Term]:
    """Say every row that counted."""
    return [
        term("log.damakar.part", value=e.modifier.value, label=e.modifier.label)
        for e in rows.entries
        if e.counted and e.modifier.value
    ]


def meet(bout: Bout, strike: Strike, other: Strike | None) -> Procedure[None]:
    """Let the target defend, then compare and do what follows (§4.3, steps 2 to 8).

    ``other`` is the target's own attack on the attacker in the same moment (§2.7).
    """
    verdict, against = yield from _verdict(bout, strike, other)
    if not verdict.hit:
        _missed(bout, strike, verdict, against)
        return
    yield from _hit(bout, strike, verdict, against)


# -- defending ----------------------------------------------------------------------------------


def _verdict(
    bout: Bout, strike: Strike, other: Strike | None
) -> Procedure[tuple[Verdict, int | None]]:
    duel = strike.duel
    rules = Rules.of(duel.options)
    if other is not None:
        strike.details.append(term("log.damakar.both_attack", total=other.total))
        return contest.judge_mutual(strike.total, other.total, rules), other.total
    chosen = yield from _defend(bout, strike)
    if chosen is None:
        rows = no_defence(duel)
        if not duel.ranged and not rows.total:
            return UNDEFENDED, None
        return contest.judge(strike.total, rows.total, rules), rows.total
    label = term("dice.damakar.defence", way=_way_name(chosen), total=strike.total)
    low = strike.total - chosen.total + (1 if rules.tie_hits else 0)
    basis = Basis(max(1, low), sums=((named("title.damakar", chosen.way), chosen.rows),))
    if low > DIE:
        basis = replace(basis, needs=None, counts=(term("basis.damakar.too_high"),))
    (face,) = yield from ask((DIE,), label, duel.target.id, basis=basis)
    total = face + chosen.total
    strike.details.append(_sum("defence", face, chosen.rows, total))
    strike.details += parts(chosen.rows)
    verdict = contest.judge(strike.total, total, rules)
    if not verdict.hit or duel.options.flag("reaction_cost_on_fail"):
        bout.pay(duel.target.id, chosen.cost)
        strike.details.append(term("log.damakar.reaction_cost", zp=chosen.cost))
    return verdict, total


def _way_name(defence: Defence) -> Term:
    if defence.item is None:
        return named("defence.damakar", defence.way)
    return term("defence.damakar.with", weapon=weapon_name(defence.item))


def _defend(bout: Bout, strike: Strike) -> Procedure[Defence | None]:
    """Ask the target how to defend; nothing is asked where nothing is open."""
    duel = strike.duel
    found, _ = ways(duel, busy=duel.target.id in bout.busy)
    found = _left(strike, found)
    if not found:
        return None
    options = [
        Option(d.way, _way_name(d), term("choice.damakar.defence", bonus=d.total, zp=d.cost))
        for d in found
    ]
    options.append(Option("none", term("defence.damakar.none"), term("choice.damakar.no_zp")))
    label = term("choice.damakar.defend", total=strike.total, attacker=duel.attacker.name)
    picked = next((w for w in ("parry", "parry_off", "dodge", "none") if duel.on(w)), "")
    default = picked if any(o.id == picked for o in options) else options[0].id
    way = yield from choose(options, label, duel.target.id, default)
    chosen = next((d for d in found if d.way == way), None)
    if chosen is not None:
        strike.used.append(chosen.way)
    return chosen


def _left(strike: Strike, found: tuple[Defence, ...]) -> tuple[Defence, ...]:
    """Return the ways that are left against the weapons of a pair (§5.2).

    With an item in each hand one meets the left weapon with the right and the other way round;
    with a single one the second defence must be a dodge.
    """
    if not strike.paired:
        return found
    parries = [d for d in found if d.way != "dodge"]
    if len(parries) > 1:
        facing = _facing(strike)
        return tuple(d for d in parries if _hand(strike, d) == facing)
    return tuple(d for d in found if d.way == "dodge" or not strike.used)


def _facing(strike: Strike) -> str:
    hand = hands(strike.duel.attacker).hand_of(strike.duel.chosen.id)
    return "left" if hand == "right" else "right"


def _hand(strike: Strike, defence: Defence) -> str:
    held = hands(strike.duel.target)
    return (held.hand_of(defence.item.id) or "") if defence.item is not None else ""


# -- what comes of it ---------------------------------------------------------------------------


def _names(strike: Strike) -> dict[str, Any]:
    duel = strike.duel
    return {"attacker": duel.attacker.name, "target": duel.target.name}


def _missed(bout: Bout, strike: Strike, verdict: Verdict, against: int | None) -> None:
    args = {**_names(strike), "total": strike.total, "against": against or 0}
    line = term("log.damakar.missed", **args)
    if verdict.fumble:
        line = term("log.damakar.fumbled", **args)
    bout.add(Logged(line, tuple(strike.details), strike.attacker, "miss"))


def _hit(bout: Bout, strike: Strike, verdict: Verdict, against: int | None) -> Procedure[None]:
    duel = strike.duel
    if verdict.difference is not None:
        strike.details.append(term("log.damakar.difference", value=verdict.difference))
    if verdict.level:
        strike.details.append(term("log.damakar.critical", level=verdict.level))
    if _kept_out(bout, strike):
        inside = Link(INSIDE, duel.attacker.id, duel.target.id)
        line = term("log.damakar.breaks_in", **_names(strike))
        bout.add(Linked(inside), Logged(line, tuple(strike.details), strike.attacker, "hit"))
        if duel.options.flag("critical_breaks_in") or not verdict.level:
            return
    deed = yield from _critical_deed(bout, strike, verdict)
    if deed != "harm":
        _do_deed(bout, strike, deed)
        if not duel.options.flag("deed_and_harm"):
            return
    yield from _harm(bout, strike, against)


def _kept_out(bout: Bout, strike: Strike) -> bool:
    duel = replace(strike.duel, state=bout.state)
    return keeps_out(duel, duel.weapon)


def _critical_deed(bout: Bout, strike: Strike, verdict: Verdict) -> Procedure[str]:
    """Ask what a critical attack does instead of harm, where there is a choice (§5.4, §5.5)."""
    deeds = _deeds(bout, strike) if verdict.level else []
    if not deeds:
        return "harm"
    options = [
        Option(d, named("deed.damakar", d), named("deed_help.damakar", d)) for d in ("harm", *deeds)
    ]
    label = term("choice.damakar.critical", name=strike.duel.attacker.name)
    return (yield from choose(options, label, strike.attacker, "harm"))


def _deeds(bout: Bout, strike: Strike) -> list[str]:
    duel, state = strike.duel, bout.state
    me, foe = duel.attacker.id, duel.target.id
    if duel.ranged:
        return []
    found = []
    if in_scuffle(state, me, foe):
        return [] if Link(SCUFFLE, me, foe) in state.links else ["break_free"]
    longer = duel.options.number("longer_class")
    held = [w for _, w in hands(duel.target).items if w.melee and not w.shield]
    if very_short(state, duel.weapon) and any(w.length >= longer for w in held):
        found.append("scuffle")
    if duel.chosen.length == POLE and is_inside(state, foe, me):
        found.append("push_back")
    return found


def _do_deed(bout: Bout, strike: Strike, deed: str) -> None:
    me, foe = strike.attacker, strike.target
    events: list[Event] = []
    match deed:
        case "scuffle":
            events = [Linked(Link(SCUFFLE, me, foe))]
            line = term("log.damakar.scuffle", **_names(strike))
        case "break_free":
            events = [Unlinked(link) for link in _tied(bout, SCUFFLE, me, foe)]
            line = term("log.damakar.breaks_free", **_names(strike))
        case _:
            events = [Unlinked(Link(INSIDE, foe, me))]
            line = term("log.damakar.pushes_back", **_names(strike))
    bout.add(*events, Logged(line, tuple(strike.details), me, "hit"))


def _tied(bout: Bout, kind: str, a: str, b: str) -> list[Link]:
    return [x for x in bout.state.links if x.kind == kind and {x.a, x.b} == {a, b}]


def _harm(bout: Bout, strike: Strike, against: int | None) -> Procedure[None]:
    """Roll zone and damage, take the armour off, wound (§4.3, steps 4 to 8)."""
    duel, who = strike.duel, strike.attacker
    (face,) = yield from ask((DIE,), term("dice.damakar.zone"), who)
    zone = zone_of(face, duel.options)
    dice = duel.weapon.dice
    faces: tuple[int, ...] = ()
    if dice.count:
        faces = yield from ask(dice.faces, term("dice.damakar.damage", zone=_zone(zone)), who)
    variable, bonus = sum(faces), bonus_part(duel.sheet, duel.weapon, duel.options)
    armour = armour_of(duel.target, zone)
    through = armour.through(variable, bonus)
    taken = through if strike.ruled is None else strike.ruled
    report = term("log.damakar.report", zone=_zone(zone), variable=variable, bonus=bonus)
    args = {**_names(strike), "total": strike.total, "report": report}
    line = term("log.damakar.hit_undefended", **args)
    if against is not None:
        line = term("log.damakar.hit", against=against, **args)
    details = [
        *strike.details,
        term("log.damakar.zone_roll", face=face, zone=_zone(zone)),
        term("log.damakar.faces", faces=faces, bonus=bonus),
        term("log.damakar.through", damage=taken, armour=variable + bonus - through),
    ]
    if taken != through:
        details.append(term("log.damakar.ruled", damage=taken))
    bout.add(Logged(line, tuple(details), who, "hit"))
    yield from wound(bout, strike.target, taken, zone)


def _zone(zone: str) -> Term:
    return named("zone.damakar", str(zone))
