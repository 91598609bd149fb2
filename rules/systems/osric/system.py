"""OSRIC as a rule system: one facade over the modules of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from maps.grid import Cell, Footprint, Point
from rules.acting import Acting, Carry
from rules.areas import RoundAreas
from rules.core.asking import Option
from rules.core.glossary import FOOT, Glossary
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
from rules.system.ground import FacingSector, reach_words
from rules.systems.osric import (
    attack,
    cards,
    commands,
    conditions,
    glance,
    harm,
    library,
    melee,
    menu,
    moves,
    moving,
    orders,
    plan,
    protection,
    riding,
    rolls,
    spans,
    spells,
    surprise,
    turns,
    views,
)
from rules.systems.osric.options import OPTIONS, options_of
from rules.systems.osric.own_tables import TABLES
from rules.systems.osric.sheet import OsricSheet, OsricVitals
from rules.systems.osric.tables import weapon_rows
from rules.views import ArmourView, BodyView, RingView

if TYPE_CHECKING:
    from rules.statblocks.draft import Draft
    from rules.statblocks.source import Source as Statblock

PROCEDURES: Final[Mapping[type[Command], Carry]] = {
    commands.Start: surprise.start,
    commands.Alert: surprise.alert,
    commands.Declare: orders.declare,
    commands.Initiative: turns.initiative,
    commands.Next: turns.next_turn,
    commands.Delay: turns.delay,
    commands.Act: turns.act,
    commands.End: surprise.end,
    commands.Cast: spells.cast,
    commands.Drop: spells.drop,
    attack.Attack: moves.attack_command,
    commands.Charge: moves.charge,
    commands.SetWeapon: orders.set_weapon,
    commands.Close: moves.close,
    commands.Retreat: moves.retreat,
    commands.Flee: moves.flee,
    commands.Parry: orders.parry,
    commands.Mount: riding.mount,
    commands.Dismount: riding.dismount,
    commands.BreakFree: rolls.break_free,
    commands.Negotiate: orders.negotiate,
    commands.Assassinate: rolls.assassinate,
    commands.Slay: rolls.slay,
    commands.Notice: rolls.notice,
    commands.Damage: rolls.damage,
    commands.Heal: rolls.heal,
    commands.Bind: rolls.bind,
    commands.Save: rolls.save,
}


@reads_tables
class OsricSystem(Acting, RoundAreas, Spanned):
    """The fight of OSRIC: surprise, announcements, ten segments, one matrix."""

    id: Final = "osric"
    spans = spans
    lengths: Final = "ft"
    sheet_model: Final = OsricSheet
    vitals_model: Final = OsricVitals
    options: Final[tuple[OptionSpec, ...]] = OPTIONS
    conditions: Final[tuple[ConditionSpec, ...]] = conditions.SPECS
    procedures = PROCEDURES
    tables: Final[tuple[TableSpec, ...]] = TABLES

    def facing_sectors(self, state: Encounter, token: TokenId) -> tuple[FacingSector, ...]:
        return melee.sectors(state, token)

    # -- creatures -----------------------------------------------------------------------

    def library(self) -> tuple[Template, ...]:
        return library.library()

    def stock(self, field: str) -> tuple[Stock, ...]:
        """Return the gear of the tables for a list of the sheet."""
        rows = weapon_rows() if field == "weapons" else {}
        return tuple(Stock(named("weapon.osric", id), {"id": id}) for id in rows)

    def statblock_fit(self, source: Statblock) -> int:
        from rules.systems.osric import statblocks  # seldom needed, so not at the start

        return statblocks.fit(source)

    def read_statblock(self, source: Statblock) -> tuple[Draft, ...]:
        from rules.systems.osric import statblocks  # seldom needed, so not at the start

        return statblocks.read(source)

    def squares(self, sheet: Sheet) -> int:
        """Return the side of a creature's space: large ones hold two squares (house default)."""
        own = self._own(sheet)
        return own.space or (2 if own.size == "L" else 1)

    def fresh(self, sheet: Sheet) -> OsricVitals:
        self._own(sheet)
        return OsricVitals()

    def health(self, token: Token) -> Health:
        return harm.health(token)

    def _own(self, sheet: Sheet) -> OsricSheet:
        if not isinstance(sheet, OsricSheet):
            raise TypeError("a sheet of OSRIC was expected")
        return sheet

    # -- attacks -------------------------------------------------------------------------

    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
        return plan.weapons(state, token)

    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        return plan.modes(state, token, weapon)

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        return plan.plan(state, action)

    def square_metres(self, state: Encounter) -> float:
        """Return the width of a square in metres; the rules count feet (§6, by option)."""
        return options_of(state).number("square_feet") * FOOT

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return glance.glances(state, token, place, weapon)

    def glance_of(self, plan: AttackPlan) -> Glance:
        return glance.glance_of(plan)

    def length(self, state: Encounter, squares: int) -> Term:
        """Say a length on the map in squares and feet."""
        feet = squares * options_of(state).number("square_feet")
        return term("area.feet", n=squares, feet=feet)

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        return glance.threatened(state, token)

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        return moving.move_plan(state, token, points)

    def stride(self, state: Encounter, token: TokenId) -> Stride:
        """Return how far a normal move takes somebody."""
        return moving.stride(state, token)

    # -- play ----------------------------------------------------------------------------

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]:
        return menu.fight_actions(state)

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        return cards.compare(before, after)

    def overlay_words(self) -> Mapping[str, Term | None]:
        """Say what reaches are called; nobody is flanked here."""
        return reach_words(term("overlay.osric.threat"), term("overlay.osric.threat.tip"))

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
        del state, words
        return cards.reference()
