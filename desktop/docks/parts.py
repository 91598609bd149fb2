"""What several docks share beside the widgets: letters of combatants, empty states, list rows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop import theme
from desktop.board.initials import LETTERS
from desktop.board.paint_token import MarkerLook
from desktop.guard import guarded
from desktop.session import Session
from desktop.widgets import chips
from desktop.widgets.base import label as plain_label
from desktop.widgets.buttons import Button, Kind, Size
from desktop.widgets.draw import plate, u
from desktop.widgets.unmarked import unmarked
from rules.encounter.state import Token

# ---- who is who ------------------------------------------------------------------------------


def is_out(session: Session, token: Token) -> bool:
    """Whether a combatant is down or dead."""
    health = session.system.health(token)
    return health.down or health.dead


PORTRAIT = 64
"""Side of the portraits of markers, in pixels."""


class Portraits:
    """Small pictures of combatants, read from the file of the fight once."""

    def __init__(self) -> None:
        self._found: dict[str, QPixmap | None] = {}

    def of(self, session: Session, token: Token) -> QPixmap | None:
        """Return the portrait of a token; ``None`` where it has none that can be read."""
        asset = token.portrait
        if not asset:
            return None
        if asset not in self._found:
            self._found[asset] = self._read(session.store.asset(asset))
        return self._found[asset]

    @staticmethod
    def _read(data: bytes | None) -> QPixmap | None:
        picture = QPixmap()
        if not data or not picture.loadFromData(data):
            return None
        return picture.scaled(
            QSize(PORTRAIT, PORTRAIT),
            Qt.AspectRatioMode.KeepAspectRatioByExpanding,
            Qt.TransformationMode.SmoothTransformation,
        )


PORTRAITS = Portraits()


def look_of(session: Session, token: Token) -> MarkerLook:
    """Return how the marker of a token looks in lists."""
    letters = LETTERS.all(session.state.tokens).get(token.id, "")
    picture = PORTRAITS.of(session, token)
    return MarkerLook(letters, token.side, out=is_out(session, token), portrait=picture)


class Marker(chips.Marker):
    """The round marker of a combatant of the fight."""

    def __init__(self, diameter: int) -> None:
        super().__init__("", "neutral", diameter)

    def show_token(self, session: Session, token: Token | None) -> None:
        """Show a combatant, or nobody."""
        self.setVisible(token is not None)
        if token is not None:
            self.set_look(look_of(session, token))
            self.setToolTip(unmarked(token.name))
            self.setAccessibleName(token.name)


# ---- rows and texts ----------------------------------------------------------------------------


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
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if focus:
        plate(painter, QRectF(rect), u(4), None, look.accent, 2)


def scaled(painter: QPainter, widget: QWidget) -> QRectF:
    """Let a painter draw in units of the design; returns the widget's rectangle in them."""
    scale = theme.current_scale()
    painter.scale(scale, scale)
    return QRectF(0, 0, widget.width() / scale, widget.height() / scale)


def label(step: str = "row", tone: str = "", *, wrap: bool = False) -> QLabel:
    """Make a label of plain text in a step and tone of the style sheet."""
    made = plain_label("", step, tone)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    return made


class ElidedLabel(QLabel):
    """A line that is shortened where there is no room, and whole in its tooltip."""

    def __init__(self, step: str = "row", tone: str = "") -> None:
        super().__init__()
        self.setProperty("step", step)
        self.setProperty("tone", tone)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @guarded
    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), 24), hint.height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.contentsRect().width()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        self.setToolTip(unmarked(self.text() if shown != self.text() else ""))
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(
            self.contentsRect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, shown
        )
        painter.end()


def chain(*stops: QWidget) -> None:
    """Let Tab go from one widget to the next in this order."""
    for one, other in zip(stops, stops[1:], strict=False):
        QWidget.setTabOrder(one, other)


# ---- buttons and empty states --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parts:
    """What of a button is shown."""

    keys: bool = True
    mark: bool = True
    word: bool = True


class DockButton(Button):
    """A button of a dock; Enter presses it, too."""

    def __init__(self, kind: Kind = "outline", mark: str = "", *, size: Size = "normal") -> None:
        super().__init__("", kind, mark=mark, size=size)
        self.setAutoDefault(True)
        self._said = ("", "")

    def say(self, text: str, keys: str = "") -> None:
        """Say the word and the key."""
        self._said = (text, keys)
        self.setText(text)
        self.setAccessibleName(text)
        self.set_keys(keys)

    def show_parts(self, parts: Parts) -> None:
        """Show some of its parts, the word at least where it has no icon; the tooltip says all."""
        text, keys = self._said
        bare = not parts.word and bool(self.mark)
        self.show_mark(bare or parts.mark)
        self.setText("" if bare else text)
        self.set_keys(keys if parts.keys else "")
        gone = bare or (bool(keys) and not parts.keys)
        said = f"{text} ({keys})" if keys else text
        self.setToolTip(unmarked(said) if gone else "")


class EmptyState(QWidget):
    """What stands where nothing is to be shown: why, what to do next, perhaps a button."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(4)
        column.addStretch(1)
        column.addWidget(chips.Mark(mark, "3", 24), 0, Qt.AlignmentFlag.AlignHCenter)
        self.title = label("name", wrap=True)
        self.text = label("row", "2", wrap=True)
        for one in (self.title, self.text):
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(one)
        row = QHBoxLayout()
        row.setContentsMargins(0, 8, 0, 0)
        row.addStretch(1)
        self.button = DockButton()
        self.button.hide()
        row.addWidget(self.button)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def say(self, title: str, text: str, button: str = "") -> None:
        """Say the words; without a word the button is not shown."""
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.button.say(button)
        self.button.setVisible(bool(button))
