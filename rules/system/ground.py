"""What a rule system may say about the squares of a map: heat, areas, reaches; all optional."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from maps.grid import Cell, Footprint
from maps.shapes import Grade
from rules.core.terms import Term
from rules.encounter.areas import AreaOfEffect, Caught
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, TokenId
from rules.system.answers import Glance

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


HeatKind = Literal["cover", "safety", "flank", "reach"]
"""What a heat map is about: the cover that the target has from each square; from how many
enemies one has cover there; from where one flanks the target; where one gets this turn."""


@dataclass(frozen=True, slots=True)
class HeatQuestion:
    """A question to every square: what it would mean if the token stood there.

    ``target`` matters to ``cover`` and ``flank``, ``weapon`` to ``cover``, as in an attack.
    """

    kind: HeatKind
    token: TokenId
    target: TokenId | None = None
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class HeatPatch:
    """The answer for some squares: arrays [row, column] from the square (left, top) on.

    A place is named by the top left square of the token's space. ``known`` is false where it
    has no place (somebody stands there, it juts out of the board) or there is nothing to say.
    ``grades`` are positions in ``list(Grade)``: cover of the target; for ``safety`` the least
    cover from any enemy. ``values``: ``cover`` the bonus to the defence, ``safety`` the number
    of enemies from whom there is any cover, ``flank`` 1, ``reach`` the cost in squares.
    ``totals``: for ``safety`` the number of enemies who cannot reach the square at all, for
    ``reach`` the actions that the way takes (1 a step or a move, 2 a double move, 3 a run).
    """

    left: int
    top: int
    known: npt.NDArray[np.bool_]
    grades: npt.NDArray[np.uint8]
    values: npt.NDArray[np.int16]
    totals: npt.NDArray[np.uint16]

    def cells(self) -> Iterator[tuple[Cell, Grade, int, int]]:
        """Yield square, grade, value and total of each known square."""
        grades = list(Grade)
        for row, column in zip(*(i.tolist() for i in self.known.nonzero()), strict=True):
            cell = Cell(self.left + column, self.top + row)
            grade = grades[int(self.grades[row, column])]
            yield cell, grade, int(self.values[row, column]), int(self.totals[row, column])


@runtime_checkable
class GlancesSome(Protocol):
    """A system that looks at some enemies alone, so that many are looked at bit by bit."""

    def glances_at(
        self,
        state: Encounter,
        token: TokenId,
        place: Footprint,
        weapon: str,
        foes: Collection[TokenId],
    ) -> tuple[Glance, ...]:
        """Return what ``glances`` says of these enemies; all others stand in the way as ever."""
        ...


@runtime_checkable
class GlancesPlan(Protocol):
    """A system whose badges show what the game master may overrule for one attack."""

    def glance_of(self, plan: AttackPlan) -> Glance:
        """Return the badge of the target of an attack, as the rows of its plan leave it."""
        ...


@runtime_checkable
class SupportsHeat(Protocol):
    """A system that answers heat maps in bulk; all others are asked square by square."""

    def heat(
        self, state: Encounter, question: HeatQuestion, rows: Sequence[int] = ()
    ) -> Iterator[HeatPatch]:
        """Answer patch by patch, each in some ten milliseconds; stop asking to cancel.

        The patches go outwards from the token, or in the order of ``rows`` of the board.
        Those that know nothing are pauses.
        """
        ...


@runtime_checkable
class NotesHeat(Protocol):
    """A system that says what the squares of a heat map cannot: why none of them answers."""

    def heat_notes(self, state: Encounter, question: HeatQuestion, empty: bool) -> tuple[Term, ...]:
        """Return sentences for the legend; ``empty`` is a map on which no square answers."""
        ...


@runtime_checkable
class SupportsAreas(Protocol):
    """A system that knows which squares an area of effect holds, and what shelters from it.

    Systems that say nothing of their own mix ``rules.areas.RoundAreas`` in.
    """

    def area_cells(self, state: Encounter, area: AreaOfEffect) -> frozenset[Cell]:
        """Return the squares of a template. Raises ValueError for one that starts nowhere."""
        ...

    def caught(self, state: Encounter, area: AreaOfEffect) -> tuple[Caught, ...]:
        """Return everybody in an area, with the cover from its point of origin."""
        ...

    def length(self, state: Encounter, squares: int) -> Term:
        """Say a length on the map in squares and in the measure of the system."""
        ...


@runtime_checkable
class OverlayWords(Protocol):
    """A system with words of its own for what lies over the map, or without a use for it."""

    def overlay_words(self) -> Mapping[str, Term | None]:
        """Return what overlays are called here; None for one that means nothing here.

        ``threat`` marks the squares of ``threatened``, ``flank`` who is flanked; ``threat.tip``
        explains the word in a sentence.
        """
        ...


def reach_words(threat: Term, tip: Term) -> Mapping[str, Term | None]:
    """Return the overlay words of a system with a word of its own for reaches and no flanking."""
    return {"threat": threat, "threat.tip": tip, "flank": None}


@runtime_checkable
class RoundZones(Protocol):
    """A system in which ``threatened`` holds the squares that a circle meets."""

    def zone_radius(self, state: Encounter, token: TokenId) -> float:
        """Return the radius of that circle in squares, from the middle of the token's space."""
        ...


@dataclass(frozen=True, slots=True)
class FacingSector:
    """A side from which somebody may be attacked.

    ``middle`` and ``width`` are degrees, clockwise from where the token looks; ``danger`` grows
    from 0 (all defences count) to 3 (none does).
    """

    middle: int
    width: int
    name: Term
    danger: int


@runtime_checkable
class FacingSectors(Protocol):
    """A system in which it matters where a token looks."""

    def facing_sectors(self, state: Encounter, token: TokenId) -> tuple[FacingSector, ...]:
        """Return the sectors round a token, empty where facing does not matter now."""
        ...


@runtime_checkable
class Measured(Protocol):
    """A system that says how wide its squares are, and its unit of lengths: ``m`` or ``ft``.

    Where none says it, a square has 1.5 m.
    """

    lengths: str

    def square_metres(self, state: Encounter) -> float: ...
