"""The log as a list: lines of the steps in force, rounds between them, details that unfold."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from operator import attrgetter

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop import icons, theme
from desktop.board.paint_token import paint_marker
from desktop.docks.parts import look_of, paint_ground
from desktop.docks.words import round_word
from desktop.guard import guarded
from desktop.i18n import say, tr
from desktop.models.lists import ListModel
from desktop.models.search import matches
from desktop.models.wrapped import height_of, line_height, write
from desktop.session import Session
from desktop.widgets.draw import ui_font
from desktop.widgets.draw import write as write_in
from maps.problems import UnreadableFileError
from rules.encounter.events import Logged, TimeChanged
from rules.encounter.history import History, Moment, Step, shared
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.system.extras import Stamping

ENTRY = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
STRONG = frozenset({"hit", "harm"})


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A line of the log: which of its step's lines it is, and when it was written."""

    step: Step
    number: int
    logged: Logged
    round: int

    @property
    def key(self) -> tuple[int, int]:
        return id(self.step), id(self.logged)


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round begins here."""

    round: int


Row = Entry | RoundMark


PAGE = 400
"""How many rows there are at once: after each change a view asks each of them for its height."""
LINES = 64
"""How many moments are remembered in words; more than a log shows at once."""


class LogModel(ListModel):
    """The log of the steps in force; what is taken back vanishes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.rows: list[Row] = []
        self.unfolded: set[tuple[int, int]] = set()
        self.wanted = ""
        self.earlier = False
        self.sizes: dict[tuple[int, int], tuple[Entry, int, bool, QSize]] = {}
        """The sizes of lines by key: at a width, unfolded or not."""
        self._most = PAGE
        self._steps: tuple[Moment, ...] = ()
        self._since = 0
        self._entries: list[Entry] = []
        self._stamps: dict[int, tuple[Timeline, str]] = {}

    @property
    def whole(self) -> int:
        """How many lines there are so far back as they were read, the hidden ones too."""
        return len(self._entries)

    def show(self, session: Session | None, *, latest: bool = False) -> bool:
        """Read the log again; rows that stay are left alone. Returns whether any came or went.

        ``latest`` lets go of the pages that were leafed back to.
        """
        if session is not self.session:
            self.beginResetModel()
            self.session, self.rows = session, []
            self._steps, self._entries, self._since = (), [], 0
            self.unfolded.clear()
            self.sizes.clear()
            self.endResetModel()
        if latest or session is None:
            self._most = PAGE
        if not self._read():
            return False
        self._put(self._latest(self._wanted_rows()))
        return True

    def filter(self, wanted: str) -> None:
        """Show only lines that hold these words."""
        self.wanted, self._most = wanted.strip(), PAGE
        self._read_back()
        self._put(self._latest(self._wanted_rows()))

    def leaf_back(self) -> int:
        """Let the page before join the rows, if there is one; returns how many rows it has."""
        if not self.earlier:
            return 0
        before = len(self.rows)
        self._most += PAGE
        self._read_back()
        self._put(self._latest(self._wanted_rows()))
        return len(self.rows) - before

    def _latest(self, rows: list[Row]) -> list[Row]:
        """Leave out what lies far back, a quarter of a page at a time."""
        first = max(0, len(rows) - self._most)
        first -= first % (PAGE // 4)
        self.earlier = first > 0 or self._since > 0
        begins = rows[first] if rows else None
        head = [RoundMark(begins.round)] if first and isinstance(begins, Entry) else []
        return [*head, *rows[first:]]

    def _read(self) -> bool:
        """Read the steps in force; returns whether lines came or went."""
        session = self.session
        if session is None:
            return True
        history = session.history
        steps = history.moments[: history.done]
        same = shared(self._steps, steps)
        kept = self._entries[: bisect_left(self._entries, same, key=attrgetter("number"))]
        gone, before = len(self._entries) - len(kept), len(kept)
        self._since = min(self._since if same else len(steps), len(steps))
        for number in range(max(same, self._since), len(steps)):
            kept += self._lines(history, number)
        self._steps, self._entries = steps, kept
        self._read_back()
        return bool(gone or len(self._entries) > before or not self.rows)

    def _read_back(self) -> None:
        """Read earlier steps, to the beginning of a round, as long as too few lines are known.

        Whoever looks for words looks through everything.
        """
        session = self.session
        if session is None:
            return
        history, most = session.history, self._most + PAGE // 4
        earlier: list[list[Entry]] = []
        known, first = len(self._entries), self._entries[0].round if self._entries else -1
        while self._since and (
            self.wanted or known < most or history.timeline_after(self._since).round == first
        ):
            self._since -= 1
            lines = self._lines(history, self._since)
            if lines:
                earlier.append(lines)
                known, first = known + len(lines), lines[0].round
        self._entries[:0] = [entry for lines in reversed(earlier) for entry in lines]

    def _lines(self, history: History, number: int) -> list[Entry]:
        """Return the lines of the step after so many."""
        lines = history.lines(number)
        if not lines:
            return []
        step, now = history.step(number), history.timeline_after(number + 1).round
        return [Entry(step, number, line, now) for line in lines]

    def _wanted_rows(self) -> list[Row]:
        rows: list[Row] = []
        last = -1
        for entry in self._entries:
            if self.wanted and not matches(self.wanted, self._searched(entry)):
                continue
            if entry.round != last:
                rows.append(RoundMark(entry.round))
                last = entry.round
            rows.append(entry)
        return rows

    def _searched(self, entry: Entry) -> str:
        token = self.token_of(entry)
        words = [say(entry.logged.line), *(say(d) for d in entry.logged.details)]
        return " ".join([*words, token.name if token is not None else ""])

    def _put(self, rows: list[Row]) -> None:
        """Show other rows; those that stay are left alone, and with them the place in the list."""
        self._begin_with(rows)
        same = 0
        for old, new in zip(self.rows, rows, strict=False):
            if not _is_same(old, new):
                break
            same += 1
        self._replace(same, len(self.rows), rows[same:])

    def _begin_with(self, rows: list[Row]) -> None:
        """Bring what stands before the first row that stays: pages come and go there."""
        old, new = _first_entry(self.rows), _first_entry(rows)
        if old < len(self.rows) and new < len(rows):
            there, here = _place(self.rows[old], rows), _place(rows[new], self.rows)
            if there > new:
                self._replace(0, old, rows[:there])
            elif here > old:
                self._replace(0, here, rows[:new])

    def _replace(self, first: int, end: int, rows: list[Row]) -> None:
        none = QModelIndex()
        if first < end:
            self.beginRemoveRows(none, first, end - 1)
            del self.rows[first:end]
            self.endRemoveRows()
        if rows:
            self.beginInsertRows(none, first, first + len(rows) - 1)
            self.rows[first:first] = rows
            self.endInsertRows()

    # -- what a row says -----------------------------------------------------------------------

    def token_of(self, entry: Entry) -> Token | None:
        """Return whom a line is about, as it was then if it is gone now."""
        session = self.session
        if session is None or not entry.logged.who:
            return None
        who = TokenId(entry.logged.who)
        found = session.state.tokens.get(who)
        if found is not None:
            return found
        after = _state_after(session, entry.number + 1).tokens.get(who)
        return after or _state_after(session, entry.number).tokens.get(who)

    def count_of(self, entry: Entry) -> str:
        """Return the moment of a line: segment, count, field or second of the fight."""
        session = self.session
        if session is None or not entry.logged.who or not isinstance(session.system, Stamping):
            return ""
        line = self._line_at(entry, session)
        if not line.running:
            return ""
        known = self._stamps.get(id(line))
        if known is None:
            if len(self._stamps) >= LINES:
                self._stamps.clear()
            state = replace(_state_after(session, entry.number), timeline=line)
            now = session.system.stamp(state)
            known = self._stamps[id(line)] = (line, say(now) if now is not None else "")
        return known[1]

    @staticmethod
    def _line_at(entry: Entry, session: Session) -> Timeline:
        """Return where the fight stood as a line was written: a step may move on within it."""
        line = session.history.timeline_after(entry.number)
        for event in entry.step.events:
            if event is entry.logged:
                break
            if isinstance(event, TimeChanged):
                line = event.timeline
        return line

    def is_now(self, entry: Entry) -> bool:
        """Whether a line belongs to the last step in force."""
        session = self.session
        return session is not None and entry.number == session.history.done - 1

    def round_text(self, round: int) -> str:
        """Return the heading of a round, as the system calls it."""
        if not round:
            return tr("docks.log.before")
        system = self.session.system.id if self.session is not None else ""
        return round_word(system, "round", n=round) or tr("docks.log.round", n=round)

    def events_in(self, round: int) -> int:
        return sum(1 for e in self._entries if e.round == round)

    def text_of(self, entry: Entry) -> str:
        """Return a line with all its details, as it is copied."""
        return "\n".join([say(entry.logged.line), *(say(d) for d in entry.logged.details)])

    # -- Qt ------------------------------------------------------------------------------------

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ENTRY:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if isinstance(row, RoundMark):
                return self.round_text(row.round)
            token = self.token_of(row)
            parts = [self.count_of(row), token.name if token is not None else ""]
            return " · ".join(p for p in [*parts, say(row.logged.line)] if p)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole and isinstance(row, Entry):
            return "; ".join(say(d) for d in row.logged.details)
        return None

    @guarded
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self.rows[index.row()], RoundMark):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def unfold(self, index: Index, on: bool | None = None) -> None:
        """Unfold the details of a line, or fold them; without ``on`` the other of both."""
        row = index.data(ENTRY)
        if not isinstance(row, Entry) or not row.logged.details:
            return
        open_ = row.key in self.unfolded
        if on is None or on != open_:
            self.unfolded ^= {row.key}
            self.dataChanged.emit(index, index, [Qt.ItemDataRole.SizeHintRole])
            self.layoutChanged.emit()


