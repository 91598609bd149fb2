"""Commands of time, harm, saves and stealth, as the program and its scripts give them.

The attack commands stand beside their procedures.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.encounter.addressing import Names, Some
from rules.encounter.commands import Command, Flag
from rules.encounter.state_codec import Id, Pair, Word

Count = Annotated[int, Field(strict=True, ge=-99, le=999)]
Points = Annotated[int, Field(strict=True, ge=0, le=9999)]


class Start(Command):
    """Roll initiative and begin; ``values`` are typed totals, ``tokens`` who takes part (all).

    ``surprised`` or ``aware`` names who is so; then a surprise round comes first.
    """

    do: Literal["start"] = "start"
    tokens: Names = ()
    values: dict[Id, Count] = Field(default_factory=dict)
    surprised: Names = ()
    aware: Names = ()


class Initiative(Command):
    """Type or correct an initiative, or let somebody join; without ``value`` it is rolled."""

    do: Literal["initiative"] = "initiative"
    token: Id
    value: Count | None = None


class Next(Command):
    """End the turn; the next combatant acts."""

    do: Literal["next"] = "next"


class Delay(Command):
    """Wait with one's turn, until the count ``to`` or until ``act``; default: whoever acts."""

    do: Literal["delay"] = "delay"
    token: Word = ""
    to: Count | None = None


class Ready(Command):
    """Ready an action for a trigger; default: whoever acts."""

    do: Literal["ready"] = "ready"
    token: Word = ""
    trigger: Word = ""


class Act(Command):
    """Act now: a delaying combatant after the present turn, a readied one before it goes on."""

    do: Literal["act"] = "act"
    token: Id


class End(Command):
    """End the fight's count of time."""

    do: Literal["end"] = "end"


class Damage(Command):
    """Deal damage."""

    do: Literal["damage"] = "damage"
    tokens: Some
    amount: Points
    nonlethal: Flag = False


class Heal(Command):
    """Heal hit points."""

    do: Literal["heal"] = "heal"
    tokens: Some
    amount: Points


class TemporaryPoints(Command):
    """Give temporary hit points; a smaller pool than the present one changes nothing."""

    do: Literal["temp_hp"] = "temp_hp"
    tokens: Some
    amount: Points


class Stabilise(Command):
    """Stabilise the dying: by their own Constitution check, or by help that needs no roll."""

    do: Literal["stabilise"] = "stabilise"
    tokens: Some
    how: Literal["check", "aid"] = "check"


class Save(Command):
    """Roll a saving throw; ``origin`` is the point where the effect starts, in squares.

    A ``spread`` goes round corners. With ``damage`` a success halves it. ``cover`` sets the
    grade of cover by hand, for instance the game master's partial cover.
    """

    do: Literal["save"] = "save"
    token: Id
    save: Literal["fort", "ref", "will"]
    dc: Annotated[int, Field(strict=True, ge=0, le=200)]
    origin: Pair | None = None
    spread: Flag = False
    damage: Points = 0
    cover: Literal["none", "partial", "soft", "hard", "improved"] | None = None


class Stealth(Command):
    """Roll Stealth against observers (all foes); ``opposed`` rolls their Perception too."""

    do: Literal["stealth"] = "stealth"
    token: Id
    against: Names = ()
    moving: Flag = False
    opposed: Flag = False
