"""What a rule system is: the questions that everything else asks it.

Every method is pure. ``plan`` rolls no dice; ``perform`` is a conversation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from maps.grid import Cell, Footprint, Point
from maps.paths import WALK, Gait
from maps.problems import Problem
from maps.shapes import Grade
from rules.core.asking import Option, Procedure
from rules.core.glossary import Glossary
from rules.core.options import OptionSpec
from rules.core.sources import STATED, Source
from rules.core.tables import TableSpec
from rules.core.terms import Term
from rules.encounter.areas import AreaOfEffect, Caught
from rules.encounter.commands import Command, Outcome
from rules.encounter.events import Event
from rules.encounter.plans import (
    AttackAction,
    AttackPlan,
    Weapon,
)
from rules.encounter.state import Encounter, Sheet, SideId, Token, TokenId, Vitals
from rules.views import ArmourView, BodyView, RingView, SplitView

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rules.statblocks.draft import Draft
    from rules.statblocks.source import Source as Statblock


@dataclass(frozen=True, slots=True)
class ConditionSpec:
    """A condition that a token can be in. Its name is the term ``condition.<system>.<id>``.

    ``icon`` names a mark on the token, ``out`` says that the bearer is out of the fight.
    """

    id: str
    icon: str = ""
    out: bool = False
    graded: bool = False
    source: Source = STATED


@dataclass(frozen=True, slots=True)
class Glance:
    """What the badge of one enemy shows while somebody is dragged."""

    token: TokenId
    grade: Grade
    text: Term
    flanked: bool = False
    in_reach: bool = True


@dataclass(frozen=True, slots=True)
class MovePlan:
    """A way that a token would take: the squares, the running cost in squares, in words.

    ``summary`` is the pill above the token; ``warnings`` (with ``points``) are red pills:
    opportunity attacks, walls crossed, too far.
    """

    token: TokenId
    points: tuple[Point, ...]
    costs: tuple[int, ...]
    summary: Term
    warnings: tuple[Problem, ...] = ()

    @property
    def cost(self) -> int:
        return self.costs[-1] if self.costs else 0


@dataclass(frozen=True, slots=True)
class Health:
    """How a token is: points now and at most, and whether it is down or dead."""

    now: int
    most: int
    down: bool = False
    dead: bool = False

    @property
    def share(self) -> float:
        return 0.0 if self.most <= 0 else min(1.0, max(0.0, self.now / self.most))


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A combatant in the list below the ring, in the order of the fight.

    ``mark`` is the icon of what ``status`` says where that takes its time: a spell under way,
    loading, waiting, surprise. Token and marker show it.
    """

    token: TokenId
    count: Term | None
    status: Term | None
    health: Health
    acting: bool = False
    group: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """A creature of the library: ready sheet, name term, tags for the search."""

    id: str
    name: Term
    sheet: Sheet
    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One row of "before → after"."""

    token: TokenId
    label: Term
    before: Term
    after: Term
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A titled block on paper: rows of label and value on a card, a table among the tables.

    A table may have more than two columns, ``heads`` above them and a ``note`` below.
    """

    title: Term
    rows: tuple[tuple[Term, ...], ...]
    heads: tuple[Term, ...] = ()
    note: Term | None = None


@dataclass(frozen=True, slots=True)
class CardView:
    """A combatant's card as paper shows it: headline values, weapons, blocks, boxes.

    ``kind`` says in the sheet's own words what somebody is: "Mensch Kämpfer 3".
    """

    token: TokenId
    head: tuple[tuple[Term, Term], ...]
    weapons: tuple[tuple[Term, ...], ...]
    weapon_heads: tuple[Term, ...]
    blocks: tuple[Block, ...] = ()
    boxes: int = 0
    conditions: tuple[Term, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class FightAction:
    """Something that a combatant or a side may do beyond an attack, as a menu offers it.

    ``command`` is a command of the system, ``fields`` what the menu gives it besides what is
    needed: the selected combatant as ``token`` (``actor``), it and the one clicked as ``token``
    and ``target`` (``actor_target``), a ``side`` (``side``) or nothing more. ``asks`` names fields
    that may stay empty and are offered in a form; whatever else the command wants to know it asks.
    """

    id: str
    command: str
    label: Term
    needs: Literal["actor", "actor_target", "side", "none"] = "none"
    fields: Mapping[str, bool | int | str] = field(default_factory=dict)
    icon: str = ""
    group: str = ""
    asks: tuple[str, ...] = ()


@runtime_checkable
class SupportsFightActions(Protocol):
    """A system with actions of its own: what can be done now, in the order of a menu."""

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]: ...