def _state_after(session: Session, number: int) -> Encounter:
    """Return the state after so many steps; the present one where a step cannot be read."""
    try:
        return session.history.state_after(number)
    except UnreadableFileError:
        return session.state


def _is_same(old: Row, new: Row) -> bool:
    if isinstance(old, Entry) and isinstance(new, Entry):
        return old.step is new.step and old.logged is new.logged
    return old == new


def _first_entry(rows: list[Row]) -> int:
    """Return where the first line stands, the length where there is none."""
    return next((n for n, row in enumerate(rows) if isinstance(row, Entry)), len(rows))


def _place(row: Row, rows: list[Row]) -> int:
    """Return where a row stands among others, -1 where it does not."""
    return next((n for n, other in enumerate(rows) if other is row), -1)


class LogDelegate(QStyledItemDelegate):
    """Paints rounds and lines."""

    def _text_width(self, option: QStyleOptionViewItem) -> int:
        view = option.widget
        wide = option.rect.width()
        if isinstance(view, QListView):
            wide = view.viewport().width()
        return wide - theme.px(12 + 20 + 8 + 18 + 8 + 8 + 16 + 12)

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        row = model.rows[index.row()] if isinstance(model, LogModel) else None
        if not isinstance(row, Entry) or not isinstance(model, LogModel):
            return QSize(theme.px(100), theme.px(24))
        width, unfolded = self._text_width(option), row.key in model.unfolded
        known = model.sizes.get(row.key)
        if known is None or known[0] is not row or known[1:3] != (width, unfolded):
            if len(model.sizes) > 8 * PAGE:
                model.sizes.clear()  # of lines that were taken back
            known = model.sizes[row.key] = (row, width, unfolded, self._size(model, row, width))
        return known[3]

    def _size(self, model: LogModel, row: Entry, width: int) -> QSize:
        weight = 600 if row.logged.mood in STRONG else 400
        high = height_of(say(row.logged.line), width, weight)
        for detail in self._details(model, row):
            high += height_of(detail, width)
        return QSize(theme.px(100), max(high, theme.px(18)) + theme.px(12))

    @staticmethod
    def _details(model: LogModel, row: Entry) -> list[str]:
        shown = row.logged.details if row.key in model.unfolded else row.logged.details[:1]
        return [say(d) for d in shown]

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, model = index.data(ENTRY), index.model()
        if not isinstance(model, LogModel):
            return
        painter.save()
        if isinstance(row, RoundMark):
            self._mark(painter, option.rect, row, model)
        elif isinstance(row, Entry):
            self._line(painter, option, row, model)
        painter.restore()

    def _mark(self, painter: QPainter, rect: QRect, row: RoundMark, model: LogModel) -> None:
        look, px = theme.current(), theme.px
        font, ink = ui_font(11), look.text_3
        inner = QRectF(rect).adjusted(px(12), 0, -px(12), 0)
        left = model.round_text(row.round)
        right = tr("docks.log.events", n=model.events_in(row.round))
        start = inner.left() + write_in(painter, inner, left, font, ink) + px(8)
        end = inner.right() - write_in(painter, inner, right, font, ink, "right") - px(8)
        painter.fillRect(QRectF(start, inner.center().y(), end - start, 1), look.colour("line"))

    def _line(
        self, painter: QPainter, option: QStyleOptionViewItem, row: Entry, model: LogModel
    ) -> None:
        look, px, rect = theme.current(), theme.px, option.rect
        paint_ground(
            painter,
            rect,
            on=model.is_now(row),
            hover=bool(option.state & QStyle.StateFlag.State_MouseOver),
            focus=bool(option.state & QStyle.StateFlag.State_HasFocus),
        )
        top, x = rect.top() + px(6), rect.left() + px(12)
        second = look.colour("text_2")
        count = QRectF(x, top, px(20), px(18))
        write_in(painter, count, model.count_of(row), ui_font(12), look.text_2, "right")
        token = model.token_of(row)
        if token is not None and model.session is not None:
            disc = QRectF(x + px(28), top, px(18), px(18))
            paint_marker(painter, disc.center(), px(18), look_of(model.session, token), look)
        column = QRect(x + px(54), top, self._text_width(option), rect.height())
        weight = 600 if row.logged.mood in STRONG else 400
        role = "text_2" if row.logged.mood == "miss" else "text"
        lead = (px(18) - line_height()) // 2
        column.translate(0, lead)
        taken = write(painter, column, say(row.logged.line), look.colour(role), weight)
        for detail in self._details(model, row):
            column.translate(0, taken)
            taken = write(painter, column, detail, second)
        if len(row.logged.details) > 1:
            open_ = row.key in model.unfolded
            box = QRectF(rect.right() + 1 - px(12) - px(14), top + px(2), px(14), px(14))
            icons.draw_icon(painter, "up" if open_ else "down", box, look.colour("text_3"))
