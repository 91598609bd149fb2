"""Small widgets that several docks are made of: markers, bars, buttons with keys, empty states."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from desktop import icons, theme
from desktop.board.initials import initials
from desktop.board.paint import fill, pen, text_in
from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.session import Session
from rules.encounter.state import Encounter, Token

# ---- who is who ------------------------------------------------------------------------------


class Letters:
    """The letters of all tokens of a state, the same as on the map."""

    def __init__(self) -> None:
        self._tokens: object = None
        self._found: dict[str, str] = {}

    def of(self, state: Encounter, token: str) -> str:
        """Return the letters of a token; empty where there is none of this id."""
        if state.tokens is not self._tokens:
            unnamed = [(t.id, t.name) for t in state.tokens.values() if not t.label]
            labels: dict[str, str] = {t.id: t.label for t in state.tokens.values() if t.label}
            self._tokens, self._found = state.tokens, {**initials(unnamed), **labels}
        return self._found.get(token, "")


LETTERS = Letters()


def is_out(session: Session, token: Token) -> bool:
    """Whether a combatant is down or dead."""
    health = session.system.health(token)
    return health.down or health.dead


def look_of(session: Session, token: Token) -> MarkerLook:
    """Return how the marker of a token looks in lists."""
    letters = LETTERS.of(session.state, token.id)
    return MarkerLook(letters, token.side, out=is_out(session, token))


class Marker(QWidget):
    """The round marker of a combatant."""

    def __init__(self, diameter: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._diameter = diameter
        self._look: MarkerLook | None = None
        side = theme.px(diameter)
        self.setFixedSize(side, side)

    def show_token(self, session: Session, token: Token | None) -> None:
        """Show a token, or nothing."""
        self._look = look_of(session, token) if token is not None else None
        self.setToolTip(token.name if token is not None else "")
        self.setAccessibleName(self.toolTip())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is not None:
            painter = QPainter(self)
            side = min(self.width(), self.height())
            paint_marker(painter, QRectF(self.rect()).center(), side, self._look, theme.current())
            painter.end()


# ---- painting in rows ------------------------------------------------------------------------


def row_font(weight: int = 400, *, step: str = "row", strike: bool = False) -> QFont:
    """Return the font of rows at the interface scale."""
    size = theme.STEPS[step].size * theme.current_scale()
    return theme.font(size, weight, strike=strike)


def paint_ground(
    painter: QPainter, rect: QRect, *, on: bool = False, hover: bool = False, focus: bool = False
) -> None:
    """Paint what lies behind a row: chosen with a mark at the left, under the pointer, focused."""
    look = theme.current()
    if on:
        painter.fillRect(rect, look.colour("accent_weak"))
        painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), look.colour("accent"))
    elif hover:
        painter.fillRect(rect, look.colour("hover"))
    if focus:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(look.accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 3, 3)


def life_role(share: float) -> str:
    """Return the colour role of a share of life."""
    return "ok" if share > 0.6 else "warn" if share > 0.3 else "bad"


def paint_bar(painter: QPainter, rect: QRectF, share: float, role: str) -> None:
    """Paint a bar with round ends."""
    look = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    half = rect.height() / 2
    painter.setBrush(fill(look.line))
    painter.drawRoundedRect(rect, half, half)
    if share > 0:
        done = QRectF(rect)
        done.setWidth(max(rect.height(), rect.width() * min(1.0, share)))
        painter.setBrush(look.colour(role))
        painter.drawRoundedRect(done, half, half)


class Bar(QWidget):
    """A bar that shows a share."""

    def __init__(self, role: str = "accent", height: int = 8) -> None:
        super().__init__()
        self._share, self._role = 0.0, role
        self.setFixedHeight(theme.px(height))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float, role: str = "") -> None:
        self._share, self._role = share, role or self._role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_bar(painter, QRectF(self.rect()), self._share, self._role)
        painter.end()


# ---- texts ----------------------------------------------------------------------------------


def label(step: str = "row", tone: str = "", *, wrap: bool = False) -> QLabel:
    """Make a label of a type step and tone of the style sheet."""
    made = QLabel()
    made.setProperty("step", step)
    if tone:
        made.setProperty("tone", tone)
    made.setWordWrap(wrap)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def set_tone(widget: QWidget, tone: str) -> None:
    """Give a widget another tone of the style sheet."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class ElidedLabel(QLabel):
    """A line that is shortened where there is no room, and whole in its tooltip."""

    def __init__(self, step: str = "row", tone: str = "") -> None:
        super().__init__()
        self.setProperty("step", step)
        if tone:
            self.setProperty("tone", tone)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), 24), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.contentsRect().width()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        self.setToolTip(self.text() if shown != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(
            self.contentsRect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown
        )
        painter.end()


class Separator(QWidget):
    """A hairline."""

    def __init__(self, *, upright: bool = False) -> None:
        super().__init__()
        self.setFixedWidth(1) if upright else self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().colour("line"))
        painter.end()


