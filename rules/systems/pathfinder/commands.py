"""Commands of time, harm, saves and stealth, as the program and its scripts give them.

The attack commands stand beside their procedures.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from rules.encounter.commands import Command

Count = Annotated[int, Field(ge=-99, le=999)]
Points = Annotated[int, Field(ge=0, le=9999)]


def _as_tuple(value: object) -> object:
    """Take one name for a list of one."""
    return (value,) if isinstance(value, str) and value else value or ()


Names = Annotated[tuple[str, ...], BeforeValidator(_as_tuple)]


class Start(Command):
    """Roll initiative and begin; ``values`` are typed totals, ``tokens`` who takes part (all).

    ``surprised`` or ``aware`` names who is so; then a surprise round comes first.
    """

    do: Literal["start"] = "start"
    tokens: Names = ()
    values: dict[str, Count] = Field(default_factory=dict)
    surprised: Names = ()
    aware: Names = ()


class Initiative(Command):
    """Type or correct an initiative, or let somebody join; without ``value`` it is rolled."""

    do: Literal["initiative"] = "initiative"
    token: str
    value: Count | None = None


class Next(Command):
    """End the turn; the next combatant acts."""

    do: Literal["next"] = "next"


class Delay(Command):
    """Wait with one's turn, until the count ``to`` or until ``act``; default: whoever acts."""

    do: Literal["delay"] = "delay"
    token: str = ""
    to: Count | None = None


class Ready(Command):
    """Ready an action for a trigger; default: whoever acts."""

    do: Literal["ready"] = "ready"
    token: str = ""
    trigger: str = Field(default="", max_length=200)


class Act(Command):
    """Act now: a delaying combatant after the present turn, a readied one before it goes on."""

    do: Literal["act"] = "act"
    token: str


class End(Command):
    """End the fight's count of time."""

    do: Literal["end"] = "end"


class Damage(Command):
    """Deal damage."""

    do: Literal["damage"] = "damage"
    tokens: Names
    amount: Points
    nonlethal: bool = False


class Heal(Command):
    """Heal hit points."""

    do: Literal["heal"] = "heal"
    tokens: Names
    amount: Points


class TemporaryPoints(Command):
    """Give temporary hit points; a smaller pool than the present one changes nothing."""

    do: Literal["temp_hp"] = "temp_hp"
    tokens: Names
    amount: Points


class Stabilise(Command):
    """Stabilise the dying: by their own Constitution check, or by help that needs no roll."""

    do: Literal["stabilise"] = "stabilise"
    tokens: Names
    how: Literal["check", "aid"] = "check"


class Save(Command):
    """Roll a saving throw; ``origin`` is the point where the effect starts, in squares.

    A ``spread`` goes round corners. With ``damage`` a success halves it.
    """

    do: Literal["save"] = "save"
    token: str
    save: Literal["fort", "ref", "will"]
    dc: int = Field(ge=0, le=200)
    origin: tuple[float, float] | None = None
    spread: bool = False
    damage: Points = 0


class Stealth(Command):
    """Roll Stealth against observers (all foes); ``opposed`` rolls their Perception too."""

    do: Literal["stealth"] = "stealth"
    token: str
    against: Names = ()
    moving: bool = False
    opposed: bool = False
