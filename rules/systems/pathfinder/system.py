"""Pathfinder as a rule system: one facade over the modules of this folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from maps.grid import Cell, Footprint, Point
from rules.acting import Acting, Carry
from rules.core.asking import Option
from rules.core.glossary import Glossary
from rules.core.options import OptionSpec
from rules.core.terms import Term, named, term
from rules.encounter.areas import AreaOfEffect, Caught
from rules.encounter.commands import Command
from rules.encounter.events import Event
from rules.encounter.plans import AttackAction, AttackPlan, Weapon
from rules.encounter.state import Encounter, Sheet, Token, TokenId
from rules.spans import Spanned
from rules.system.actions import Distraction, Stride
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
from rules.system.ground import HeatPatch, HeatQuestion
from rules.systems.pathfinder import (
    areas,
    attack,
    cards,
    commands,
    conditions,
    distracted,
    glance,
    harm,
    heat,
    heat_notes,
    helpless,
    initiative,
    library,
    moving,
    plan,
    protection,
    reference,
    saves,
    spans,
    stealth,
    tables,
    threat,
    turns,
    views,
    wounds,
)
from rules.systems.pathfinder.options import OPTIONS
from rules.systems.pathfinder.sheet import PathfinderSheet, PathfinderVitals, Size
from rules.views import ArmourView, BodyView, RingView

if TYPE_CHECKING:
    from rules.statblocks.draft import Draft
    from rules.statblocks.source import Source as Statblock

PROCEDURES: Final[Mapping[type[Command], Carry]] = {
    commands.Start: initiative.start,
    commands.Initiative: initiative.initiative,
    commands.Next: turns.next_turn,
    commands.Delay: turns.delay,
    commands.Ready: turns.ready,
    commands.Act: turns.act,
    commands.End: initiative.end,
    attack.Attack: attack.attack,
    helpless.CoupDeGrace: helpless.coup_de_grace,
    commands.Damage: wounds.damage,
    commands.Heal: wounds.heal,
    commands.TemporaryPoints: wounds.temporary,
    commands.Stabilise: wounds.stabilise,
    commands.Save: saves.save,
    commands.Stealth: stealth.stealth,
}


class PathfinderSystem(Acting, Spanned):
    """The modifiers of battle of Pathfinder, first edition, in a fight's frame."""

    id: Final = "pathfinder"
    spans = spans
    sheet_model: Final = PathfinderSheet
    vitals_model: Final = PathfinderVitals
    options: Final[tuple[OptionSpec, ...]] = OPTIONS
    conditions: Final[tuple[ConditionSpec, ...]] = conditions.SPECS
    procedures = PROCEDURES

    # -- creatures -----------------------------------------------------------------------

    def library(self) -> tuple[Template, ...]:
        return library.library()

    def stock(self, field: str) -> tuple[Stock, ...]:
        """Return the gear of the tables for a list of the sheet."""
        from rules.systems.pathfinder.arms import arm_rows  # seldom needed, so not at the start

        if field != "weapons":
            return ()
        rows = arm_rows().items()
        return tuple(
            Stock(named("weapon.pathfinder", id), row.weapon(id).model_dump(mode="json"))
            for id, row in rows
        )

    def statblock_fit(self, source: Statblock) -> int:
        from rules.systems.pathfinder import statblocks  # seldom needed, so not at the start

        return statblocks.fit(source)

    def read_statblock(self, source: Statblock) -> tuple[Draft, ...]:
        from rules.systems.pathfinder import statblocks  # seldom needed, so not at the start

        return statblocks.read(source)

    def squares(self, sheet: Sheet) -> int:
        """Return the side of a creature's space; smaller ones hold a whole square (§1)."""
        size = self._own(sheet).size or Size.MEDIUM
        return max(1, int(tables.sizes()[size].space))

    def fresh(self, sheet: Sheet) -> PathfinderVitals:
        self._own(sheet)
        return PathfinderVitals()

    def health(self, token: Token) -> Health:
        return harm.health(token)

    def _own(self, sheet: Sheet) -> PathfinderSheet:
        if not isinstance(sheet, PathfinderSheet):
            raise TypeError("a sheet of Pathfinder was expected")
        return sheet

    # -- attacks -------------------------------------------------------------------------

    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
        return plan.weapons(state, token)

    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        return plan.modes(state, token, weapon)

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        return plan.plan(state, action)

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return glance.glances(state, token, place, weapon)

    def glance_of(self, plan: AttackPlan) -> Glance:
        return glance.glance_of(plan)

    def glances_at(
        self,
        state: Encounter,
        token: TokenId,
        place: Footprint,
        weapon: str,
        foes: Collection[TokenId],
    ) -> tuple[Glance, ...]:
        """Return the badges of some enemies alone."""
        return glance.glances(state, token, place, weapon, foes)

    def heat(
        self, state: Encounter, question: HeatQuestion, rows: Sequence[int] = ()
    ) -> Iterator[HeatPatch]:
        """Answer a heat map in bulk, patch by patch."""
        return heat.heat(state, question, rows)

    def heat_notes(self, state: Encounter, question: HeatQuestion, empty: bool) -> tuple[Term, ...]:
        return heat_notes.heat_notes(state, question, empty)

    def area_cells(self, state: Encounter, area: AreaOfEffect) -> frozenset[Cell]:
        return areas.area_cells(state, area)

    def caught(self, state: Encounter, area: AreaOfEffect) -> tuple[Caught, ...]:
        return areas.caught(state, area)

    def length(self, state: Encounter, squares: int) -> Term:
        """Say a length on the map in squares and metres."""
        del state
        return term("area.metres", n=squares, metres=squares * moving.METRES)

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        return threat.threatened(state, token)

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        return moving.move_plan(state, token, points)

    def stride(self, state: Encounter, token: TokenId) -> Stride:
        """Return how far one move action takes somebody before a single attack."""
        return moving.stride(state, token)

    def opportunities(
        self, state: Encounter, token: TokenId, points: Sequence[Point]
    ) -> tuple[Command, ...]:
        return moving.opportunities(state, token, points)

    def distractions(self, before: Encounter, events: Sequence[Event]) -> tuple[Distraction, ...]:
        """Return who gave opportunities by other deeds than movement."""
        return distracted.distractions(before, events)

    # -- play ----------------------------------------------------------------------------

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        return cards.compare(before, after)

    # -- views ---------------------------------------------------------------------------

    def headline(self, state: Encounter) -> Term:
        return views.headline(state)

    def stamp(self, state: Encounter) -> Term | None:
        return views.stamp(state)

    def roster(self, state: Encounter) -> tuple[RosterRow, ...]:
        return views.roster(state)

    def ring(self, state: Encounter, words: Glossary, selected: str = "") -> RingView:
        return views.ring(state, words, selected)

    def body(self, state: Encounter, token: TokenId, words: Glossary) -> BodyView:
        return protection.body(state, token, words)

    def armour(
        self, state: Encounter, token: TokenId, words: Glossary, plan: AttackPlan | None = None
    ) -> ArmourView:
        return protection.armour(state, token, words, plan)

    def card(self, state: Encounter, token: TokenId) -> CardView:
        return cards.card(state, token)

    def reference(self, state: Encounter, words: Glossary) -> tuple[Block, ...]:
        """Return the tables to look up, for paper."""
        return reference.reference(state, words)
