"""The rows of a sum in the attack dock: a box, a value, a name, where it comes from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop import icons, theme
from desktop.board.paint import pen, text_in, text_width
from desktop.docks.parts import ElidedLabel, KeyButton, row_font
from desktop.i18n import language, say, tr
from desktop.models.roster import read_count
from rules.core.modifiers import Breakdown, Entry
from rules.core.sources import Status
from rules.core.terms import Term

HEIGHT = 24
GROUND = "base"
"""Id or kind of a value that others are added to; it is written without a sign."""


def value_text(entry: Entry) -> str:
    """Write the value of a row: +4, −2, 20 %, the ground value plain."""
    modifier, words = entry.modifier, language.words
    if entry.is_percent:
        return words.percent(modifier.value / 100)
    return words.number(modifier.value, sign=GROUND not in (modifier.id, modifier.kind))


class ModifierRow(QWidget):
    """One modifier.

    Signals:
        switched(str, bool): it was switched by hand.
        pointed(tuple): the pointer came over it (its causes) or left it (empty).
    """

    switched = Signal(str, bool)
    pointed = Signal(object)

    def __init__(self, entry: Entry, *, hurts_below: bool) -> None:
        super().__init__()
        self._hurts_below = hurts_below
        self.entry = entry
        self.lit = False
        self.over = False
        self.setFixedHeight(theme.px(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box = QCheckBox(self)
        self.box.setGeometry(theme.px(8), 0, theme.px(20), theme.px(HEIGHT))
        self.box.installEventFilter(self)
        self.box.clicked.connect(lambda on: self.switched.emit(self.entry.modifier.id, on))
        self.show_entry(entry)

    def show_entry(self, entry: Entry) -> None:
        """Show another state of the same modifier."""
        self.entry = entry
        self.box.setChecked(entry.counted)
        said = [say(entry.modifier.label), value_text(entry), self.source()]
        if not entry.counted:
            said.append(tr("docks.attack.does_not_count"))
        text = " · ".join(w for w in said if w)
        self.box.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    def source(self) -> str:
        """Return what stands in the last column: why it does not count, or where it is from."""
        entry, modifier = self.entry, self.entry.modifier
        if not entry.counted and entry.why is not None:
            return say(entry.why)
        if modifier.source.status is Status.HAND:
            return tr("docks.attack.by_hand")
        if modifier.source.status is Status.HOUSE:
            return tr("docks.attack.house")
        if modifier.detail is not None:
            return say(modifier.detail)
        return "" if entry.counted else tr("docks.attack.off")

    def sizeHint(self) -> QSize:
        return QSize(theme.px(180), theme.px(HEIGHT))

    # -- pointer and keys ----------------------------------------------------------------------

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover(True)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(False)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Light the causes up while the box has the keyboard, too."""
        if event.type() == QEvent.Type.FocusIn:
            self._hover(True)
        elif event.type() == QEvent.Type.FocusOut:
            self._hover(False)
        return False

    def _hover(self, on: bool) -> None:
        self.over = on
        self.pointed.emit(self.entry.modifier.causes if on else ())
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.box.click()

    # -- drawing -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, px = QPainter(self), theme.current(), theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        entry, whole = self.entry, QRectF(self.rect())
        bright = self.lit or (self.over and bool(entry.modifier.causes))
        if bright:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent_weak"))
            painter.drawRoundedRect(whole, 4, 4)
            painter.fillRect(0, 0, 2, self.height(), look.colour("accent"))
        elif self.over:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("hover"))
            painter.drawRoundedRect(whole, 4, 4)
        strike = not entry.counted
        ink = "text_3" if strike else "text"
        value = QRectF(px(32), 0, px(30), self.height())
        font = row_font(400 if strike else 600, strike=strike)
        role = "bad" if not strike and self._hurts() else ink
        text_in(painter, value, value_text(entry), font, look.colour(role), "right")
        right = self._source(painter, QRectF(px(70), 0, self.width() - px(78), self.height()))
        name = QRectF(px(70), 0, right - px(70) - px(4), self.height())
        font = row_font(strike=strike)
        text_in(painter, name, say(entry.modifier.label), font, look.colour(ink), "left")
        painter.end()

    def _hurts(self) -> bool:
        value = self.entry.modifier.value
        bad = value < 0 if self._hurts_below else value > 0
        return bad and bool(self.entry.modifier.causes)

    def _source(self, painter: QPainter, room: QRectF) -> float:
        """Write the last column and return where it begins."""
        look, words, px = theme.current(), self.source(), theme.px
        if not words:
            return room.right()
        font = row_font(step="label")
        name = min(text_width(say(self.entry.modifier.label), row_font()) + px(4), room.width())
        status = self.entry.modifier.source.status
        plain = self.entry.counted or self.entry.why is None
        if plain and status is Status.HOUSE:
            if text_width(words, font) + px(10) > room.width() - name:
                words = tr("docks.attack.house_short")
            wide = text_width(words, font) + px(10)
            tag = QRectF(room.right() - wide, room.center().y() - px(8), wide, px(16))
            painter.setPen(pen(look.warn, 1, dash=(3, 2), round_caps=False))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
            text_in(painter, tag, words, font, look.colour("warn"), "middle")
            return tag.left()
        hand = plain and status is Status.HAND
        icon = px(16) if hand else 0
        wide = min(text_width(words, font) + icon, max(room.width() * 0.4, room.width() - name))
        at = QRectF(room.right() - wide, 0, wide, self.height())
        ink = look.colour("accent" if hand else "text_2" if self.lit else "text_3")
        if hand:
            side = px(12)
            box = QRectF(at.left(), at.center().y() - side / 2, side, side)
            icons.draw_icon(painter, "pen", box, ink)
        text_in(painter, at.adjusted(icon, 0, 0, 0), words, font, ink, "right")
        return at.left()


