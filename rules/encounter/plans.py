"""Attacks before a die falls: who wants to strike whom, and everything known about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from maps.grid import Cell, Footprint, Point
from maps.lines import SightLine
from maps.problems import Problem
from maps.shapes import Grade
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, term
from rules.encounter.state import TokenId

THROW = "throw"
"""Id of the way to attack that hurls a weapon of the hand, in every system that has one."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A modifier that the game master adds to one attack by hand."""

    id: str
    value: int
    side: Literal["attack", "defence"]
    label: str = ""


@dataclass(frozen=True, slots=True)
class AttackAction:
    """An attack that somebody thinks about.

    ``place`` lets the attacker stand elsewhere (a drag), ``off`` switches modifiers off by
    id, ``on`` switches offered ones on, ``cell`` is the square guessed for an unseen target,
    ``numbers`` are amounts that the attacker chooses, by name: how a sum is split.

    ``zone`` is the zone of the target's body that was clicked, by its id in ``BodyView``. A
    system without zones ignores it; one that aims by ``mode`` gets the mode of that name (or
    ``ZoneView.mode``) besides. Only a command ``attack`` with a field ``zone`` is given it.
    """

    attacker: TokenId
    target: TokenId
    weapon: str = ""
    mode: str = ""
    off: frozenset[str] = frozenset()
    on: frozenset[str] = frozenset()
    extra: tuple[Extra, ...] = ()
    cell: Cell | None = None
    place: Footprint | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    zone: str = ""

    def number(self, name: str) -> int | None:
        """Return an amount that the attacker chose."""
        return dict(self.numbers).get(name)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A way to attack as the docks show it; texts are ready terms."""

    id: str
    name: Term
    ranged: bool
    damage: Term
    critical: Term | None = None
    range: Term | None = None
    icon: str = "sword"


@dataclass(frozen=True, slots=True)
class Cover:
    """Cover of a target: the grade, the share of stopped lines of the best corner, who gives it.

    ``percent`` is 0–100, ``origin`` the chosen corner, ``visible`` the visible share of the
    target's space in percent where it was computed. ``by_hand``: the game master has set the
    grade, the map says another one; ``by`` and ``lines`` are still what the map shows.
    """

    grade: Grade = Grade.NONE
    percent: int = 0
    origin: Point | None = None
    by: tuple[str, ...] = ()
    lines: tuple[SightLine, ...] = ()
    visible: int | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Concealment:
    """Concealment of a target: ``none``, ``partial`` or ``total``, miss chance, and the cause.

    ``by_hand``: the game master has set it, the map says otherwise.
    """

    grade: Literal["none", "partial", "total"] = "none"
    percent: int = 0
    cause: Term | None = None
    by: tuple[str, ...] = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of the hover card. ``mood``: ``good``, ``warn``, ``bad`` or empty."""

    label: Term
    value: Term
    mood: str = ""
    causes: tuple[str, ...] = ()


def several_rolls(chances: Sequence[Fraction]) -> Term | None:
    """Say of an attack of several rolls what its chance means; nothing of a single roll."""
    if len(chances) < 2:
        return None
    return term("reading.several", n=len(chances), share=float(chances[0]))


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """Everything known about an attack before a die falls.

    ``needs`` is the lowest face of ``dice`` that hits (``None`` = cannot be hit), or with
    ``under`` the highest one that does, where low rolls succeed; ``hopeless`` then says why
    no face hits, where the system knows more than that;
    ``reading`` says how needed number and chance are meant where they do not belong together:
    several rolls, a roll against a roll;
    ``chance`` the exact chance that the attack does harm, miss chance included,
    ``damage`` the mean damage of the whole attack. ``problems`` say why it is impossible,
    ``notes`` what to keep in mind (it provokes, it is far). ``begins`` says what is done now
    where no die falls at once: announced in secret, begun.
    """

    action: AttackAction
    weapon: Weapon
    attack: Breakdown
    defence: Breakdown
    attack_title: Term
    defence_title: Term
    dice: tuple[int, ...] = (20,)
    needs: int | None = None
    chance: Fraction = Fraction(0)
    damage: Fraction = Fraction(0)
    distance: int = 0
    cover: Cover = Cover()
    concealment: Concealment = Concealment()
    flanking: tuple[TokenId, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    facts: tuple[Fact, ...] = ()
    under: bool = False
    begins: Term | None = None
    hopeless: Term | None = None
    reading: Term | None = None

    @property
    def possible(self) -> bool:
        return not self.problems
