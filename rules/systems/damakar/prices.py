"""What an action, a reaction or a wound costs: ZP and AP as lists (§3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rules.core.modifiers import Breakdown, Entry, Modifier
from rules.core.sources import HAND, Source, house, stated
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Token
from rules.systems.damakar.options import options_of
from rules.systems.damakar.sheet import sheet_of
from rules.systems.damakar.tables import CAUSES, ActionRow, Cause, actions
from rules.systems.damakar.weapons import SheetWeapon, status_of

AP_PER_ZP: Final = 7
"""AP for each ZP that a melee attack is faster, and for each opponent (§5.1–5.3)."""


@dataclass(frozen=True, slots=True)
class Price:
    """What something costs."""

    zp: Breakdown
    ap: Breakdown = field(default_factory=Breakdown)


@dataclass(frozen=True, slots=True)
class Part:
    """A row that a special way of doing something adds."""

    id: str
    value: int
    label: Term
    source: Source


def price(
    state: Encounter,
    token: Token,
    action: str,
    weapon: SheetWeapon | None = None,
    *,
    base: int | None = None,
    times: int = 1,
    parts: Iterable[Part] = (),
    ap: Iterable[Part] = (),
    by_hand: int = 0,
) -> Price:
    """Return the price of an action. ``base`` replaces its own, ``times`` counts steps."""
    row = actions()[action]
    ground = row.zp if base is None else base
    source = row.source
    if row.by_weapon and weapon is not None:
        source = Source(status_of(weapon), "§6")
    rows = [_counted("base", ground, named("action.damakar", action), source)]
    rows += [_counted(p.id, p.value, p.label, p.source) for p in parts]
    rows += _changes(token, action, row, weapon)
    if by_hand:
        rows.append(_counted("by_hand", by_hand, term("modifier.damakar.by_hand"), HAND))
    rows += _at_least(state, row, sum(_values(rows)))
    if times != 1:
        extra = (times - 1) * sum(_values(rows))
        rows.append(_counted("times", extra, term("price.damakar.times", n=times), row.source))
    points = [_counted(p.id, p.value, p.label, p.source) for p in ap]
    if row.ap:
        value = row.ap * sum(_values(rows))
        points.append(_counted("ap", value, term("price.damakar.ap", n=row.ap), row.source))
    return Price(Breakdown(tuple(rows)), Breakdown(tuple(points)))


def wound_price(token: Token, kind: str) -> int:
    """Return the ZP that a wound moves its victim, never below 0 (§4.6)."""
    row = actions()[kind]
    return max(
        0,
        sum(
            _values(
                [
                    _counted("base", row.zp, term("wound.damakar.word"), row.source),
                    *_changes(token, kind, row, None),
                ]
            )
        ),
    )


def _counted(id: str, value: int, label: Term, source: Source) -> Entry:
    return Entry(Modifier(id, value, label, source=source))


def _values(rows: Iterable[Entry]) -> Iterable[int]:
    return (row.modifier.value for row in rows if row.counted)


def _changes(token: Token, action: str, row: ActionRow, weapon: SheetWeapon | None) -> list[Entry]:
    """Return what armour, load, magic … change; what the table does not allow does not count."""
    rows = []
    for cause in CAUSES:
        value = change_by(token, action, cause, weapon)
        if not value:
            continue
        label = named("price.damakar", cause)
        modifier = Modifier(cause, value, label, source=stated("§3"))
        allowed = cause in row.mods
        rows.append(Entry(modifier, allowed, None if allowed else term("why.damakar.no_such_mod")))
    return rows


def change_by(token: Token, action: str, cause: Cause, weapon: SheetWeapon | None) -> int:
    """Return by how much one cause would change the price of an action of somebody."""
    sheet = sheet_of(token)
    match cause:
        case "weapon":
            return 0 if weapon is None else _weapon_change(action, weapon)
        case "magic":
            held = token.condition("spellbound")
            spell = 0 if held is None else held.value or 0
            return sheet.wound_zp_magic if _is_wound(action) else sheet.zp_magic + spell
        case "armour":
            return sheet.zp_armour
        case "load":
            return sheet.zp_load
        case "gear":
            return sheet.zp_gear
        case "ability":
            return sheet.wound_zp if sheet.wound_zp and _is_wound(action) else 0


def _is_wound(action: str) -> bool:
    return actions()[action].kind == "wound"


def _weapon_change(action: str, weapon: SheetWeapon) -> int:
    match action:
        case "melee_parry":
            return weapon.zp_parry
        case "shoot" | "throw":
            return weapon.zp_release
        case "draw":
            return weapon.zp_draw
        case _:
            return 0


def _at_least(state: Encounter, row: ActionRow, total: int) -> list[Entry]:
    """Return the row that keeps a price from falling below the least one (house, §2.5)."""
    least = options_of(state).number("min_action_zp")
    if row.kind == "wound" or total >= least:
        return []
    label = term("price.damakar.least", zp=least)
    return [_counted("least", least - total, label, house("§2.5"))]
