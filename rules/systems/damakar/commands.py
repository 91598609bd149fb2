"""The commands of DAMAKAR, as the program and its scripts give them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.encounter import commands as generic
from rules.encounter.addressing import Names, Some
from rules.encounter.attacking import AttackCommand
from rules.encounter.commands import Command, Flag
from rules.encounter.state_codec import Id, Pair, Table, Word
from rules.systems.damakar.zones import Zone

Count = Annotated[int, Field(strict=True, ge=-999, le=999)]
Points = Annotated[int, Field(strict=True, ge=0, le=9999)]
Zp = Annotated[int, Field(strict=True, ge=0, le=999)]
Change = Annotated[int, Field(strict=True, ge=-60, le=200)]
"""A modifier that the game master gives to one price, in ZP."""


# -- time ---------------------------------------------------------------------------------------


class Start(Command):
    """Roll initiative and begin; ``values`` are typed totals, ``tokens`` who takes part (all).

    ``modifiers`` are those of surprise, weapon, magic, by token; ``surprised`` get the option's.
    """

    do: Literal["start"] = "start"
    tokens: Names = ()
    values: dict[Id, Count] = Field(default_factory=dict)
    modifiers: dict[Id, Count] = Field(default_factory=dict)
    surprised: Names = ()


class Initiative(Command):
    """Put somebody on a field: at first an initiative, later a field of the ring ahead.

    Without ``value`` it is rolled before the fight; during it the newcomer joins.
    """

    do: Literal["initiative"] = "initiative"
    token: Id
    value: Count | None = None


class Join(Command):
    """Newcomers notice the fight: one field before whoever would be next, all on the same."""

    do: Literal["join"] = "join"
    tokens: Some
    apart: Flag = False


class Next(Command):
    """Go on: reveal what is announced, call out whose turn it is, or let them wait."""

    do: Literal["next"] = "next"


class Delay(Command):
    """Wait: the marker goes right behind the next combatant; default: whoever acts."""

    do: Literal["delay"] = "delay"
    token: Word = ""


class Announce(Command):
    """Fix an action secretly: a command of the system without dice; nothing = take it back."""

    do: Literal["announce"] = "announce"
    token: Id
    action: Table = Field(default_factory=dict)


class Reveal(Command):
    """Uncover what those on the same field have announced, and carry all of it out at once."""

    do: Literal["reveal"] = "reveal"


class Leave(Command):
    """Take combatants off the ring: fled, gone."""

    do: Literal["leave"] = "leave"
    tokens: Some


class End(Command):
    """End the fight's count of time."""

    do: Literal["end"] = "end"


# -- attack -------------------------------------------------------------------------------------


class Attack(AttackCommand):
    """Attack: fields as in the ``attack`` of a situation.

    ``faster`` buys ZP with AP, ``second`` is the target of the second weapon, ``targets`` limits
    a Rundumschlag, ``damage`` is what the game master rules to come through, ``zp`` changes the
    price. ``on`` with ``force`` attacks in spite of all problems, ``unseen`` means that the
    target does not see it coming.
    """

    faster: Annotated[int, Field(strict=True, ge=0, le=60)] = 0
    second: Word = ""
    targets: Names = ()
    damage: Points | None = None
    zp: Change = 0


# -- other actions ------------------------------------------------------------------------------


class Act(Command):
    """Base of the actions of one combatant; ``zp`` changes the price."""

    token: Id
    zp: Change = 0


class Reload(Act):
    """Load a shot weapon; without ``weapon`` the one held."""

    do: Literal["reload"] = "reload"
    weapon: Word = ""


class DrawWeapon(Act):
    """Draw a weapon (asked for if not said); ``hand`` is the main one, ``pack`` a rucksack."""

    do: Literal["draw_weapon"] = "draw_weapon"
    weapon: Word = ""
    hand: Literal["", "right", "left"] = ""
    pack: Flag = False


class Sheathe(Act):
    """Put a weapon away (asked for if not said)."""

    do: Literal["sheathe"] = "sheathe"
    weapon: Word = ""


class Drop(Act):
    """Let go of a weapon (asked for if not said)."""

    do: Literal["drop"] = "drop"
    weapon: Word = ""


class PickUp(Act):
    """Pick up a weapon within grasp (asked for if not said)."""

    do: Literal["pick_up"] = "pick_up"
    weapon: Word = ""
    hand: Literal["", "right", "left"] = ""


class Magic(Act):
    """Prepare a spell for ``cost`` ZP (asked for if not said) and ``ap``; it works at its end."""

    do: Literal["magic"] = "magic"
    cost: Zp | None = None
    ap: Points = 0
    text: Word = ""


class Free(Act):
    """Do something else for ``cost`` ZP (asked for if not said) and ``ap``."""

    do: Literal["free"] = "free"
    cost: Zp | None = None
    ap: Points = 0
    text: Word = ""


class TurnAway(Act):
    """Turn away from the foes one fights, in order to flee fast."""

    do: Literal["turn_away"] = "turn_away"


class TurnBack(Command):
    """Turn round again; costs nothing."""

    do: Literal["turn_back"] = "turn_back"
    token: Id


class Disengage(Act):
    """Break off: out of the reach of every foe who does not follow; ``to`` in squares."""

    do: Literal["disengage"] = "disengage"
    to: Pair | None = None


class Move(generic.Move):
    """Move: on one's turn it costs ZP, else it only puts the token there.

    ``run`` is running, ``free`` costs nothing at all, ``force`` lets it be in spite of the rules.
    """

    run: Flag = False
    force: Flag = False
    zp: Change = 0


class Run(Act):
    """Run to a square, over waypoints."""

    do: Literal["run"] = "run"
    to: Pair
    via: Annotated[tuple[Pair, ...], Field(max_length=1_000)] = ()
    force: Flag = False


class Block(Command):
    """Announce that ``token`` blocks the last move of ``target`` in its control zone."""

    do: Literal["block"] = "block"
    token: Id
    target: Id


class Scuffle(Command):
    """Begin (or with ``on`` false end) a Handgemenge by the game master's word."""

    do: Literal["scuffle"] = "scuffle"
    token: Id
    target: Id
    on: Flag = True


# -- harm ---------------------------------------------------------------------------------------


class Damage(Command):
    """Wound: ``amount`` comes through the armour; ``kind`` may be exhaustion instead."""

    do: Literal["damage"] = "damage"
    tokens: Some
    amount: Points
    zone: Zone | None = None
    kind: Literal["wound", "exhaustion"] = "wound"


class Heal(Command):
    """Heal points: of the worst wounds first, or of one by its number, from 0."""

    do: Literal["heal"] = "heal"
    tokens: Some
    amount: Points
    wound: Annotated[int, Field(strict=True, ge=0, le=999)] | None = None


class Rest(Command):
    """Rest: each wound heals 1 a day, exhaustion 3 an hour; action points come back."""

    do: Literal["rest"] = "rest"
    tokens: Names = ()
    days: Annotated[int, Field(strict=True, ge=0, le=9999)] = 0
    hours: Annotated[int, Field(strict=True, ge=0, le=9999)] = 0


class ActionPoints(Command):
    """Spend or (``amount`` negative) give back action points; without it refill."""

    do: Literal["ap"] = "ap"
    tokens: Names = ()
    amount: Change | None = None


def of(data: Any) -> Any:
    """Return plain data of a command, without dice and choices."""
    return data.model_dump(mode="json", exclude={"dice", "choices"}, exclude_defaults=False)
