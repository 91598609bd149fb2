"""What differs between two states, found by identity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from maps.board import Board
from rules.encounter.state import Encounter, Token, TokenId


@dataclass(frozen=True, slots=True)
class Changes:
    """Which parts of a state are new objects. ``everything`` = another fight."""

    added: frozenset[TokenId] = frozenset()
    removed: frozenset[TokenId] = frozenset()
    changed: frozenset[TokenId] = frozenset()
    obstacles: bool = False
    ground: bool = False
    timeline: bool = False
    options: bool = False
    links: bool = False
    title: bool = False
    data: bool = False
    everything: bool = False

    @property
    def tokens(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    @property
    def board(self) -> bool:
        return self.obstacles or self.ground

    def __bool__(self) -> bool:
        return (
            self.everything
            or self.tokens
            or self.board
            or any((self.timeline, self.options, self.links, self.title, self.data))
        )


EVERYTHING = Changes(
    obstacles=True,
    ground=True,
    timeline=True,
    options=True,
    links=True,
    title=True,
    data=True,
    everything=True,
)


def _bounds(board: Board) -> tuple[int, int, int, int, bool, str]:
    return board.left, board.top, board.width, board.height, board.dark, board.name


def diff(before: Encounter, after: Encounter) -> Changes:
    """Compare two states of one fight."""
    if before is after:
        return Changes()
    old, new = before.tokens, after.tokens
    b, a = before.board, after.board
    same_ground = (
        b.picture is a.picture, b.floor is a.floor, b.lights is a.lights, b.zones is a.zones,
        b.storeys == a.storeys, b.stairs == a.stairs,
    )  # fmt: skip
    bounds = _bounds(b) == _bounds(a)
    return Changes(
        added=frozenset(new.keys() - old.keys()),
        removed=frozenset(old.keys() - new.keys()),
        changed=frozenset(k for k in new.keys() & old.keys() if new[k] is not old[k]),
        obstacles=b.obstacles is not a.obstacles,
        ground=not (all(same_ground) and bounds),
        timeline=before.timeline is not after.timeline,
        options=before.options is not after.options,
        links=before.links is not after.links,
        title=before.name != after.name,
        data=before.data is not after.data,
    )


def changed_tokens(before: Encounter, after: Encounter) -> Iterator[tuple[Token, Token]]:
    """Yield each token of both states that is another object now: as it was, as it is."""
    for id, now in after.tokens.items():
        was = before.tokens.get(id)
        if was is not None and was is not now:
            yield was, now
