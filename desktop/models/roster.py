"""The list below the ring: one row per combatant in the order of the fight."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import is_, itemgetter
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QValidator
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop import theme
from desktop.board.initials import LETTERS
from desktop.board.paint import pen
from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.docks.parts import look_of, paint_ground
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.models.lists import ListModel
from desktop.session import Session
from desktop.widgets.chips import life_bar
from desktop.widgets.draw import icon, u, ui_font, width_of, words_width, write
from desktop.widgets.unmarked import unmarked
from desktop.words.conditions import lasting_words
from rules.core.terms import Term
from rules.encounter.state import Timeline, Token, TokenId
from rules.system.answers import RosterRow

ROW = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex

HEIGHT = 24
MINUS = "\u2212"


COUNT, POINTS = 24, 44
"""Least widths of the columns of counts and of points."""


BARE = 130
"""Room for names and status below which there is no bar of life."""
SCRAP = 64
"""A status that gets less room than this says nothing: the names have it, the tip says it."""
NAME, STATUS = 116, 118
"""Room for names and status where nobody has measured them."""


@dataclass(frozen=True, slots=True)
class Widths:
    """How wide the words of a fight are by columns, in pixels of the design."""

    count: int = COUNT
    points: int = POINTS
    name: int = NAME
    status: int = STATUS


@lru_cache(maxsize=512)
def _count_width(count: Term, scale: float, _language: str) -> int:
    return math.ceil(words_width(say(count), 12, 600) / scale) + 1


@lru_cache(maxsize=4096)
def _text_width(words: str, weight: int, scale: float) -> int:
    return math.ceil(words_width(words, 12, weight) / scale) + 1


@lru_cache(maxsize=4096)
def _points_width(now: int, most: int, scale: float, _language: str) -> int:
    words = f"{language.words.number(now)}{tr('docks.ring.most', most=most)}"
    return math.ceil(words_width(words, 12) / scale) + 1


def _runs(differ: list[bool]) -> Iterator[tuple[int, int]]:
    """Return the first and the last of all that follow each other."""
    for on, run in groupby(enumerate(differ), key=itemgetter(1)):
        if on:
            places = [place for place, _ in run]
            yield places[0], places[-1]


class Line(NamedTuple):
    """All that a row shows, but whether it is chosen."""

    row: RosterRow
    name: str
    noted: bool
    status: str
    marker: MarkerLook


class RosterModel(ListModel):
    """The rows of ``system.roster``.

    Signals:
        count_typed(str, int): the count of a token was typed.
    """

    count_typed = Signal(str, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.rows: tuple[RosterRow, ...] = ()
        self.lines: list[Line] = []
        self.widths = Widths()
        self._places: dict[str, int] = {}
        self._read: dict[TokenId, tuple[Token, RosterRow, tuple[str, Timeline | None], Line]] = {}
        """What each line was made of: a step changes few of them."""
        self._seen: tuple[object, ...] = ()
        self._scale: object = None

    def show(self, session: Session | None) -> None:
        """Show a state; rows that stay keep their place in the view.

        Only rows that show something else are told of: a step in which somebody walks does not
        paint the list again.
        """
        rows = session.roster() if session is not None else ()
        same = [r.token for r in rows] == [r.token for r in self.rows] and session is self.session
        if not same:
            self.beginResetModel()
            self._places = {row.token: place for place, row in enumerate(rows)}
        old, self.session, self.rows = self.lines, session, rows
        self.lines = self._lines(session, rows)
        if not same:
            self.widths = self._widths()
            self.endResetModel()
            return
        differ = [a is not b and a != b for a, b in zip(old, self.lines, strict=True)]
        scale = (theme.current_scale(), language.code)
        if any(differ) or scale != self._scale:
            before, self.widths, self._scale = self.widths, self._widths(), scale
            if self.widths != before:  # all columns lie elsewhere
                differ = [True] * len(differ)
        for first, last in _runs(differ):
            self.dataChanged.emit(self.index(first), self.index(last))

    def _lines(self, session: Session | None, rows: tuple[RosterRow, ...]) -> list[Line]:
        if session is None:
            self._read.clear()
            self._seen = ()
            return []
        state, words = session.state, language.words
        told = (session.storey, state.board.storeys, state.options, state.data)
        seen = (session, *told, words, words.lengths)
        if len(seen) != len(self._seen) or not all(map(is_, seen, self._seen)):
            self._read.clear()
            self._seen = seen
        letters = LETTERS.all(state.tokens)
        return [
            self._line(session, row, state.tokens[row.token], letters.get(row.token, ""))
            for row in rows
        ]

    def _line(self, session: Session, row: RosterRow, token: Token, letters: str) -> Line:
        known = self._read.get(token.id)
        # only of conditions that end by themselves is anything said that the time changes
        timed = any(c.until is not None for c in token.conditions)
        beside = (letters, session.state.timeline if timed else None)
        if known is not None and known[0] is token and known[1] == row and known[2] == beside:
            return known[3]
        status = status_words(session, token, row)
        line = Line(row, token.name, bool(token.note), status, look_of(session, token))
        self._read[token.id] = (token, row, beside, line)
        return line

    def _widths(self) -> Widths:
        """Return columns wide enough for the longest count and the most points."""
        scale, code = theme.current_scale(), language.code
        counts = {r.count for r in self.rows if r.count}
        points = {(r.health.now, r.health.most) for r in self.rows}
        names = {(line.name, line.noted) for line in self.lines}
        said = {line.status for line in self.lines}
        return Widths(
            min(72, max([COUNT, *(_count_width(c, scale, code) for c in counts)])),
            min(88, max([POINTS, *(_points_width(*p, scale, code) for p in points)])),
            max((_text_width(n, 600, scale) + (16 if pen else 0) for n, pen in names), default=0),
            max((_text_width(s, 400, scale) for s in said), default=0),
        )

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self.session is None:
            return None
        row = self.rows[index.row()]
        token = self.session.state.tokens.get(row.token)
        if token is None:
            return None
        if role == ROW:
            return row
        count = say(row.count) if row.count else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return token.name
        if role == Qt.ItemDataRole.EditRole:
            return count
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            words = [count, token.name, status_words(self.session, token, row)]
            words.append(tr("docks.ring.points", now=row.health.now, most=row.health.most))
            if row.acting:
                words.append(tr("docks.ring.acting"))
            return unmarked(" · ".join(w for w in words if w))
        return None

    @guarded
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    @guarded
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a typed count."""
        number = read_count(str(value))
        if role != Qt.ItemDataRole.EditRole or number is None:
            return False
        self.count_typed.emit(self.rows[index.row()].token, number)
        return True

    def place(self, token: str) -> QModelIndex:
        """Return the index of a token, an invalid one where it is not listed."""
        place = self._places.get(token)
        return QModelIndex() if place is None else self.index(place)


