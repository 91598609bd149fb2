"""The list of fights that were open: what they are called, where they stand, when, where."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QDate, QDateTime, QLocale, QPoint, QRectF, QSize, Qt, QTime, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop import icons
from desktop.dialogs.cards import StartButton
from desktop.dialogs.systems import system_name
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.paths import data_dir
from desktop.settings import Recent
from desktop.theme import px
from desktop.widgets.base import Drawn, area, rule
from desktop.widgets.buttons import Button
from desktop.widgets.draw import icon, plate, u, ui_font, write
from desktop.widgets.unmarked import unmarked
from rules.core.glossary import MissingWordError
from rules.core.terms import load_term

SHARES = (1.3, 0.75, 1.5, 0.85, 1.6)
"""How wide the columns are in relation to each other."""
FEW = 6
"""How many are shown at first."""

Clock = Callable[[], datetime]


def _locale() -> QLocale:
    return QLocale(language.code)


def when(text: str, now: datetime) -> str:
    """Say when something was: today, yesterday, a weekday, a date. Empty for no time at all."""
    try:
        at = datetime.fromisoformat(text).astimezone(now.tzinfo)
    except ValueError:
        return ""
    locale = _locale()
    clock = locale.toString(QTime(at.hour, at.minute), QLocale.FormatType.ShortFormat)
    day, days = QDate(at.year, at.month, at.day), (now.date() - at.date()).days
    if days == 0:
        return tr("start.today", time=clock)
    if days == 1:
        return tr("start.yesterday", time=clock)
    if 0 < days < 7:
        name = locale.standaloneDayName(day.dayOfWeek(), QLocale.FormatType.LongFormat)
        return tr("start.weekday", day=name, time=clock)
    form = tr("start.date_format") if at.year == now.year else tr("start.date_format_year")
    return locale.toString(day, form)


def exactly(text: str) -> str:
    """Say a time in full."""
    try:
        at = datetime.fromisoformat(text).astimezone()
    except ValueError:
        return ""
    moment = QDateTime(QDate(at.year, at.month, at.day), QTime(at.hour, at.minute))
    return _locale().toString(moment, QLocale.FormatType.LongFormat)


def stand_of(recent: Recent) -> str:
    """Say where a fight stood, in the language in use; older records hold ready words."""
    if not recent.stand.startswith("{"):
        return recent.stand
    try:
        return say(load_term(json.loads(recent.stand)))
    except (ValueError, MissingWordError):
        return ""


def where(path: Path) -> str:
    """Say in which folder a file lies: its last two names, the program's own by a word."""
    folder = path.parent
    if folder.is_relative_to(data_dir()):
        return tr("start.own_folder")
    try:
        parts = folder.relative_to(Path.home()).parts or (tr("start.home"),)
    except ValueError:
        parts = tuple(p.strip("/\\") for p in folder.parts)
    return " › ".join([p for p in parts if p][-2:])


def _columns(box: QRectF) -> list[QRectF]:
    """Return where icon and columns lie in a row."""
    left, right, gap = box.left() + u(16), box.right() - u(16), u(16)
    rects = [QRectF(left, box.top(), u(20), box.height())]
    x = left + u(20) + gap
    free = right - x - gap * (len(SHARES) - 1)
    for share in SHARES:
        wide = free * share / sum(SHARES)
        rects.append(QRectF(x, box.top(), wide, box.height()))
        x += wide + gap
    return rects


