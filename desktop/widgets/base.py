"""What drawn widgets share: they follow the theme and say who they are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QEnterEvent, QPainter
from PySide6.QtWidgets import QAbstractButton, QLabel, QTableView, QWidget

from desktop.colours import Theme
from desktop.guard import guarded
from desktop.theme import current, px
from desktop.widgets.unbroken import Words


class Drawn(QWidget):
    """A widget that paints itself in the theme in use."""

    @guarded
    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    def pen(self) -> tuple[QPainter, Theme]:
        """Return a painter on this widget and the theme; the caller ends the painter."""
        return _painter(self), current()


class DrawnButton(QAbstractButton):
    """A button that paints itself in the theme in use and knows when the pointer is over it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.hovering = False

    @guarded
    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange):
            self.updateGeometry()
            self.update()
        super().changeEvent(event)

    @guarded
    def enterEvent(self, event: QEnterEvent) -> None:
        self.hovering = True
        self.update()
        super().enterEvent(event)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        self.hovering = False
        self.update()
        super().leaveEvent(event)

    def pen(self) -> tuple[QPainter, Theme]:
        """Return a painter on this widget and the theme; the caller ends the painter."""
        return _painter(self), current()


def _painter(widget: QWidget) -> QPainter:
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    return painter


def area(widget: QWidget) -> QRectF:
    """Return the rectangle of a widget in its own coordinates."""
    return QRectF(widget.rect())


def label(text: str = "", step: str = "", tone: str = "", parent: QWidget | None = None) -> QLabel:
    """Make a label in a type step of the style sheet (``row``, ``label`` …) and a tone."""
    result = Words(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)  # words of others are no markup
    set_looks(result, step, tone)
    return result


def set_looks(widget: QWidget, step: str = "", tone: str = "") -> None:
    """Give a label or field another step or tone, also later."""
    if step:
        widget.setProperty("step", step)
    widget.setProperty("tone", tone)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)


def plain_table(view: QTableView, row: int = 24) -> None:
    """Make a table look like our lists: no grid, low rows, headings at the left."""
    view.setShowGrid(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(px(row))
    view.verticalHeader().setMinimumSectionSize(px(row))
    view.horizontalHeader().setDefaultAlignment(
        Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    )
    view.horizontalHeader().setHighlightSections(False)
    view.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    view.setWordWrap(False)


def rule(parent: QWidget | None = None, upright: bool = False) -> QWidget:
    """Make a separating line."""
    result = QWidget(parent)
    result.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    result.setProperty("panel", "line")
    if upright:
        result.setFixedWidth(1)
    else:
        result.setFixedHeight(1)
    return result
