"""Measuring a screen: a bar is drawn out until it is 10 cm long by a ruler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop import theme
from desktop.dialogs.base import Dialog
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.widgets.base import label
from desktop.widgets.draw import plate, u, ui_font, write

if TYPE_CHECKING:
    from desktop.player.window import PlayerWindow

INCHES = 10 / 2.54
"""The bar in inches."""
LEAST, MOST = 24.0, 384.0
EDGE = 16.0


class Bar(QWidget):
    """A bar whose right end is dragged, or moved by arrow keys.

    Signals:
        changed(float): the bar has another length, in pixels.
    """

    changed = Signal(float)

    def __init__(self, length: float) -> None:
        super().__init__()
        self.length = length
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setAccessibleName(tr("player.scale.bar"))
        self.setAccessibleDescription(tr("player.scale.text"))

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(self.length + 2 * EDGE + 80), theme.px(88))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(420), theme.px(88))

    def set_length(self, length: float) -> None:
        """Draw the bar out to a length."""
        most = min(MOST * INCHES, self.width() - 2 * EDGE)
        self.length = max(LEAST * INCHES, min(most, length))
        self.changed.emit(self.length)
        self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.set_length(event.position().x() - EDGE)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        far = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.set_length(self.length + step * (10 if far else 1))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(EDGE, u(20), self.length, u(28))
        painter.fillRect(bar, look.colour("accent"))
        for i in range(11):
            x = EDGE + self.length * i / 10
            painter.fillRect(QRectF(x - 0.5, u(14), 1, u(40)), look.colour("text"))
        grip = QRectF(bar.right() - u(4), u(10), u(8), u(48))
        rim = look.accent if self.hasFocus() else look.line_strong
        plate(painter, grip, u(4), look.raised, rim, u(2))
        write(painter, QRectF(EDGE, u(60), u(60), u(20)), "0", ui_font(12), look.text_2)
        end = QPointF(bar.right(), u(60))
        words = tr("player.scale.end")
        room = QRectF(end.x() - u(80), end.y(), u(80), u(20))
        write(painter, room, words, ui_font(12, 600), look.text, "right")
        painter.end()


class ScaleDialog(Dialog):
    """Asks for the length of 10 cm on the screen that it stands on."""

    def __init__(self, window: PlayerWindow) -> None:
        title, text = tr("player.scale.title"), tr("player.scale.text")
        super().__init__(window, title, "ruler", text)
        self.window_ = window
        self.bar = Bar(window.inch * INCHES)
        self.body.addWidget(self.bar)
        self.words = label("", "row", "2")
        self.body.addWidget(self.words)
        self.bar.changed.connect(self._say)
        self.buttons(tr("player.scale.take"))
        most = window.screen().availableGeometry().width() - 40
        wide = round(max(window.inch * INCHES * 1.6 + 2 * EDGE, theme.px(640)))
        self.resize(min(wide, most), self.sizeHint().height())
        self._say(self.bar.length)
        self.bar.setFocus()

    def _say(self, length: float) -> None:
        self.words.setText(tr("player.scale.now", pixels=round(length / INCHES, 1)))

    def finish(self) -> None:
        """Keep the measure and use it."""
        self.window_.set_inch(self.bar.length / INCHES)
        self.window_.settings.set(player_zoom="inch")
        self.accept()


def measure(window: PlayerWindow) -> None:
    """Measure the screen of the players' window."""
    dialog = ScaleDialog(window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