class Elsewhere(NamedTuple):
    """Another storey: what it is called, and the sign of the way there."""

    name: str
    icon: str


def elsewhere(session: Session) -> dict[str, Elsewhere]:
    """Return who is on another storey than the one that is shown."""
    here, storeys = session.storey, session.state.board.storeys
    if here is None:
        return {}
    found: dict[str, Elsewhere] = {}
    for token in session.state.tokens:
        storey = session.storey_of(token)
        if storey is not None and storey is not here:
            up = storeys.index(storey) > storeys.index(here)
            name = storey.name or tr("storeys.nameless")
            found[token] = Elsewhere(name, "up" if up else "down")
    return found


def status_words(session: Session, token: Token, row: RosterRow) -> str:
    """Say what is going on with somebody, and how long conditions still last."""
    status = say(row.status) if row.status else ""
    storey = session.storey_of(token.id)
    if storey is not None and storey is not session.storey:
        there = storey.name or tr("storeys.nameless")
        status = tr("conditions.left", what=there, left=status) if status else there
    lasting = lasting_words(session, token, status)
    if not status or status in lasting:
        return lasting or status
    return tr("conditions.left", what=status, left=lasting) if lasting else status


def read_count(text: str) -> int | None:
    """Read a typed count: ``19``, ``+3``, ``-2`` with either minus."""
    plain = text.strip().replace(MINUS, "-")
    try:
        return int(plain)
    except ValueError:
        return None


class _CountValidator(QValidator):
    """Takes whole numbers with a sign."""

    @guarded
    def validate(self, text: str, at: int) -> object:
        if read_count(text) is not None:
            return QValidator.State.Acceptable, text, at
        partial = text.strip() in ("", "+", "-", MINUS)
        return (QValidator.State.Intermediate if partial else QValidator.State.Invalid), text, at


def _shared(room: int, gap: int, name: int, status: int) -> tuple[int, int]:
    """Share room in pixels between names and status of these widths.

    Both are whole where they can be. Else names of usual length are, and longer ones get half;
    what is left for the status must be worth reading.
    """
    usual = min(name, theme.px(NAME))
    taken = min(name, max(round(room * 0.49), room - gap - status, usual))
    left = room - gap - taken
    return (room, 0) if left < min(status, theme.px(SCRAP)) else (taken, left)


