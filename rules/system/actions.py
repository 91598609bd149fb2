"""What a rule system may offer besides attacks, and what deeds give to foes; all optional."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from maps.grid import Point
from maps.paths import WALK, Gait
from rules.core.glossary import Glossary
from rules.core.terms import Term
from rules.encounter.commands import Command
from rules.encounter.events import Event
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.views import SplitView


@dataclass(frozen=True, slots=True)
class FightAction:
    """Something that a combatant or a side may do beyond an attack, as a menu offers it.

    ``command`` is a command of the system, ``fields`` what the menu gives it besides what is
    needed: the selected combatant as ``token`` (``actor``), it and the one clicked as ``token``
    and ``target`` (``actor_target``), a ``side`` (``side``) or nothing more. ``asks`` names fields
    that may stay empty and are offered in a form; whatever else the command wants to know it asks.
    """

    id: str
    command: str
    label: Term
    needs: Literal["actor", "actor_target", "side", "none"] = "none"
    fields: Mapping[str, bool | int | str] = field(default_factory=dict)
    icon: str = ""
    group: str = ""
    asks: tuple[str, ...] = ()


@runtime_checkable
class SupportsFightActions(Protocol):
    """A system with actions of its own: what can be done now, in the order of a menu."""

    def fight_actions(self, state: Encounter) -> tuple[FightAction, ...]: ...


@runtime_checkable
class SupportsChoices(Protocol):
    """A system that knows what may stand in some fields of its commands.

    ``choices`` returns values with their words, in the order of a list: skills of a table, wounds
    of ``who``. Nothing where a field takes anything.
    """

    def choices(
        self, state: Encounter, command: str, field: str, who: str
    ) -> tuple[tuple[str | int, Term], ...]: ...


@dataclass(frozen=True, slots=True)
class Stride:
    """How far somebody gets in one go before a blow: squares of way, counted by ``gait``.

    ``any_time``: one may go while it is not one's moment.
    """

    squares: int
    gait: Gait = WALK
    any_time: bool = False


@runtime_checkable
class Striding(Protocol):
    """A system that says how far a combatant gets, so that a forecast may look ahead."""

    def stride(self, state: Encounter, token: TokenId) -> Stride: ...


@runtime_checkable
class Automatic(Protocol):
    """A system in which a blow has to be prepared before it can be struck."""

    def automatic(self, state: Encounter, token: TokenId, target: TokenId) -> tuple[Command, ...]:
        """Return what somebody does first in order to strike at a target; tried one by one."""
        ...


@runtime_checkable
class Resisting(Protocol):
    """A system in which a group withstands an effect by another command than ``save``."""

    @property
    def resist(self) -> str:
        """The name of that command; it has a field ``token``."""
        ...


@runtime_checkable
class AddsToInitiative(Protocol):
    """A system that adds a fixed number to dice of initiative whose result is no plain sum."""

    def initiative_bonus(self, state: Encounter, token: TokenId) -> int:
        """Return what is added to the dice of a combatant."""
        ...


@runtime_checkable
class Provoking(Protocol):
    """A system in which movement gives foes attacks out of turn."""

    def opportunities(
        self, state: Encounter, token: TokenId, points: Sequence[Point]
    ) -> tuple[Command, ...]:
        """Return the attacks that a way from where somebody stands gives to foes.

        Each is a command with an ``attacker`` that may be carried out once the way is gone.
        """
        ...


@dataclass(frozen=True, slots=True)
class Distraction:
    """A deed that gave foes attacks out of turn: whose, what it was, and the attacks."""

    who: TokenId
    why: Term
    chances: tuple[Command, ...]


@runtime_checkable
class Distracting(Protocol):
    """A system in which other deeds than movement give foes attacks out of turn."""

    def distractions(self, before: Encounter, events: Sequence[Event]) -> tuple[Distraction, ...]:
        """Return what a step gave to foes; ``before`` is the fight as it was.

        Each of the attacks has an ``attacker`` and may be carried out after the step.
        """
        ...


@runtime_checkable
class Splitting(Protocol):
    """A system whose attackers split a sum before they roll."""

    def split(self, state: Encounter, action: AttackAction, words: Glossary) -> SplitView | None:
        """Say what each split means for this attack; the choice goes into ``numbers``."""
        ...
