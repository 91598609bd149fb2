"""The strip of initiative at the foot of the players' window: who acts, who comes next."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop import theme
from desktop.board.paint_token import paint_marker
from desktop.docks.parts import look_of
from desktop.docks.words import round_word
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.player.board import told
from desktop.player.session import PlayersSession
from desktop.widgets.chips import life_bar
from desktop.widgets.draw import plate, u, ui_font, write
from rules.encounter.state import TokenId

HEIGHT = 96
MARKER, LEAST = 46.0, 26.0
CELL, NARROW = 120.0, 40.0
ROUND = 104.0
USUAL, LARGEST = 800.0, 2.4
"""The height of a window with a strip of the usual size, and how many times as large it gets."""


class PlayerStrip(QWidget):
    """Markers in the order of the fight; hidden combatants are not in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: PlayersSession | None = None
        self.names = self.life = "heroes"
        self.order: tuple[TokenId, ...] = ()
        self.factor = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.fit_to(round(USUAL))

    def fit_to(self, window: int) -> None:
        """Be as large as a window of that height wants: a large screen is seen from far away."""
        self.factor = min(LARGEST, max(1.0, window / USUAL))
        self.setFixedHeight(round(self._u(HEIGHT)))

    def _u(self, length: float) -> float:
        return u(length) * self.factor

    def _font(self, size: float, weight: int = 400) -> QFont:
        return ui_font(size * self.factor, weight)

    def refresh(self, session: PlayersSession | None) -> None:
        """Show another state."""
        self.session = session
        self.order = session.order() if session is not None else ()
        self.setAccessibleName(tr("player.strip"))
        self.setAccessibleDescription(", ".join(self._spoken(id) for id in self.order))
        self.update()

    def _spoken(self, id: TokenId) -> str:
        assert self.session is not None
        token = self.session.state.tokens[id]
        named = told(self.names, token.side)
        words = token.name if named else look_of(self.session, token).initials
        return tr("player.acting", name=words) if self._acts(id) else words

    def _acts(self, id: TokenId) -> bool:
        return self.session is not None and id in self.session.state.timeline.acting

    def shown(self) -> tuple[TokenId, ...]:
        """Return who is in the strip; where not all fit, it begins with whoever acts."""
        room = max(1, math.floor((self.width() - self._u(ROUND) - self._u(16)) / self._u(NARROW)))
        if len(self.order) <= room:
            return self.order
        first = next((i for i, id in enumerate(self.order) if self._acts(id)), 0)
        return (*self.order[first:], *self.order[:first])[:room]

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), look.colour("surface"))
        painter.fillRect(QRectF(0, 0, self.width(), 1), look.colour("line"))
        if self.session is not None:
            self._round(painter, self.session)
            ids = self.shown()
            wide = min(
                self._u(CELL), (self.width() - self._u(ROUND) - self._u(16)) / max(1, len(ids))
            )
            for i, id in enumerate(ids):
                box = QRectF(self._u(ROUND) + i * wide, 0, wide, self.height())
                self._cell(painter, self.session, id, box)
        painter.end()

    def _round(self, painter: QPainter, session: PlayersSession) -> None:
        look, time = theme.current(), session.state.timeline
        if not time.running:
            return
        top = QRectF(0, self.height() / 2 - self._u(30), self._u(ROUND), self._u(18))
        word = round_word(session.state.system, "lap") or tr("player.round")
        write(painter, top, word, self._font(13), look.text_2, "middle")
        below = QRectF(0, top.bottom(), self._u(ROUND), self._u(38))
        write(painter, below, str(time.round), self._font(32, 700), look.text, "middle")

    def _cell(self, painter: QPainter, session: PlayersSession, id: TokenId, box: QRectF) -> None:
        look, token = theme.current(), session.state.tokens[id]
        acting = self._acts(id)
        inner = box.adjusted(self._u(2), self._u(5), -self._u(2), -self._u(4))
        if acting:
            plate(painter, inner, self._u(8), look.accent_weak, look.accent, self._u(2))
        size = min(self._u(MARKER), max(self._u(LEAST), box.width() - self._u(12)))
        centre = QPointF(box.center().x(), box.top() + self._u(35))
        marker = replace(look_of(session, token), selected=acting)
        paint_marker(painter, centre, size, marker, look)
        if told(self.names, token.side):
            row = QRectF(
                inner.left() + self._u(3),
                box.top() + self._u(63),
                inner.width() - self._u(6),
                self._u(16),
            )
            f = self._font(12, 650 if acting else 500)
            write(painter, row, token.name, f, look.text, "middle")
        if told(self.life, token.side):
            bar = QRectF(box.center().x() - size / 2, box.top() + self._u(82), size, self._u(5))
            life_bar(painter, bar, session.system.health(token).share, look)
