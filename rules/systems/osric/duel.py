"""One attack as map and rules see it: who, from where, at whom, with what, on which occasion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from maps.board import by_id
from maps.grid import Footprint, distance
from maps.reach import whole
from rules.core.modifiers import Stacking
from rules.core.options import Options
from rules.core.sources import Source
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction
from rules.encounter.rows import RowCollector
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.osric.arms import BARE_HANDS, Arm
from rules.systems.osric.cover import View, view_of
from rules.systems.osric.creatures import sheet_of
from rules.systems.osric.melee import Sector, perceives, sector_of
from rules.systems.osric.names import obstacle_name
from rules.systems.osric.options import options_of
from rules.systems.osric.sheet import OsricSheet

STRIKE: Final = "strike"
ROUTINE: Final = "routine"
TWO: Final = "two"
CHARGE: Final = "charge"
LEAP: Final = "leap"
OVERBEAR: Final = "overbear"
GRAPPLE: Final = "grapple"
THROW: Final = "throw"
SHOOT: Final = "shoot"
SINGLE: Final = "single"
MOVING: Final = frozenset({CHARGE, LEAP, OVERBEAR})
"""Attacks that move first: charges for every weapon set against them (§7.1)."""
GRAPPLING: Final = frozenset({GRAPPLE, OVERBEAR})

Occasion = Literal["", "charged", "interrupt", "set", "flee"]
"""Why the blow falls: of one's own accord, after a charge's way, a longer or a set weapon
against a charger, at somebody who runs."""

FORCE: Final = "force"
"""Switched on, it lets the game master attack in spite of all problems."""
CHOSEN: Final = "chosen_target"
"""Switched on, the named target is struck instead of one drawn."""
KNOWN: Final = "position_known"
"""Switched on, the place of an unseen target is roughly known."""
HIGHER: Final = "position"
"""Switched on, the attacker's place is worth a level (§2.2)."""


@dataclass(frozen=True, slots=True)
class Duel:
    """An attacker (where he would stand), a target, a weapon and the occasion."""

    state: Encounter
    options: Options
    action: AttackAction
    attacker: Token
    target: Token
    arm: Arm
    mode: str
    occasion: Occasion = ""
    off_hand: bool = False

    @property
    def a(self) -> Footprint:
        return whole(self.attacker.space)

    @property
    def t(self) -> Footprint:
        return whole(self.target.space)

    @property
    def sheet(self) -> OsricSheet:
        return sheet_of(self.attacker)

    @property
    def foe(self) -> OsricSheet:
        """The target's sheet."""
        return sheet_of(self.target)

    @property
    def ranged(self) -> bool:
        return is_ranged(self.arm, self.mode)

    @property
    def distance(self) -> int:
        return distance(self.a, self.t)

    @property
    def feet(self) -> int:
        """Distance in feet, as ranges are counted."""
        return self.distance * self.options.number("square_feet")

    def chosen(self, offer: str) -> bool:
        """Whether an offered row was switched on."""
        return offer in self.action.on and offer not in self.action.off


@dataclass(frozen=True, slots=True)
class Ground:
    """What was found out about an attack before any number is written."""

    duel: Duel
    view: View
    sector: Sector
    perceived: bool

    @property
    def seen(self) -> bool:
        """Whether the attacker sees the target."""
        return self.perceived and self.view.seen


def is_ranged(arm: Arm, mode: str) -> bool:
    """Whether an attack is a missile: shot, or thrown by choice."""
    return arm.ranged or (mode == THROW and arm.can_fly)


