"""The map as players see it: ground, fog, tokens, names by choice; only the view can be moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget
from shapely.geometry.base import BaseGeometry

from desktop.board import camera as cam
from desktop.board.layers import path_of
from desktop.board.navigation import Navigation
from desktop.board.paint import fill, text, text_width
from desktop.board.paint_marks import scale_transform
from desktop.board.paint_token import TokenLook
from desktop.board.painting import Painting
from desktop.board.scene import Scene
from desktop.board.sight import Sight
from desktop.board.view import BoardView
from desktop.colours import MAP
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.player.session import PlayersSession
from desktop.session import Session
from desktop.theme import font
from rules.encounter.changes import Changes
from rules.encounter.state import SideId, Token, TokenId

WALLS_SEEN = 0.16
"""How far the fog stands back, in squares: as far as drawn walls are thick."""
NOTCH = 1.15 ** (1 / 120)
FAR = 10_000.0
CROWDED = 0.25
"""A name that would hide others with more than this share of it is left out."""
NAMES = (11, 30)
"""Least and largest letters of names: a television is far away."""


def told(who: str, side: SideId) -> bool:
    """Whether players are told something of somebody on a side."""
    return who == "all" or (who == "heroes" and side is SideId.HEROES)


@dataclass(slots=True)
class PlayerScene(Scene):
    """The scene of the players: how somebody is, is told by choice."""

    life: str = "heroes"

    def _look(self, token: Token, dx: float, dy: float) -> TokenLook:
        look = Scene._look(self, token, dx, dy)  # a slotted dataclass has no plain super()
        if told(self.life, token.side):
            return look
        return replace(look, life=None, conditions=())


class PlayerPainting(Painting):
    """Paints ground, fog, tokens and names: no tool, line, badge, card or ruler."""

    board: PlayerBoard

    def __init__(self, board: PlayerBoard) -> None:
        super().__init__(board)
        self._veil: tuple[BaseGeometry, QPainterPath] | None = None

    def frame(self, painter: QPainter, exposed: QRect) -> None:
        """Paint a frame."""
        board = self.board
        self.backdrop.keep()
        painter.drawPixmap(0, 0, self.backdrop.picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        session = board.session
        if not isinstance(session, PlayersSession):
            painter.fillRect(exposed, Qt.GlobalColor.black)
            return
        if session.seen is not None:
            to_pixels = scale_transform(board.camera)
            painter.fillPath(to_pixels.map(self._cover(session.seen)), QColor(0, 0, 0))
        selected = set(session.selected)
        self._tokens(painter, board.camera, (t for t in board.scene.order if t not in selected))
        self._tokens(painter, board.camera, (t for t in board.scene.order if t in selected))
        self._names(painter, session)

    def _cover(self, seen: BaseGeometry) -> QPainterPath:
        """Return everything but what is seen, in squares; made once for each area."""
        if self._veil is None or self._veil[0] is not seen:
            path = path_of(seen.buffer(WALLS_SEEN, join_style="mitre"))
            path.addRect(QRectF(-FAR, -FAR, 2 * FAR, 2 * FAR))
            path.setFillRule(Qt.FillRule.OddEvenFill)
            self._veil = (seen, path)
        return self._veil[1]

    def _names(self, painter: QPainter, session: PlayersSession) -> None:
        board = self.board
        room = QRectF(board.rect()).adjusted(-200, -40, 200, 40)
        size = round(min(NAMES[1], max(NAMES[0], 0.27 * board.camera.scale)))
        face = font(size, 550)
        taken = {id: board.rect_of(id).adjusted(4, 4, -4, -4) for id in board.scene.order}
        near = Near(taken.values())
        for id in board.scene.order:
            words = board.words_for(session.state.tokens[id], session)
            if not words or not room.contains(taken[id].center()):
                continue
            plate = QRectF(0, 0, text_width(words, face) + 1.4 * size, 1.6 * size)
            token, wide = board.rect_of(id), plate.width() + 4
            around = token.adjusted(-wide, -2 * size, wide, 2 * size)
            others = [rect for rect in near.meeting(around) if rect is not taken[id]]
            lost = _put_beside(plate, token, others)
            if lost > CROWDED:
                continue  # the strip has the name, and nobody is covered by it
            near.add(plate)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill(MAP.pill, 0.88))
            painter.drawRoundedRect(plate, 0.8 * size, 0.8 * size)
            at = QPointF(plate.center().x(), plate.center().y() + 0.36 * size)
            text(painter, at, words, face, "#FFFFFF")


class Near:
    """Rectangles by the fields of a coarse grid that they touch: who is near whom."""

    FIELD = 200
    """Pixels along a field."""

    def __init__(self, rects: Iterable[QRectF]) -> None:
        self._fields: dict[tuple[int, int], list[QRectF]] = {}
        for rect in rects:
            self.add(rect)

    def add(self, rect: QRectF) -> None:
        for field in self._touched(rect):
            self._fields.setdefault(field, []).append(rect)

    def meeting(self, room: QRectF) -> list[QRectF]:
        """Return the rectangles that meet some room, each once."""
        found = {id(r): r for field in self._touched(room) for r in self._fields.get(field, ())}
        return [rect for rect in found.values() if rect.intersects(room)]

    def _touched(self, rect: QRectF) -> Iterator[tuple[int, int]]:
        size = self.FIELD
        for x in range(int(rect.left() // size), int(rect.right() // size) + 1):
            for y in range(int(rect.top() // size), int(rect.bottom() // size) + 1):
                yield x, y


def _put_beside(plate: QRectF, token: QRectF, others: list[QRectF]) -> float:
    """Put a name beside a token where it hides least; return the share of it that hides."""
    middle = token.center()
    across, down = plate.width() / 2 + 2, plate.height() / 2

    def hidden(at: QPointF) -> float:
        plate.moveCenter(at)
        cut = [plate.intersected(other) for other in others]
        return sum(piece.width() * piece.height() for piece in cut if not piece.isEmpty())

    places = (
        QPointF(middle.x(), token.bottom() + down),
        QPointF(middle.x(), token.top() - down),
        QPointF(token.right() + across, middle.y()),
        QPointF(token.left() - across, middle.y()),
    )
    best = min(places, key=hidden)
    return hidden(best) / (plate.width() * plate.height())


class PlayerNavigation(Navigation):
    """Shows the map as the mode of the players' window says."""

    board: PlayerBoard

    def __init__(self, board: PlayerBoard) -> None:
        super().__init__(board)
        self.fitted: cam.Bounds | None = None

    def keep_mode(self) -> None:
        """Fit the map, keep one square at one inch, or leave it to the hand."""
        board = self.board
        if board.mode == "fit":
            self.fit()
        elif board.mode == "inch":
            self.zoom_at(board.inch, QPointF(board.width() / 2, board.height() / 2))

    def fit(self) -> None:
        """Show the whole map as large as the screen allows."""
        self.fitted = self.board.scene.bounds()
        self.set_camera(cam.fitted(self.fitted, self.board.width(), self.board.height()))

    def fit_once(self) -> None:
        """Do as the mode says: there is no first time."""
        if self.board.session is not None:
            if self.fitted is None:
                self.fit()
            self.keep_mode()


