"""The panel of the area tool: shape, size and name, who is caught, and what is done to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.board.panel import Panel
from desktop.dialogs.base import Scroll
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.theme import px
from desktop.widgets.base import Drawn, area, label, rule
from desktop.widgets.buttons import Button, Switch
from desktop.widgets.dock import IconButton
from desktop.widgets.draw import chip, chip_width, u, ui_font, write
from desktop.widgets.fields import Field
from rules.encounter.areas import SHAPES, Caught, PlacedArea, Shape
from rules.group import resist_command
from rules.system.ground import SupportsAreas

if TYPE_CHECKING:
    from desktop.board.view import BoardView

WIDTH = 330
ROW = 26
NARROW = 700
"""A map that is narrower is left free until the template is fixed."""
MOST = 9
"""So many rows are seen at once; the list scrolls beyond."""
REST = 300
"""Everything of the panel but the list, with its gaps: that has to fit on low maps, too."""
GAP = 12
"""Pixels between the panel and the rims of the map."""


class CaughtRow(Drawn):
    """Somebody who is caught: marker, name, and what the cover is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.look, self.name, self.note, self.affected = MarkerLook("", ""), "", "", True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH - 40), px(ROW))

    def show_row(self, look: MarkerLook, name: str, note: str, affected: bool) -> None:
        """Say something else."""
        self.look, self.name, self.note, self.affected = look, name, note, affected
        self.setAccessibleName(tr("areas.row", name=name, note=note) if note else name)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        middle = box.center().y()
        paint_marker(painter, QPointF(u(21), middle), u(18), self.look, theme)
        wide = chip_width(self.note) if self.note else 0.0
        room = QRectF(u(38), 0, box.width() - u(50) - wide, box.height())
        write(painter, room, self.name, ui_font(12), theme.text if self.affected else theme.text_2)
        if self.note:
            at = QRectF(box.right() - u(8) - wide, middle - u(10), wide, u(20))
            chip(painter, at, self.note, theme, "" if self.affected else "bad")
        painter.end()


