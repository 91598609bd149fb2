"""Means of parrying (§4): which are valid against an attack, which of them are free now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from maps.remember import Found, by_identity
from rules.core.asking import Option
from rules.core.modifiers import Breakdown
from rules.core.tables import by_first
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Token
from rules.systems.muinimula.conditions import STUNNED
from rules.systems.muinimula.duel import BARE, Duel, in_hand
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.rolls import Edge, judge_parry, spread
from rules.systems.muinimula.rows import edge_of, parry_rows
from rules.systems.muinimula.sheet import sheet_of, vitals_of
from rules.systems.muinimula.tables import Uses
from rules.systems.muinimula.time import seconds
from rules.systems.muinimula.weapons import NAMED, SheetWeapon

DODGE: Final = "dodge"
SHIELD: Final = "shield"
NONE: Final = "none"
WINDOW_HALF: Final = 1
WINDOW_SHIELD: Final = 2
"""How long a means is blocked after its use, in half seconds (§4.1)."""
TW_APART: Final = 1
"""By how much the TW of two weapons may differ for a parry (§4.1)."""


@dataclass(frozen=True, slots=True)
class Means:
    """A means of parrying: ``window`` is the time until it is free again, in half seconds."""

    id: str
    kind: Literal["dodge", "buckler", "shield", "weapon"]
    name: Term
    window: int
    guard: int
    uses: Uses
    tw: int | None = None

    @property
    def weapon(self) -> str:
        """The weapon's id; empty for anything else."""
        return self.id.removeprefix("weapon:") if self.kind == "weapon" else ""


def weapon_name(weapon: SheetWeapon) -> Term:
    """Name a weapon: as the sheet calls it, else by the word for its id, else by the id."""
    if weapon.name or weapon.id not in NAMED:
        return term("text.muinimula.plain", text=weapon.name or weapon.id)
    return named("weapon.muinimula", weapon.id)


@by_first()
def means_of(token: Token) -> tuple[Means, ...]:
    """Return everything that somebody could parry with."""
    return tuple(_means(token))


def _means(token: Token) -> Iterator[Means]:
    sheet = sheet_of(token)
    yield Means(
        DODGE, "dodge", term("means.muinimula.dodge"), WINDOW_HALF, sheet.dodge_guard, "legs"
    )
    both = any(weapon.parts == "both" for weapon in in_hand(token))
    if sheet.shield != "none" and not both and SHIELD not in vitals_of(token).dropped:
        window = WINDOW_HALF if sheet.shield == "buckler" else WINDOW_SHIELD
        name = named("means.muinimula", sheet.shield)
        yield Means(SHIELD, sheet.shield, name, window, sheet.shield_guard, "off")
    for weapon in in_hand(token):
        yield Means(
            f"weapon:{weapon.id}",
            "weapon",
            weapon_name(weapon),
            weapon.attack_time,
            weapon.guard,
            weapon.parts,
            weapon.trefferwuerfel,
        )


def is_valid(means: Means, weapon: SheetWeapon) -> bool:
    """Whether a means can stop blows of a weapon at all (§4.1, §12.9)."""
    if means.tw is None:
        return True
    return not weapon.ranged and abs(means.tw - weapon.trefferwuerfel) <= TW_APART


def free_from(state: Encounter, token: Token, means: Means) -> int:
    """Return the half second from which a means is free again (§4.1)."""
    used = vitals_of(token).used.get(means.id)
    return state.timeline.now if used is None else used + means.window


def is_free(state: Encounter, token: Token, means: Means) -> bool:
    """Whether a means has not been used within its span; always so while no time runs."""
    if not state.timeline.running:
        return True
    return free_from(state, token, means) <= state.timeline.now


def striking(token: Token, means: Means) -> bool:
    """Whether a weapon is in the middle of its own attack and must break it off first (§4.1)."""
    pending = vitals_of(token).pending
    if pending is None or pending.kind != "attack" or not means.weapon:
        return False
    return (pending.weapon or sheet_of(token).arms[0].id) == means.weapon


def can_parry(duel: Duel) -> bool:
    """Whether the target may parry this attack at all (§10.6, §2.6)."""
    target = duel.target
    if duel.helpless or duel.chosen(BARE) or target.has("no_parry", "dead"):
        return False
    dazed = options_of(duel.state).flag("dazed_parries")
    return dazed or not target.has(*STUNNED)


def rows_of(duel: Duel, means: Means) -> Breakdown:
    """Return the rows of a parry with a means."""
    shot = duel.ranged and means.kind == "dodge"
    return _rows_found(duel).get(
        (means.id, means.kind),
        lambda: parry_rows(duel, means.guard, means.uses, dodges_shot=shot),
    )


@by_identity()
def _rows_found(_duel: Duel) -> Found:
    """Keep the rows of the means against one attack: choosing asks for them, then the roll."""
    return Found()


@by_identity()
def available(duel: Duel) -> tuple[Means, ...]:
    """Return the means that are valid and free, the best first; those that strike come last."""
    if not can_parry(duel):
        return ()
    found = [
        means
        for means in means_of(duel.target)
        if is_valid(means, duel.weapon) and is_free(duel.state, duel.target, means)
    ]
    return tuple(
        sorted(found, key=lambda m: (striking(duel.target, m), -_worth(duel, m), m.window))
    )


def barred(duel: Duel) -> list[Option]:
    """Offer the means that cannot be taken now, with the reason (§4.1)."""
    options = []
    for means in means_of(duel.target):
        if not is_valid(means, duel.weapon):
            options.append(Option(means.id, means.name, why=term("why.muinimula.not_valid")))
        elif not is_free(duel.state, duel.target, means):
            s = seconds(free_from(duel.state, duel.target, means))
            options.append(Option(means.id, means.name, why=term("why.muinimula.used", s=s)))
    return options


def _worth(duel: Duel, means: Means) -> Fraction:
    rows = rows_of(duel, means)
    return parry_chance(10, edge_of(rows), rows.total)


def usual(duel: Duel) -> Means | None:
    """Return the means that somebody takes without being asked: none that breaks a blow off."""
    found = [means for means in available(duel) if not striking(duel.target, means)]
    return found[0] if found else None


@lru_cache(maxsize=4096)
def parry_chance(attack: int, lot: Edge, bonus: int) -> Fraction:
    """Return the exact chance that a parry stops an attack roll (§4.2)."""
    return sum(
        (chance for dice, chance in spread(lot) if judge_parry(dice, lot, attack, bonus).success),
        Fraction(0),
    )