class _Head(Drawn):
    """The names of the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(480), px(28))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        words = (
            tr("start.column_fight"),
            tr("start.column_system"),
            tr("start.column_stand"),
            tr("start.column_changed"),
            tr("start.column_place"),
        )
        for rect, text in zip(_columns(area(self))[1:], words, strict=True):
            write(painter, rect, text, ui_font(11), theme.text_3)
        painter.end()


class RecentRow(StartButton):
    """A fight that was open. A missing file says so and can be taken off the list.

    Signals:
        forgotten(str): take this path off the list.
    """

    forgotten = Signal(str)

    def __init__(self, recent: Recent, now: datetime) -> None:
        super().__init__()
        self.recent = recent
        path = Path(recent.path)
        self.missing = not path.exists()
        self.texts = (
            recent.name or path.stem,
            system_name(recent.system) if recent.system else "",
            tr("start.missing") if self.missing else stand_of(recent),
            when(recent.at, now),
            "" if self.missing else f"{path.name} · {where(path)}",
        )
        self.setToolTip(unmarked(recent.path))
        self.setAccessibleName(", ".join(t for t in self.texts if t))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.forget: Button | None = None
        if self.missing:
            self.setCursor(Qt.CursorShape.ArrowCursor)
            self.forget = Button(tr("start.forget"), "flat", mark="close", parent=self)
            self.forget.setAutoDefault(True)
            self.forget.setAccessibleDescription(self.texts[0])
            self.forget.clicked.connect(lambda: self.forgotten.emit(recent.path))

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(480), px(39))

    @guarded
    def resizeEvent(self, event: object) -> None:
        if self.forget is not None:
            self.forget.adjustSize()
            left = _columns(area(self))[5].left() - px(10)
            self.forget.move(round(left), (self.height() - self.forget.height()) // 2)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        if self.hovering or self.isDown():
            plate(painter, box, 0, theme.press if self.isDown() else theme.hover)
        mark, *columns = _columns(box)
        middle = QRectF(mark.left() + u(2), box.center().y() - u(8), u(16), u(16))
        name = "warn" if self.missing else "map"
        icon(painter, name, middle, theme.warn if self.missing else theme.text_3)
        inks = (theme.text, theme.text_2, theme.text, theme.text_2, theme.text_2)
        for i, (rect, text) in enumerate(zip(columns, self.texts, strict=True)):
            ink = theme.warn if self.missing and i == 2 else inks[i]
            write(painter, rect, text, ui_font(13, 600 if i == 0 else 400), ink)
        if self.hasFocus():
            plate(painter, box.adjusted(1, 1, -1, -1), u(4), None, theme.accent, u(2))
        painter.end()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.forgotten.emit(self.recent.path)
            return
        step = {Qt.Key.Key_Down: True, Qt.Key.Key_Up: False}.get(Qt.Key(event.key()))
        if step is not None:
            self.focusNextPrevChild(step)
            return
        super().keyPressEvent(event)

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.show_menu(event.globalPos())

    def show_menu(self, at: QPoint) -> None:
        """Show what can be done with this row."""
        menu = QMenu(self)
        if not self.missing:
            menu.addAction(icons.icon("open"), tr("start.open"), self.click)
        forget = menu.addAction(icons.icon("close"), tr("start.forget"))
        forget.triggered.connect(lambda: self.forgotten.emit(self.recent.path))
        menu.exec(at)


class RecentTable(QFrame):
    """The table; at first the newest few, on demand all.

    Signals:
        chosen(str): open the fight at this path.
        forgotten(str): take this path off the list.
    """

    chosen = Signal(str)
    forgotten = Signal(str)

    def __init__(self, recent: tuple[Recent, ...], now: datetime) -> None:
        super().__init__()
        self.setProperty("panel", "card")
        self._recent, self._now = recent, now
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 0, 1, 1)
        self._column.setSpacing(0)
        self._column.addWidget(_Head())
        self.rows: list[RecentRow] = []
        for one in recent[:FEW]:
            self._add(one)
        self.more: Button | None = None
        left = len(recent) - FEW
        if left > 0:
            self._column.addWidget(rule())
            self.more = Button(tr("start.older", n=left), "flat", mark="clock", size="large")
            self.more.setAutoDefault(True)
            self.more.clicked.connect(self.show_all)
            self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _add(self, recent: Recent) -> None:
        row = RecentRow(recent, self._now)
        row.forgotten.connect(self.forgotten)
        if not row.missing:
            row.clicked.connect(lambda _on=False, p=recent.path: self.chosen.emit(p))
        at = 1 + 2 * len(self.rows)
        self._column.insertWidget(at, rule())
        self._column.insertWidget(at + 1, row)
        self.rows.append(row)

    def show_all(self) -> None:
        """Show the older ones too."""
        if self.more is None:
            return
        first = len(self.rows)
        for one in self._recent[FEW:]:
            self._add(one)
        self._column.removeWidget(self.more)
        self.more.hide()
        self.more.deleteLater()
        self.more = None
        self.rows[first].setFocus(Qt.FocusReason.TabFocusReason)


def empty_list(title: str, text: str) -> QWidget:
    """Make what stands in the place of the table while no fight was open yet."""
    return _Empty(title, text)


class _Empty(Drawn):
    """A card that says why nothing is there and what to do."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.title, self.about = title, text
        self.setAccessibleName(f"{title} {text}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(480), px(168))

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(px(240), px(120))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        plate(painter, box, u(8), theme.surface, theme.line)
        middle = box.center().y()
        mark = QRectF(box.center().x() - u(12), middle - u(48), u(24), u(24))
        icon(painter, "clock", mark, theme.text_3)
        line = QRectF(box.left() + u(16), middle - u(14), box.width() - u(32), u(20))
        write(painter, line, self.title, ui_font(13, 600), theme.text, "middle")
        painter.setPen(theme.colour("text_2"))
        painter.setFont(ui_font(12))
        below = QRectF(box.left() + u(24), middle + u(8), box.width() - u(48), u(48))
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(below, flags, self.about)
        painter.end()