class Columns:
    """Where the columns of a row lie."""

    def __init__(self, rect: QRect, widths: Widths | None = None) -> None:
        px, gap = theme.px, theme.px(8)
        wide = widths or Widths()
        left, right = rect.left() + px(12), rect.right() + 1 - px(12)
        self.count = QRect(left, rect.top(), px(wide.count), rect.height())
        self.marker = QRect(self.count.right() + 1 + gap, rect.top(), px(18), rect.height())
        most = px(wide.points)
        self.points = QRect(right - most, rect.top(), most, rect.height())
        start = self.marker.right() + 1 + gap
        # where words would be cut, the bar of life is shorter, and where names would be, it goes
        room, words = self.points.left() - gap - start, px(wide.name) + gap + px(wide.status)
        bar = min(px(44), max(px(24), room - gap - words))
        bar = bar if room - gap - px(44) >= px(BARE) else 0
        left = self.points.left() - (gap if bar else 0) - bar
        self.bar = QRect(left, rect.top(), bar, rect.height())
        rest = self.bar.left() - gap - start
        name, status = _shared(rest, gap, px(wide.name), px(wide.status))
        self.name = QRect(start, rect.top(), name, rect.height())
        self.status = QRect(start + name + gap, rect.top(), status, rect.height())
        self.whole_name = QRect(start, rect.top(), rest, rect.height())


class RosterDelegate(QStyledItemDelegate):
    """Paints a row: count, marker, name, what is going on, life."""

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme.px(200), theme.px(HEIGHT))

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, RosterModel) or model.session is None:
            return
        line = model.lines[index.row()]
        row = line.row
        painter.save()
        look, state = theme.current(), option.state
        rect: QRect = option.rect
        chosen = row.token in model.session.selected
        paint_ground(
            painter,
            rect,
            on=row.acting,
            hover=chosen or bool(state & QStyle.StateFlag.State_MouseOver),
            focus=bool(state & QStyle.StateFlag.State_HasFocus),
        )
        at = Columns(rect, model.widths)
        out = row.health.down or row.health.dead
        strong, ink = row.acting or chosen, look.text_3 if out else look.text
        if row.count:
            write(painter, QRectF(at.count), say(row.count), ui_font(12, 600), ink, "right")
        side = min(at.marker.width(), at.marker.height())
        paint_marker(painter, QRectF(at.marker).center(), side, line.marker, look)
        words = line.status if at.status.width() else ""
        name = QRectF(at.name if words else at.whole_name)
        if line.noted:
            mark = QRectF(name.right() - u(12), name.center().y() - u(6), u(12), u(12))
            icon(painter, "pen", mark, look.text_3)
            name.setRight(mark.left() - u(4))
        write(painter, name, line.name, ui_font(12, 600 if strong else 400), ink)
        if words:
            write(painter, QRectF(at.status), words, ui_font(12), look.text_2)
        mid, half = at.bar.center().y() + 0.5, theme.px(6) / 2
        bar = QRectF(at.bar.left(), mid - half, at.bar.width(), 2 * half)
        if bar.width() > 0:
            life_bar(painter, bar, row.health.share, look)
        most, font = tr("docks.ring.most", most=row.health.most), ui_font(12)
        write(painter, QRectF(at.points), most, font, look.text_3, "right")
        rest = QRectF(at.points).adjusted(0, 0, -width_of(most, font), 0)
        write(painter, rest, language.words.number(row.health.now), font, ink, "right")
        painter.restore()

    @guarded
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setValidator(_CountValidator(editor))
        editor.setAccessibleName(tr("docks.ring.edit", name=index.data()))
        editor.setStyleSheet("padding: 0 2px; min-height: 18px; font-size: 12px;")
        editor.setLocale(QLocale.c())
        return editor

    @guarded
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    @guarded
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    @guarded
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        model = index.model()
        wide = model.widths if isinstance(model, RosterModel) else None
        count = Columns(option.rect, wide).count
        editor.setGeometry(count.adjusted(-theme.px(10), 0, theme.px(14), 0))


def paint_brackets(painter: QPainter, spans: list[tuple[int, int]]) -> None:
    """Join rows that act at the same time: a bracket at the left from top to bottom of each."""
    look = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(look.warn, 2, round_caps=False))
    for top, bottom in spans:
        painter.drawPolyline(
            [QPoint(10, top), QPoint(5, top), QPoint(5, bottom), QPoint(10, bottom)]
        )
