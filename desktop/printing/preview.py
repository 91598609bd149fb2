"""The preview: pages as pictures below each other, painted when they are looked at."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from desktop.guard import guarded
from desktop.i18n import tr
from desktop.printing.sheets import Sheets, page_image
from desktop.theme import current, px
from desktop.widgets.draw import plate, u

ZOOMS = (0.25, 0.33, 0.5, 0.67, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
SCREEN = 96.0
"""Dots to the inch at 100 %."""
GAP = 16
KEPT = 6
"""How many pictures of pages are kept."""


class _Pages(QWidget):
    """All pages in a column."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: Sheets | None = None
        self.zoom = 1.0
        self._images: OrderedDict[tuple[int, float], QImage] = OrderedDict()

    def show_sheets(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self._images.clear()
        self.fit()

    def set_zoom(self, zoom: float) -> None:
        if zoom != self.zoom:
            self.zoom = zoom
            self._images.clear()
            self.fit()

    def page_size(self) -> QSize:
        if self.sheets is None:
            return QSize(0, 0)
        paper, k = self.sheets.paper, self.zoom * SCREEN / 25.4
        return QSize(round(paper.width * k), round(paper.height * k))

    def fit(self) -> None:
        count = len(self.sheets.pages) if self.sheets is not None else 0
        size, gap = self.page_size(), px(GAP)
        self.setFixedSize(size.width() + 2 * gap, count * (size.height() + gap) + gap)
        self.update()

    def top_of(self, page: int) -> int:
        """Return where a page begins."""
        return px(GAP) + page * (self.page_size().height() + px(GAP))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sheets is None:
            return
        painter, theme, size = QPainter(self), current(), self.page_size()
        for n in range(len(self.sheets.pages)):
            box = QRectF(px(GAP), self.top_of(n), size.width(), size.height())
            if not box.toAlignedRect().intersects(event.rect()):
                continue
            painter.drawImage(box.topLeft(), self._image(n))
            plate(painter, box, 0, None, theme.line_strong)
        painter.end()

    def _image(self, page: int) -> QImage:
        dpr = self.devicePixelRatioF()
        key = (page, dpr)
        image = self._images.get(key)
        if image is None:
            assert self.sheets is not None
            image = page_image(self.sheets, page, SCREEN * self.zoom * dpr)
            image.setDevicePixelRatio(dpr)
            self._images[key] = image
            while len(self._images) > KEPT:
                self._images.popitem(last=False)
        self._images.move_to_end(key)
        return image


class Preview(QScrollArea):
    """Pages with zoom; + and − zoom, 0 fits the width, page keys turn pages.

    Signals:
        moved(): another page is in view, or the zoom is another one.
    """

    moved = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pages = _Pages()
        self._fitting = True
        self.setWidget(self._pages)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setProperty("panel", "preview")
        self.verticalScrollBar().valueChanged.connect(self.moved)

    @property
    def zoom(self) -> float:
        return self._pages.zoom

    @property
    def page(self) -> int:
        """The page in the middle of the view, counted from 0."""
        sheets = self._pages.sheets
        if sheets is None or not sheets.pages:
            return 0
        middle = self.verticalScrollBar().value() + self.viewport().height() // 2
        step = self._pages.page_size().height() + px(GAP)
        return max(0, min(len(sheets.pages) - 1, (middle - px(GAP)) // max(1, step)))

    def show_sheets(self, sheets: Sheets) -> None:
        """Show other pages; the zoom stays."""
        self._pages.show_sheets(sheets)
        if self._fitting:
            self.fit_width()
        self._say()

    def go(self, page: int) -> None:
        """Scroll to the beginning of a page."""
        self.verticalScrollBar().setValue(self._pages.top_of(page) - px(GAP) // 2)

    def set_zoom(self, zoom: float) -> None:
        """Zoom and keep the page that is looked at."""
        page = self.page
        self._pages.set_zoom(min(ZOOMS[-1], max(ZOOMS[0], zoom)))
        self.go(page)
        self._say()

    def step(self, up: bool) -> None:
        """Zoom to the next step."""
        self._fitting = False
        if up:
            self.set_zoom(next((z for z in ZOOMS if z > self.zoom + 0.01), ZOOMS[-1]))
        else:
            self.set_zoom(next((z for z in reversed(ZOOMS) if z < self.zoom - 0.01), ZOOMS[0]))

    def fit_width(self) -> None:
        """Zoom so that a page is as wide as the view."""
        self._fitting = True
        sheets = self._pages.sheets
        if sheets is None:
            return
        room = self.viewport().width() - 2 * px(GAP)
        if self.verticalScrollBar().isHidden():
            room -= self.verticalScrollBar().sizeHint().width()
        wide = sheets.paper.width / 25.4 * SCREEN
        self.set_zoom(max(0.2, room / wide))

    def _say(self) -> None:
        sheets = self._pages.sheets
        count = len(sheets.pages) if sheets is not None else 0
        if count:
            self.setAccessibleName(tr("printing.page", page=self.page + 1, pages=count))
        self.moved.emit()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitting and event.size().width() != event.oldSize().width():
            self.fit_width()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.step(event.angleDelta().y() > 0)
            event.accept()
            return
        super().wheelEvent(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Plus:
                self.step(True)
            case Qt.Key.Key_Minus:
                self.step(False)
            case Qt.Key.Key_0:
                self.fit_width()
            case Qt.Key.Key_PageDown:
                self.go(self.page + 1)
            case Qt.Key.Key_PageUp:
                self.go(max(0, self.page - 1))
            case Qt.Key.Key_Home:
                self.go(0)
            case Qt.Key.Key_End:
                self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
            case _:
                super().keyPressEvent(event)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground beside the pages and the focus."""
        super().paintEvent(event)
        painter, theme = QPainter(self.viewport()), current()
        painter.fillRect(event.rect(), theme.colour("bg"))
        if self.hasFocus():
            plate(painter, QRectF(self.viewport().rect()), u(2), None, theme.accent, u(2))
        painter.end()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(640), px(620))
