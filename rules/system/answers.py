"""What a rule system answers: conditions, badges, ways, health, rows of lists and cards."""

from __future__ import annotations

from dataclasses import dataclass

from maps.grid import Point
from maps.problems import Problem
from maps.shapes import Grade
from rules.core.sources import STATED, Source
from rules.core.terms import Term
from rules.encounter.state import Sheet, SideId, TokenId


@dataclass(frozen=True, slots=True)
class ConditionSpec:
    """A condition that a token can be in. Its name is the term ``condition.<system>.<id>``.

    ``icon`` names a mark on the token, ``out`` says that the bearer is out of the fight.
    """

    id: str
    icon: str = ""
    out: bool = False
    graded: bool = False
    source: Source = STATED


@dataclass(frozen=True, slots=True)
class Glance:
    """What the badge of one enemy shows while somebody is dragged.

    ``by_hand``: the game master has set what it shows, the map says otherwise.
    """

    token: TokenId
    grade: Grade
    text: Term
    flanked: bool = False
    in_reach: bool = True
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class MovePlan:
    """A way that a token would take: the squares, the running cost in squares, in words.

    ``summary`` is the pill above the token; ``warnings`` (with ``points``) are red pills:
    opportunity attacks, walls crossed, too far.
    """

    token: TokenId
    points: tuple[Point, ...]
    costs: tuple[int, ...]
    summary: Term
    warnings: tuple[Problem, ...] = ()

    @property
    def cost(self) -> int:
        return self.costs[-1] if self.costs else 0


@dataclass(frozen=True, slots=True)
class Health:
    """How a token is: points now and at most, and whether it is down or dead."""

    now: int
    most: int
    down: bool = False
    dead: bool = False

    @property
    def share(self) -> float:
        return 0.0 if self.most <= 0 else min(1.0, max(0.0, self.now / self.most))

    @property
    def wound(self) -> int:
        """How badly it is wounded, for ``ZoneView``: 0 = unharmed, then 1 to 4 by quarters lost."""
        if self.now >= self.most:
            return 0
        return 4 - min(3, max(0, self.now) * 4 // max(1, self.most))


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A combatant in the list below the ring, in the order of the fight.

    ``mark`` is the icon of what ``status`` says where that takes its time: a spell under way,
    loading, waiting, surprise. Token and marker show it.
    """

    token: TokenId
    count: Term | None
    status: Term | None
    health: Health
    acting: bool = False
    group: int = 0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """A creature of the library: ready sheet, name term, tags for the search."""

    id: str
    name: Term
    sheet: Sheet
    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One row of "before → after"."""

    token: TokenId
    label: Term
    before: Term
    after: Term
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A titled block on paper: rows of label and value on a card, a table among the tables.

    A table may have more than two columns, ``heads`` above them and a ``note`` below.
    """

    title: Term
    rows: tuple[tuple[Term, ...], ...]
    heads: tuple[Term, ...] = ()
    note: Term | None = None


@dataclass(frozen=True, slots=True)
class CardView:
    """A combatant's card as paper shows it: headline values, weapons, blocks, boxes.

    ``kind`` says in the sheet's own words what somebody is: "Mensch Kämpfer 3"; ``box`` is how
    many points a box of the ``boxes`` stands for.
    """

    token: TokenId
    head: tuple[tuple[Term, Term], ...]
    weapons: tuple[tuple[Term, ...], ...]
    weapon_heads: tuple[Term, ...]
    blocks: tuple[Block, ...] = ()
    boxes: int = 0
    conditions: tuple[Term, ...] = ()
    kind: str = ""
    box: int = 1
