"""What the window does with areas of effect and with groups: effects, menus, conditions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from desktop import icons
from desktop.board.laid import LaidArea
from desktop.dialogs.conditions import choose_conditions
from desktop.dialogs.group import group_deed
from desktop.i18n import tr
from desktop.session import Session
from maps.grid import Cell
from rules.encounter.areas import AreaOfEffect, PlacedArea, dump_area
from rules.encounter.commands import LayArea, LiftArea
from rules.encounter.state import TokenId
from rules.group import Kind, resist_command
from rules.system.ground import SupportsAreas

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

EFFECTS = (("damage", "drop"), ("save", "shield"), ("conditions", "bolt"))


class GroupDeeds(QObject):
    """Effects on many, by the area tool, by areas on the map, or by the selection."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window

    @property
    def _session(self) -> Session:
        session = self.window.session
        assert session is not None  # nothing here can be reached without a fight
        return session

    # -- effects ---------------------------------------------------------------------------

    def effect(self, what: str, area: AreaOfEffect) -> None:
        """Do something to all who are caught in an area."""
        session = self._session
        system = session.system
        if not isinstance(system, SupportsAreas):
            return
        caught = [c.token for c in system.caught(session.state, area) if c.affected]
        if caught:
            self.do(what, caught, area)

    def do(self, what: str, tokens: Sequence[TokenId], area: AreaOfEffect | None = None) -> None:
        """Do something to several tokens: ``damage``, ``heal``, ``save`` or ``conditions``."""
        if what == "conditions":
            self.conditions(tokens)
            return
        group_deed(self.window, self._session, cast(Kind, what), tokens, area)

    def conditions(self, tokens: Sequence[TokenId]) -> None:
        """Open the list of conditions at whoever is concerned."""
        choose_conditions(self.window, self._session, tokens, self._place(tokens))

    def _place(self, tokens: Sequence[TokenId]) -> QPoint:
        """Return where on the screen the first token ends, for what opens beside it."""
        board = self.window.board
        if not tokens or tokens[0] not in board.scene.looks:
            return board.mapToGlobal(board.rect().center())
        return board.mapToGlobal(board.rect_of(tokens[0]).topRight().toPoint()) + QPoint(8, 0)

    # -- menus -----------------------------------------------------------------------------

    def area_menu(self, menu: QMenu, cell: Cell) -> None:
        """Offer what can be done with the areas that lie on a square."""
        for laid in self.window.board.laid.at(self._session, cell):
            self._one(menu, laid)

    def _one(self, menu: QMenu, laid: LaidArea) -> None:
        session, placed = self._session, laid.placed
        more = menu.addMenu(icons.icon("spell"), laid.words)
        words = {
            "damage": tr("areas.do.damage"),
            "save": tr("areas.do.save"),
            "conditions": tr("areas.do.conditions"),
        }
        for what, mark in EFFECTS:
            if what == "save" and not resist_command(session.system):
                continue
            entry = more.addAction(icons.icon(mark), tr("areas.dots", what=words[what]))
            entry.setData(what)
            entry.triggered.connect(lambda _c=False, w=what: self.effect(w, placed.area))
        more.addSeparator()
        change = more.addAction(icons.icon("move"), tr("areas.change"))
        change.triggered.connect(lambda _c=False: self._take_up(placed))
        shown = more.addAction(tr("areas.show"))
        shown.setCheckable(True)
        shown.setChecked(not placed.hidden)
        shown.triggered.connect(lambda on: self.show_area(laid, on))
        gone = more.addAction(icons.icon("close"), tr("areas.remove"))
        gone.triggered.connect(lambda _c=False: self._session.perform(LiftArea(areas=(placed.id,))))

    def _take_up(self, placed: PlacedArea) -> None:
        board = self.window.board
        board.use_tool("area")
        board.area_tool.take_up(placed)
        board.setFocus()

    def show_area(self, laid: LaidArea, on: bool) -> None:
        """Show an area to players, or hide it from them."""
        data = {**dump_area(laid.placed), "hidden": not on, "id": laid.placed.id}
        self._session.perform(LayArea.model_validate({"do": "area", **data}))
