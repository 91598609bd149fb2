"""The players' session: follows the game master's, knows only what players may know."""

from __future__ import annotations

from typing import cast

import shapely
from PySide6.QtCore import QObject, QTimer
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from desktop.player.fog import Fog, eyes_of
from desktop.player.share import Share
from desktop.session import Session
from maps.grid import Cell
from rules.encounter.changes import diff
from rules.encounter.history import History
from rules.encounter.revealed import revealed, runs
from rules.encounter.state import Encounter, SideId, TokenId
from rules.encounter.store import Store


class _Pictures:
    """A store of which players get the pictures and nothing else; nothing is written."""

    read_only = True

    def __init__(self, store: Store) -> None:
        self._store = store

    def asset(self, hash: str) -> bytes | None:
        return self._store.asset(hash)

    def close(self) -> None:
        """Leave the file to the game master."""


class PlayersSession(Session):
    """What players know of a fight. Selected is who acts, so that the map marks them.

    ``seen`` is what is uncovered while there is a fog of war, else None: ``by`` the ``eyes`` of
    the heroes, by the game master's ``hand``, or by ``both``.
    """

    def __init__(
        self, source: Session, parent: QObject | None = None, *, fog: bool, by: str = "eyes"
    ) -> None:
        self.source, self.share, self._fog = source, Share(), Fog()
        self.fog, self.by, self.seen = fog, by, cast("BaseGeometry | None", None)
        self._by_hand: tuple[frozenset[Cell], BaseGeometry] | None = None
        self._joined: tuple[BaseGeometry, BaseGeometry, BaseGeometry] | None = None
        store = cast(Store, _Pictures(source.store))
        super().__init__(store, History(Encounter(source.state.system)), parent)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._work)
        source.changed.connect(self._later.start)
        self.catch_up()

    def leave(self) -> None:
        """Follow no more."""
        self._later.stop()
        self.source.changed.disconnect(self._later.start)
        self.setParent(None)
        self.deleteLater()

    def use_fog(self, on: bool, by: str) -> None:
        """Cover what nobody uncovers, or nothing."""
        if (on, by) != (self.fog, self.by):
            self.fog, self.by = on, by
            self.catch_up()

    def catch_up(self) -> None:
        """Show the state as it is now, however long it takes."""
        while self._work():
            pass
        self._later.stop()

    def order(self) -> tuple[TokenId, ...]:
        """Return those in the order of the fight of whom players know."""
        rows = self.source.roster()
        return tuple(row.token for row in rows if row.token in self.state.tokens)

    def look_at_heroes(self) -> None:
        """Look at the storey on which heroes stand."""
        tokens = self.state.tokens.values()
        hero = next((t.id for t in tokens if t.side is SideId.HEROES), None)
        if hero is not None:
            self.look_at(hero)

    def _work(self) -> bool:
        """Find out a bit more of what is seen, then show it; whether there is more to do."""
        state, seen = self.source.state, None
        if self.fog and self.by != "hand":
            board = self.share.board(state.board)
            eyes = eyes_of(state, self.source.system)
            seen = self._fog.seen(board, eyes)
            if seen is None:
                self._fog.step(board, eyes)
                self._later.start()
                return True
        if self.fog and self.by != "eyes":
            seen = self._with_hand(state, seen)
        self._publish(self.share.of(state, seen), seen)
        return False

    def _with_hand(self, state: Encounter, seen: BaseGeometry | None) -> BaseGeometry:
        """Add what the game master has uncovered; the same areas give the same object."""
        cells = revealed(state.data)
        if self._by_hand is None or self._by_hand[0] != cells:
            boxes = [shapely.box(x, y, x + length, y + 1) for x, y, length in runs(cells)]
            self._by_hand = (cells, shapely.union_all(boxes) if boxes else Polygon())
        uncovered, joined = self._by_hand[1], self._joined
        if seen is None:
            return uncovered
        if joined is None or joined[0] is not seen or joined[1] is not uncovered:
            joined = self._joined = (seen, uncovered, shapely.union(seen, uncovered))
        return joined[2]

    def _publish(self, state: Encounter, seen: BaseGeometry | None) -> None:
        before, other = self.state, seen is not self.seen
        self.history, self.seen = History(state), seen
        changes = diff(before, state)
        if changes or other:
            self._show(changes)
        self.select(state.timeline.acting, look=False)