class RowEditor(QWidget):
    """Takes a modifier by hand: value, reason, and to which sum it belongs.

    Signals:
        added(int, str, str): value, side (attack, defence), label.
        left(): nothing is to be added.
    """

    added = Signal(int, str, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(4)
            column.addLayout(row)
        self.value = QLineEdit()
        self.value.setFixedWidth(theme.px(48))
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reason = QLineEdit()
        self.side = QComboBox()
        self.side.setMinimumWidth(theme.px(60))
        self.add = KeyButton()
        first.addWidget(self.value)
        first.addWidget(self.reason, 1)
        second.addWidget(self.side, 1)
        second.addWidget(self.add)
        self.value.textChanged.connect(lambda _t: self._judge())
        self.value.returnPressed.connect(self._take)
        self.reason.returnPressed.connect(self._take)
        self.add.clicked.connect(self._take)

    def open(self, titles: tuple[str, str]) -> None:
        """Begin with an empty line."""
        self.value.clear()
        self.reason.clear()
        self.value.setPlaceholderText(tr("docks.attack.row_value"))
        self.value.setAccessibleName(tr("docks.attack.row_value_name"))
        self.reason.setPlaceholderText(tr("docks.attack.row_reason"))
        self.reason.setAccessibleName(tr("docks.attack.row_reason"))
        self.side.setAccessibleName(tr("docks.attack.row_side"))
        self.side.clear()
        for id, title in zip(("attack", "defence"), titles, strict=True):
            self.side.addItem(title, id)
        self.add.set_text(tr("docks.attack.row_add"))
        self._judge()
        self.show()
        self.value.setFocus()

    def _judge(self) -> None:
        text = self.value.text().strip()
        wrong = bool(text) and read_count(text) is None and text not in ("+", "-", "\u2212")
        self.value.setProperty("error", wrong)
        self.value.style().unpolish(self.value)
        self.value.style().polish(self.value)
        self.add.setEnabled(bool(read_count(text)))

    def _take(self) -> None:
        value = read_count(self.value.text())
        if not value:
            self.value.setFocus()
            self.value.selectAll()
            return
        self.added.emit(value, str(self.side.currentData()), self.reason.text().strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SumColumn(QWidget):
    """One sum: title, total, its rows, and below them room for more."""

    switched = Signal(str, bool)
    pointed = Signal(object)

    def __init__(self, *, signed: bool) -> None:
        super().__init__()
        self._signed = signed
        self.rows: dict[str, ModifierRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 10, 4, 4)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 8, 4)
        self.title = ElidedLabel("value")
        self.total = QLabel()
        self.total.setProperty("step", "section")
        head.addWidget(self.title, 1)
        head.addWidget(self.total)
        column.addLayout(head)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self.foot = QVBoxLayout()
        self.foot.setContentsMargins(0, 0, 0, 0)
        self._list.addLayout(self.foot)
        self._list.addStretch(1)
        self._area.setWidget(inside)
        column.addWidget(self._area, 1)

    def show_sum(self, title: Term, breakdown: Breakdown) -> None:
        """Show a sum; rows that stay keep the keyboard."""
        self.title.setText(say(title))
        self.total.setText(language.words.number(breakdown.total, sign=self._signed))
        ids = [e.modifier.id for e in breakdown.entries]
        for id in [i for i in self.rows if i not in ids]:
            row = self.rows.pop(id)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, entry in enumerate(breakdown.entries):
            id = entry.modifier.id
            if id in self.rows:
                self.rows[id].show_entry(entry)
            else:
                self._add(entry)
            row = self.rows[id]
            if self._list.indexOf(row) != place:
                self._list.removeWidget(row)
                self._list.insertWidget(place, row)

    def _add(self, entry: Entry) -> None:
        row = ModifierRow(entry, hurts_below=self._signed)
        row.switched.connect(self.switched)
        row.pointed.connect(self.pointed)
        self.rows[entry.modifier.id] = row

    def reveal(self, widget: QWidget) -> None:
        """Scroll to a widget of the column once it has its place."""
        QTimer.singleShot(0, widget, lambda: self._area.ensureWidgetVisible(widget, 0, 4))

    def light(self, ids: frozenset[str]) -> None:
        """Mark the rows that something on the map causes."""
        for row in self.rows.values():
            lit = bool(ids & set(row.entry.modifier.causes))
            if lit != row.lit:
                row.lit = lit
                row.update()
