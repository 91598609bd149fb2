"""What the start page is made of: thumbnails, cards to start from, rows, the zone to drop files."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.colours import Theme, paint_colour
from desktop.guard import guarded
from desktop.theme import px
from desktop.widgets.base import Drawn, DrawnButton, area, label
from desktop.widgets.buttons import Button
from desktop.widgets.draw import (
    ChipKind,
    chip,
    chip_width,
    icon,
    plate,
    u,
    ui_font,
    width_of,
    write,
)

CARD = (272, 272)
PICTURE = 152
"""Height of the picture of a card."""
WIDE_PICTURE = (352, 142)
LARGE_PICTURE = (640, 286)


class StartButton(DrawnButton):
    """A drawn button that Enter presses too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)


def paint_picture(
    painter: QPainter, box: QRectF, image: QImage | None, shape: QPainterPath, theme: Theme
) -> None:
    """Draw a thumbnail, or a quiet ground with an icon while there is none."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(shape)
    if image is None:
        painter.fillRect(box, paint_colour(theme.rock))
        side = u(24)
        mark = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
        icon(painter, "map", mark, theme.rock_ink)
    else:
        high = image.height() * box.width() / max(1, image.width())
        source = QRectF(0, 0, image.width(), image.height())
        if high > box.height():  # keep the shape: cut, never stretch
            cut = image.height() * (1 - box.height() / high)
            source.adjust(0, cut / 2, 0, -cut / 2)
        else:
            cut = image.width() * (1 - high / box.height())
            source.adjust(cut / 2, 0, -cut / 2, 0)
        painter.drawImage(box, image, source)
    painter.restore()


def _shape(box: QRectF, *, top_only: bool = False, left_only: bool = False) -> QPainterPath:
    """Return a box that is round where it meets the round corners of its card."""
    path, whole = QPainterPath(), QRectF(box)
    if top_only:
        whole.setHeight(whole.height() + u(8))
    if left_only:
        whole.setWidth(whole.width() + u(8))
    path.addRoundedRect(whole, u(7), u(7))
    cut = QPainterPath()
    cut.addRect(box)
    return path.intersected(cut)


@dataclass(frozen=True, slots=True)
class CardWords:
    """What a card says."""

    title: str = ""
    system: str = ""
    size: str = ""
    about: str = ""
    go: str = ""


class FightCard(StartButton):
    """A fight to start: picture, name, system, size, what is special about it."""

    def __init__(self, words: CardWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.image: QImage | None = None
        self.setAccessibleName(words.title)
        self.setAccessibleDescription(f"{words.system}, {words.size}. {words.about}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(px(320))

    def show_picture(self, image: QImage) -> None:
        """Show the thumbnail."""
        self.image = image
        self.update()

    def picture_size(self) -> QSize:
        return QSize(px(318), px(PICTURE))

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(CARD[0]), px(CARD[1]))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(px(200), px(CARD[1]))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box, words = area(self), self.words
        on = self.hovering or self.hasFocus()
        plate(painter, box, u(8), theme.surface)
        picture = QRectF(1, 1, box.width() - 2, u(PICTURE))
        paint_picture(painter, picture, self.image, _shape(picture, top_only=True), theme)
        text = box.adjusted(u(16), 0, -u(16), 0)
        title = QRectF(text.left(), u(164), text.width(), u(20))
        write(painter, title, words.title, ui_font(14, 600), theme.text)
        kind: ChipKind = "accent" if on else ""
        wide = chip_width(words.system)
        row = QRectF(text.left(), u(188), wide, u(20))
        chip(painter, row, words.system, theme, kind)
        rest = QRectF(row.right() + u(8), row.top(), text.right() - row.right() - u(8), u(20))
        write(painter, rest, words.size, ui_font(11), theme.text_2, "right")
        _wrapped(painter, QRectF(text.left(), u(215), text.width(), u(48)), words.about, theme)
        if on:
            self._go(painter, theme, picture)
        width = 2.0 if on else 1.0
        plate(painter, box, u(8), None, theme.accent if on else theme.line, width)
        painter.end()

    def _go(self, painter: QPainter, theme: Theme, picture: QRectF) -> None:
        """Draw what looks like the main button; the whole card is one."""
        f = ui_font(12, 600)
        wide = width_of(self.words.go, f) + u(42)
        plot = QRectF(picture.right() - u(12) - wide, picture.bottom() - u(40), wide, u(28))
        plate(painter, plot, u(6), theme.accent_press if self.isDown() else theme.accent)
        icon(painter, "next", QRectF(plot.left() + u(10), plot.top() + u(6), u(16), u(16)),
             theme.on_accent)  # fmt: skip
        write(painter, plot.adjusted(u(32), 0, 0, 0), self.words.go, f, theme.on_accent)


class Chip(Drawn):
    """A word in a small plate."""

    def __init__(self, text: str, kind: ChipKind = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text, self.kind = text, kind
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(chip_width(self.text)) + 1, px(20))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        chip(painter, area(self), self.text, theme, self.kind)
        painter.end()


class Thumb(Drawn):
    """The picture at the left of a wide card."""

    def __init__(self, size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.setFixedHeight(px(size[1]))
        self.setMaximumWidth(px(size[0]))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._size = QSize(px(size[0]), px(size[1]))

    @guarded
    def sizeHint(self) -> QSize:
        return self._size

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(self._size.width() // 2, self._size.height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        paint_picture(painter, box, self.image, _shape(box, left_only=True), theme)
        painter.end()


class Extra(Drawn):
    """A drawn thing at the right of a wide card: the ring of the fight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.setFixedSize(px(WIDE_PICTURE[1]), px(WIDE_PICTURE[1]))
        self.hide()

    def show_picture(self, image: QImage) -> None:
        self.image = image
        self.show()
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, _ = self.pen()
        if self.image is not None:
            painter.drawImage(area(self), self.image)
        painter.end()


