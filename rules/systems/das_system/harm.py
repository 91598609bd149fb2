"""What injures and what heals: GZ and Ausdauer, wounds, and the fate that follows (§7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pydantic import JsonValue

from rules.core.options import Options
from rules.core.terms import named, term
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, ConditionLost, Event, Logged, VitalsChanged
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Health
from rules.systems.das_system.blow import Passage, injury, zustand_now
from rules.systems.das_system.body import part_of, places
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import DasSystemVitals, Wound, sheet_of, vitals_of
from rules.systems.das_system.tables import Kind

STRUCTURE: Final = 100
"""Deckungswert lost for each point of Strukturschaden (§8.4)."""
FORBIDDEN: Final = {
    "arm": ("attack", "parade", "hands"),
    "bein": ("dodge", "move", "body"),
    "kopf": ("mind",),
    "rumpf": ("body",),
}
"""What the program proposes to rule out when a part is useless (§7.3, house default)."""


def health(token: Token) -> Health:
    """Return how a token is: GZ now and at most (§7.2)."""
    gz, sheet = vitals_of(token).gz, sheet_of(token)
    dead = gz < -sheet.konstitution or token.has("dead")
    return Health(gz, sheet.most_gz, gz <= 0 or token.has("dead", "unfit"), dead)


def zustand_of(token: Token, place: str) -> int:
    """Return the Zustand of a place as its wounds leave it (§7.1)."""
    losses = [w.zustand for w in vitals_of(token).wounds if w.place == place]
    return zustand_now(places()[place].zustand, sheet_of(token).zustand, losses)


def struck(gz: int, amount: int) -> int:
    """Return the GZ after a hit: down to 0 at most, and no lower once it is there (§7.2)."""
    return max(0, gz - amount) if gz > 0 else gz


def tired(vitals: DasSystemVitals, gz: int, options: Options) -> int:
    """Return the Ausdauer after a loss of GZ (§7.2): never above it, or less by as much."""
    if options.word("ausdauer_treffer") == "subtract":
        lower = vitals.ausdauer - (vitals.gz - gz)
        return max(0, min(lower, gz))
    return max(0, min(vitals.ausdauer, gz))


def spent(vitals: DasSystemVitals, cost: int) -> dict[str, JsonValue]:
    """Return what an effort leaves: what Ausdauer lacks comes off the GZ, down to 0 (§9)."""
    rest = vitals.ausdauer - cost
    if rest >= 0:
        return {"ausdauer": rest}
    return {"ausdauer": 0, "gz": struck(vitals.gz, -rest)}


# -- wounds ---------------------------------------------------------------------------------------


def wound_of(vitals: DasSystemVitals, place: str, amount: int, kind: Kind) -> Wound:
    """Return the wound that a severity makes (§7.3); a useless part forbids what it did."""
    found = injury(amount, place, kind)
    part = part_of(place).removeprefix("r_").removeprefix("l_")
    return Wound(
        id=max((w.id for w in vitals.wounds), default=0) + 1,
        place=place,
        kind=kind,
        row=found.number,
        severity=amount,
        zustand=found.row.zustand,
        probe=found.row.probe,
        fight=found.row.fight,
        useless=found.row.useless,
        bleeding=found.bleeding,
        pain=found.pain,
        forbids=FORBIDDEN[part] if found.row.useless else (),
    )


def hit(course: Course, target: TokenId, passage: Passage, weapon: SheetWeapon) -> Wound | None:
    """Apply a blow that arrived: armour is damaged, the body is hurt (§7, §8.4)."""
    token, options = course.state.tokens[target], options_of(course.state)
    vitals = vitals_of(token)
    values: dict[str, JsonValue] = {}
    if passage.pierced and weapon.structure:
        values["armour"] = damaged(vitals, passage, weapon)
    wound = None
    if passage.severity:
        wound = wound_of(vitals, passage.way.place.id, passage.severity, weapon.kind)
        gz = struck(vitals.gz, passage.severity)
        values |= {"gz": gz, "ausdauer": tired(vitals, gz, options)}
        values["wounds"] = [w.model_dump(mode="json") for w in (*vitals.wounds, wound)]
    if values:
        course.add(VitalsChanged(target, values))
    return wound


def damaged(vitals: DasSystemVitals, passage: Passage, weapon: SheetWeapon) -> dict[str, JsonValue]:
    """Return the lost Deckungswert by piece and place after a blow (§8.4), never below 0."""
    lost: dict[str, dict[str, int]] = {id: dict(at) for id, at in vitals.armour.items()}
    place = passage.way.place.id
    for worn in passage.pierced:
        at = lost.setdefault(worn.piece.id, {})
        at[place] = min(worn.whole, at.get(place, 0) + weapon.structure * STRUCTURE)
    return {id: dict(at) for id, at in lost.items()}


# -- fate -----------------------------------------------------------------------------------------


def fate(state: Encounter, before: Token, after: Token) -> Iterator[Event]:
    """Yield what a change of GZ makes of somebody: unfit, unconscious, dead, or up again (§7.2)."""
    options = options_of(state)
    was, now = _state_of(before, options), _state_of(after, options)
    for id in ("unfit", "unconscious", "dead"):
        if id == now and not after.has(id):
            yield ConditionGained(after.id, Condition(id))
            line = term("log.das_system.fate", name=after.name, state=named("fate.das_system", id))
            yield Logged(line, who=after.id, mood="harm")
        elif id != now and id == was and after.has(id):
            yield ConditionLost(after.id, id)


def _state_of(token: Token, options: Options) -> str:
    gz, last = vitals_of(token).gz, -sheet_of(token).konstitution
    if gz > 0:
        return ""
    if gz < last or (gz == last and options.word("tod") == "reached"):
        return "dead"
    return "unconscious" if gz < 0 else options.word("gz_null")


def settle_fate(course: Course, before: Encounter) -> None:
    """Add what became of everybody since a state."""
    for id, was in before.tokens.items():
        now = course.state.tokens.get(id)
        if now is not None and now.vitals is not was.vitals:
            course.add(*fate(course.state, was, now))
