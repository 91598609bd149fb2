"""Das System as a rule system: one facade over the modules of this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from rules.system.ground import HeatPatch, HeatQuestion, reach_words
from rules.systems.das_system import (
    actions,
    attack,
    beginning,
    cards,
    care,
    choices,
    commands,
    conditions,
    glance,
    harm,
    heat,
    heat_notes,
    library,
    moving,
    plan,
    probes,
    protection,
    reference,
    sheet,
    spans,
    splitting,
    tending,
    turns,
    views,
    word,
)
from rules.systems.das_system.gear import armour_rows, weapon_rows
from rules.systems.das_system.options import OPTIONS, square_metres
from rules.systems.das_system.own_tables import TABLES
from rules.views import ArmourView, BodyView, RingView, SplitView

PROCEDURES: Final[Mapping[type[Command], Carry]] = {
    commands.Start: beginning.start,
    commands.Engage: beginning.engage,
    commands.Part: turns.part,
    commands.Next: turns.next_moment,
    commands.Wait: turns.wait,
    commands.Other: turns.other,
    commands.Delay: turns.delay,
    commands.Offensive: word.offensive,
    commands.Shift: word.shift,
    commands.Initiative: word.initiative,
    commands.Moment: word.moment,
    commands.Groups: word.groups,
    commands.Sort: word.sort,
    commands.Habit: word.habit,
    commands.End: turns.end,
    attack.Attack: attack.attack,
    commands.Damage: care.damage,
    commands.Heal: care.heal,
    commands.Rest: care.rest,
    commands.Strike: care.strike,
    commands.Check: probes.check,
    commands.Steady: tending.steady,
    commands.Suppress: tending.suppress,
    commands.Bandage: tending.bandage,
    commands.Infection: tending.infection,
    commands.Forbid: tending.forbid,
    commands.Mend: tending.mend,
}


@reads_tables
class DasSystem(Acting, RoundAreas, Spanned):
    """Armed melee of Das System, second by second."""

    id: Final = "das_system"
    spans = spans
    sheet_model: Final = sheet.DasSystemSheet
    vitals_model: Final = sheet.DasSystemVitals
    options: Final[tuple[OptionSpec, ...]] = OPTIONS
    conditions: Final[tuple[ConditionSpec, ...]] = conditions.SPECS
    procedures = PROCEDURES
    tables: Final[tuple[TableSpec, ...]] = TABLES
    resist: Final = "check"
    """A group withstands an effect by a Probe."""

    # -- creatures -----------------------------------------------------------------------

    def library(self) -> tuple[Template, ...]:
        return library.library()

    def stock(self, field: str) -> tuple[Stock, ...]:
        """Return the gear of the tables for a list of the sheet."""
        match field:
            case "weapons":
                ids = weapon_rows()
                return tuple(
                    Stock(named("weapon.das_system", id), {"id": id, "base": id}) for id in ids
                )
            case "armour":
                return tuple(
                    Stock(named("piece.das_system", id), {"id": id, "base": id})
                    for id in armour_rows()
                )
        return ()

    def squares(self, sheet: Sheet) -> int:
        return self._own(sheet).size

    def fresh(self, own: Sheet) -> sheet.DasSystemVitals:
        return sheet.fresh(self._own(own))

    def health(self, token: Token) -> Health:
        return harm.health(token)

    def _own(self, own: Sheet) -> sheet.DasSystemSheet:
        if not isinstance(own, sheet.DasSystemSheet):
            raise TypeError("a sheet of Das System was expected")
        return own

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

    def split(self, state: Encounter, action: AttackAction, words: Glossary) -> SplitView:
        """Say what each split of the Attackebasis means."""
        return splitting.split_view(state, action, words)

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return glance.glances(state, token, place, weapon)

    def heat(
        self, state: Encounter, question: HeatQuestion, rows: Sequence[int] = ()
    ) -> Iterator[HeatPatch]:
        """Answer a question for every square of the board, some at a time."""
        return heat.heat(state, question, rows)

    def heat_notes(self, state: Encounter, question: HeatQuestion, empty: bool) -> tuple[Term, ...]:
        return heat_notes.heat_notes(state, question, empty)

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        return moving.threatened(state, token)

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        return moving.move_plan(state, token, points)

    def stride(self, state: Encounter, token: TokenId) -> Stride:
        """Return how far a second takes somebody; bound is who fights."""
        return moving.stride(state, token)

    def automatic(self, state: Encounter, token: TokenId, target: TokenId) -> tuple[Command, ...]:
        """Begin a fight with a foe in reach where somebody has none (§2)."""
        return beginning.opening(state, token, target)

    # -- play ----------------------------------------------------------------------------

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]:
        return actions.fight_actions(state)

    def choices(
        self, state: Encounter, command: str, field: str, who: str
    ) -> tuple[tuple[str | int, Term], ...]:
        """Return what may stand in a field: skills, places, wounds, worn pieces."""
        return choices.choices(state, command, field, who)

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        return cards.compare(before, after)

    def overlay_words(self) -> Mapping[str, Term | None]:
        """Say what reaches are called; nobody is flanked here."""
        return reach_words(term("overlay.das_system.threat"), term("overlay.das_system.threat.tip"))

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

    def armour_of(
        self,
        state: Encounter,
        token: TokenId,
        zone: str,
        words: Glossary,
        plan: AttackPlan | None = None,
    ) -> ArmourView:
        """Show the armour of the part in which a zone lies."""
        return protection.armour_of(state, token, zone, words, plan)

    def card(self, state: Encounter, token: TokenId) -> CardView:
        return cards.card(state, token)

    def reference(self, state: Encounter, words: Glossary) -> tuple[Block, ...]:
        """Return the tables to look up, for paper."""
        return reference.reference(state, words)
