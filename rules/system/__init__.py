"""What a rule system is: the questions that everything else asks it.

Every method is pure. ``plan`` rolls no dice; ``perform`` is a conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from maps.grid import Cell, Footprint, Point
from rules.core.asking import Option, Procedure
from rules.core.glossary import Glossary
from rules.core.options import OptionSpec
from rules.core.terms import Term
from rules.encounter.commands import Command, Outcome
from rules.encounter.plans import AttackAction, AttackPlan, Weapon
from rules.encounter.state import Encounter, Sheet, Token, TokenId, Vitals
from rules.system.answers import (
    CardView,
    ConditionSpec,
    Difference,
    Glance,
    Health,
    MovePlan,
    RosterRow,
    Template,
)
from rules.views import ArmourView, BodyView, RingView


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