@runtime_checkable
class SupportsChoices(Protocol):
    """A system that knows what may stand in some fields of its commands.

    ``choices`` returns values with their words, in the order of a list: skills of a table, wounds
    of ``who``. Nothing where a field takes anything.
    """

    def choices(
        self, state: Encounter, command: str, field: str, who: str
    ) -> tuple[tuple[str | int, Term], ...]: ...


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


@dataclass(frozen=True, slots=True)
class Stride:
    """How far somebody gets in one go before a blow: squares of way, counted by ``gait``.

    ``any_time``: one may go while it is not one's moment.
    """

    squares: int
    gait: Gait = WALK
    any_time: bool = False


@runtime_checkable
class Striding(Protocol):
    """A system that says how far a combatant gets, so that a forecast may look ahead."""

    def stride(self, state: Encounter, token: TokenId) -> Stride: ...


@runtime_checkable
class Automatic(Protocol):
    """A system in which a blow has to be prepared before it can be struck."""

    def automatic(self, state: Encounter, token: TokenId, target: TokenId) -> tuple[Command, ...]:
        """Return what somebody does first in order to strike at a target; tried one by one."""
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


@runtime_checkable
class Resisting(Protocol):
    """A system in which a group withstands an effect by another command than ``save``."""

    @property
    def resist(self) -> str:
        """The name of that command; it has a field ``token``."""
        ...


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """A unit in which a system counts how long something lasts: rounds, segments, seconds."""

    id: str
    name: Term


@runtime_checkable
class Lasting(Protocol):
    """A system that knows how long conditions last, in its own units."""

    def time_units(self) -> tuple[TimeUnit, ...]:
        """Return the units, the usual one first."""
        ...

    def until(self, state: Encounter, amount: int, unit: str) -> tuple[int, int]:
        """Return the moment, as ``Condition.until`` holds it, so much time after now."""
        ...

    def time_left(self, state: Encounter, until: tuple[int, int]) -> Term:
        """Say how long something lasts from now on: "noch 3 Runden"."""
        ...


@runtime_checkable
class Provoking(Protocol):
    """A system in which movement gives foes attacks out of turn."""

    def opportunities(
        self, state: Encounter, token: TokenId, points: Sequence[Point]
    ) -> tuple[Command, ...]:
        """Return the attacks that a way from where somebody stands gives to foes.

        Each is a command with an ``attacker`` that may be carried out once the way is gone.
        """
        ...


@dataclass(frozen=True, slots=True)
class Distraction:
    """A deed that gave foes attacks out of turn: whose, what it was, and the attacks."""

    who: TokenId
    why: Term
    chances: tuple[Command, ...]


@runtime_checkable
class Distracting(Protocol):
    """A system in which other deeds than movement give foes attacks out of turn."""

    def distractions(self, before: Encounter, events: Sequence[Event]) -> tuple[Distraction, ...]:
        """Return what a step gave to foes; ``before`` is the fight as it was.

        Each of the attacks has an ``attacker`` and may be carried out after the step.
        """
        ...


@runtime_checkable
class Splitting(Protocol):
    """A system whose attackers split a sum before they roll."""

    def split(self, state: Encounter, action: AttackAction, words: Glossary) -> SplitView | None:
        """Say what each split means for this attack; the choice goes into ``numbers``."""
        ...


@dataclass(frozen=True, slots=True)
class Stock:
    """A piece of gear that stands ready: what it is called, and an entry for the sheet."""

    name: Term
    values: Mapping[str, Any]


