"""Fights for the tests of the map: the hall of the design, without a disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from desktop.board.overlays import OVERLAYS
from desktop.board.view import BoardView
from desktop.session import Session
from maps.board import Board
from maps.floor import Floor
from maps.grid import Footprint
from rules import registry
from rules.encounter.history import History, Step
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.encounter.store import Store
from tests.demo_boards import halle_board

Row = tuple[str, str, str, float, float]
"""Id, template, name, and the corner of the space in squares."""

HALL: tuple[Row, ...] = (
    ("elandir", "elandir", "Elandir", 8, 4),
    ("brunhild", "brunhild", "Brunhild", 12, 3),
    ("mirela", "mirela", "Mirela", 12, 1),
    ("odo", "pater_odo", "Pater Odo", 6, 4),
    ("orc1", "orc", "Ork 1", 10, 6),
    ("orc2", "orc", "Ork 2", 12, 2),
    ("orc3", "orc", "Ork 3", 20, 5),
    ("shaman", "orc_shaman", "Ork-Schamane", 16, 2),
    ("ogre", "ogre", "Oger", 8, 7),
    ("worg", "worg", "Worg", 18, 4),
)


def make_token(row: Row) -> Token:
    """Make a token of a template."""
    system = registry.get("pathfinder")
    template = next(t for t in system.library() if t.id == row[1])
    side = template.side
    return Token(
        id=TokenId(row[0]),
        name=row[2],
        side=SideId(side),
        space=Footprint.at(row[3], row[4], system.squares(template.sheet)),
        sheet=template.sheet,
        vitals=system.fresh(template.sheet),
    )


def make_state(rows: Iterable[Row] = HALL, board: Board | None = None) -> Encounter:
    """Make a fight of some tokens on a board."""
    tokens = [make_token(row) for row in rows]
    return Encounter(
        system="pathfinder",
        name="Krähenfels",
        board=board or replace(halle_board(), floor=Floor()),  # quickly painted
        tokens=MappingProxyType({t.id: t for t in tokens}),
    )


class MemoryStore:
    """A store without a disk: steps are counted, assets lie in a dictionary."""

    read_only = False
    reason = None

    def __init__(self, assets: Mapping[str, bytes] | None = None) -> None:
        self.assets = dict(assets or {})
        self.steps: list[Step] = []

    def append(self, step: Step, _state: Encounter | None = None) -> None:
        self.steps.append(step)

    def set_done(self, done: int) -> None:
        """Take note of nothing."""

    def asset(self, hash: str) -> bytes | None:
        return self.assets.get(hash)

    def close(self) -> None:
        """Close nothing."""


def make_session(
    rows: Sequence[Row] = HALL,
    board: Board | None = None,
    assets: Mapping[str, bytes] | None = None,
) -> Session:
    """Open a fight that lies on no disk."""
    store = cast(Store, MemoryStore(assets))
    return Session(store, History(make_state(rows, board)))


def switch(board: BoardView, overlay: str, *, on: bool) -> None:
    """Switch one overlay of a map on or off, and leave the others as they are."""
    shown = {o.id for o in OVERLAYS if board.switches.on(o.id)}
    board.switches.apply_overlays(shown | {overlay} if on else shown - {overlay})
