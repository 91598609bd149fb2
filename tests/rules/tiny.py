"""A rule system of a few lines: enough to add creatures, strike, move and tell the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from maps.grid import Cell, Footprint, Point, distance
from maps.shapes import Grade
from maps.sight import SightLine, Verdict
from rules.core.asking import Option, Procedure, ask, choose
from rules.core.glossary import Glossary
from rules.core.modifiers import Breakdown, Modifier, Stacking, build
from rules.core.options import OptionSpec
from rules.core.sources import HOUSE
from rules.core.terms import Term, term
from rules.encounter.commands import Command, Outcome
from rules.encounter.events import ConditionGained, Event, Logged, TimeChanged, VitalsChanged
from rules.encounter.plans import AttackAction, AttackPlan, Cover, Weapon
from rules.encounter.state import Condition, Encounter, Sheet, Timeline, Token, TokenId, Vitals
from rules.encounter.state_codec import Id
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


class Purse(Sheet):
    """A part of a sheet."""

    gold: int = Field(default=0, ge=0, le=1_000)
    gems: tuple[str, ...] = ()


class TinySheet(Sheet):
    """A creature of few words."""

    strength: int = Field(default=10, ge=1, le=30, title="Strength")
    life: int = Field(default=8, ge=1, le=100)
    size: Literal[1, 2, 3] = 1
    purse: Purse = Purse()


class TinyVitals(Vitals):
    """What a fight changes."""

    hp: int = Field(default=8, ge=-100, le=100)
    wounds: tuple[int, ...] = ()


class Strike(Command):
    """Strike somebody."""

    do: Literal["strike"] = "strike"
    attacker: Id
    target: Id


class Start(Command):
    """Begin the fight."""

    do: Literal["start"] = "start"


def _vitals(token: Token) -> TinyVitals:
    assert isinstance(token.vitals, TinyVitals)
    return token.vitals


def _sheet(sheet: Sheet) -> TinySheet:
    assert isinstance(sheet, TinySheet)
    return sheet


@dataclass(frozen=True)
class Tiny:
    """The system."""

    id: str = "tiny"
    sheet_model: type[Sheet] = TinySheet
    vitals_model: type[Vitals] = TinyVitals
    options: tuple[OptionSpec, ...] = (
        OptionSpec("soft", True),
        OptionSpec("reach", 1, lowest=0, highest=4),
        OptionSpec("mood", "calm", ("calm", "wild")),
    )
    conditions: tuple[ConditionSpec, ...] = (
        ConditionSpec("prone"),
        ConditionSpec("dead", out=True),
        ConditionSpec("drained", graded=True),
    )
    commands: Mapping[str, type[Command]] = field(
        default_factory=lambda: {"strike": Strike, "start": Start}
    )

    def library(self) -> tuple[Template, ...]:
        return (
            Template("ork", term("creature.tiny.ork"), TinySheet(strength=14)),
            Template("ogre", term("creature.tiny.ogre"), TinySheet(size=2, life=30)),
        )

    def squares(self, sheet: Sheet) -> int:
        return _sheet(sheet).size

    def fresh(self, sheet: Sheet) -> Vitals:
        return TinyVitals(hp=_sheet(sheet).life)

    def health(self, token: Token) -> Health:
        return Health(_vitals(token).hp, _sheet(token.sheet).life)

    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
        ids = ("sword", "longbow", "longspear", "unarmed")
        return tuple(
            Weapon(id, term("weapon.tiny.name"), id == "longbow", term("weapon.tiny.damage"))
            for id in ids
        )

    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
        return (Option("single", term("mode.tiny.single")), Option("all", term("mode.tiny.all")))

    def plan(self, state: Encounter, action: AttackAction) -> AttackPlan:
        a, b = state.token(action.attacker), state.token(action.target)
        near = distance(a.space, b.space)
        mods = [
            Modifier("strength", _sheet(a.sheet).strength // 2 - 5, term("mod.tiny.strength")),
            Modifier("mood", 1, term("mod.tiny.mood"), "mood", HOUSE),
        ]
        line = SightLine(Point(512, 512), Point(768, 0), Verdict.BLOCKED, ("wall:0",))
        return AttackPlan(
            action=action,
            weapon=self.weapons(state, a.id)[0],
            attack=build(mods, Stacking(), lambda id: id in action.off),
            defence=Breakdown(),
            attack_title=term("plan.tiny.attack"),
            defence_title=term("plan.tiny.defence"),
            needs=15,
            chance=Fraction(1, 3),
            distance=near,
            cover=Cover(Grade.HARD, 25, Point(512, 512), ("wall:0",), (line,)),
            flanking=(),
        )

    def glances(
        self, state: Encounter, token: TokenId, place: Footprint, weapon: str = ""
    ) -> tuple[Glance, ...]:
        return ()

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]:
        space = state.tokens[token].space
        x, y = space.x // 512, space.y // 512
        around = [Cell(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return frozenset(around)

    def move_plan(self, state: Encounter, token: TokenId, points: Sequence[Point]) -> MovePlan:
        start = state.tokens[token].space
        costs = [max(abs(p.x - start.x), abs(p.y - start.y)) // 512 for p in points]
        return MovePlan(token, tuple(points), tuple(costs), term("move.tiny.squares", n=costs[-1]))

    def perform(self, state: Encounter, command: Command) -> Procedure[Outcome]:
        if isinstance(command, Start):
            line = Timeline(round=1, now=3, at=dict.fromkeys(state.tokens, 3))
            return Outcome(term("step.tiny.start"), (TimeChanged(line),))
        assert isinstance(command, Strike)
        return (yield from self._strike(state, command))

    def _strike(self, state: Encounter, command: Strike) -> Procedure[Outcome]:
        target = state.token(command.target)
        (hit,) = yield from ask((20,), term("dice.tiny.attack"), command.attacker)
        parry = yield from choose(
            (Option("no", term("choice.tiny.no")), Option("yes", term("choice.tiny.yes"))),
            term("choice.tiny.parry"),
            command.target,
        )
        harm = 0
        if hit >= 10 and parry == "no":
            harm = sum((yield from ask((6, 6), term("dice.tiny.harm"), command.attacker)))
        hp = _vitals(target).hp - harm
        events: list[Event] = [
            Logged(
                term("log.tiny.strike", harm=harm), (term("log.tiny.hit", face=hit),), "A", "hit"
            )
        ]
        if harm:
            events.append(VitalsChanged(target.id, {"hp": hp, "wounds": [harm]}))
        if hp <= 0:
            events.append(ConditionGained(target.id, Condition("dead")))
        return Outcome(term("step.tiny.strike"), tuple(events))

    def compare(self, before: Encounter, after: Encounter) -> tuple[Difference, ...]:
        return ()

    def headline(self, state: Encounter) -> Term:
        return term("headline.tiny", round=state.timeline.round)

    def roster(self, state: Encounter) -> tuple[RosterRow, ...]:
        return ()

    def ring(self, state: Encounter, words: Glossary, selected: str = "") -> RingView:
        raise NotImplementedError

    def body(self, state: Encounter, token: TokenId, words: Glossary) -> BodyView:
        raise NotImplementedError

    def armour(
        self, state: Encounter, token: TokenId, words: Glossary, plan: AttackPlan | None = None
    ) -> ArmourView:
        raise NotImplementedError

    def card(self, state: Encounter, token: TokenId) -> CardView:
        raise NotImplementedError


TINY = Tiny()


class NoSystemError(KeyError):
    """No system has this id."""

    known = ("tiny",)


def lookup(id: str) -> Tiny:
    """Find the system by its id."""
    if id != "tiny":
        raise NoSystemError(id)
    return TINY


def token(id: str = "A", x: float = 0, y: float = 0, **facts: Any) -> Token:
    """Make a token with a default sheet."""
    values: dict[str, Any] = {
        "name": id,
        "side": "heroes",
        "at": [x, y],
        "sheet": {},
        "id": id,
        **facts,
    }
    from rules.encounter.state_codec import TokenData  # noqa: PLC0415

    return TokenData.model_validate(values).to_creature(TINY, "token")


def fight(*tokens: Token) -> Encounter:
    """Make a fight of these tokens, or of A and T."""
    chosen = tokens or (token("A"), token("T", 3, side="foes"))
    return Encounter("tiny", tokens={t.id: t for t in chosen})