class WideCard(QFrame):
    """A fight in a whole line: picture, words, ring, button.

    Signals:
        clicked(): it should be opened.
    """

    clicked = Signal()

    def __init__(self, words: CardWords, *, kicker: str = "", line: str = "", main: bool = True,
                 keys: str = "", large: bool = False) -> None:  # fmt: skip
        super().__init__()
        self._height = px(288 if large else 144)
        self.setProperty("panel", "card")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, px(24), 1)
        row.setSpacing(px(24))
        self.thumb = Thumb(LARGE_PICTURE if large else WIDE_PICTURE)
        row.addWidget(self.thumb)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        if kicker:
            column.addWidget(label(kicker, "row", "2"))
        column.addWidget(label(words.title, "title" if kicker or large else "section"))
        column.addSpacing(px(4))
        facts = QHBoxLayout()
        facts.setSpacing(px(8))
        facts.addWidget(Chip(words.system, "accent"))
        self.line = label(line or words.size, "", "2")
        facts.addWidget(self.line, 1)
        column.addLayout(facts)
        column.addSpacing(px(8))
        self.note = label(words.about, "row", "2")
        self.note.setWordWrap(True)
        column.addWidget(self.note)
        column.addStretch(1)
        row.addLayout(column, 1)
        self.ring = Extra()
        row.addWidget(self.ring)
        self.button = Button(words.go, "primary" if main else "outline", keys=keys, size="large",
                             mark="" if kicker else "next")  # fmt: skip
        self.button.setAutoDefault(True)
        self.button.setAccessibleDescription(words.title)
        self.button.clicked.connect(self.clicked)
        row.addWidget(self.button)

    def show_picture(self, image: QImage) -> None:
        """Show the thumbnail."""
        self.thumb.image = image
        self.thumb.update()

    def picture_size(self) -> QSize:
        return self.thumb.sizeHint()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height)

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.clicked.emit()


class StartRow(StartButton):
    """A way to begin: an icon, what it is, what can be had."""

    def __init__(self, mark: str, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark, self.title, self.about = mark, title, text
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(320), px(56))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(px(240), px(56))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        if self.isDown() or self.hovering:
            plate(painter, box, 0, theme.press if self.isDown() else theme.hover)
        if self.hasFocus():
            plate(painter, box, u(6), None, theme.accent, u(2))
        tile = QRectF(u(16), u(8), u(40), u(40))
        plate(painter, tile, u(8), theme.accent_weak)
        icon(painter, self.mark, tile.adjusted(u(10), u(10), -u(10), -u(10)), theme.accent)
        left, right = tile.right() + u(12), box.right() - u(44)
        write(painter, QRectF(left, u(8), right - left, u(20)), self.title, ui_font(13, 600),
              theme.text)  # fmt: skip
        write(painter, QRectF(left, u(28), right - left, u(20)), self.about, ui_font(12),
              theme.text_2)  # fmt: skip
        icon(painter, "right", QRectF(box.right() - u(32), u(20), u(16), u(16)), theme.text_3)
        painter.end()


class DropZone(StartButton):
    """A place to drop files on; a click chooses one.

    Signals:
        dropped(list): the paths of the files.
    """

    dropped = Signal(list)

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.about, self.over = title, text, False
        self.setAcceptDrops(True)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(320), px(120))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(px(240), px(96))

    def _show_over(self, over: bool) -> None:
        self.over = over
        self.update()

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self._show_over(True)

    @guarded
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_over(False)

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        self._show_over(False)
        paths = [u.toLocalFile() for u in event.mimeData().urls() if u.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        warm = self.over or self.hovering or self.hasFocus()
        if warm:
            plate(painter, box, u(8), theme.accent_weak if self.over else theme.hover)
        pen = painter.pen()
        pen.setColor(paint_colour(theme.accent if warm else theme.line_strong))
        pen.setWidthF(u(2))
        pen.setDashPattern([3, 2.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), u(8), u(8))
        title, text = ui_font(13, 600), ui_font(12)
        wide = max(width_of(self.title, title), width_of(self.about, text))
        wide = min(wide, box.width() - u(72))
        left = box.center().x() - (wide + u(36)) / 2
        middle = box.center().y()
        icon(painter, "import", QRectF(left, middle - u(10), u(20), u(20)), theme.accent)
        top = middle - u(19 if width_of(self.about, text) <= wide else 28)
        rest = QRectF(left + u(36), top, wide + 1, u(20))
        write(painter, rest, self.title, title, theme.text)
        _wrapped(painter, QRectF(rest.left(), rest.bottom(), wide + 1, u(60)), self.about, theme)
        painter.end()


def _wrapped(painter: QPainter, box: QRectF, text: str, theme: Theme) -> None:
    """Write what is said about something, on more lines where it needs them."""
    painter.setFont(ui_font(12))
    painter.setPen(paint_colour(theme.text_2))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    painter.drawText(box, text, option)
