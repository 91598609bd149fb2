"""What the start page is made of: thumbnails, cards to start from, rows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.board.paint import Align
from desktop.colours import Theme, paint_colour
from desktop.guard import guarded
from desktop.theme import px
from desktop.widgets.base import DrawnButton, area
from desktop.widgets.draw import (
    ChipKind,
    broken,
    chip,
    chip_width,
    icon,
    plate,
    u,
    ui_font,
    width_of,
    write,
)
from desktop.widgets.unbroken import unbroken

CARD = (272, 272)
PICTURE = 152
"""Height of the picture of a card."""
ROOMY = 256
"""Cards narrower than this write the size of a fight below its system, not beside it."""
LINE = 16
"""Height of a further line of a way to begin."""
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


def card_shape(box: QRectF, *, top_only: bool = False, left_only: bool = False) -> QPainterPath:
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
        paint_picture(painter, picture, self.image, card_shape(picture, top_only=True), theme)
        text = box.adjusted(u(16), 0, -u(16), 0)
        title = QRectF(text.left(), u(164), text.width(), u(20))
        write(painter, title, words.title, ui_font(14, 600), theme.text)
        kind: ChipKind = "accent" if on else ""
        wide = chip_width(words.system)
        row = QRectF(text.left(), u(188), wide, u(20))
        chip(painter, row, words.system, theme, kind)
        rest = QRectF(row.right() + u(8), row.top(), text.right() - row.right() - u(8), u(20))
        about = QRectF(text.left(), u(215), text.width(), u(48))
        if box.width() < u(ROOMY):  # all cards of a row are alike
            rest = QRectF(text.left(), u(208), text.width(), u(20))
            about.translate(0, u(15))
        side: Align = "left" if box.width() < u(ROOMY) else "right"
        write(painter, rest, words.size, ui_font(11), theme.text_2, side)
        paint_wrapped(painter, about, words.about, theme)
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


class StartRow(StartButton):
    """A way to begin: an icon, what it is, what can be had."""

    def __init__(self, mark: str, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark, self.title, self.about = mark, title, text
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(320), px(56))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(px(240), px(56))

    @guarded
    def heightForWidth(self, width: int) -> int:
        return px(56 + LINE * (len(self._lines(width)) - 1))

    def _lines(self, width: float) -> list[str]:
        """Return what is said about it, broken at a width of the row."""
        return broken(self.about, ui_font(12), width - u(68 + 44))

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
        line = QRectF(left, u(28), right - left, u(20))
        for words in self._lines(box.width()):
            write(painter, line, words, ui_font(12), theme.text_2)
            line.translate(0, u(LINE))
        icon(painter, "right", QRectF(box.right() - u(32), u(20), u(16), u(16)), theme.text_3)
        painter.end()


def paint_wrapped(painter: QPainter, box: QRectF, text: str, theme: Theme) -> None:
    """Write what is said about something, on more lines where it needs them."""
    painter.setFont(ui_font(12))
    painter.setPen(paint_colour(theme.text_2))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    painter.drawText(box, unbroken(text), option)
