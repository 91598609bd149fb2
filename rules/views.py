"""What the drawn docks and the paper show of a fight: plain values, words already translated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.encounter.state import SideId

# ---- the initiative ring ------------------------------------------------------------------


class ArcKind(StrEnum):
    """What is under way; the kind decides how the arc is stroked."""

    CAST = "cast"
    ATTACK = "attack"
    RELOAD = "reload"
    PAUSE = "pause"
    MOVE = "move"
    PREPARE = "prepare"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class RingMarker:
    """A combatant on the ring.

    ``at`` counts fields clockwise from twelve o'clock and may lie between two. ``ghost`` is a
    preview of a new place, ``lap`` the text of the badge ("+1"), ``label`` what a screen
    reader says, ``mark`` the icon of what takes its time. Markers come in the order in which
    they are to take the inner lanes.
    """

    token: str
    initials: str
    side: SideId
    at: float
    selected: bool = False
    ghost: bool = False
    out: bool = False
    lap: str = ""
    portrait: str = ""
    label: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class RingArc:
    """Something under way from ``start`` to ``end`` (fields clockwise; end may be past a turn)."""

    token: str
    side: SideId
    start: float
    end: float
    kind: ArcKind = ArcKind.CAST
    icon: str = "spell"
    track: int = 0
    lap: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class RingBeats:
    """The blows of a series: those done are filled, those still possible are hollow."""

    side: SideId
    done: tuple[float, ...] = ()
    open: tuple[float, ...] = ()
    track: int = 0


@dataclass(frozen=True, slots=True)
class RingBound:
    """A double line across the ring: where a round ends. ``at`` is the field that begins there."""

    at: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class RingView:
    """The whole ring.

    ``fields`` are the labels clockwise. The middle of field 0 lies on twelve o'clock, or with
    ``align="edge"`` its beginning; a ``dial`` has tenths instead of fields and its numbers
    stand between the seconds. ``gap`` leaves degrees free at twelve o'clock. ``lanes`` is how
    many lanes of markers are in use (a fight starts with two). ``values`` says for each field
    what ``command`` gets as its ``value`` when a marker is dropped there; without them markers
    cannot be dragged.
    """

    fields: tuple[str, ...]
    hand: float
    markers: tuple[RingMarker, ...] = ()
    arcs: tuple[RingArc, ...] = ()
    beats: tuple[RingBeats, ...] = ()
    bounds: tuple[RingBound, ...] = ()
    bold: frozenset[int] | None = None
    gap: float = 0.0
    align: Literal["centre", "edge"] = "centre"
    dial: bool = False
    ticks: int = 10
    lanes: int = 2
    trail: float | None = None
    top: str = ""
    big: str = ""
    bottom: str = ""
    values: tuple[int, ...] = ()
    command: str = "initiative"


# ---- the body ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One layer over a zone, as the hover card lists it."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone of the body.

    ``shapes`` are names of ``assets/bodies/body-zones.json``: polygons (``brust``,
    ``r_hand``) or unions (``kopf``, ``l_arm``); ``front:`` or ``back:`` before a name draws it
    in that view only. ``wound`` is 0 (unharmed) to 4, ``armour`` lists materials: ``plate``,
    ``chain``, ``leather``. ``bleeding`` and ``pain`` are the texts of their pills. ``parent``
    is the zone that this one lies in (Auge in Kopf), ``mode`` the mode of an attack that aims
    here, where that is not called like the zone or its parent.
    """

    id: str
    label: str
    shapes: tuple[str, ...]
    value: str = ""
    wound: int = 0
    armour: tuple[str, ...] = ()
    layers: tuple[LayerRow, ...] = ()
    selected: bool = False
    aimed: bool = False
    bleeding: str = ""
    pain: str = ""
    parent: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A swatch and its word: ``w1`` … ``w4``, ``plate``, ``chain``, ``leather``."""

    swatch: str
    label: str


@dataclass(frozen=True, slots=True)
class BodyView:
    """A figure from both sides. ``summary`` is the line below it: life, endurance.

    ``figure`` names its polygons in ``assets/bodies``: humanoid, quadruped, winged, serpent.
    """

    zones: tuple[ZoneView, ...]
    front: str = ""
    back: str = ""
    title: str = ""
    summary: str = ""
    legend: tuple[LegendEntry, ...] = ()
    figure: str = "humanoid"


# ---- armour ------------------------------------------------------------------------------

PartKind = Literal["base", "armour", "ability", "natural", "cover", "other"]


@dataclass(frozen=True, slots=True)
class ArmourPart:
    """A segment of the bar; ``size`` is its share in units of the sum."""

    size: int
    value: str
    label: str
    kind: PartKind = "other"


@dataclass(frozen=True, slots=True)
class ACBarView:
    """One armour number and what it is made of, then a box for each face of the die.

    Faces from ``hits_from`` hit (``None`` = none does), from ``threat_from`` they threaten.
    """

    total: str
    parts: tuple[ArmourPart, ...]
    title: str = ""
    others: tuple[tuple[str, str], ...] = ()
    faces: int = 20
    hits_from: int | None = None
    threat_from: int | None = None
    miss_text: str = ""
    hit_text: str = ""


@dataclass(frozen=True, slots=True)
class WoundBand:
    """A stretch of wounds from ``start`` on, with its pattern 1 to 4."""

    start: int
    level: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class BandsView:
    """Where a damage falls among the wounds: ``damage`` of ``most``, said in ``text``."""

    most: int
    bands: tuple[WoundBand, ...]
    damage: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class LayerBlock:
    """A layer over a part of the body, struck by attack values from ``start`` to below ``end``.

    It lies on what protects by ``below`` and protects by ``height`` itself. ``after`` is where
    it would end after this blow, ``before`` where it ended when it was whole; ``None`` = the same.
    """

    id: str
    name: str
    material: str
    start: int
    end: int
    below: int
    height: int
    detail: str = ""
    before: int | None = None
    after: int | None = None
    after_text: str = ""
    short: str = ""
    """What it is called where there is no room for its name."""


@dataclass(frozen=True, slots=True)
class LayersView:
    """The armour of one part of the body along the attack value, against one weapon.

    Below ``lowest`` an attack misses; from ``bare`` on it meets skin. ``places`` are the values
    and names of the part's places. ``reach`` is what the die adds: the lowest and the highest
    attack value of a roll that counts, ``zero`` the value of one that does not, each with the
    text of its chance. ``weight`` is the blow, ``rest`` what gets through where it strikes at
    the attack value ``at``.
    """

    lowest: int
    end: int
    blocks: tuple[LayerBlock, ...] = ()
    bare: int = 0
    places: tuple[tuple[int, str], ...] = ()
    miss_text: str = ""
    bare_text: str = ""
    bare_places: str = ""
    reach: tuple[int, int] | None = None
    reach_text: str = ""
    zero: int | None = None
    zero_text: str = ""
    at: int | None = None
    weight: int | None = None
    weight_text: str = ""
    rest: int | None = None
    rest_text: str = ""


@dataclass(frozen=True, slots=True)
class SplitRow:
    """What an attack value strikes: swatch, words, chance and what is left of the blow.

    ``swatch`` is ``miss``, a material or ``skin``; ``likeliest`` marks the likeliest wound.
    """

    swatch: str
    name: str
    chance: str
    rest: str
    likeliest: bool = False


@dataclass(frozen=True, slots=True)
class SplitPreset:
    """A split to take with one click; ``value`` is its Festwert."""

    id: str
    label: str
    value: int


@dataclass(frozen=True, slots=True)
class SplitView:
    """A sum split in two, and what each split means against this foe.

    ``name`` is the number of the attack that the handle sets (``AttackAction.numbers``). The
    first share may be ``low`` to ``high`` of ``total``, the second at most ``second_most``.
    ``curve`` holds (first share, mean loss); outside the caps there is none.
    """

    name: str
    total: int
    value: int
    low: int
    high: int
    second: int
    second_most: int
    first_label: str
    second_label: str
    curve: tuple[tuple[int, float], ...]
    mean: float
    mean_text: str = ""
    cap_text: str = ""
    die_label: str = ""
    die_value: int = 0
    presets: tuple[SplitPreset, ...] = ()
    rows: tuple[SplitRow, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmourView:
    """How well somebody is protected; a system fills what it has."""

    title: str
    subject: str = ""
    bar: ACBarView | None = None
    bands: BandsView | None = None
    notes: tuple[str, ...] = ()
    layers: LayersView | None = None
