"""Wounds: their classes by exact thirds, life points, and who can fight no longer (§4.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rules.core.options import Options
from rules.core.terms import Term, named, term
from rules.encounter.applying import apply
from rules.encounter.events import ConditionGained, ConditionLost, Event, VitalsChanged
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Health
from rules.systems.damakar.conditions import BY_WOUNDS, is_out
from rules.systems.damakar.options import options_of
from rules.systems.damakar.sheet import Wound, sheet_of, vitals_of
from rules.systems.damakar.zones import Zone

KINDS: Final = ("scratch", "light", "heavy", "very_heavy", "deadly")
"""Classes of wounds, ascending; the first four have the patterns 1 to 4."""


def kind_of(damage: int, constitution: int, lp: int) -> str:
    """Return the class of a wound, empty for none: thirds without rounding (§4.6)."""
    if damage <= 0:
        return ""
    if damage <= constitution:
        return "scratch"
    if 3 * damage <= lp:
        return "light"
    if 3 * damage <= 2 * lp:
        return "heavy"
    return "very_heavy" if damage <= lp else "deadly"


def lp_now(token: Token) -> int:
    """Return the LP that are left; may be negative (§1)."""
    return sheet_of(token).lp_most - vitals_of(token).lost


def reference(token: Token, options: Options) -> int:
    """Return the LP that the thirds are taken of (§4.6)."""
    if options.word("wound_reference") == "current":
        return lp_now(token)
    return sheet_of(token).lp_most


def classify(token: Token, damage: int, options: Options) -> str:
    """Return the class of a wound that somebody would have."""
    return kind_of(damage, sheet_of(token).constitution, reference(token, options))


def health(token: Token) -> Health:
    """Tell how a creature is."""
    return Health(lp_now(token), sheet_of(token).lp_most, is_out(token), token.has("dead"))


# -- changing -----------------------------------------------------------------------------------


def change(state: Encounter, id: TokenId, values: dict[str, Any]) -> tuple[Event, ...]:
    """Set vitals and put being able to fight in line with them."""
    changed = VitalsChanged(id, values)
    return changed, *_follow(state.tokens[id], apply(state, changed))


def _follow(before: Token, after: Encounter) -> tuple[Event, ...]:
    token = after.tokens[before.id]
    fails = _fails(token, options_of(after))
    held = token.condition("incapacitated")
    if fails and held is None:
        return (ConditionGained(token.id, Condition("incapacitated", note=BY_WOUNDS)),)
    if not fails and held is not None and held.note == BY_WOUNDS:
        return (ConditionLost(token.id, "incapacitated"),)
    return ()


def _fails(token: Token, options: Options) -> bool:
    """Whether wounds keep somebody from fighting: a deadly one, or too few LP left (§4.6)."""
    vitals = vitals_of(token)
    if vitals.fights_on:
        return False
    deadly = any(w.kind == "deadly" and w.remaining for w in vitals.wounds)
    return deadly or lp_now(token) < options.number("incapacitated_below")


def hurt(
    state: Encounter, id: TokenId, damage: int, zone: Zone | None, *, fights_on: bool = False
) -> tuple[Event, ...]:
    """Add a wound; nothing for no damage."""
    token, options = state.tokens[id], options_of(state)
    kind = classify(token, damage, options)
    if not kind:
        return ()
    costs = kind != "scratch" or options.flag("scratch_costs_lp")
    wound = Wound.model_validate(
        {"zone": zone, "damage": damage, "remaining": damage if costs else 0, "kind": kind}
    )
    values: dict[str, Any] = {"wounds": _plain((*vitals_of(token).wounds, wound))}
    if fights_on:
        values["fights_on"] = True
    return change(state, id, values)


def _plain(wounds: Iterable[Wound]) -> list[dict[str, Any]]:
    return [wound.model_dump(mode="json") for wound in wounds]


def tire(state: Encounter, id: TokenId, points: int) -> tuple[Event, ...]:
    """Add exhaustion or mental damage (§0.1)."""
    if not points:
        return ()
    return change(state, id, {"exhaustion": vitals_of(state.tokens[id]).exhaustion + points})


def heal(state: Encounter, id: TokenId, points: int, wound: int | None = None) -> tuple[Event, ...]:
    """Heal points: of one wound by its number, else of the worst ones first."""
    wounds = list(vitals_of(state.tokens[id]).wounds)
    order = sorted(range(len(wounds)), key=lambda i: -wounds[i].remaining)
    for index in order if wound is None else [wound]:
        healed = min(points, wounds[index].remaining)
        wounds[index] = _healed(wounds[index], healed)
        points -= healed
    return _mended(state, id, wounds, vitals_of(state.tokens[id]).exhaustion)


def choices(state: Encounter, id: TokenId) -> tuple[tuple[int, Term], ...]:
    """Name the wounds that are not healed yet, with their numbers."""
    found = []
    for number, one in enumerate(vitals_of(state.tokens[id]).wounds):
        if one.remaining:
            kind = named("wound.damakar", one.kind)
            said = term("choice.damakar.wound", kind=kind, points=one.remaining)
            if one.zone is not None:
                zone = named("zone.damakar", one.zone.value)
                said = term("choice.damakar.wound_at", kind=kind, zone=zone, points=one.remaining)
            found.append((number, said))
    return tuple(found)


def rest(state: Encounter, id: TokenId, days: int, hours: int = 0) -> tuple[Event, ...]:
    """Let each wound heal by 1 a day, exhaustion by 3 an hour (§4.6)."""
    vitals = vitals_of(state.tokens[id])
    wounds = [_healed(w, min(days, w.remaining)) for w in vitals.wounds]
    tired = max(0, vitals.exhaustion - 3 * (24 * days + hours))
    return _mended(state, id, wounds, tired)


def _healed(wound: Wound, points: int) -> Wound:
    return wound.model_copy(update={"remaining": wound.remaining - points})


def _mended(
    state: Encounter, id: TokenId, wounds: list[Wound], exhaustion: int
) -> tuple[Event, ...]:
    vitals = vitals_of(state.tokens[id])
    if tuple(wounds) == vitals.wounds and exhaustion == vitals.exhaustion:
        return ()
    left = [w for w in wounds if w.remaining]
    values: dict[str, Any] = {"wounds": _plain(left), "exhaustion": exhaustion}
    if vitals.fights_on and not any(w.kind == "deadly" for w in left):
        values["fights_on"] = False
    return change(state, id, values)