@runtime_checkable
class Stocked(Protocol):
    """A system that has ready gear for lists of its sheet."""

    def stock(self, field: str) -> tuple[Stock, ...]:
        """Return the entries for a list of the sheet (``weapons``, ``armour``); none for others."""
        ...


@runtime_checkable
class ReadsStatblocks(Protocol):
    """A system that reads creatures of books and other programs; pure, never fails on a text."""

    def statblock_fit(self, source: Statblock) -> int:
        """Return how much a source looks like a creature of this system, 0 to 100."""
        ...

    def read_statblock(self, source: Statblock) -> tuple[Draft, ...]: ...


@runtime_checkable
class Measured(Protocol):
    """A system that says how wide its squares are, and its unit of lengths: ``m`` or ``ft``.

    Where none says it, a square has 1.5 m.
    """

    lengths: str

    def square_metres(self, state: Encounter) -> float: ...


@runtime_checkable
class Zoned(Protocol):
    """A system that shows the armour of one zone of the body, named as in ``BodyView``."""

    def armour_of(
        self,
        state: Encounter,
        token: TokenId,
        zone: str,
        words: Glossary,
        plan: AttackPlan | None = None,
    ) -> ArmourView: ...


@runtime_checkable
class RuleSystem(Protocol):
    """A rule system. ``id`` is also its folder and the prefix of its words."""

    @property
    def id(self) -> str: ...
    @property
    def sheet_model(self) -> type[Sheet]: ...
    @property
    def vitals_model(self) -> type[Vitals]: ...
    @property
    def options(self) -> tuple[OptionSpec, ...]: ...
    @property
    def conditions(self) -> tuple[ConditionSpec, ...]: ...
    @property
    def commands(self) -> Mapping[str, type[Command]]: ...

    # -- creatures -----------------------------------------------------------------------
    def library(self) -> tuple[Template, ...]: ...
    def squares(self, sheet: Sheet) -> int:
        """Return the side of a creature's space in squares."""
        ...

    def fresh(self, sheet: Sheet) -> Vitals:
        """Return the vitals of an unharmed creature."""
        ...

    def health(self, token: Token) -> Health: ...

    # -- attacks -------------------------------------------------------------------------
    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]: ...
    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        """Return the ways to attack (single, charge …); the first is the default."""
        ...

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        """Plan an attack; ``rules.storeys.elsewhere`` says what forbids one between storeys."""
        ...

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        """Return the badge of every hostile token, seen from ``place``; fast."""
        ...

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]: ...
    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        """Plan a way along corner points of the token's space (first = where it stands)."""
        ...

    # -- play ----------------------------------------------------------------------------
    def perform(self, state: Encounter, command: Command) -> Procedure[Outcome]: ...
    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]: ...

    # -- views ---------------------------------------------------------------------------
    def headline(self, state: Encounter) -> Term:
        """Return where the fight stands: "Runde 3 · Zählung 19"."""
        ...

    def roster(self, state: Encounter) -> tuple[RosterRow, ...]: ...
    def ring(self, state: Encounter, words: Glossary, selected: str = "") -> RingView: ...
    def body(self, state: Encounter, token: TokenId, words: Glossary) -> BodyView: ...
    def armour(
        self, state: Encounter, token: TokenId, words: Glossary, plan: AttackPlan | None = None
    ) -> ArmourView: ...
    def card(self, state: Encounter, token: TokenId) -> CardView: ...


@runtime_checkable
class Tabled(Protocol):
    """A system with tables that the game master may change, in the order of their list.

    Its methods must work with the tables of the state that they are given: decorate the class
    with ``rules.encounter.tables.reads_tables``.
    """

    @property
    def tables(self) -> tuple[TableSpec, ...]: ...


@runtime_checkable
class Referring(Protocol):
    """A rule system that brings tables to look up at the table, as a fight has them; optional."""

    def reference(self, state: Encounter, words: Glossary) -> tuple[Block, ...]: ...
