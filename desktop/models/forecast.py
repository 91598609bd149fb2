"""The table of possible attacks: whom, with what, from where, and what it is worth."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.models.lists import FlatTable
from desktop.session import Session
from desktop.widgets.unmarked import unmarked
from desktop.words.cells import cell_label
from desktop.words.problems import sentence
from maps.grid import Cell
from maps.shapes import Grade
from rules.core.terms import named
from rules.encounter.state import TokenId
from rules.forecast.what_if import Possibility

Index = QModelIndex | QPersistentModelIndex
SORT: Final = Qt.ItemDataRole.UserRole
FOUND: Final = Qt.ItemDataRole.UserRole + 1

COLUMNS: Final = ("target", "weapon", "mode", "place", "cover", "flank", "chance", "damage")
NUMBERS: Final = frozenset({"chance", "damage"})
GRADES: Final = tuple(Grade)


class AttacksModel(FlatTable):
    """Possible attacks in the order in which they were found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.rows: list[Possibility] = []

    def clear(self, session: Session | None) -> None:
        """Begin anew with another fight, state or combatant."""
        self.beginResetModel()
        self.session, self.rows = session, []
        self.endResetModel()

    def add(self, found: Possibility) -> None:
        """Put one more at the end."""
        n = len(self.rows)
        self.beginInsertRows(QModelIndex(), n, n)
        self.rows.append(found)
        self.endInsertRows()

    def speak(self) -> None:
        """Say everything in the language in use."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        if self.rows:
            last = self.index(len(self.rows) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    # -- what Qt asks --------------------------------------------------------------------------

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(COLUMNS)

    @guarded
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return language.words.say(f"forecast.column.{column}")
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self.session is None:
            return None
        found, column = self.rows[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(found, column)
            case Qt.ItemDataRole.ToolTipRole:
                return unmarked(self.tip(found))
            case Qt.ItemDataRole.TextAlignmentRole if column in NUMBERS:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == SORT:
            return self._key(found, column)
        return found if role == FOUND else None

    def text(self, found: Possibility, column: str) -> str:
        """Say one fact of an attack."""
        match column:
            case "target":
                return self._name(found.action.target)
            case "weapon":
                return say(found.weapon.name)
            case "mode":
                return self._mode(found)
            case "place" if found.cell is None:
                return tr("forecast.here")
            case "place":
                return tr("forecast.there", cell=self._square(found), n=round(found.way))
            case "cover":
                return say(named("sight.grade", found.grade.value)) if found.possible else ""
            case "flank":
                return ", ".join(self._name(id) for id in found.flanking)
            case "chance":
                return language.words.percent(float(found.chance)) if found.possible else "–"
            case _:
                return language.words.number(float(found.damage), 1) if found.possible else "–"

    def tip(self, found: Possibility) -> str:
        """Say why an attack is impossible, else what can be done with the row."""
        if found.possible:
            return tr("forecast.tip_there") if found.cell is not None else tr("forecast.tip_here")
        session = self.session
        if session is None or found.action.target not in session.state.tokens:
            return ""
        plan = session.system.plan(session.state, found.action)
        return "\n".join(sentence(language.words, problem) for problem in plan.problems)

    def _key(self, found: Possibility, column: str) -> object:
        match column:
            case "chance":
                return float(found.chance)
            case "damage":
                return float(found.damage)
            case "place":
                return found.way
            case "cover":
                return GRADES.index(found.grade)
            case "flank":
                return len(found.flanking)
            case _:
                return self.text(found, column).casefold()

    def _name(self, id: str) -> str:
        token = self.session.state.tokens.get(TokenId(id)) if self.session is not None else None
        return token.name if token is not None else ""

    def _mode(self, found: Possibility) -> str:
        session, action = self.session, found.action
        if session is None or action.attacker not in session.state.tokens:
            return ""
        modes = session.system.modes(session.state, action.attacker, action.weapon)
        wanted = action.mode or (modes[0].id if modes else "")
        return next((say(mode.label) for mode in modes if mode.id == wanted), "")

    def _square(self, found: Possibility) -> str:
        board = self.session.state.board if self.session is not None else None
        if found.cell is None or board is None:
            return ""
        return cell_label(Cell(found.cell.x - board.left, found.cell.y - board.top))


class SortedAttacks(QSortFilterProxyModel):
    """The attacks in the order of a column: at first the most damage above."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setSortRole(SORT)
        self.setDynamicSortFilter(True)
