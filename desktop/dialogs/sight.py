"""The line-of-sight inspector: from whom, at whom, and everything that is to be said about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.dialogs.base import Dialog, Rows, Scroll
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.messages import Message
from desktop.theme import px
from desktop.widgets.base import Drawn, area, label
from desktop.widgets.buttons import Button
from desktop.widgets.draw import ROLES, plate, u
from desktop.widgets.fields import Choice
from desktop.words.cells import cell_label
from desktop.words.sight import Finding, Inspection, Spot
from maps.grid import Cell
from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView

LABELS = 132


class FindingRow(Drawn):
    """One finding; pointing at it lights up its causes on the map.

    Signals:
        pointed(Finding | None): pointer or keyboard came to it, or left it.
    """

    pointed = Signal(object)

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        self.finding = finding
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("sight.spoken", label=finding.label, value=finding.value))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(20), px(3), px(8), px(3))
        row.setSpacing(px(8))
        name = label(finding.label, "row", "2")
        name.setWordWrap(True)
        name.setFixedWidth(px(LABELS))
        self.words = label(finding.value, "row", finding.tone)
        self.words.setWordWrap(True)
        row.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1, Qt.AlignmentFlag.AlignTop)

    @guarded
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.finding)
        self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)
        self.update()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.finding)
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(None)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        if self.underMouse():
            plate(painter, box, u(4), theme.hover)
        if self.hasFocus():
            plate(painter, box, u(4), None, theme.accent, u(2))
        if self.finding.tone:
            ink = getattr(theme, ROLES[self.finding.tone])
            first = self.words.geometry().top() + self.words.fontMetrics().height() / 2
            dot = area(self).adjusted(0, 0, 0, 0)
            dot.setRect(u(7), first - u(4), u(8), u(8))
            # none, some, much: a ring, a half, a disc — not by colour alone
            plate(painter, dot, u(4), ink if self.finding.tone == "bad" else None, ink, u(1.6))
            if self.finding.tone == "warn":
                dot.adjust(u(2.4), u(2.4), -u(2.4), -u(2.4))
                plate(painter, dot, dot.width() / 2, ink)
        painter.end()


class SightDialog(Dialog):
    """Stays beside the map while the inspector is in the hand.

    Signals:
        told(Message): something to tell the game master.
    """

    told = Signal(object)

    def __init__(self, board: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("sight.title"), "eye", tr("sight.intro"))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.board = board
        self._away = False
        self.rows: list[FindingRow] = []
        self._ends()
        self.list = QWidget()
        self.column = QVBoxLayout(self.list)
        self.column.setContentsMargins(0, 0, px(8), 0)
        self.column.setSpacing(0)
        self.empty = label("", "row", "2")
        self.empty.setWordWrap(True)
        self.column.addWidget(self.empty)
        self.column.addStretch(1)
        self.body.addWidget(Scroll(self.list), 1)
        self.copy = self.extra(tr("sight.copy"), "file")
        self.copy.clicked.connect(self.copy_situation)
        self.buttons(tr("button.close"), cancel="")
        board.inspected.connect(self.show_found)
        board.tool_changed.connect(self._tool_changed)
        self.show_found(board.inspector.found)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(520), px(680))

    # -- the ends -------------------------------------------------------------------------

    def _ends(self) -> None:
        rows = Rows(self.body, labels=72)
        self.a, self.b, self.weapon = Choice(), Choice(), Choice()
        rows.add(tr("sight.from"), self.a)
        rows.add(tr("sight.to"), self.b)
        rows.add(tr("sight.weapon"), self.weapon)
        self.swap = Button(tr("sight.swap"), "flat", mark="move")
        self.swap.setAutoDefault(False)
        self.swap.clicked.connect(self._swap)
        rows.whole(self.swap)
        for box in (self.a, self.b):
            box.activated.connect(self._ends_chosen)
        self.weapon.activated.connect(self._weapon_chosen)

    def _fill(self) -> None:
        """Offer all tokens, and the square that was clicked."""
        session, tool = self.board.session, self.board.inspector
        for box, spot in ((self.a, tool.a), (self.b, tool.b)):
            with QSignalBlocker(box):
                box.clear()
                box.addItem(tr("sight.click"), None)
                if spot is not None and spot.cell is not None:
                    box.addItem(self._square(spot.cell), spot)
                for token in session.state.tokens.values() if session is not None else ():
                    box.addItem(token.name, Spot(token.id))
                at = next((i for i in range(box.count()) if box.itemData(i) == spot), 0)
                box.setCurrentIndex(at)
        found = tool.found
        with QSignalBlocker(self.weapon):
            self.weapon.clear()
            for weapon in found.weapons if found is not None else ():
                self.weapon.addItem(say(weapon.name), weapon.id)
            if found is not None:
                at = self.weapon.findData(found.plan.action.weapon)
                self.weapon.setCurrentIndex(max(0, at))
        self.weapon.setEnabled(self.weapon.count() > 1)
        self.swap.setEnabled(tool.a is not None and tool.b is not None)

    def _square(self, cell: Cell) -> str:
        ground = self.board.scene.board
        return tr("board.cell", cell=cell_label(Cell(cell.x - ground.left, cell.y - ground.top)))

    def _ends_chosen(self) -> None:
        a, b = self.a.currentData(), self.b.currentData()
        self.board.inspector.look(a, b, "")

    def _weapon_chosen(self) -> None:
        tool = self.board.inspector
        tool.look(tool.a, tool.b, str(self.weapon.currentData()))

    def _swap(self) -> None:
        tool = self.board.inspector
        tool.look(tool.b, tool.a, "")

    # -- what was found -------------------------------------------------------------------

    def show_found(self, found: Inspection | None) -> None:
        """Say what was found out."""
        self._point(None)
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows.clear()
        while self.column.count() > 2:
            item = self.column.itemAt(1)
            widget = item.widget() if item is not None else None
            if widget is None:
                break
            self.column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._fill()
        self.copy.setEnabled(found is not None)
        tool = self.board.inspector
        self.empty.setVisible(found is None)
        missing = tool.a is None or tool.b is None
        self.empty.setText(tr("sight.pick") if missing else tr("sight.two"))
        self.intro.setText(
            tr("board.heat.about", me=found.names[0], target=found.names[1])
            if found is not None
            else tr("sight.intro")
        )
        if found is None:
            return
        for section, findings in groupby(found.findings, lambda f: f.section):
            head = label(language.words.say(f"sight.section.{section}"), "label", "3")
            head.setContentsMargins(px(4), px(8), 0, px(2))
            self.column.insertWidget(self.column.count() - 1, head)
            for finding in findings:
                row = FindingRow(finding)
                row.pointed.connect(self._point)
                self.rows.append(row)
                self.column.insertWidget(self.column.count() - 1, row)

    def _point(self, finding: Finding | None) -> None:
        session = self.board.session
        if session is not None:
            session.lit.emit(finding.causes if finding is not None else ())
        self.board.inspector.point_at(finding.line if finding is not None else None)

    def copy_situation(self) -> None:
        """Put the moment with this attack on the clipboard, as a situation file."""
        found = self.board.inspector.found
        if found is None:
            return
        text = json.dumps(found.situation(), ensure_ascii=False, indent=1)
        QGuiApplication.clipboard().setText(text)
        self.told.emit(Message(tr("situation.copied"), "done"))

    # -- ending ---------------------------------------------------------------------------

    def _tool_changed(self, id: str) -> None:
        if id != "inspect":
            self.close()

    @guarded
    def done(self, result: int) -> None:
        """Put the tool away with the dialog; closing it comes here too."""
        super().done(result)
        self._put_away()

    def _put_away(self) -> None:
        if self._away:
            return
        self._away = True
        self._point(None)
        self.board.inspected.disconnect(self.show_found)
        self.board.tool_changed.disconnect(self._tool_changed)
        self.deleteLater()  # the next one speaks the language of then
        if self.board.tools.current is self.board.inspector:
            self.board.use_tool("select")


def open_inspector(
    board: BoardView,
    window: QWidget,
    ends: tuple[str, str] | None = None,
    tell: Callable[[Message], None] | None = None,
) -> SightDialog:
    """Take the inspector into the hand and show its dialog; perhaps with both ends."""
    tool = board.inspector
    board.use_tool(tool.id)
    if ends is not None:
        tool.look(Spot(TokenId(ends[0])), Spot(TokenId(ends[1])), "")
    open_ones = [d for d in window.findChildren(SightDialog) if d.isVisible()]
    if open_ones:
        dialog = open_ones[0]
        dialog.raise_()
        return dialog
    dialog = SightDialog(board, window)
    if tell is not None:
        dialog.told.connect(tell)
    dialog.show()
    return dialog
