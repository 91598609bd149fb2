"""The commands of Muinimula, as the program and its scripts give them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from rules.encounter.addressing import Names, Some
from rules.encounter.attacking import AttackCommand
from rules.encounter.commands import Command, Flag
from rules.encounter.situation import WithNumbers
from rules.encounter.state_codec import Id, Word

Count = Annotated[int, Field(strict=True, ge=-9_999, le=9_999)]
Points = Annotated[int, Field(strict=True, ge=0, le=99_999)]


def _halves(value: object) -> object:
    """Refuse times that are no half seconds."""
    if isinstance(value, float | int) and not isinstance(value, bool) and value * 2 % 1:
        raise ValueError("half seconds")
    return value


Seconds = Annotated[float, BeforeValidator(_halves), Field(ge=0, le=100_000, allow_inf_nan=False)]
"""A time in seconds, halves allowed."""


# -- time ---------------------------------------------------------------------------------------


class Start(Command):
    """Roll initiative and begin; ``values`` are typed totals, ``tokens`` who takes part (all)."""

    do: Literal["start"] = "start"
    tokens: Names = ()
    values: dict[Id, Count] = Field(default_factory=dict)


class Initiative(Command):
    """Type or correct an initiative, or let somebody join; without ``value`` it is rolled."""

    do: Literal["initiative"] = "initiative"
    token: Id
    value: Count | None = None


class Moment(Command):
    """Put the end of what somebody does on another second; whoever is idle waits until then."""

    do: Literal["moment"] = "moment"
    token: Id
    value: Annotated[int, Field(strict=True, ge=0, le=999_999)]


class Next(Command):
    """Let the time run to what happens next and carry it out; ``second``: one second at most."""

    do: Literal["next"] = "next"
    second: Flag = False


class End(Command):
    """End the fight's count of time."""

    do: Literal["end"] = "end"


# -- actions ------------------------------------------------------------------------------------


class Attack(WithNumbers, AttackCommand):
    """Begin an attack, or carry it out when its time has come or no time runs.

    Fields as in the ``attack`` of a situation; ``now`` carries it out at once whatever the
    time, ``on`` with ``force`` in spite of all problems.
    """

    now: Flag = False


class Abort(Command):
    """Break off what somebody is doing; the time spent is lost."""

    do: Literal["abort"] = "abort"
    token: Id


class Act(Command):
    """Do something else for a while: move, pick a weapon up, anything. Asked where not given."""

    do: Literal["act"] = "act"
    token: Id
    kind: Literal["move", "pickup", "task"] = "task"
    seconds: Seconds | None = None
    note: Word = ""


class Cast(Command):
    """Prepare a spell for some seconds; in the second after them it is cast."""

    do: Literal["cast"] = "cast"
    token: Id
    seconds: Seconds | None = None
    note: Word = ""
    subconscious: Flag = False


class Oppose(Command):
    """Let a single one turn his right to attack to another opponent."""

    do: Literal["oppose"] = "oppose"
    token: Id
    target: Id
    force: Flag = False


class Right(Command):
    """Give somebody the right to attack against another, by hand."""

    do: Literal["right"] = "right"
    token: Id
    target: Id


class Coordinate(Command):
    """Let all who fight a single one roll Kampfkoordination; ``tokens``: only these."""

    do: Literal["coordinate"] = "coordinate"
    target: Id
    tokens: Names = ()


class Rise(Command):
    """Stand up again; it takes a second (by option)."""

    do: Literal["rise"] = "rise"
    token: Id


# -- harm and Proben ----------------------------------------------------------------------------


class Damage(Command):
    """Deal Trefferpunkte; with ``region`` the armour there takes its share."""

    do: Literal["damage"] = "damage"
    tokens: Some
    amount: Points
    region: Literal["", "kopf", "arm", "bein", "brust", "ruecken", "bauch"] = ""


class Heal(Command):
    """Give LE back."""

    do: Literal["heal"] = "heal"
    tokens: Some
    amount: Points


class Tend(Command):
    """Tend wounds: stop bleeding, with ``all`` take the maluses away too."""

    do: Literal["tend"] = "tend"
    token: Id
    all: Flag = False


class Critical(Command):
    """Let a critical hit strike somebody: table and Trefferpunkte; the value is rolled."""

    do: Literal["critical"] = "critical"
    target: Id
    table: Literal["hieb", "schnitt", "stich", "fern", "wucht"] = "hieb"
    points: Points = 20


class Probe(Command):
    """Roll a Probe, W100 at most ``target``: of body, mind, spell or Selbstbeherrschung.

    ``uses`` names the parts of the body that it needs; ``sb`` has its target on the sheet.
    """

    do: Literal["probe"] = "probe"
    token: Id
    kind: Literal["", "body", "mind", "spell", "sb"] = ""
    target: Annotated[int, Field(strict=True, ge=-500, le=500)] | None = None
    uses: Literal["main", "off", "both", "legs", "head", "body"] = "body"
    malus: Annotated[int, Field(strict=True, ge=-500, le=500)] = 0


class KnockOut(Command):
    """Make somebody unconscious (``dying``: dying) for a rolled time or some seconds."""

    do: Literal["knock_out"] = "knock_out"
    token: Id
    dying: Flag = False
    rounds: Annotated[int, Field(strict=True, ge=0, le=100_000)] | None = None
