"""The fight as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NewType

from pydantic import BaseModel, ConfigDict, JsonValue

from maps.board import Board
from maps.grid import Footprint

TokenId = NewType("TokenId", str)


class SideId(StrEnum):
    """Which side a combatant is on."""

    HEROES = "heroes"
    FOES = "foes"
    THIRD = "third"
    NEUTRAL = "neutral"


def hostile(a: SideId, b: SideId) -> bool:
    """Whether two sides fight each other: different ones do, neutral with nobody."""
    return a is not b and SideId.NEUTRAL not in (a, b)


class Sheet(BaseModel):
    """Base of every system's sheet: what a creature can do. Frozen, typed, bounded."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, defer_build=True)


class Vitals(BaseModel):
    """Base of every system's vitals: what a fight changes in a creature (wounds, points)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class Condition:
    """A state such as prone. ``value`` is a grade where the system has one.

    ``until`` is the (round, time) at whose start it ends by itself; ``None`` = lasting.
    """

    id: str
    value: int | None = None
    until: tuple[int, int] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the board.

    ``facing`` in degrees clockwise from north, ``elevation`` and ``height`` in sub-units,
    ``reach`` in squares where the sheet does not say it, ``gives_cover`` overrides the
    system's rule, ``portrait`` is an asset hash.
    """

    id: TokenId
    name: str
    side: SideId
    space: Footprint
    sheet: Sheet
    vitals: Vitals
    facing: int | None = None
    conditions: tuple[Condition, ...] = ()
    reach: int | None = None
    elevation: int = 0
    height: int | None = None
    gives_cover: bool | None = None
    hidden: bool = False
    label: str = ""
    portrait: str = ""
    note: str = ""

    def has(self, *conditions: str) -> bool:
        """Whether any of the named conditions holds."""
        return bool(self.conditions) and any(c.id in conditions for c in self.conditions)

    def condition(self, id: str) -> Condition | None:
        """Return a condition by its id, if the token is in it."""
        return next((c for c in self.conditions if c.id == id), None)


@dataclass(frozen=True, slots=True)
class Link:
    """A lasting tie between two tokens: ``mount``, ``carried``, ``swallowed``, ``grapple`` …"""

    kind: str
    a: TokenId
    b: TokenId


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where the fight stands: one whole number per combatant.

    ``at`` holds the number of each, ``ties`` what orders equal numbers (higher first; who
    is equal in both acts at the same time). ``round`` 0 = not begun. ``acting`` are those
    whose moment it is, ``acted`` those who had their turn this round. ``phase`` and
    ``data`` belong to the system.
    """

    round: int = 0
    now: int = 0
    at: Mapping[TokenId, int] = field(default_factory=dict)
    ties: Mapping[TokenId, tuple[int, ...]] = field(default_factory=dict)
    acting: tuple[TokenId, ...] = ()
    acted: frozenset[TokenId] = frozenset()
    phase: str = ""
    data: Mapping[str, JsonValue] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self.round > 0

    def without(self, id: TokenId) -> Timeline:
        """Return the time after somebody left the fight."""
        return replace(
            self,
            at={k: v for k, v in self.at.items() if k != id},
            ties={k: v for k, v in self.ties.items() if k != id},
            acting=tuple(t for t in self.acting if t != id),
            acted=self.acted - {id},
        )


TOGETHER: Final = frozenset({"mount", "carried"})
"""Kinds of links between tokens that move together."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """A whole fight. Only ``rules.encounter.applying.apply`` makes a new one from an old."""

    system: str
    name: str = ""
    board: Board = field(default_factory=Board)
    tokens: Mapping[TokenId, Token] = field(default_factory=lambda: MappingProxyType({}))
    links: tuple[Link, ...] = ()
    timeline: Timeline = field(default_factory=Timeline)
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    data: Mapping[str, JsonValue] = field(default_factory=dict)

    def token(self, id: str) -> Token:
        """Return a token by id. Raises KeyError when there is none."""
        return self.tokens[TokenId(id)]

    def linked(self, a: str, b: str) -> bool:
        """Whether two tokens are tied to each other in any way."""
        return any({link.a, link.b} == {a, b} for link in self.links)

    def along(self, id: str) -> tuple[TokenId, ...]:
        """Return who goes every way with a token: its mount or rider, what it carries."""
        ties = [k for k in self.links if k.kind in TOGETHER and id in (k.a, k.b)]
        others = dict.fromkeys(k.b if k.a == id else k.a for k in ties)
        return tuple(t for t in others if t in self.tokens)

    def with_token(self, token: Token) -> Encounter:
        """Return a state in which ``token`` stands in the place of its id (or at the end)."""
        known = self.tokens
        tokens = known.copy() if isinstance(known, MappingProxyType) else dict(known)
        tokens[token.id] = token
        return replace(self, tokens=MappingProxyType(tokens))


MEMO = "memo"
"""Where the data of a fight hold the game master's note about it."""


def memo_of(state: Encounter) -> str:
    """Return the game master's note about a fight, empty without one."""
    return str(state.data.get(MEMO, ""))
