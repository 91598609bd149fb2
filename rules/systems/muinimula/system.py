"""Muinimula as a rule system: one facade over the modules of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from maps.grid import Cell, Footprint, Point
from rules.acting import Acting, Carry
from rules.areas import RoundAreas
from rules.core.asking import Option
from rules.core.glossary import Glossary
from rules.core.options import OptionSpec
from rules.core.tables import TableSpec
from rules.core.terms import Term, named, term
from rules.encounter.commands import Command
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
from rules.systems.muinimula import (
    actions,
    bodies,
    cards,
    commands,
    conditions,
    flow,
    harm,
    initiative,
    library,
    menu,
    moving,
    plan,
    probes,
    reference,
    spans,
    views,
)
from rules.systems.muinimula.options import OPTIONS, square_metres
from rules.systems.muinimula.own_tables import TABLES
from rules.systems.muinimula.sheet import MuinimulaSheet, MuinimulaVitals, sheet_of
from rules.systems.muinimula.tables import armours, classes
from rules.systems.muinimula.weapons import ArmourPiece
from rules.views import ArmourView, BodyView, RingView

PROCEDURES: Final[Mapping[type[Command], Carry]] = {
    commands.Start: initiative.start,
    commands.Initiative: initiative.initiative,
    commands.Moment: actions.put_off,
    commands.Next: flow.next_moment,
    commands.End: initiative.end,
    commands.Attack: flow.attack,
    commands.Abort: actions.abort,
    commands.Act: actions.act,
    commands.Cast: actions.cast,
    commands.Oppose: actions.oppose,
    commands.Right: actions.right,
    commands.Coordinate: actions.coordinate,
    commands.Rise: actions.rise,
    commands.Tend: actions.tend,
    commands.Damage: probes.damage,
    commands.Heal: probes.heal,
    commands.Critical: probes.critical,
    commands.Probe: probes.probe,
    commands.KnockOut: probes.knock_out,
}


@reads_tables
class MuinimulaSystem(Acting, RoundAreas, Spanned):
    """Hostile encounters of Muinimula, second by second."""

    id: Final = "muinimula"
    spans = spans
    sheet_model: Final = MuinimulaSheet
    vitals_model: Final = MuinimulaVitals
    options: Final[tuple[OptionSpec, ...]] = OPTIONS
    conditions: Final[tuple[ConditionSpec, ...]] = conditions.SPECS
    procedures = PROCEDURES
    tables: Final[tuple[TableSpec, ...]] = TABLES
    resist: Final = "probe"
    """A group withstands an effect by a Probe."""

    # -- creatures -----------------------------------------------------------------------

    def library(self) -> tuple[Template, ...]:
        return library.library()

    def stock(self, field: str) -> tuple[Stock, ...]:
        """Return the gear of the tables for a list of the sheet."""
        match field:
            case "weapons":
                return tuple(
                    Stock(named("weapon_class.muinimula", id), {"id": id, "cls": id})
                    for id in classes()
                )
            case "armour":
                return tuple(
                    Stock(
                        named("armour_piece.muinimula", id),
                        ArmourPiece.of(id).model_dump(mode="json"),
                    )
                    for id in armours()
                )
        return ()

    def squares(self, sheet: Sheet) -> int:
        """Return the side of a creature's space in squares."""
        return self._own(sheet).size

    def fresh(self, sheet: Sheet) -> MuinimulaVitals:
        self._own(sheet)
        return MuinimulaVitals()

    def health(self, token: Token) -> Health:
        return harm.health(token)

    def _own(self, sheet: Sheet) -> MuinimulaSheet:
        if not isinstance(sheet, MuinimulaSheet):
            raise TypeError("a sheet of Muinimula was expected")
        return sheet

    # -- attacks -------------------------------------------------------------------------

    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
        return plan.weapons(state, token)

    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        return plan.modes(state, token, weapon)

    def square_metres(self, state: Encounter) -> float:
        """Return the width of a square in metres (house default, by option)."""
        return square_metres(state)

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        return plan.plan(state, action)

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return moving.glances(state, token, place, weapon)

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        return moving.threatened(state, token)

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        return moving.move_plan(state, token, points)

    def stride(self, state: Encounter, token: TokenId) -> Stride:
        """Return how far a second takes somebody (§10.9)."""
        return moving.stride(state, token)

    def automatic(self, state: Encounter, token: TokenId, target: TokenId) -> tuple[Command, ...]:
        """Pick up what was dropped before anything else."""
        del target
        return actions.picking_up(state, token)

    # -- play ----------------------------------------------------------------------------

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        return cards.compare(before, after)

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]:
        """Return what can be done beyond attacks."""
        return menu.fight_actions(state)

    def overlay_words(self) -> Mapping[str, Term | None]:
        """Say what reaches are called; nobody is flanked here."""
        return reach_words(term("overlay.muinimula.threat"), term("overlay.muinimula.threat.tip"))

    def initiative_bonus(self, state: Encounter, token: TokenId) -> int:
        """Return RE, which is added to the open roll (§2.2)."""
        return sheet_of(state.token(token)).reaction

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
        return bodies.body(state, token, words)

    def armour(
        self, state: Encounter, token: TokenId, words: Glossary, plan: AttackPlan | None = None
    ) -> ArmourView:
        return bodies.armour(state, token, words, plan)

    def armour_of(
        self,
        state: Encounter,
        token: TokenId,
        zone: str,
        words: Glossary,
        plan: AttackPlan | None = None,
    ) -> ArmourView:
        return bodies.armour_of(state, token, zone, words, plan)

    def card(self, state: Encounter, token: TokenId) -> CardView:
        return cards.card(state, token)

    def reference(self, state: Encounter, words: Glossary) -> tuple[Block, ...]:
        """Return the tables to look up, for paper."""
        del words
        return reference.reference(state)
