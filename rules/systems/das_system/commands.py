"""Commands of Das System beside the attack, as the program and its scripts give them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.encounter.addressing import Names, Some
from rules.encounter.commands import Command, Flag
from rules.encounter.state_codec import Id, Word

Count = Annotated[int, Field(strict=True, ge=-99, le=999)]
Points = Annotated[int, Field(strict=True, ge=0, le=9999)]
Amount = Annotated[int, Field(strict=True, ge=-9999, le=9999)]
Percent = Annotated[int, Field(strict=True, ge=0, le=1000)]
Circumstance = Literal["prepared", "distracted", "warned", "flanked", "busy", "unready"]


class Start(Command):
    """Begin the fight: ``tokens`` take part (all), ``pairs`` fight each other (who is in reach).

    ``duel``: the KAR time passes before the first blow. ``surprised`` ones never have the
    offensive at first. ``circumstances`` shift KAR by a word of the table, ``shifts`` by
    points; ``values`` are KAR typed by hand; ``first`` names who has the offensive whatever the
    KAR.
    """

    do: Literal["start"] = "start"
    tokens: Names = ()
    pairs: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=500)] = ()
    duel: Flag = False
    surprised: Names = ()
    values: dict[Id, Annotated[int, Field(strict=True, ge=0, le=999)]] = Field(default_factory=dict)
    circumstances: dict[Id, Circumstance] = Field(default_factory=dict)
    shifts: dict[Id, Count] = Field(default_factory=dict)
    first: Annotated[Names, Field(json_schema_extra={"ask": "tokens"})] = ()


class Engage(Command):
    """Let two begin to fight each other; fields as in ``start``."""

    do: Literal["engage"] = "engage"
    token: Id
    target: Id
    duel: Flag = False
    first: Annotated[Word, Field(json_schema_extra={"ask": "token"})] = ""
    circumstances: dict[Id, Circumstance] = Field(default_factory=dict)


class Part(Command):
    """End the fights of somebody (against ``target``)."""

    do: Literal["part"] = "part"
    token: Id
    target: Word = ""


class Next(Command):
    """Let time run to the next moment at which something can happen."""

    do: Literal["next"] = "next"


class Wait(Command):
    """Let time pass: seconds, tenths allowed."""

    do: Literal["wait"] = "wait"
    seconds: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]


class Other(Command):
    """Use the offensive for something else than a blow: it ends one's own series (§4)."""

    do: Literal["other"] = "other"
    token: Id
    what: Literal["move", "cast", "flee", "wait"] = "wait"


class Delay(Command):
    """Let the moment pass; the same as ``other`` with ``wait``. Default: whoever acts."""

    do: Literal["delay"] = "delay"
    token: Word = ""


class Offensive(Command):
    """The game master says who has the offensive in a fight of two (§2.1)."""

    do: Literal["offensive"] = "offensive"
    token: Id
    target: Word = ""


class Shift(Command):
    """Shift the KAR of somebody until the end of the first series: points, or a circumstance."""

    do: Literal["shift"] = "shift"
    token: Id
    points: Count = 0
    circumstance: Circumstance | None = None


class Initiative(Command):
    """Type the KAR of somebody for this fight; null = the computed one again."""

    do: Literal["initiative"] = "initiative"
    token: Id
    value: Annotated[int, Field(strict=True, ge=0, le=999)] | None = None


class Moment(Command):
    """Put somebody's next moment on another second of the fight, by the game master's word."""

    do: Literal["moment"] = "moment"
    token: Id
    value: Annotated[int, Field(strict=True, ge=0, le=999_999)]


class Groups(Command):
    """Sort the opponents of a lone defender into groups that strike one after the other (§11)."""

    do: Literal["groups"] = "groups"
    token: Id
    groups: Annotated[tuple[Names, ...], Field(max_length=20)] = ()


class Sort(Command):
    """Put an opponent into a group of the lone defender ``target``; 0 = into none (§11)."""

    do: Literal["sort"] = "sort"
    token: Id
    target: Id
    group: Annotated[int, Field(strict=True, ge=0, le=9)]


class Habit(Command):
    """Settle on a Festwert for one's parades, offered then as the own split; null = none."""

    do: Literal["habit"] = "habit"
    token: Id
    festwert: Points | None = None


class End(Command):
    """End the fight's count of time."""

    do: Literal["end"] = "end"


class Damage(Command):
    """Take GZ by hand: by a ``hit`` down to 0 at most, by anything ``other`` below it (§7.2)."""

    do: Literal["damage"] = "damage"
    tokens: Some
    amount: Points
    kind: Literal["hit", "other"] = "hit"


class Heal(Command):
    """Give GZ back."""

    do: Literal["heal"] = "heal"
    tokens: Some
    amount: Points


class Rest(Command):
    """Give Ausdauer back, or take it with a minus."""

    do: Literal["rest"] = "rest"
    tokens: Some
    amount: Amount


class Strike(Command):
    """Injure a place by hand: fire, falls, traps; armour does not count."""

    do: Literal["strike"] = "strike"
    token: Id
    place: Id
    severity: Annotated[int, Field(strict=True, ge=1, le=9999)]
    kind: Literal["hieb", "stich", "schlag", "biss", "schuss"] = "schlag"


class Check(Command):
    """Roll a Probe (§1.5): all deductions of pain, of hindering wounds, of armour.

    ``value`` replaces the skill of the sheet, ``wounds`` and ``armour`` scale those deductions
    in percent, ``hinders`` says what the action needs.
    """

    do: Literal["check"] = "check"
    token: Id
    skill: Word = "balancieren"
    height: Amount = 0
    value: Amount | None = None
    hinders: Literal["", "body", "hands", "mind", "nothing"] = ""
    wounds: Percent = 100
    armour: Percent = 100


class Steady(Command):
    """Keep one's feet or one's weapon after a hit on a limb: a Probe against the wound (§7.3)."""

    do: Literal["steady"] = "steady"
    token: Id
    wound: Annotated[int, Field(strict=True, ge=0)] = 0


class Suppress(Command):
    """Suppress pain: a Probe on Widerstandsfähigkeit, once for each row (§7.5)."""

    do: Literal["suppress"] = "suppress"
    token: Id


class Bandage(Command):
    """Dress the wounds of somebody (one ``wound``, else that which bleeds most) (§7.4, §14)."""

    do: Literal["bandage"] = "bandage"
    token: Id
    target: Word = ""
    wound: Annotated[int, Field(strict=True, ge=0)] = 0
    height: Points = 800


class Infection(Command):
    """Roll for infection of an untreated wound, three times at most (§14)."""

    do: Literal["infection"] = "infection"
    token: Id
    wound: Annotated[int, Field(strict=True, ge=0)] = 0


class Forbid(Command):
    """Say what a wound makes impossible (§7.3)."""

    do: Literal["forbid"] = "forbid"
    token: Id
    wound: Annotated[int, Field(strict=True, ge=1)]
    actions: Names = ()


class Mend(Command):
    """Heal a wound altogether, or mend a piece of armour (``piece``)."""

    do: Literal["mend"] = "mend"
    token: Id
    wound: Annotated[int, Field(strict=True, ge=0)] = 0
    piece: Word = ""
