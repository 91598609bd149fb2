"""Proposed walls over a picture: a click or the keyboard accepts and declines them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF

from desktop.colours import MAP, paint_colour
from desktop.dialogs.grid_view import GridView
from desktop.guard import guarded
from maps.proposals import Chain

REACH = 9.0
"""So many pixels beside a line a click still means it."""
TAKEN, LEFT, HERE = "#3DDC84", "#B9B9B9", "#FFD97A"


class ProposalView(GridView):
    """The picture with the proposals over it; the keyboard walks them, Space decides.

    Signals:
        decided(): another number of proposals is accepted.
    """

    decided = Signal()

    def __init__(self, size: QSize) -> None:
        super().__init__(size)
        self.chains: tuple[Chain, ...] = ()
        self.taken: set[int] = set()
        self.here = -1
        self._shapes: list[QPolygonF] = []

    def show_chains(self, chains: Sequence[Chain]) -> None:
        """Show other proposals, all of them accepted."""
        self.chains, self.taken, self.here = tuple(chains), set(range(len(chains))), -1
        self._shapes = [QPolygonF([QPointF(x, y) for x, y in chain]) for chain in chains]
        self.decided.emit()
        self.update()

    def take_all(self, on: bool) -> None:
        """Accept or decline all at once."""
        self.taken = set(range(len(self.chains))) if on else set()
        self.decided.emit()
        self.update()

    def turn(self, index: int) -> None:
        """Accept a declined proposal, or the other way round."""
        self.taken ^= {index}
        self.here = index
        self.decided.emit()
        self.update()

    def at(self, place: QPointF) -> int | None:
        """Return the proposal nearest to a point of the view, within reach."""
        point, reach = self.in_picture(place), REACH / self.zoom
        best, found = reach, None
        for i, shape in enumerate(self._shapes):
            if shape.boundingRect().adjusted(-reach, -reach, reach, reach).contains(point):
                away = _away(self.chains[i], point)
                if away <= best:
                    best, found = away, i
        return found

    # -- hands ---------------------------------------------------------------------------------

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        index = self.at(event.position())
        if index is not None:
            self.turn(index)

    @guarded
    def event(self, event: QEvent) -> bool:
        """Let Tab walk the proposals; after the last one it leaves."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()))
            if step is not None and 0 <= self.here + step < len(self.chains):
                self._go(self.here + step)
                return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.here >= 0:
            self.turn(self.here)
        else:
            super().keyPressEvent(event)

    def _go(self, index: int) -> None:
        """Walk to a proposal and bring it into sight."""
        self.here = index
        box = self._shapes[index].boundingRect()
        shown = QRectF(self.in_picture(QPointF(0, 0)), self.in_picture(_corner(self.size())))
        if not shown.contains(box.center()):
            middle = QPointF(self.width() / 2, self.height() / 2)
            self.corner = middle - box.center() * self.zoom
            self._whole = False
        self.update()

    # -- painting ------------------------------------------------------------------------------

    def _lines(self, seen: QRectF) -> list[QLineF]:
        return []  # the grid would hide what is proposed

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(2, 2, -2, -2))
        painter.translate(self.corner)
        painter.scale(self.zoom, self.zoom)
        for i, shape in enumerate(self._shapes):
            taken = i in self.taken
            if i == self.here:
                painter.setPen(_pen(HERE, 9, 0.9))
                painter.drawPolyline(shape)
            if taken:
                painter.setPen(_pen(MAP.case, 5, 0.75))
                painter.drawPolyline(shape)
            painter.setPen(
                _pen(TAKEN if taken else LEFT, 2.5 if taken else 1.6, 1, dashed=not taken)
            )
            painter.drawPolyline(shape)
        painter.end()


def _pen(ink: str, width: float, alpha: float, *, dashed: bool = False) -> QPen:
    made = QPen(paint_colour(ink, alpha), width)
    made.setCosmetic(True)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        made.setStyle(Qt.PenStyle.DashLine)
    return made


def _corner(size: QSize) -> QPointF:
    return QPointF(size.width(), size.height())


def _away(chain: Chain, point: QPointF) -> float:
    """Return the distance of a point from a chain, in pixels of the picture."""
    best = float("inf")
    for (ax, ay), (bx, by) in zip(chain, chain[1:], strict=False):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        along = ((point.x() - ax) * dx + (point.y() - ay) * dy) / length if length else 0.0
        along = min(1.0, max(0.0, along))
        gap = QLineF(point, QPointF(ax + along * dx, ay + along * dy)).length()
        best = min(best, gap)
    return best
