"""Critical hits (§5.2–§5.5): value, row, armour, categories, what they do, consciousness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, ask, choose
from rules.core.terms import Term, named, term
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, VitalsChanged
from rules.encounter.state import Condition, TokenId
from rules.systems.muinimula import harm
from rules.systems.muinimula.critical_tables import CriticalRow, criticals, split
from rules.systems.muinimula.duel import in_hand
from rules.systems.muinimula.sheet import Part, Wound, life, sheet_of, vitals_of
from rules.systems.muinimula.tables import ZONES, Region, TableKind, Zone
from rules.systems.muinimula.time import ROUND

DAZED_UP_TO: Final = 40
"""A Probe failed by more than this makes unconscious (§5.5)."""


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow that has hit: who struck whom, which table, how many Trefferpunkte.

    ``shift`` is gezielte Attacke, ``zone`` what was aimed at.
    """

    attacker: TokenId
    target: TokenId
    kind: TableKind
    points: int
    shift: int = 0
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a critical comes to: a row with its value, or none and whether armour stops all."""

    row: CriticalRow | None
    value: int
    region: Region
    stopped: bool = False


# -- finding the row ----------------------------------------------------------------------------


def row_at(kind: TableKind, value: int) -> CriticalRow:
    """Return the row of a value; below the first row the first (§12.4)."""
    rows = criticals(kind)
    return next((row for row in reversed(rows) if row.since <= value), rows[0])


def row_of(kind: TableKind, value: int, zone: Zone | None) -> CriticalRow:
    """Return the row of a value; of an aimed blow the next higher of that zone (§12.1)."""
    plain = row_at(kind, value)
    if zone is None or plain.region in ZONES[zone]:
        return plain
    there = [row for row in criticals(kind) if row.region in ZONES[zone]]
    return next((row for row in there if row.since > plain.since), there[-1])


def lower_row(kind: TableKind, row: CriticalRow, value: int) -> CriticalRow | None:
    """Return the highest lower row of the same region that a value reaches (§5.3)."""
    there = [r for r in criticals(kind) if r.region == row.region and r.since < row.since]
    return next((r for r in reversed(there) if r.since <= value), None)


def find(kind: TableKind, value: int, points: int, armour: int, row: CriticalRow) -> Found:
    """Test the armour: its multiple, then simply with the next lower row (§5.3)."""
    if points > row.times * armour:
        return Found(row, value, row.region)
    if points <= armour:
        return Found(None, value, row.region, stopped=True)
    lower = lower_row(kind, row, value - armour)
    return Found(lower, value - armour, row.region)


def shifts(blow: Blow, value: int) -> tuple[tuple[int, CriticalRow], ...]:
    """Return the values worth choosing within gezielte Attacke, the best of each row (§5.2)."""
    best: dict[CriticalRow, int] = {}
    for v in range(value - blow.shift, value + blow.shift + 1):
        best[row_of(blow.kind, v, blow.zone)] = v
    return tuple((v, row) for row, v in best.items())


def choose_value(blow: Blow, value: int) -> Procedure[int]:
    """Let the attacker shift the value by up to gezielte Attacke (§5.2)."""
    found = shifts(blow, value)
    if len(found) < 2:
        return value + blow.shift
    options = [
        Option(
            str(v),
            term("choice.muinimula.row", value=v, region=named("region.muinimula", row.region)),
        )
        for v, row in found
    ]
    label = term("choice.muinimula.shift", value=value, most=blow.shift)
    answer = yield from choose(options, label, blow.attacker, options[-1].id)
    return int(answer)


# -- the procedure ------------------------------------------------------------------------------


def critical(course: Course, blow: Blow) -> Procedure[None]:
    """Carry out a critical hit: damage and effects (§5.2–§5.5)."""
    target = course.state.tokens[blow.target]
    label = term("dice.muinimula.critical_value")
    (face,) = yield from ask((100,), label, blow.attacker)
    bonus = sheet_of(target).critical_bonus
    rolled = face + blow.points - bonus
    value = yield from choose_value(blow, rolled)
    row = row_of(blow.kind, value, blow.zone)
    armour = sheet_of(target).protection(row.region)
    found = find(blow.kind, value, blow.points, armour, row)
    details = [
        term(
            "log.muinimula.value",
            face=face,
            points=blow.points,
            bonus=bonus,
            rolled=rolled,
            value=value,
        ),
        _armour_said(row, armour, blow.points, found),
    ]
    yield from _carry(course, blow, found, armour, details)


def _armour_said(row: CriticalRow, armour: int, points: int, found: Found) -> Term:
    region = named("region.muinimula", row.region)
    args = {"points": points, "times": row.times, "armour": armour}
    if found.row is row:
        return term("log.muinimula.pierced", region=region, **args)
    if found.stopped:
        return term("log.muinimula.stopped", region=region, **args)
    if found.row is None:
        return term("log.muinimula.no_row", region=region, value=found.value, **args)
    return term("log.muinimula.lower", region=region, value=found.value, **args)


def _carry(
    course: Course, blow: Blow, found: Found, armour: int, details: list[Term]
) -> Procedure[None]:
    target = course.state.tokens[blow.target]
    region = named("region.muinimula", found.region)
    if found.stopped:
        line = term("log.muinimula.armour_holds", name=target.name, region=region)
        course.add(Logged(line, tuple(details), blow.target, "miss"))
        return
    points = max(0, blow.points - armour)
    if found.row is None:
        line = term("log.muinimula.no_critical", name=target.name, region=region)
        course.add(Logged(line, tuple(details), blow.target, "hit"))
        yield from harm.lose(course, blow.target, points)
        return
    part = yield from side(blow, found.region)
    codes, how = yield from category(blow, found.row)
    points += sum(n for name, n in map(split, codes) if name == "SP")
    place = named("part.muinimula", part)
    said = tuple(_code_said(code) for code in codes)
    line = term("log.muinimula.critical", name=target.name, place=place, effects=said)
    course.add(Logged(line, (*details, *how), blow.target, "hit"))
    yield from harm.lose(course, blow.target, points)
    for code in codes:
        yield from _effect(course, blow, found, part, code)
    yield from consciousness(course, blow.target, found.value)


def side(blow: Blow, region: Region) -> Procedure[Part]:
    """Settle left or right by W2 (house default: 1 = left, §5.4)."""
    match region:
        case "arm" | "bein":
            label = term("dice.muinimula.side", region=named("region.muinimula", region))
            (face,) = yield from ask((2,), label, blow.attacker)
            if region == "arm":
                return "l_arm" if face == 1 else "r_arm"
            return "l_bein" if face == 1 else "r_bein"
        case _:
            return region


def category(blow: Blow, row: CriticalRow) -> Procedure[tuple[tuple[str, ...], tuple[Term, ...]]]:
    """Roll which of the open categories it is (§5.4)."""
    n = row.open(blow.points)
    if n == 1:
        return row.cats[0], ()
    sides = 4 if n == 4 else 6
    label = term("dice.muinimula.category", n=n)
    (face,) = yield from ask((sides,), label, blow.attacker)
    index = (face - 1) * n // sides
    line = term("log.muinimula.category", step=row.step, n=n, face=face, number=index + 1)
    return row.cats[index], (line,)


def _code_said(code: str) -> Term:
    name, n = split(code)
    return named("effect.muinimula", name.lower(), n=n)


def effect_names(codes: tuple[str, ...]) -> Iterator[Term]:
    """Say the codes of a category."""
    return map(_code_said, codes)


# -- what it does -------------------------------------------------------------------------------


_LASTING: Final = {"INI": "slow", "PAR": "must_parry", "NP": "no_parry", "BEN": "dazed"}


def _effect(course: Course, blow: Blow, found: Found, part: Part, code: str) -> Procedure[None]:
    name, n = split(code)
    id = blow.target
    if name in _LASTING:
        harm.last(course, id, _LASTING[name], n * ROUND)
    elif name == "STURZ":
        fall_down(course, id)
    elif name == "WEG":
        drop(course, id, part)
    elif name in ("MAL", "ALL"):
        wound = _wound(course, found, part if name == "MAL" else "")
        add_wound(course, id, wound.model_copy(update={"malus": n}))
    elif name == "BL":
        yield from bleed(course, id, _wound(course, found, part), n)
    elif name == "KO":
        yield from harm.knock_out(course, id)
    elif name == "TOD":
        harm.doom(course, id, n)


def _wound(course: Course, found: Found, part: Part) -> Wound:
    now = course.state.timeline.now
    return Wound(region=found.region, part=part, since=now, value=found.value)


def add_wound(course: Course, id: TokenId, wound: Wound) -> None:
    """Write a lasting wound down."""
    held = [w.model_dump(mode="json") for w in vitals_of(course.state.tokens[id]).wounds]
    wounds: list[JsonValue] = [*held, wound.model_dump(mode="json")]
    course.add(VitalsChanged(id, {"wounds": wounds}))


def bleed(course: Course, id: TokenId, wound: Wound, n: int) -> Procedure[None]:
    """Let a wound bleed n SP a KR for nW6 KR (§12.4)."""
    label = term("dice.muinimula.bleeding", n=n)
    faces = yield from ask((6,) * n, label, id)
    end = course.state.timeline.now + sum(faces) * ROUND
    add_wound(course, id, wound.model_copy(update={"bleeding": n, "until": end}))
    name = course.state.tokens[id].name
    line = term("log.muinimula.bleeds", name=name, n=n, rounds=sum(faces))
    course.add(Logged(line, (term("log.muinimula.faces", faces=faces),), id, "harm"))


def fall_down(course: Course, id: TokenId) -> None:
    """Let somebody fall who stands upright (§10.4)."""
    token = course.state.tokens[id]
    if not token.has("lying") and sheet_of(token).upright:
        course.add(ConditionGained(id, Condition("lying")))
        course.add(Logged(term("log.muinimula.falls", name=token.name), who=id, mood="harm"))


def drop(course: Course, id: TokenId, part: Part) -> None:
    """Let somebody drop what a hand holds: the weapon, or shield and second weapon (§12.4)."""
    token = course.state.tokens[id]
    sheet, vitals = sheet_of(token), vitals_of(token)
    main = "r_arm" if sheet.handed == "right" else "l_arm"
    held = [w for w in in_hand(token) if not w.natural]
    if part == main or part == "":
        gone = [w.id for w in held if w.parts in ("main", "both")]
    else:
        gone = [w.id for w in held if w.parts in ("off", "both")]
        if sheet.shield != "none" and "shield" not in vitals.dropped:
            gone.append("shield")
    throw_away(course, id, gone)


def throw_away(course: Course, id: TokenId, gone: list[str]) -> None:
    """Put weapons or the shield on the ground; a blow under way with one of them is lost."""
    if not gone:
        return
    token = course.state.tokens[id]
    dropped: list[JsonValue] = [*vitals_of(token).dropped, *gone]
    course.add(VitalsChanged(id, {"dropped": dropped, "wielded": ""}))
    course.add(Logged(term("log.muinimula.drops", name=token.name), who=id, mood="harm"))
    pending = vitals_of(token).pending
    if pending is not None and pending.kind == "attack":
        if (pending.weapon or sheet_of(token).arms[0].id) in gone:
            harm.stop(course, id)


# -- consciousness ------------------------------------------------------------------------------


def consciousness(course: Course, id: TokenId, value: int) -> Procedure[None]:
    """Roll W100 under SB + LE − value: dazed for each 10 begun, beyond 40 unconscious (§5.5)."""
    token = course.state.tokens[id]
    if token.has("dead", "dying", "unconscious"):
        return
    target = sheet_of(token).control + life(token) - value
    (face,) = yield from ask((100,), term("dice.muinimula.conscious", target=target), id)
    margin = face - target
    roll = term("log.muinimula.conscious", face=face, target=target)
    if margin <= 0:
        course.add(Logged(term("log.muinimula.stays", name=token.name), (roll,), id))
        return
    course.add(Logged(term("log.muinimula.reels", name=token.name), (roll,), id, "harm"))
    if margin > DAZED_UP_TO:
        yield from harm.knock_out(course, id)
    else:
        harm.last(course, id, "dazed", -(-margin // 10) * ROUND)
