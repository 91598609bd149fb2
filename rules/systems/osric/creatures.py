"""What one asks of a creature: its sheet and vitals, its movement, its Dexterity, its mount."""

from __future__ import annotations

from rules.core.options import Options
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.osric.arms import BARE_HANDS, Arm
from rules.systems.osric.conditions import can_act
from rules.systems.osric.levels import dice_of, halves
from rules.systems.osric.options import options_of
from rules.systems.osric.sheet import OsricSheet, OsricVitals
from rules.systems.osric.tables import MOST_LOADED, armour_rows, class_rows, dexterity_row, load_row

MOUNT = "mount"
"""Kind of the link between rider and mount."""
GRAPPLE = "grapple"
"""Kind of the link between who holds and who is held."""
NOTICES = "notices"
"""Kind of the link from who notices an invisible creature to that creature (§8)."""


def sheet_of(token: Token) -> OsricSheet:
    """Return a token's sheet. Raises TypeError for a sheet of another system."""
    if not isinstance(token.sheet, OsricSheet):
        raise TypeError(f"{token.id} has no sheet of OSRIC")
    return token.sheet


def vitals_of(token: Token) -> OsricVitals:
    """Return a token's vitals. Raises TypeError for those of another system."""
    if not isinstance(token.vitals, OsricVitals):
        raise TypeError(f"{token.id} has no vitals of OSRIC")
    return token.vitals


def weapon_in_hand(token: Token) -> Arm:
    """Return the weapon last used or declared, at first the first one of the sheet."""
    sheet = sheet_of(token)
    wielded = vitals_of(token).wielded
    return (sheet.arm(wielded) if wielded else None) or sheet.arms[0]


def melee_weapon(token: Token) -> Arm:
    """Return what somebody strikes with in melee: the weapon in hand, or the first that fits."""
    held = weapon_in_hand(token)
    if held.kind == "melee":
        return held
    arms = sheet_of(token).arms
    return next((a for a in arms if a.kind == "melee"), BARE_HANDS.arm)


def surprise_modifier(token: Token, options: Options) -> int:
    """Return what takes segments of surprise away; negative adds them (§2.4, §2.7, §3.3)."""
    sheet = sheet_of(token)
    own = dexterity_row(sheet.dexterity)[0]
    if not options.flag("load_surprise"):
        return own
    _, keeps, extra = load_row(sheet.load)
    light = armour_rows()[sheet.armour].light
    bonus = own if keeps or own < 0 else 0
    return bonus + (extra if extra < 0 or light else 0)


def missile_modifier(token: Token) -> int:
    """Return what Dexterity adds to missiles (§2.4)."""
    return dexterity_row(sheet_of(token).dexterity)[1]


def dexterity_armour(token: Token) -> int:
    """Return what Dexterity changes in the armour class: negative is better (§2.4)."""
    return dexterity_row(sheet_of(token).dexterity)[2]


def mount_of(state: Encounter, token: TokenId) -> Token | None:
    """Return the creature that somebody rides: the link names the rider first."""
    for link in state.links:
        if link.kind == MOUNT and link.a == token:
            return state.tokens.get(link.b)
    return None


def is_overloaded(token: Token) -> bool:
    """Whether somebody carries all that he can (§2.7)."""
    return sheet_of(token).load >= MOST_LOADED


def speed_feet(state: Encounter, token: Token) -> int:
    """Return the movement of a round in feet: the mount's for riders, else load and armour."""
    ridden = {token.id}  # links of strangers may run in a ring
    while (mount := mount_of(state, token.id)) is not None and mount.id not in ridden:
        ridden.add(mount.id)
        token = mount
    if not can_act(token) or token.has("held"):
        return 0
    sheet = sheet_of(token)
    if not options_of(state).flag("armour_slows"):
        return sheet.move
    load, _, _ = load_row(sheet.load)
    worn = armour_rows()[sheet.armour].move if sheet.armour != "none" else sheet.move
    loaded = load if sheet.load > 0 and not sheet.monster else sheet.move
    return min(sheet.move, worn, loaded)


def speed_squares(state: Encounter, token: Token) -> int:
    """Return the movement of a round in whole squares, rounded down (§7)."""
    return speed_feet(state, token) // options_of(state).number("square_feet")


def routines(token: Token, round: int, options: Options) -> int:
    """Return how many attack routines somebody has in a round (§2.8, §4.3)."""
    sheet = sheet_of(token)
    if sheet.routines:
        whole, _, two = sheet.routines.partition("/")
        count = int(whole) if two else 2 * int(whole)
    elif sheet.monster or not options.flag("fighter_attacks"):
        count = 2
    else:
        count = halves(sheet.profession, sheet.level)
        if class_rows()[sheet.profession].fighter and weapon_in_hand(token).special_hit:
            count += 1
    more = count // 2 + (1 if count % 2 and round % 2 else 0)
    return max(1, more) + (1 if token.has("hasted") else 0)


def sees_invisible(state: Encounter, watcher: Token, hidden: Token) -> bool:
    """Whether somebody sees a certain invisible creature (§8)."""
    sheet = sheet_of(watcher)
    if sheet.sees_invisible or surely_notices(watcher):
        return True
    wanted = (watcher.id, hidden.id)
    return any(link.kind == NOTICES and (link.a, link.b) == wanted for link in state.links)


def surely_notices(token: Token) -> bool:
    """Whether somebody nearly always sees the invisible: great magic, more than 11 dice (§8)."""
    sheet = sheet_of(token)
    return sheet.powerful_magic or (sheet.monster and dice_of(sheet.hit_dice) > 11)


def may_notice(token: Token) -> bool:
    """Whether somebody often notices the invisible: keen senses, more than 6 dice (§8)."""
    sheet = sheet_of(token)
    return sheet.keen_senses or (sheet.monster and dice_of(sheet.hit_dice) > 6)


def natural_lengths(options: Options) -> dict[str, int]:
    """Return how long natural weapons count by size, in feet (§2.6, house default)."""
    keys = {"S": "length_small", "M": "length_medium", "L": "length_large"}
    return {size: options.number(key) for size, key in keys.items()}
