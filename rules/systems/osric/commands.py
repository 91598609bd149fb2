"""Commands of time, special actions, harm and saves, as the program and its scripts give them.

The attack stands beside its procedure. ``force`` carries a thing out in spite of the order.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from rules.encounter.addressing import Names, Some, as_tuple
from rules.encounter.commands import Command, Flag
from rules.encounter.state import SideId
from rules.encounter.state_codec import Id, Pair, Word
from rules.systems.osric.sheet import Unit
from rules.systems.osric.tables import SaveKind

Action = Literal[
    "attack", "missile", "charge", "close", "set", "parry", "retreat", "flee", "hold", "spell",
    "grapple", "brawl", "negotiate", "other",
]  # fmt: skip
ACTIONS: tuple[Action, ...] = (
    "attack", "missile", "charge", "close", "set", "parry", "retreat", "flee", "hold", "spell",
    "grapple", "brawl", "negotiate", "other",
)  # fmt: skip
"""What can be announced (§4.1)."""

Key = Annotated[int, Field(strict=True, ge=-99, le=99)]
Face = Annotated[int, Field(strict=True, ge=1, le=6)]
Points = Annotated[int, Field(strict=True, ge=0, le=9999)]
Bonus = Annotated[int, Field(strict=True, ge=-40, le=40)]
Percent = Annotated[int, Field(strict=True, ge=0, le=100)]
Time = Annotated[int, Field(strict=True, ge=0, le=999)]
Sides = Annotated[tuple[SideId, ...], BeforeValidator(as_tuple), Field(max_length=4)]


# -- time -----------------------------------------------------------------------------------------


class Start(Command):
    """Begin a fight: each side rolls for surprise, then round 1 is announced.

    ``alerted`` sides make no roll, without ``surprise`` nobody does; ``tokens`` are those who
    take part (all).
    """

    do: Literal["start"] = "start"
    tokens: Names = ()
    alerted: Sides = ()
    surprise: Flag = True


class Alert(Command):
    """Warn a side before the fight, so that it makes no roll for surprise."""

    do: Literal["alert"] = "alert"
    side: SideId
    on: Flag = True


class Declare(Command):
    """Announce what somebody (or a whole ``side``) does this round; what is missing is asked.

    A spell is one of the sheet by its id, or any word with its casting ``time``.
    """

    do: Literal["declare"] = "declare"
    token: Word = ""
    side: SideId | None = None
    action: Action | None = None
    spell: Word = ""
    time: Time = 0
    unit: Unit = "segment"
    weapon: Word = ""
    target: Word = ""
    force: Flag = False


class Initiative(Command):
    """Roll initiative, or type dice of sides (``values``); or set the key of one combatant."""

    do: Literal["initiative"] = "initiative"
    values: dict[SideId, Face] = Field(default_factory=dict)
    token: Word = ""
    value: Key | None = None


class Next(Command):
    """Go on: to initiative after the announcements, then to whoever acts next."""

    do: Literal["next"] = "next"


class Delay(Command):
    """Hold one's initiative, until segment ``to`` or until ``act``; default: whoever acts."""

    do: Literal["delay"] = "delay"
    token: Word = ""
    to: Annotated[int, Field(strict=True, ge=1, le=10)] | None = None
    force: Flag = False


class Act(Command):
    """Act now after having held."""

    do: Literal["act"] = "act"
    token: Id
    force: Flag = False


class End(Command):
    """End the fight's count of time."""

    do: Literal["end"] = "end"


# -- spells ---------------------------------------------------------------------------------------


class Cast(Command):
    """Begin a spell now, in surprise; otherwise announced spells begin by themselves."""

    do: Literal["cast"] = "cast"
    token: Id
    spell: Word = ""
    time: Time = 0
    unit: Unit = "segment"
    force: Flag = False


class Drop(Command):
    """Drop a spell that was announced or is under way; nothing takes its place."""

    do: Literal["drop"] = "drop"
    token: Id


# -- special actions ------------------------------------------------------------------------------


class Charge(Command):
    """Charge at a target, or overbear it, or leap; without ``to`` by the shortest way."""

    do: Literal["charge"] = "charge"
    token: Id
    target: Id
    weapon: Word = ""
    mode: Literal["charge", "overbear", "leap"] = "charge"
    to: Pair | None = None
    force: Flag = False


class SetWeapon(Command):
    """Set a weapon against a charge."""

    do: Literal["set"] = "set"
    token: Id
    weapon: Word = ""
    force: Flag = False


class Close(Command):
    """Close carefully: full movement, and no blow between these two this round."""

    do: Literal["close"] = "close"
    token: Id
    target: Id
    to: Pair | None = None
    force: Flag = False


class Retreat(Command):
    """Retreat fighting, with a parry if wanted; ``swap`` changes places with a comrade."""

    do: Literal["retreat"] = "retreat"
    token: Id
    to: Pair | None = None
    swap: Word = ""
    parry: Annotated[Word, Field(json_schema_extra={"ask": "token"})] = ""
    force: Flag = False


class Flee(Command):
    """Run from melee: every engaged foe strikes once at once."""

    do: Literal["flee"] = "flee"
    token: Id
    to: Pair | None = None
    force: Flag = False


class Parry(Command):
    """Parry the blows of an opponent this round."""

    do: Literal["parry"] = "parry"
    token: Id
    target: Word = ""
    force: Flag = False


class Mount(Command):
    """Sit up on a mount; from then on rider and mount move together."""

    do: Literal["mount"] = "mount"
    token: Id
    target: Id
    force: Flag = False


class Dismount(Command):
    """Get off the mount, onto a free square beside it."""

    do: Literal["dismount"] = "dismount"
    token: Id
    force: Flag = False


class BreakFree(Command):
    """Try to break a hold; without ``chance`` that of the relative strength."""

    do: Literal["break_free"] = "break_free"
    token: Id
    chance: Percent | None = None


class Negotiate(Command):
    """Talk: what is said goes to the log."""

    do: Literal["negotiate"] = "negotiate"
    token: Id
    text: Annotated[str, Field(strict=True, max_length=500)] = ""


class Assassinate(Command):
    """Kill somebody in natural sleep, with an assassin's chance shifted by ``bonus``."""

    do: Literal["assassinate"] = "assassinate"
    token: Id
    target: Id
    weapon: Word = ""
    bonus: Bonus = 0


class Slay(Command):
    """Kill somebody who lies in magical sleep."""

    do: Literal["slay"] = "slay"
    token: Id
    target: Id


class Notice(Command):
    """Decide whether somebody notices an invisible creature; the odds are the game master's."""

    do: Literal["notice"] = "notice"
    token: Id
    target: Id
    chance: Percent | None = None


# -- harm, saves ----------------------------------------------------------------------------------


class Damage(Command):
    """Deal damage."""

    do: Literal["damage"] = "damage"
    tokens: Some
    amount: Points


class Heal(Command):
    """Heal hit points."""

    do: Literal["heal"] = "heal"
    tokens: Some
    amount: Points


class Bind(Command):
    """Bind the wounds of the unconscious, so that they lose no more points."""

    do: Literal["stabilise"] = "stabilise"
    tokens: Some


class Save(Command):
    """Roll a saving throw; with ``damage`` a success halves it. Without ``save`` it is asked."""

    do: Literal["save"] = "save"
    token: Id
    save: SaveKind | None = None
    bonus: Bonus = 0
    damage: Points = 0