class AreaPanel(Panel):
    """Lies over the lower right corner of the map while the area tool is in the hand."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._changing: PlacedArea | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12), px(8), px(12), px(12))
        column.setSpacing(px(8))
        self.title = label("", "name")
        column.addLayout(self._head())
        self.shapes = Switch()
        self.shapes.chosen.connect(self._choose)
        column.addWidget(self.shapes)
        column.addLayout(self._size_row())
        self.name = Field()
        self.name.setMaxLength(60)
        self.name.returnPressed.connect(board.setFocus)
        column.addWidget(self.name)
        self._line = rule()
        column.addWidget(self._line)
        self.count = label("", "row", "2")
        column.addWidget(self.count)
        self.rows: list[CaughtRow] = []
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._scroll = Scroll(self._list)
        column.addWidget(self._scroll)
        self._deeds = QWidget()
        self._deeds.setLayout(self._buttons())
        column.addWidget(self._deeds)
        board.area_changed.connect(self.refresh)
        self.retranslate()
        self.hide()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self.title, 1)
        self.shut = IconButton("close", "")
        self.shut.clicked.connect(lambda: self.board.use_tool("select"))
        row.addWidget(self.shut)
        return row

    def _size_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(4))
        self.what = label("", "row", "2")
        self.smaller, self.bigger = IconButton("minus", ""), IconButton("plus", "")
        self.size_words = label("", "row")
        self.smaller.clicked.connect(lambda: self._step(-1))
        self.bigger.clicked.connect(lambda: self._step(1))
        row.addWidget(self.what)
        row.addStretch(1)
        row.addWidget(self.smaller)
        row.addWidget(self.size_words)
        row.addWidget(self.bigger)
        return row

    def _buttons(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        row = QHBoxLayout()
        row.setSpacing(px(6))
        self.effects: dict[str, Button] = {}
        for what, mark in (("damage", "drop"), ("save", "shield"), ("conditions", "bolt")):
            button = Button("", "outline", mark=mark)
            button.clicked.connect(lambda _c=False, w=what: self._do(w))
            self.effects[what] = button
            row.addWidget(button, 1)
        column.addLayout(row)
        self.lay = Button("", "primary", mark="pin")
        self.lay.clicked.connect(self._lay)
        column.addWidget(self.lay)
        return column

    def _step(self, by: int) -> None:
        tool = self.board.area_tool
        tool.resize(tool.size + by)

    # -- what it says ---------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        self.setAccessibleName(tr("areas.tool"))
        self.title.setText(tr("areas.title"))
        self.shut.set_tip(tr("areas.close"))
        self.shapes.set_words([(s, language.words.say(f"areas.shape.{s}")) for s in SHAPES])
        self.shapes.setAccessibleName(tr("areas.what_shape"))
        self.smaller.set_tip(tr("areas.smaller"))
        self.bigger.set_tip(tr("areas.bigger"))
        self.name.setPlaceholderText(tr("areas.name"))
        self.name.setAccessibleName(tr("areas.name_label"))
        self.effects["damage"].setText(tr("areas.do.damage"))
        self.effects["save"].setText(tr("areas.do.save"))
        self.effects["conditions"].setText(tr("areas.do.conditions"))
        self.lay.setText(tr("areas.lay"))
        self.lay.setToolTip(tr("areas.lay.tip"))
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the template in the hand; hide while another tool is there."""
        board, session = self.board, self.board.session
        tool = board.area_tool
        wanted = (
            board.tools.current is tool and session is not None and not board.switches.for_players
        )
        held = self.window().focusWidget()
        if not wanted and held is not None and self.isAncestorOf(held):
            board.setFocus()  # else Qt hands the keyboard to the next button of the window
        self.setVisible(wanted)
        if not wanted or session is None:
            return
        system = session.system
        self.shapes.set_value(tool.shape)
        self.what.setText(language.words.say(f"areas.size.{tool.shape}"))
        if isinstance(system, SupportsAreas):
            self.size_words.setText(say(system.length(session.state, tool.size)))
        found = tool.found
        self._show(found.caught if found is not None else ())
        if found is None:
            emanates = tool.shape == "emanation"
            self.count.setText(tr("areas.no_token") if emanates else tr("areas.no_place"))
        else:
            self.count.setText(tr("areas.caught", n=len(found.caught)))
        some = found is not None and any(c.affected for c in found.caught)
        resist = resist_command(session.system)
        self.effects["save"].setVisible(bool(resist))
        word = tr("areas.do.save") if resist == "save" else tr("areas.do.roll")
        self.effects["save"].setText(word)
        for button in self.effects.values():
            button.setEnabled(some)
        self.lay.setEnabled(found is not None)
        self._say_changing(tool.changing)
        for part in (self.name, self._line, self._deeds):
            part.setVisible(not self.small)
        if self.small:
            self._scroll.hide()
        self.place()

    def _say_changing(self, changing: PlacedArea | None) -> None:
        """Say whether the template is a new one, or one that lies on the map already."""
        self.lay.setText(tr("areas.lay") if changing is None else tr("areas.lay_again"))
        if changing is not self._changing:
            self._changing = changing
            self.name.setText(changing.name if changing is not None else "")

    @property
    def small(self) -> bool:
        """Whether only shape, size and count are shown: a narrow map is needed for pointing."""
        return not self.board.area_tool.fixed and self.board.width() < px(NARROW)

    def _show(self, caught: tuple[Caught, ...]) -> None:
        board, session = self.board, self.board.session
        assert session is not None
        while len(self.rows) < len(caught):
            self.rows.append(CaughtRow())
            self._column.addWidget(self.rows[-1])
        for i, row in enumerate(self.rows):
            row.setVisible(i < len(caught))
            if i < len(caught):
                one = caught[i]
                token = session.state.tokens[one.token]
                look = MarkerLook(board.scene.letters.get(token.id, ""), str(token.side))
                note = say(one.note) if one.note is not None else ""
                row.show_row(look, token.name, note, one.affected)
        shown = min(MOST, len(caught))
        self._scroll.setVisible(shown > 0)
        room = self.board.height() - px(REST)
        self._scroll.setFixedHeight(max(px(ROW), min(shown * px(ROW), room)))

    @property
    def caught(self) -> tuple[str, ...]:
        """Ids of those on whom the effect works."""
        found = self.board.area_tool.found
        return tuple(c.token for c in found.caught if c.affected) if found is not None else ()

    def place(self) -> None:
        """Lie in the upper right corner."""
        self.setFixedWidth(min(px(WIDTH), max(px(200), self.board.width() - 2 * GAP - 24)))
        self.adjustSize()
        self.move(self.board.width() - self.width() - GAP, GAP + 18)
        self.raise_()

    # -- what it does ---------------------------------------------------------------------

    def _choose(self, shape: str) -> None:
        chosen: Shape = next(s for s in SHAPES if s == shape)
        self.board.area_tool.choose(chosen)

    def _do(self, what: str) -> None:
        """Do something to all who are caught; the template stays where it is meanwhile."""
        tool = self.board.area_tool
        if tool.area is not None:
            tool.finish_by_key()
            self.board.area_effect.emit(what, tool.area)

    def _lay(self) -> None:
        """Leave the template on the map."""
        tool, session = self.board.area_tool, self.board.session
        command = tool.command(self.name.text().strip())
        if session is not None and command is not None and session.perform(command):
            self.name.clear()
            tool.lose()
            self.board.setFocus()
