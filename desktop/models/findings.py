"""Findings as a list: what was odd about a file, what is odd on the map."""

from __future__ import annotations

from dataclasses import dataclass

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
from desktop.docks.parts import paint_ground
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.models.lists import ListModel
from desktop.models.wrapped import height_of, write
from desktop.widgets.draw import ui_font
from desktop.widgets.draw import write as write_in
from maps.problems import Problem, Severity

FINDING = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex

LOOKS = {
    Severity.NOTE: ("info", "info"),
    Severity.WARNING: ("warn", "warn"),
    Severity.ERROR: ("close", "bad"),
}
"""Icon and colour of each severity; the shapes differ, too."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What the findings below it belong to; an empty name means the map as it is now."""

    name: str


Row = Problem | Heading


def severity_word(severity: Severity) -> str:
    """Return the word for a severity."""
    match severity:
        case Severity.NOTE:
            return tr("docks.problems.note")
        case Severity.WARNING:
            return tr("docks.problems.warning")
        case Severity.ERROR:
            return tr("docks.problems.error")


def sentence(problem: Problem) -> str:
    """Return a finding as a sentence, without its place."""
    return language.words.say_with(f"problem.{problem.code}", problem.args)


class FindingsModel(ListModel):
    """Findings under their headings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show(self, rows: tuple[Row, ...]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == FINDING:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if isinstance(row, Heading):
                return heading_text(row)
            return f"{severity_word(row.severity)}: {sentence(row)}"
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Problem) and row.points:
            return tr("docks.problems.jump")
        return None

    @guarded
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self.rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def heading_text(row: Heading) -> str:
    """Return the words of a heading."""
    return tr("docks.problems.of", name=row.name) if row.name else tr("docks.problems.map")


class FindingsDelegate(QStyledItemDelegate):
    """Paints findings: mark, sentence, place."""

    @staticmethod
    def _width(option: QStyleOptionViewItem) -> int:
        view = option.widget
        wide = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        return wide - theme.px(12 + 16 + 8 + 12)

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(FINDING)
        if not isinstance(row, Problem):
            return QSize(theme.px(100), theme.px(24))
        high = height_of(sentence(row), self._width(option))
        if row.place:
            high += height_of(row.place, self._width(option))
        return QSize(theme.px(100), high + theme.px(8))

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, look, px = index.data(FINDING), theme.current(), theme.px
        rect: QRect = option.rect
        painter.save()
        if isinstance(row, Heading):
            inner = QRectF(rect).adjusted(px(12), 0, -px(12), 0)
            write_in(painter, inner, heading_text(row), ui_font(11), look.text_3)
        elif isinstance(row, Problem):
            paint_ground(
                painter,
                rect,
                on=bool(option.state & QStyle.StateFlag.State_Selected),
                hover=bool(option.state & QStyle.StateFlag.State_MouseOver),
                focus=bool(option.state & QStyle.StateFlag.State_HasFocus),
            )
            icon, role = LOOKS[row.severity]
            box = QRectF(rect.left() + px(12), rect.top() + px(4), px(16), px(16))
            icons.draw_icon(painter, icon, box, look.colour(role))
            top = rect.top() + px(4)
            column = QRect(rect.left() + px(36), top, self._width(option), rect.height())
            taken = write(painter, column, sentence(row), look.colour("text"))
            if row.place:
                column.translate(0, taken)
                write(painter, column, row.place, look.colour("text_3"))
        painter.restore()
