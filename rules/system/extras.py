"""What else a rule system may bring along: durations, gear, statblocks, tables; all optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rules.core.glossary import Glossary
from rules.core.tables import TableSpec
from rules.core.terms import Term
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, TokenId
from rules.system.answers import Block
from rules.views import ArmourView

if TYPE_CHECKING:
    from rules.statblocks.draft import Draft
    from rules.statblocks.source import Source as Statblock


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
        """Return the moment, as ``Condition.until`` holds it, so many of ``unit`` after now."""
        ...

    def time_left(self, state: Encounter, until: tuple[int, int]) -> Term:
        """Say how long something lasts from now on: "noch 3 Runden"."""
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
class Tabled(Protocol):
    """A system with tables that the game master may change, in the order of their list.

    Its methods must work with the tables of the state that they are given: decorate the class
    with ``rules.encounter.tables.reads_tables``.
    """

    @property
    def tables(self) -> tuple[TableSpec, ...]: ...


@runtime_checkable
class Stamping(Protocol):
    """A system whose log says before each line when it happened; optional."""

    def stamp(self, state: Encounter) -> Term | None:
        """Return the moment of a running fight in a word or two; None where it has none."""
        ...


@runtime_checkable
class Referring(Protocol):
    """A rule system that brings tables to look up at the table, as a fight has them; optional."""

    def reference(self, state: Encounter, words: Glossary) -> tuple[Block, ...]: ...