# ---- buttons --------------------------------------------------------------------------------


class KeyButton(QPushButton):
    """A button with an icon before or behind its word and perhaps the cap of a key."""

    def __init__(self, icon: str = "", *, kind: str = "", trailing: bool = False) -> None:
        super().__init__()
        self.key = ""
        self.icon_name = icon
        self._trailing = trailing
        self.setProperty("kind", kind)
        self.setAutoDefault(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str, key: str = "") -> None:
        """Say the word and the key."""
        self.key = key
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def set_kind(self, kind: str) -> None:
        """Make it the main button of its dock, or an ordinary one."""
        if self.property("kind") != kind:
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)

    def _parts(self) -> tuple[int, int, int]:
        metrics = self.fontMetrics()
        icon = theme.px(22) if self.icon_name else 0
        key = 0
        if self.key:
            wide = QFontMetricsF(row_font(500, step="label")).horizontalAdvance(self.key)
            key = round(wide) + 10 + 8
        return icon, metrics.horizontalAdvance(self.text()), key

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(sum(self._parts()) + theme.px(24), max(hint.height(), theme.px(28)))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def ink(self) -> str:
        """Return the colour role of its text."""
        if not self.isEnabled():
            return "disabled"
        if self.property("kind") == "primary":
            return "on_accent"
        return "accent" if self.isChecked() else "text"

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        icon, wide, key = self._parts()
        left = (self.width() - icon - wide - key) / 2
        ink, mid = theme.current().colour(self.ink()), self.height() / 2
        side = theme.px(16)
        if self.icon_name:
            at = left + wide + icon - side if self._trailing else left
            icons.draw_icon(painter, self.icon_name, QRectF(at, mid - side / 2, side, side), ink)
        words = QRectF(left + (0 if self._trailing else icon), 0, wide + 1, self.height())
        text_in(painter, words, self.text(), self.font(), ink, "left")
        if self.key:
            self._cap(painter, QRectF(left + icon + wide + 8, mid - 8, key - 8, 16))
        painter.end()

    def _cap(self, painter: QPainter, rect: QRectF) -> None:
        look = theme.current()
        main = self.property("kind") == "primary" or not self.isEnabled()
        ink = look.colour(self.ink(), 0.85) if main else look.colour("text_3")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(ink if main else look.line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush if main else fill(look.sunk))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        text_in(painter, rect, self.key, row_font(500, step="label"), ink, "middle")


def flat_button(icon: str, run: Callable[[], object]) -> QPushButton:
    """Make a small button that shows only an icon; its word is a tooltip, see ``say_flat``."""
    button = QPushButton()
    button.setProperty("kind", "flat")
    button.setProperty("icon_name", icon)
    button.setFixedSize(theme.px(28), theme.px(28))
    button.setStyleSheet("padding: 0;")
    button.setAutoDefault(True)
    button.clicked.connect(lambda _on: run())
    return button


def say_flat(button: QPushButton, text: str, role: str = "text-2") -> None:
    """Name such a button and draw its icon in the theme in use."""
    button.setIcon(icons.icon(button.property("icon_name"), role))
    button.setIconSize(QSize(theme.px(16), theme.px(16)))
    button.setToolTip(text)
    button.setAccessibleName(text)


# ---- nothing to show --------------------------------------------------------------------------


class EmptyState(QWidget):
    """What stands where nothing is to be shown: why, what to do next, perhaps a button."""

    def __init__(self, icon: str) -> None:
        super().__init__()
        self._icon = icon
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        column.addStretch(1)
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self._mark)
        self.title = label("name", wrap=True)
        self.text = label("row", "2", wrap=True)
        for one in (self.title, self.text):
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(one)
        row = QHBoxLayout()
        row.setContentsMargins(0, 8, 0, 0)
        row.addStretch(1)
        self.button = KeyButton()
        self.button.hide()
        row.addWidget(self.button)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def say(self, title: str, text: str, button: str = "", key: str = "") -> None:
        """Say the words; without a word the button is not shown."""
        self._mark.setPixmap(
            icons.pixmap(self._icon, "text-3", theme.px(24), self.devicePixelRatioF())
        )
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.button.set_text(button, key)
        self.button.setVisible(bool(button))


class ClickLabel(ElidedLabel):
    """A line that can be clicked."""

    def __init__(self, run: Callable[[], object], step: str = "row", tone: str = "") -> None:
        super().__init__(step, tone)
        self._run = run
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self._run()


def clear(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        elif inner is not None:
            clear(inner)
