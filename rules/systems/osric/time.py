"""Where the fight's time stands: what the timeline holds, and how it is read (§1, §3, §4).

The number of a combatant is his key: the die of the other side, less the missile modifier. It
is never clamped; the segment that is shown is (§4.2). What belongs to one fight or one round lies
in the data of the timeline under the names below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import JsonValue

from rules.core.options import Options
from rules.encounter.commands import refuse
from rules.encounter.state import Encounter, SideId, Timeline, Token, TokenId, hostile
from rules.systems.osric.creatures import missile_modifier, sheet_of, speed_squares, weapon_in_hand
from rules.systems.osric.options import options_of

SURPRISE: Final = "surprise"
DECLARE: Final = "declare"
SEGMENT: Final = "segment"
SPELL: Final = "spell"
LATE: Final = "late"
SEGMENTS: Final = 10
"""Segments to a round (§1)."""

SIDES: Final = (SideId.HEROES, SideId.FOES, SideId.THIRD)
"""Sides in the order in which they roll; neutral ones take no part."""

DICE: Final = "dice"
LASTS: Final = "segments"
CAUGHT: Final = "surprise"
DECLARED: Final = "declared"
CASTING: Final = "casting"
USED: Final = "used"
SHIELDED: Final = "shielded"
CLOSED: Final = "closed"
HOLDING: Final = "holding"
PLACE: Final = "place"
FIRST: Final = "first"
EACH_ROUND: Final = (DICE, DECLARED, USED, SHIELDED, CLOSED, HOLDING, PLACE, FIRST)
"""What a new round begins without."""


def must_run(state: Encounter) -> None:
    """Raise CommandError where no fight runs."""
    if not state.timeline.running:
        raise refuse("osric.not_running")


def with_data(line: Timeline, **values: JsonValue) -> Timeline:
    """Set entries of the system's own data; empty ones fall away."""
    data = {**line.data, **values}
    kept = {key: value for key, value in data.items() if value not in (None, {}, [], "")}
    return replace(line, data=kept)


def table(line: Timeline, name: str) -> Mapping[str, Any]:
    """Return one of the tables that the timeline keeps."""
    held = line.data.get(name)
    return held if isinstance(held, dict) else {}


def listed(line: Timeline, name: str) -> tuple[Any, ...]:
    """Return one of the lists that the timeline keeps; empty where there is none."""
    held = line.data.get(name)
    return tuple(held) if isinstance(held, list | tuple) else ()


def whole(value: object, otherwise: int) -> int:
    """Return a value of a file if it is a whole number."""
    return value if isinstance(value, int) else otherwise


# -- segments -------------------------------------------------------------------------------------


def shown(key: int) -> int:
    """Return the segment in which a key acts (§4.2)."""
    return max(1, min(SEGMENTS, key))


def clock(state: Encounter) -> int:
    """Return the absolute segment: round 1 begins with 1, surprise ends with 0 (§1, §3.5)."""
    line = state.timeline
    if line.phase == SURPRISE:
        return line.now - whole(line.data.get(LASTS), 0)
    return (line.round - 1) * SEGMENTS + line.now


def dice_of(line: Timeline) -> dict[SideId, int]:
    """Return the initiative dice of this round by side."""
    held = table(line, DICE)
    sides = {side for side in SideId if isinstance(held.get(side), int)}
    return {SideId(side): face for side, face in held.items() if side in sides}


def segment_of(side: SideId, dice: Mapping[SideId, int]) -> int:
    """Return the segment in which a side acts: the highest die of its enemies (§4.2)."""
    against = [face for other, face in dice.items() if hostile(side, other)]
    return max(against, default=max(dice.values(), default=1))


def enemies_segment(side: SideId, dice: Mapping[SideId, int]) -> int:
    """Return the segment in which the last of a side's enemies acts."""
    enemies = [segment_of(other, dice) for other in dice if hostile(side, other)]
    return max(enemies, default=1)


def bloc(side: SideId, options: Options) -> SideId:
    """Return the side as which a third party fights, after the option (§4.2)."""
    joins = {"with_heroes": SideId.HEROES, "with_foes": SideId.FOES}
    if side is SideId.THIRD:
        return joins.get(options.word("more_sides"), side)
    return side


def allowance(state: Encounter, token: Token) -> int:
    """Return the squares of a normal move; in surprise by the option (§3.7)."""
    speed = speed_squares(state, token)
    if state.timeline.phase != SURPRISE:
        return speed
    match options_of(state).word("surprise_move"):
        case "tenth":
            return speed // 10
        case "segments":
            return speed // max(1, whole(state.timeline.data.get(LASTS), 1))
        case _:
            return speed


# -- declarations and spells ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declared:
    """What somebody announced for this round (§4.1)."""

    action: str
    spell: str = ""
    time: int = 0
    weapon: str = ""
    dropped: bool = False


def declared(line: Timeline, token: str) -> Declared | None:
    """Return what somebody announced for this round."""
    held = table(line, DECLARED).get(token)
    if not isinstance(held, dict):
        return None
    known = Declared.__slots__
    return Declared(**{key: value for key, value in held.items() if key in known})


@dataclass(frozen=True, slots=True)
class Cast:
    """A spell under way: from segment ``start`` on, it takes effect at the start of ``end``."""

    token: TokenId
    spell: str
    start: int
    end: int


def casts(state: Encounter) -> tuple[Cast, ...]:
    """Return the spells under way, in absolute segments (§5)."""
    found = []
    for id, held in table(state.timeline, CASTING).items():
        token = state.tokens.get(TokenId(id))
        if token is not None and token.has("casting"):
            found.append(Cast(token.id, str(held["spell"]), int(held["start"]), int(held["end"])))
    return tuple(found)


def cast_of(state: Encounter, token: str) -> Cast | None:
    """Return the spell that somebody announced or casts, if any (§3.5)."""
    return next((c for c in casts(state) if c.token == token), None)


# -- keys -----------------------------------------------------------------------------------------


def has_missile(state: Encounter, token: Token) -> bool:
    """Whether somebody has a missile weapon in hand, as declared or as last used (§4.2)."""
    said = declared(state.timeline, token.id)
    if said is None:
        return weapon_in_hand(token).ranged
    if said.weapon:
        arm = sheet_of(token).arm(said.weapon)
        return arm is not None and (arm.ranged or said.action == "missile")
    return said.action == "missile"


def key_of(state: Encounter, token: Token, options: Options) -> int:
    """Return the key of a combatant: lower ones act first (§4.2)."""
    dice = dice_of(state.timeline)
    key = segment_of(bloc(token.side, options), dice)
    if not has_missile(state, token):
        return key
    modifier = missile_modifier(token)
    if modifier < 0 and not options.flag("missile_penalty_delays"):
        return key
    return key - modifier


# -- routines -------------------------------------------------------------------------------------


def used(line: Timeline, token: str) -> int:
    """Return how many routines somebody has used, in surprise in this segment."""
    return int(table(line, USED).get(token, 0))


def shielded(line: Timeline, token: str) -> int:
    """Return against how many attacks of this round a shield has counted (§2.5)."""
    return int(table(line, SHIELDED).get(token, 0))


def is_closed(state: Encounter, one: str, other: str) -> bool:
    """Whether two have closed this round, so that neither strikes the other yet (§7.3).

    By the option nobody at all strikes in melee at whoever closed.
    """
    pairs = [set(pair) for pair in listed(state.timeline, CLOSED)]
    if options_of(state).word("closing_scope") == "all":
        return any(state.tokens[TokenId(t)].has("closing") for t in (one, other))
    return {one, other} in pairs
