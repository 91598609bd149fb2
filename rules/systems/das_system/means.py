"""What somebody can ward and answer with (§6, §12, §13): weapons at hand, styles, limbs."""

from __future__ import annotations

from rules.encounter.state import Token
from rules.systems.das_system.bearing import by_bearing
from rules.systems.das_system.conditions import forbids
from rules.systems.das_system.duel import barred_by
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.sheet import sheet_of, vitals_of


@by_bearing
def parrying(token: Token, against: SheetWeapon) -> tuple[SheetWeapon, ...]:
    """Return the weapons with which somebody can parry a weapon (§6.1, §12)."""
    if against.ranged or forbids(token, "body"):
        return ()
    return tuple(w for w in at_hand(token) if _parries(token, w, against))


@by_bearing
def at_hand(token: Token) -> tuple[SheetWeapon, ...]:
    """Return what somebody holds, and his body; the weapon in the main hand first."""
    arms = sheet_of(token).arms
    wielded = vitals_of(token).wielded
    main = [w for w in arms if w.hands in ("main", "two")]
    held = [w for w in main if w.id == wielded] or [w for w in main if not w.ranged][:1] or main[:1]
    if token.has("disarmed"):
        held = []
    others = [w for w in arms if w.hands in ("off", "shield", "free")]
    if any(w.hands == "two" for w in held):
        others = [w for w in others if w.hands == "free"]
    return (*held, *others)


def _parries(token: Token, weapon: SheetWeapon, against: SheetWeapon) -> bool:
    if weapon.ranged or (weapon.pa is None and weapon.pa_basis is None):
        return False
    if barred_by(token, weapon, "parade"):
        return False
    match weapon.style:
        case "boxen" | "ringen":
            return against.unarmed
        case "treten":
            return against.style == "treten"
        case "kopfstoss" | "biss":
            return False
        case _:
            return True


@by_bearing
def why_not(token: Token, weapon: SheetWeapon, against: SheetWeapon) -> str:
    """Return the word for why a weapon cannot parry another one now; empty where it can."""
    if against.ranged:
        return "shot"
    if forbids(token, "body") or barred_by(token, weapon, "parade"):
        return "wound"
    if _parries(token, weapon, against):
        return ""
    styles = {"boxen": "unarmed", "ringen": "unarmed", "treten": "kicks"}
    return styles.get(weapon.style, "never")


@by_bearing
def counters(
    token: Token, against: SheetWeapon
) -> tuple[tuple[SheetWeapon | None, SheetWeapon], ...]:
    """Return (ward, answer) of all counter-attacks (§6.3); a ward of ``None`` is a dodge.

    A dodge goes with any weapon at hand, a parade with bare hands or the other hand's weapon,
    never with the weapon that parries.
    """
    able = [w for w in at_hand(token) if not w.ranged and not barred_by(token, w, "attack")]
    with_it = [
        (ward, answer)
        for ward in parrying(token, against)
        for answer in able
        if answer.id != ward.id and not (ward.unarmed and answer.unarmed)
    ]
    return (*((None, answer) for answer in able), *with_it)
