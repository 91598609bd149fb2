"""The bar that chooses the storey of a map; hidden where there is but one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop.board.panel import OverMap
from desktop.i18n import tr
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.unmarked import unmarked
from maps.storeys import storey_of

if TYPE_CHECKING:
    from desktop.board.view import BoardView

GAP = 12
RULER, SCALE = 24, 44
"""Pixels that the ruler takes at the left, and the scale at the lower rim."""
WIDTH = (96, 220)
LONGEST = 22


class StoreyBar(OverMap):
    """Lies over the lower left corner of the map: one row per storey, the highest one above.

    Signals:
        menu_wanted(str, QPoint): a menu for a storey is wanted at a place on the screen.
    """

    menu_wanted = Signal(str, QPoint)

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.setProperty("panel", "card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(6), px(6), px(6), px(6))
        self._column.setSpacing(px(2))
        self.title: QLabel = label("", "label", "2")
        self._column.addWidget(self.title)
        self.rows: dict[str, Button] = {}
        self.hide()

    def refresh(self) -> None:
        """Show the storeys as they are now."""
        session = self.board.session
        storeys = session.state.board.storeys if session is not None else ()
        wanted = len(storeys) > 1 and not self.board.switches.for_players
        if session is None or not wanted:
            self.hide()
            return
        self.title.setText(tr("storeys.title"))
        self.setAccessibleName(tr("storeys.title"))
        if list(self.rows) != [s.id for s in reversed(storeys)]:
            self._make_rows([s.id for s in reversed(storeys)])
        board, here = session.state.board, session.storey
        tokens = [storey_of(board, t.space) for t in session.state.tokens.values()]
        for storey in storeys:
            row, n = self.rows[storey.id], sum(s is storey for s in tokens)
            name = storey.name or tr("storeys.nameless")
            short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
            text = tr("storeys.row", name=short, n=n) if n else short
            row.setText(text.replace("&", "&&"))
            row.setToolTip(unmarked(tr("storeys.tip", name=name, n=n)))
            row.setAccessibleName(tr("storeys.tip", name=name, n=n))
            row.setChecked(storey is here)
        self.show()
        self.place()

    def _make_rows(self, ids: list[str]) -> None:
        for row in self.rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = {id: self._row(id) for id in ids}

    def _row(self, id: str) -> Button:
        row = Button("", "toggle")
        row.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.clicked.connect(partial(self._choose, id))
        row.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        row.customContextMenuRequested.connect(partial(self._menu, id, row))
        self._column.addWidget(row)
        return row

    def _choose(self, id: str, _on: bool = False) -> None:
        if self.board.session is not None:
            self.board.session.show_storey(id)
            self.refresh()  # whoever clicks the storey that is shown leaves it marked

    def _menu(self, id: str, row: QWidget, at: QPoint) -> None:
        self._choose(id)
        self.menu_wanted.emit(id, row.mapToGlobal(at))

    def place(self) -> None:
        """Lie in the lower left corner, above the scale: messages come at the upper rim."""
        self.setMinimumWidth(px(WIDTH[0]))
        self.setMaximumWidth(px(WIDTH[1]))
        self.adjustSize()
        down = self.board.height() - self.height() - SCALE
        self.move(RULER + GAP, max(GAP, down))
        self.raise_()
