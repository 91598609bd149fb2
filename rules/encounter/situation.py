"""Situation files: a whole moment of a fight, an attack to think about and a script, as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

from pydantic import Field

from maps.grid import Cell, from_sub
from maps.problems import Problem
from rules.core import terms
from rules.core.asking import Option
from rules.core.modifiers import Breakdown
from rules.core.options import OptionSpec
from rules.core.terms import Term
from rules.encounter.codec import find_models
from rules.encounter.commands import Command, parse_command
from rules.encounter.plain import check_plain, fault, read_json, read_model
from rules.encounter.plans import AttackAction, AttackPlan, Extra, Weapon
from rules.encounter.state import Encounter, Token, TokenId
from rules.encounter.state_codec import (
    Creatures,
    Data,
    Id,
    Int,
    Pair,
    StateData,
    Word,
    check_format,
    pair,
    state_to_dict,
    token_to_dict,
)

MAX_COMMANDS = 10_000


class _Named(Protocol):
    @property
    def id(self) -> str: ...


class Rules(Creatures, Protocol):
    """A rule system, as far as reading a situation needs it."""

    @property
    def options(self) -> tuple[OptionSpec, ...]: ...
    @property
    def conditions(self) -> Sequence[_Named]: ...
    @property
    def commands(self) -> Mapping[str, type[Command]]: ...
    def weapons(self, state: Encounter, token: TokenId) -> tuple[Weapon, ...]: ...
    def modes(self, state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]: ...


class Threatening(Protocol):
    """A system that knows which squares a token threatens."""

    def threatened(self, state: Encounter, token: TokenId) -> frozenset[Cell]: ...


S = TypeVar("S", bound=Rules)


@dataclass(frozen=True, slots=True)
class Situation(Generic[S]):
    """What a situation file says."""

    state: Encounter
    system: S
    attack: AttackAction | None = None
    script: tuple[Command, ...] = ()


# ---- reading -------------------------------------------------------------------------------


class ExtraData(Data):
    """A modifier given by hand for this attack."""

    id: Id
    value: Int
    side: Literal["attack", "defence"] = "attack"
    label: Word = ""


Switches = Annotated[tuple[Id, ...], Field(max_length=1_000)]
Numbers = Annotated[dict[Id, Int], Field(max_length=20)]
"""Amounts that the attacker chooses, by name."""


class AttackFields(Data):
    """What an attack to think about and the command to attack have in common."""

    attacker: Id
    target: Id
    weapon: Word = ""
    mode: Word = ""
    off: Switches = ()
    on: Switches = ()
    extra: Annotated[tuple[ExtraData, ...], Field(max_length=100)] = ()
    cell: tuple[Int, Int] | None = None
    place: Pair | None = None

    def to_action(self, state: Encounter, place: str = "attack") -> AttackAction:
        """Make the action. Raises UnreadableFileError for tokens that are not there."""
        for key, id in (("attacker", self.attacker), ("target", self.target)):
            if id not in state.tokens:
                known = ", ".join(state.tokens)
                raise fault("token_unknown", f"{place}.{key}", token=id, known=known)
        space = state.token(self.attacker).space
        return AttackAction(
            attacker=TokenId(self.attacker),
            target=TokenId(self.target),
            weapon=self.weapon,
            mode=self.mode,
            off=frozenset(self.off),
            on=frozenset(self.on),
            extra=tuple(Extra(e.id, e.value, e.side, e.label) for e in self.extra),
            cell=None if self.cell is None else Cell(*self.cell),
            place=None if self.place is None else space.at(*self.place, from_sub(space.side)),
        )


class WithNumbers(AttackFields):
    """An attack with amounts that the attacker chooses."""

    numbers: Numbers = Field(default_factory=dict)

    def to_action(self, state: Encounter, place: str = "attack") -> AttackAction:
        """Make the action with the amounts."""
        numbers = tuple(sorted(self.numbers.items()))
        return replace(super().to_action(state, place), numbers=numbers)


class WithZone(AttackFields):
    """An attack that hopes for a place of the body."""

    zone: Word = ""

    def to_action(self, state: Encounter, place: str = "attack") -> AttackAction:
        """Make the action with the place hoped for."""
        return replace(super().to_action(state, place), zone=self.zone)


class AttackData(WithNumbers, WithZone):
    """An attack to think about."""


class SituationData(StateData):
    """A situation file."""

    attack: AttackData | None = None
    script: Annotated[tuple[dict[str, Any], ...], Field(max_length=MAX_COMMANDS)] = ()


def load_situation(
    source: str | bytes | Mapping[str, Any], lookup: Callable[[str], S]
) -> Situation[S]:
    """Read a situation from JSON text or its data; ``lookup`` finds a system by its id.

    Raises UnreadableFileError: JSON errors with line and column, all others with key and place,
    unknown words with the list of those that are known.
    """
    data = read_json(source) if isinstance(source, str | bytes) else source
    check_plain(data)
    read = read_model(SituationData, data)
    check_format(read.format)
    system = find_models(read.system, lookup, "system")
    _check_options(read, system)
    _check_conditions(read, system)
    state = read.to_state(lambda token, place: token.to_creature(system, place))
    attack = read.attack.to_action(state) if read.attack else None
    if attack:
        _check_weapon(state, attack, system)
    script = tuple(
        parse_command(system, command, f"script[{i}]") for i, command in enumerate(read.script)
    )
    return Situation(state, system, attack, script)


def _check_options(read: StateData, system: Rules) -> None:
    specs = {spec.key: spec for spec in system.options}
    for key, value in read.options.items():
        place = f"options.{key}"
        if key not in specs:
            raise fault("option_unknown", place, option=key, known=", ".join(specs))
        code = specs[key].problem(value)
        if code:
            raise fault(code, place, option=key, value=str(value), **specs[key].limits())


def _check_conditions(read: StateData, system: Rules) -> None:
    known = [spec.id for spec in system.conditions]
    for i, token in enumerate(read.tokens):
        for j, condition in enumerate(token.conditions):
            if condition.id not in known:
                raise fault(
                    "condition_unknown",
                    f"tokens[{i}].conditions[{j}]",
                    condition=condition.id,
                    known=", ".join(known),
                )


def _check_weapon(state: Encounter, attack: AttackAction, system: Rules) -> None:
    weapons = [weapon.id for weapon in system.weapons(state, attack.attacker)]
    if attack.weapon and attack.weapon not in weapons:
        known = ", ".join(weapons)
        raise fault("weapon_unknown", "attack.weapon", weapon=attack.weapon, known=known)
    modes = [mode.id for mode in system.modes(state, attack.attacker, attack.weapon)]
    if attack.mode and attack.mode not in modes:
        raise fault("mode_unknown", "attack.mode", mode=attack.mode, known=", ".join(modes))


# ---- writing -------------------------------------------------------------------------------


def dump_situation(
    state: Encounter, system: Creatures, attack: AttackAction | None = None
) -> dict[str, Any]:
    """Write a moment so that ``load_situation`` makes it again ("copy situation").

    Sheets keep only what differs from the default sheet, vitals from an unharmed creature.
    """
    out = state_to_dict(state, lambda token: _short_token(token, system))
    if attack is not None:
        out["attack"] = attack_to_dict(attack)
    return out


def _short_token(token: Token, system: Creatures) -> dict[str, Any]:
    out = token_to_dict(token)
    out["sheet"] = token.sheet.model_dump(mode="json", exclude_defaults=True)
    fresh = system.fresh(token.sheet).model_dump(mode="json")
    out["vitals"] = {k: v for k, v in out["vitals"].items() if k not in fresh or fresh[k] != v}
    if not out["vitals"]:
        del out["vitals"]
    return out


def attack_to_dict(attack: AttackAction) -> dict[str, Any]:
    """Write an attack; what is empty is left out."""
    out: dict[str, Any] = {"attacker": attack.attacker, "target": attack.target}
    for key in ("weapon", "mode", "zone"):
        if getattr(attack, key):
            out[key] = getattr(attack, key)
    for key in ("off", "on"):
        if getattr(attack, key):
            out[key] = sorted(getattr(attack, key))
    if attack.extra:
        out["extra"] = [
            {"id": e.id, "value": e.value, "side": e.side, "label": e.label} for e in attack.extra
        ]
    if attack.cell is not None:
        out["cell"] = list(attack.cell)
    if attack.place is not None:
        out["place"] = [from_sub(attack.place.x), from_sub(attack.place.y)]
    if attack.numbers:
        out["numbers"] = dict(attack.numbers)
    return out


# ---- answers -------------------------------------------------------------------------------


def plan_json(plan: AttackPlan, state: Encounter) -> dict[str, Any]:
    """Return a plan as ``schlachtplan plan`` prints it; lengths in squares."""
    cover, concealment = plan.cover, plan.concealment
    return {
        "system": state.system,
        "attacker": plan.action.attacker,
        "target": plan.action.target,
        "possible": plan.possible,
        "problems": [problem_json(problem) for problem in plan.problems],
        "distance": plan.distance,
        "cover": {
            "grade": cover.grade.value,
            "percent": cover.percent,
            "origin": None if cover.origin is None else pair(cover.origin),
        },
        "concealment": {"grade": concealment.grade, "percent": concealment.percent},
        "flanking": bool(plan.flanking),
        "modifiers": [
            *_modifiers(plan.attack, "attack"),
            *_modifiers(plan.defence, "defence"),
        ],
        "lines": [
            {
                "from": pair(line.p),
                "to": pair(line.q),
                "verdict": line.verdict.value,
                "by": list(line.by),
            }
            for line in cover.lines
        ],
        "needs": plan.needs,
        "chance": round(float(plan.chance), 6),
    }


def _modifiers(breakdown: Breakdown, applies_to: str) -> list[dict[str, Any]]:
    return [
        {
            "id": entry.modifier.id,
            "value": entry.modifier.value,
            "applies_to": applies_to,
            "counted": entry.counted,
            "status": entry.modifier.source.status.value,
        }
        for entry in breakdown.entries
    ]


def problem_json(problem: Problem) -> dict[str, Any]:
    """Write a finding: its code, and place, arguments and points where it has them."""
    out: dict[str, Any] = {"code": problem.code}
    if problem.place:
        out["place"] = problem.place
    if problem.args:
        out["args"] = {key: _argument(value) for key, value in problem.args.items()}
    if problem.points:
        out["points"] = [pair(p) for p in problem.points]
    if problem.subject:
        out["subject"] = problem.subject
    return out


def _argument(value: object) -> object:
    match value:
        case Term():
            return terms.dump(value)
        case list() | tuple() | set() | frozenset():
            return [_argument(item) for item in value]
        case bool() | int() | float() | str() | None:
            return value
        case _:
            return str(value)


def threat_json(system: Threatening, state: Encounter, token: str) -> dict[str, Any]:
    """Return the squares that a token threatens as ``schlachtplan threat`` prints them."""
    squares = sorted(system.threatened(state, TokenId(token)))
    return {"token": token, "squares": [list(cell) for cell in squares]}