def mode_ids(token: Token, weapon: str) -> tuple[str, ...]:
    """Return the manners of attack with a weapon; the first is the usual one."""
    sheet = sheet_of(token)
    arm = sheet.arm(weapon)
    if arm is None:
        return (STRIKE,)
    if arm.kind == "ranged":
        return (SHOOT, SINGLE) if arm.shots > 1 else (SHOOT,)
    if arm.kind == "thrown":
        return (THROW, SINGLE) if arm.shots > 1 else (THROW,)
    ids = [ROUTINE, STRIKE] if arm.id in sheet.routine else [STRIKE]
    if second_weapon(sheet, arm) is not None:
        ids.append(TWO)
    if arm.bare:
        ids += [GRAPPLE, OVERBEAR]
    ids.append(CHARGE)
    if sheet.leap:
        ids.append(LEAP)
    if arm.can_fly:
        ids.append(THROW)
    return tuple(ids)


def second_weapon(sheet: OsricSheet, main: Arm) -> Arm | None:
    """Return the weapon for the other hand: a dagger or a hand axe (§7.13)."""
    if main.hands > 1 or main.natural or main.bare or main.kind != "melee":
        return None
    same = [a for a in sheet.arms if a.id == main.id]
    others = [a for a in sheet.arms if a.off_hand and a.id != main.id]
    return others[0] if others else (same[1] if len(same) > 1 and main.off_hand else None)


def make_duel(state: Encounter, action: AttackAction, occasion: Occasion = "") -> Duel:
    """Put an attack together; with a ``place`` the attacker is thought to stand there."""
    me = state.tokens[action.attacker]
    if action.place is not None and action.place != me.space:
        me = replace(me, space=action.place)
        state = state.with_token(me)
    arm = sheet_of(me).arm(action.weapon) or BARE_HANDS.arm
    mode = action.mode or mode_ids(me, action.weapon)[0]
    target = state.tokens[action.target]
    return Duel(state, options_of(state), action, me, target, arm, mode, occasion)


def survey(duel: Duel) -> Ground:
    """Find out what map and creatures' states say about an attack."""
    view = view_of(duel.state, duel.attacker, duel.target)
    side = sector_of(duel.state, duel.attacker, duel.target)
    known = "invisible" in duel.action.off or perceives(duel.state, duel.attacker, duel.target)
    return Ground(duel, view, side, known)


# -- rows -----------------------------------------------------------------------------------------

STACKING: Final = Stacking(
    adding=frozenset({"untyped"}),
    worst_only=frozenset({"cover", "concealment"}),
    why={
        "cover": term("why.osric.worst_cover"),
        "concealment": term("why.osric.worst_concealment"),
        "untyped": term("why.osric.same_row"),
    },
)
"""Everything adds up; of cover and of concealment the highest grade alone counts (§8)."""


class Rows(RowCollector):
    """The rows of an attack or of an armour class."""

    stacking = STACKING
    switched_off = term("why.osric.switched_off")
    by_hand = term("modifier.osric.by_hand")

    def offer(
        self, id: str, value: int, label: Term, source: Source, kind: str = "untyped"
    ) -> None:
        """Add a row that counts only when the game master switches it on."""
        self.add(id, value, label, kind=kind, source=source, why=term("why.osric.not_chosen"))


def ability_detail(ability: Literal["strength", "dexterity"], score: float) -> Term:
    """Say an ability and its score: "GE 18", "ST 18/50"."""
    whole_part, part = int(score), round(100 * score) % 100
    short = named("ability.osric.short", ability)
    if part:
        return term("detail.osric.exceptional", ability=short, score=whole_part, part=f"{part:02}")
    return term("detail.osric.ability", ability=short, score=whole_part)


def cause_names(state: Encounter, ids: Iterable[str]) -> Term | None:
    """Name the obstacles and creatures that are behind a row."""
    known = by_id(state.board.obstacles)
    names: list[Term | str] = []
    for id in ids:
        if id in known:
            names.append(obstacle_name(state.board, known[id]))
        elif id in state.tokens:
            names.append(state.tokens[TokenId(id)].name)
    if not names:
        return None
    shown = tuple(names[:2])
    if len(names) > 2:
        return term("detail.osric.names_more", names=shown, n=len(names) - 2)
    return term("detail.osric.names", names=shown)
