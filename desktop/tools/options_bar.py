"""The bar over the map that offers what the tool in the hand can be set to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.guard import guarded
from desktop.theme import px
from desktop.tools.base import Option, Tool
from desktop.widgets.base import label
from desktop.widgets.buttons import Switch
from desktop.widgets.fields import Choice
from desktop.widgets.layouts import clear

if TYPE_CHECKING:
    from desktop.board.view import BoardView

TOP = 26
"""Pixels from the upper rim of the map: below its ruler."""
MOST = 4
"""More values than these make a list to open instead of a switch."""


class OptionsBar(QFrame):
    """Follows the tool in the hand; hidden while there is nothing to choose."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.board = board
        self.setProperty("panel", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(px(10), px(6), px(10), px(6))
        self.row.setSpacing(px(8))
        self._shown: tuple[Option, ...] = ()
        self.fields: dict[str, Switch | Choice] = {}
        board.installEventFilter(self)
        board.tool_changed.connect(lambda _id: self.refresh())
        board.status.connect(lambda _text: self.follow())
        self.hide()

    @property
    def tool(self) -> Tool:
        return self.board.tools.current

    def refresh(self) -> None:
        """Offer what the tool in the hand can be set to, in the language in use."""
        options = self.tool.options() if self.board.session is not None else ()
        if options != self._shown:
            self._shown = options
            self._fill(options)
        self.follow()
        self.setVisible(bool(options))
        self._place()

    def follow(self) -> None:
        """Show what the options are set to now."""
        if self.board.session is None:
            return
        for id, field in self.fields.items():
            value = self.tool.chosen(id)
            if isinstance(field, Switch):
                if value and field.value != value:
                    field.set_value(value)
            elif field.currentData() != value:
                field.blockSignals(True)
                field.setCurrentIndex(field.findData(value))
                field.blockSignals(False)

    def _fill(self, options: tuple[Option, ...]) -> None:
        self.fields = {}
        clear(self.row)
        for number, option in enumerate(options):
            if number:
                self.row.addSpacing(px(8))
            field = self._field(option)
            field.setAccessibleName(option.word)
            for widget in (label(option.word, "row", "2"), field):
                self.row.addWidget(widget)
                widget.show()  # or it would not count for the size of the bar yet
            self.fields[option.id] = field

    def _field(self, option: Option) -> Switch | Choice:
        if len(option.values) <= MOST:
            switch = Switch(option.values)
            switch.chosen.connect(lambda value, id=option.id: self._choose(id, value))
            return switch
        choice = Choice()
        for value, word in option.values:
            choice.addItem(word, value)
        id = option.id
        choice.activated.connect(lambda _i: self._choose(id, choice.currentData()))
        return choice

    def _choose(self, option: str, value: str) -> None:
        self.tool.set_option(option, value)
        self.refresh()
        self.board.setFocus()

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the map."""
        if watched is self.board and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    @guarded
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._place()

    def _place(self) -> None:
        parent = self.parentWidget()
        assert isinstance(parent, QWidget)
        self.adjustSize()
        self.move(max(px(20), (parent.width() - self.width()) // 2), px(TOP))
