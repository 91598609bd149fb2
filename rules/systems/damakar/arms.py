"""What is in whose hands, how long it is, and what a weapon is worth in a scuffle (§5.4, §5.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from maps.remember import by_identity
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Token
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.options import options_of
from rules.systems.damakar.sheet import Hand, sheet_of, vitals_of
from rules.systems.damakar.weapons import CREATURES, STAFF, UNARMED, SheetWeapon, catalogue

SCUFFLE: Final = "scuffle"
"""Link of two in a Handgemenge; the first brought it about."""
INSIDE: Final = "inside"
"""Link of somebody within the reach of a pole fighter (the second)."""
Use = Literal["", "staff", "bare"]
"""How a weapon serves: as itself, as a Kampfstab, or not at all (bare hands)."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What somebody holds. ``known`` is false while anything carried may be at hand."""

    right: SheetWeapon | None
    left: SheetWeapon | None
    known: bool
    main: Hand

    @property
    def items(self) -> tuple[tuple[Hand, SheetWeapon], ...]:
        """What is held, the main hand first."""
        pairs: list[tuple[Hand, SheetWeapon]] = []
        for hand in (self.main, other(self.main)):
            held = self.right if hand == "right" else self.left
            if held is not None:
                pairs.append((hand, held))
        return tuple(pairs)

    def hand_of(self, weapon: str) -> Hand | None:
        return next((hand for hand, held in self.items if held.id == weapon), None)

    @property
    def full(self) -> bool:
        """Whether both hands hold something, or one thing needs both."""
        both = any(w.hands == 2 for _, w in self.items)
        return both or len(self.items) == 2


def other(hand: Hand) -> Hand:
    return "left" if hand == "right" else "right"


@by_identity(keep=256)
def hands(token: Token) -> Hands:
    """Return what somebody holds; at first the sheet's, else the first melee weapon."""
    sheet, vitals = sheet_of(token), vitals_of(token)
    main: Hand = "left" if sheet.left_handed else "right"
    if vitals.hands:
        return Hands(sheet.weapon(vitals.right), sheet.weapon(vitals.left), True, main)
    if sheet.right or sheet.left:
        return Hands(sheet.weapon(sheet.right), sheet.weapon(sheet.left), True, main)
    first = next((w for w in sheet.arms if w.melee and not w.shield and w.id != UNARMED.id), None)
    right, left = (first, None) if main == "right" else (None, first)
    return Hands(right, left, False, main)


def holding(token: Token, **held: str) -> dict[str, Any]:
    """Return the vitals of somebody who holds other things from now on."""
    now = hands(token)
    right, left = (w.id if w is not None else "" for w in (now.right, now.left))
    if not now.known:
        right = left = ""
    return {"hands": True, "right": right, "left": left, **held}


def taken(token: Token, weapon: SheetWeapon) -> dict[str, Any]:
    """Return the vitals of somebody who takes a weapon into the hand, in place of the one there."""
    main = hands(token).main
    held = holding(token, **{main: weapon.id})
    partner = sheet_of(token).weapon(str(held[other(main)]))
    if weapon.hands == 2 or (partner is not None and partner.hands == 2):
        held[other(main)] = ""
    return held


def ready(token: Token, weapon: SheetWeapon) -> bool:
    """Whether a weapon is at hand: held, bare hands, or nothing is known of the hands yet."""
    if weapon.id in vitals_of(token).dropped:
        return False
    held = hands(token)
    return not held.known or weapon.id == UNARMED.id or held.hand_of(weapon.id) is not None


def off_hand(token: Token, weapon: SheetWeapon) -> bool:
    """Whether a weapon is held in the wrong hand (§5.2)."""
    held = hands(token)
    hand = held.hand_of(weapon.id)
    return hand is not None and hand != held.main


def weapon_name(weapon: SheetWeapon) -> Term:
    """Name a weapon: by its own name, else by the word for its id."""
    if not weapon.name and (weapon.id in catalogue() or weapon.id in CREATURES):
        return named("weapon.damakar", weapon.id)
    return term("text.damakar.plain", text=weapon.name or weapon.id)


# -- ties between two -----------------------------------------------------------------------------


def in_scuffle(state: Encounter, one: str, two: str) -> bool:
    """Whether two are in a Handgemenge with each other (§5.4)."""
    return any(link.kind == SCUFFLE and {link.a, link.b} == {one, two} for link in state.links)


def scuffles(state: Encounter, id: str) -> bool:
    """Whether somebody is in any Handgemenge."""
    return any(link.kind == SCUFFLE and id in (link.a, link.b) for link in state.links)


def is_inside(state: Encounter, who: str, fighter: str) -> bool:
    """Whether somebody has broken into the reach of a pole fighter (§5.5)."""
    return any(link.kind == INSIDE and (link.a, link.b) == (who, fighter) for link in state.links)


def besieged(state: Encounter, fighter: str) -> frozenset[str]:
    """Return who is inside the reach of a pole fighter and able to fight (§5.5)."""
    return frozenset(
        link.a
        for link in state.links
        if link.kind == INSIDE and link.b == fighter and link.a in state.tokens
        if not is_out(state.tokens[link.a])
    )


def use_of(state: Encounter, token: Token, weapon: SheetWeapon, foe: str = "") -> Use:
    """Return how a weapon can serve now, perhaps against somebody (§5.4, §5.5)."""
    if not state.links:
        return ""
    long = weapon.melee and not weapon.shield
    if long and weapon.length >= options_of(state).number("longer_class"):
        if scuffles(state, token.id):
            return "bare"
        inside = besieged(state, token.id) if weapon.pole else frozenset()
        if foe in inside or (inside and options_of(state).word("staff_against") == "all"):
            return "staff"
    return ""


def as_used(state: Encounter, token: Token, weapon: SheetWeapon, foe: str = "") -> SheetWeapon:
    """Return a weapon as it can serve now: a long one in a Handgemenge is no use at all."""
    match use_of(state, token, weapon, foe):
        case "staff":
            return _like(STAFF, weapon)
        case "bare":
            return _like(UNARMED, weapon)
        case _:
            return weapon


def _like(model: SheetWeapon, weapon: SheetWeapon) -> SheetWeapon:
    own = {"attack": weapon.attack, "parry": weapon.parry}
    return model.model_copy(update=own)


def longest(state: Encounter, token: Token, foe: str = "") -> SheetWeapon:
    """Return the longest melee weapon that somebody holds as it serves now, else bare hands."""
    mine = [w for _, w in hands(token).items if w.melee and not w.shield]
    held = [as_used(state, token, w, foe) for w in mine]
    return max(held, key=lambda w: w.length, default=UNARMED)


def very_short(state: Encounter, weapon: SheetWeapon) -> bool:
    """Whether a weapon counts as very short (§5.4)."""
    return weapon.length <= options_of(state).number("very_short")


def too_short(state: Encounter, token: Token, weapon: SheetWeapon, foe: Token) -> bool:
    """Whether a very short weapon meets a clearly longer one (§5.4)."""
    if not very_short(state, weapon) or weapon.shield or not weapon.melee:
        return False
    if in_scuffle(state, token.id, foe.id):
        return False
    return longest(state, foe, token.id).length >= options_of(state).number("longer_class")
