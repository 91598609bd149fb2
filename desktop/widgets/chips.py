"""Small things that say one word or one number: chips, key caps, tags, markers, bars."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.colours import Theme
from desktop.guard import guarded
from desktop.widgets.base import Drawn, area
from desktop.widgets.draw import (
    ChipKind,
    Tone,
    chip,
    chip_width,
    icon,
    key_cap,
    key_cap_width,
    own_tag,
    own_tag_width,
    plate,
    u,
    ui_font,
    write,
)


class _Small(Drawn):
    """A drawn thing of a fixed size that shows a text."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class Chip(_Small):
    """A chip of a kind: quiet, or a verdict."""

    def __init__(
        self, text: str = "", kind: ChipKind = "", mark: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._kind, self._mark = kind, mark

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(chip_width(self._text, self._mark)), round(u(20)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        chip(painter, area(self), self._text, theme, self._kind, self._mark)
        painter.end()


class KeyCap(_Small):
    """The cap of a key, as the status bar shows it."""

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(key_cap_width(self._text)) + 1, round(u(18)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        key_cap(painter, 0.5, area(self).center().y(), self._text, theme)
        painter.end()


class OwnTag(_Small):
    """The dashed tag of a value that is our own default."""

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(own_tag_width(self._text)) + 1, round(u(16)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        own_tag(painter, area(self), self._text, theme)
        painter.end()


class StepDisc(_Small):
    """The number of a step of a resolution, in a disc of the accent."""

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(20)), round(u(20)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        plate(painter, box, box.height() / 2, theme.accent)
        write(painter, box, self._text, ui_font(12, 600), theme.on_accent, "middle")
        painter.end()


class Mark(Drawn):
    """An icon as a widget."""

    def __init__(
        self, mark: str, tone: Tone = "3", size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._mark, self._tone, self._size = mark, tone, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_mark(self, mark: str, tone: Tone = "3") -> None:
        """Show another icon or another tone."""
        self._mark, self._tone = mark, tone
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(self._size)), round(u(self._size)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        roles = {"": "text", "2": "text_2", "3": "text_3"}
        icon(painter, self._mark, area(self), getattr(theme, roles.get(self._tone, self._tone)))
        painter.end()


class Marker(Drawn):
    """The round marker of a combatant.

    Signals:
        clicked(): it was clicked.
    """

    clicked = Signal()

    def __init__(
        self,
        initials: str = "",
        side: str = "neutral",
        diameter: int = 18,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look, self._diameter = MarkerLook(initials, side), diameter
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_look(self, look: MarkerLook) -> None:
        """Show another combatant."""
        self._look = look
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        side = round(u(self._diameter)) + 2
        return QSize(side, side)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()
        super().mousePressEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        paint_marker(painter, area(self).center(), u(self._diameter), self._look, theme)
        painter.end()


# ---- bars ------------------------------------------------------------------------------------


def life_role(share: float) -> str:
    """Return the colour role of a share of life."""
    return "ok" if share > 0.6 else "warn" if share > 0.3 else "bad"


class LifeBar(Drawn):
    """A bar of life: 6 high, coloured by what is left."""

    def __init__(self, now: int = 1, most: int = 1, width: int = 44) -> None:
        super().__init__()
        self._now, self._most, self._width = now, most, width
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_life(self, now: int, most: int) -> None:
        """Show other numbers."""
        self._now, self._most = now, most
        self.update()

    @property
    def share(self) -> float:
        return 0.0 if self._most <= 0 else min(1.0, max(0.0, self._now / self._most))

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(self._width)), round(u(6)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        life_bar(painter, area(self), self.share, theme)
        painter.end()


def life_bar(painter: QPainter, rect: QRectF, share: float, theme: Theme) -> None:
    """Draw a bar of life."""
    bar(painter, rect, share, getattr(theme, life_role(share)), theme)


def bar(painter: QPainter, rect: QRectF, share: float, ink: str, theme: Theme) -> None:
    """Draw a bar filled from the left; the least remainder still shows as a dot."""
    radius = rect.height() / 2
    plate(painter, rect, radius, theme.line)
    width = rect.width() * share
    if width > 0:
        done = QRectF(rect.left(), rect.top(), max(width, rect.height()), rect.height())
        plate(painter, done, radius, ink)


class ChanceBar(Drawn):
    """A bar of chance: 8 high, in the accent."""

    def __init__(self, share: float = 0.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = share
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float) -> None:
        """Show another chance, from 0 to 1."""
        self._share = min(1.0, max(0.0, share))
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(u(80)), round(u(8)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        bar(painter, area(self), self._share, theme.accent, theme)
        painter.end()
