"""DAMAKAR as a rule system: one facade over the modules of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from maps.grid import Cell, Footprint, Point
from rules.areas import RoundAreas
from rules.core.asking import Option, Procedure
from rules.core.glossary import Glossary
from rules.core.options import OptionSpec
from rules.core.tables import TableSpec
from rules.core.terms import Term, named, term
from rules.encounter.commands import Command, Outcome
from rules.encounter.plans import AttackAction, AttackPlan, Weapon
from rules.encounter.state import Encounter, Sheet, Token, TokenId
from rules.encounter.tables import reads_tables
from rules.spans import Spanned
from rules.system.actions import FightAction, Stride
from rules.system.answers import (
    Block,
    CardView,
    ConditionSpec,
    Difference,
    Glance,
    Health,
    MovePlan,
    RosterRow,
    Template,
)
from rules.system.extras import Stock
from rules.system.ground import reach_words
from rules.systems.damakar import (
    body,
    cards,
    conditions,
    glance,
    library,
    menu,
    modes,
    moving,
    plan,
    reach,
    reference,
    spans,
    turns,
    views,
    wounds,
)
from rules.systems.damakar.options import OPTIONS, options_of
from rules.systems.damakar.own_tables import TABLES
from rules.systems.damakar.sheet import DamakarSheet, DamakarVitals, sheet_of
from rules.systems.damakar.weapons import catalogue
from rules.views import ArmourView, BodyView, RingView


@reads_tables
class DamakarSystem(RoundAreas, Spanned):
    """The fight of DAMAKAR on its Kampfkreis."""

    id: Final = "damakar"
    spans = spans
    lengths: Final = "m"
    sheet_model: Final = DamakarSheet
    vitals_model: Final = DamakarVitals
    options: Final[tuple[OptionSpec, ...]] = OPTIONS
    conditions: Final[tuple[ConditionSpec, ...]] = conditions.SPECS
    commands: Final[Mapping[str, type[Command]]] = turns.COMMANDS
    tables: Final[tuple[TableSpec, ...]] = TABLES

    # -- creatures -----------------------------------------------------------------------

    def library(self) -> tuple[Template, ...]:
        return library.library()

    def stock(self, field: str) -> tuple[Stock, ...]:
        """Return the gear of the tables for a list of the sheet."""
        rows = catalogue() if field == "weapons" else {}
        return tuple(
            Stock(named("weapon.damakar", id), weapon.model_dump(mode="json"))
            for id, weapon in rows.items()
        )

    def squares(self, sheet: Sheet) -> int:
        """Return the side of a creature's space in squares."""
        return self._own(sheet).size

    def fresh(self, sheet: Sheet) -> DamakarVitals:
        self._own(sheet)
        return DamakarVitals()

    def health(self, token: Token) -> Health:
        return wounds.health(token)

    def _own(self, sheet: Sheet) -> DamakarSheet:
        if not isinstance(sheet, DamakarSheet):
            raise TypeError("a sheet of DAMAKAR was expected")
        return sheet

    # -- attacks -------------------------------------------------------------------------

    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
        arms = sheet_of(state.tokens[token]).arms
        return tuple(plan.weapon_entry(state, token, weapon) for weapon in arms)

    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        return modes.modes(state, token, weapon)

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        return plan.plan(state, action)

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return glance.glances(state, token, place, weapon)

    def square_metres(self, state: Encounter) -> float:
        """Return the width of a square in metres (§3.2, by option)."""
        return options_of(state).number("square_cm") / 100

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        """Return the control zone (§3.2)."""
        return reach.threatened(state, token)

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        return moving.move_plan(state, token, points)

    def stride(self, state: Encounter, token: TokenId) -> Stride:
        """Return how far somebody gets before the next one acts, 1 ZP at least (§3)."""
        return moving.stride(state, token)

    # -- play ----------------------------------------------------------------------------

    def perform(self, state: Encounter, command: Command) -> Procedure[Outcome]:
        return turns.perform(state, command)

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]:
        return menu.fight_actions(state)

    def choices(
        self, state: Encounter, command: str, field: str, who: str
    ) -> tuple[tuple[str | int, Term], ...]:
        """Name the wounds of somebody, so that one can be healed by itself (§4.6)."""
        found = (command, field) == ("heal", "wound") and who in state.tokens
        return wounds.choices(state, TokenId(who)) if found else ()

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        return cards.compare(before, after)

    def zone_radius(self, state: Encounter, token: TokenId) -> float:
        return reach.zone_radius(state, state.tokens[token])

    def overlay_words(self) -> Mapping[str, Term | None]:
        """Say what reaches are called; nobody is flanked here."""
        return reach_words(term("overlay.damakar.threat"), term("overlay.damakar.threat.tip"))

    # -- views ---------------------------------------------------------------------------

    def headline(self, state: Encounter) -> Term:
        return views.headline(state)

    def stamp(self, state: Encounter) -> Term | None:
        return views.stamp(state)

    def roster(self, state: Encounter) -> tuple[RosterRow, ...]:
        return views.roster(state)

    def ring(
        self,
        state: Encounter,
        words: Glossary,
        selected: str = "",
        plan: AttackPlan | None = None,
    ) -> RingView:
        """Draw the Kampfkreis; a plan previews its price."""
        return views.ring(state, words, selected, plan)

    def body(self, state: Encounter, token: TokenId, words: Glossary) -> BodyView:
        return body.body(state, token, words)

    def armour(
        self, state: Encounter, token: TokenId, words: Glossary, plan: AttackPlan | None = None
    ) -> ArmourView:
        return body.armour(state, token, words, plan)

    def card(self, state: Encounter, token: TokenId) -> CardView:
        return cards.card(state, token)

    def reference(self, state: Encounter, words: Glossary) -> tuple[Block, ...]:
        """Return the tables to look up, for paper."""
        return reference.reference(state, words)