class PlayerBoard(BoardView):
    """The players' map.

    Signals:
        moved_by_hand(bool): somebody moved the map, or zoomed it (true).
    """

    moved_by_hand = Signal(bool)
    navigation: PlayerNavigation
    navigates = PlayerNavigation

    def __init__(self, parent: QWidget | None = None) -> None:
        self.names_of: str = "heroes"
        self.mode: str = "fit"
        self.inch = 96.0
        self._grip: QPointF | None = None
        super().__init__(None, parent)
        self.switches.for_players = True
        self.scene = PlayerScene(for_players=True)
        self.sight = Sight(self.scene)
        self.painting = PlayerPainting(self)
        self.switches.apply_overlays(())
        self.switches.show_obstacles(False)
        self.setAcceptDrops(False)

    def retranslate(self) -> None:
        """Say what this is; never what lies on it."""
        self.setAccessibleName(tr("player.accessible"))
        self.setAccessibleDescription(tr("player.about"))
        self.spoil()

    def say(self, words: str) -> None:
        """Say nothing: who sits at the table looks."""

    def words_for(self, token: Token, session: Session) -> str:
        """Return what is written below a token."""
        assert isinstance(self.scene, PlayerScene)
        if not told(self.names_of, token.side):
            return ""
        if not told(self.scene.life, token.side):
            return token.name
        health = session.system.health(token)
        return tr("board.name_life", name=token.name, now=health.now, most=health.most)

    def tell(self, names: str, life: str) -> None:
        """Choose whose names and whose points are told."""
        assert isinstance(self.scene, PlayerScene)
        self.names_of, self.scene.life = names, life
        self.scene.refresh()
        self.spoil()

    # -- the view ----------------------------------------------------------------------------

    def use_mode(self, mode: str, inch: float) -> None:
        """Fit the map, keep one square at one inch, or leave it to the hand."""
        self.mode, self.inch = mode, inch
        self.navigation.keep_mode()

    def refresh(self, changes: Changes) -> None:
        """Show another state; a map that grew is fitted again."""
        super().refresh(changes)
        if self.mode == "fit" and self.navigation.fitted != self.scene.bounds():
            self.navigation.fit()

    def follow(self, id: str) -> None:
        """Bring somebody into the middle."""
        if self.mode != "fit" and TokenId(id) in self.scene.looks:
            look = self.scene.looks[TokenId(id)]
            x, y = look.x + look.size / 2, look.y + look.size / 2
            self.navigation.set_camera(cam.centred(self.camera, x, y, self.width(), self.height()))

    def pan(self, dx: float, dy: float) -> None:
        """Move the map by pixels."""
        self.navigation.set_camera(cam.moved(self.camera, dx, dy))
        self.moved_by_hand.emit(False)

    def pan_squares(self, dx: int, dy: int) -> None:
        """Move the view by whole squares."""
        self.pan(-dx * self.camera.scale, -dy * self.camera.scale)

    def zoom_step(self, factor: float) -> None:
        """Zoom about the middle, unless the scale is fixed."""
        self._zoom(factor, QPointF(self.width() / 2, self.height() / 2))

    def _zoom(self, factor: float, at: QPointF) -> None:
        if self.mode != "inch":
            self.navigation.zoom_at(self.camera.scale * factor, at)
            self.moved_by_hand.emit(True)

    # -- events: nothing of the fight can be touched here --------------------------------------

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again, or keep the scale."""
        self.painting.backdrop.spoil()
        self.navigation.fit_once()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the map."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._grip = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            event.ignore()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the map."""
        if self._grip is not None:
            away, self._grip = event.position() - self._grip, event.position()
            if not away.isNull():
                self.pan(away.x(), away.y())

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the map."""
        self._grip = None
        self.unsetCursor()

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Leave it to the window."""
        event.ignore()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; a fixed scale moves instead."""
        turn = event.angleDelta()
        if self.mode == "inch":
            self.pan(turn.x() / 2, turn.y() / 2)
        else:
            self._zoom(NOTCH ** (turn.y() or turn.x()), event.position())
        event.accept()

    def pinch(self, factor: float, at: QPointF) -> None:
        """Zoom at the fingers, unless the scale is fixed."""
        if self.mode != "inch":
            self._zoom(factor, at)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window."""
        event.ignore()

    @guarded
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window."""
        event.ignore()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show no frame: this is a picture."""

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take nothing."""
        event.ignore()
