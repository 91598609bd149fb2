"""The dock of findings: what an import or an opened file had, and what is odd on the map."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.docks.base import Dock
from desktop.docks.parts import DockButton, EmptyState, label
from desktop.i18n import language, tr
from desktop.models.findings import FINDING, FindingsDelegate, FindingsModel, Heading, Row
from desktop.session import Session
from maps.problems import Problem, Severity
from rules.encounter.changes import Changes

GRAVEST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


class FindingsView(QListView):
    """The list of findings.

    Signals:
        opened(Problem): a finding was double-clicked, or Enter pressed on it.
    """

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.findings = FindingsModel(self)
        self.setModel(self.findings)
        self.setItemDelegate(FindingsDelegate(self))
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._open)

    def _open(self, index: QModelIndex) -> None:
        row = index.data(FINDING)
        if isinstance(row, Problem):
            self.opened.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)


class ProblemsDock(Dock):
    """What deserves a look.

    Signals:
        count_changed(int): how many findings there are now.
        jump(tuple): show these points of the map.
    """

    count_changed = Signal(int)
    jump = Signal(object)

    id = "problems"
    icon = "warn"

    def build(self) -> None:
        self._reports: dict[str, tuple[Problem, ...]] = {}
        self._live: tuple[Problem, ...] = ()
        self._counted = 0
        self.list = FindingsView()
        self.empty = EmptyState("check")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.list)
        self._hint = label("label", "3", wrap=True)
        self.clear = DockButton()
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.addWidget(self._hint, 1)
        foot.addWidget(self.clear)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        column.addLayout(foot)
        self.show_content(body)
        self.list.opened.connect(self._open)
        self.clear.clicked.connect(self.forget)

    @property
    def count(self) -> int:
        """How many findings there are."""
        return sum(len(found) for found in self._reports.values()) + len(self._live)

    def report(self, name: str, problems: Iterable[Problem]) -> None:
        """Show what was found in a file; a second report of the same name replaces the first."""
        self._reports.pop(name, None)
        found = tuple(problems)
        if found:
            self._reports[name] = found
        self._show()

    def show_live(self, problems: Iterable[Problem]) -> None:
        """Show what is odd on the map as it is now."""
        self._live = tuple(problems)
        self._show()

    def forget(self) -> None:
        """Put the reports away; what is odd on the map stays as long as it is so."""
        self._reports.clear()
        self._show()

    def set_session(self, session: Session | None) -> None:
        """Forget the findings of another fight."""
        if session is not self.session:
            self._reports.clear()
            self._live = ()
        super().set_session(session)

    def retranslate(self) -> None:
        self.list.setAccessibleName(tr("docks.problems.list"))
        self.clear.say(tr("docks.problems.clear"))
        self._hint.setText(tr("docks.problems.hint"))
        self.empty.say(tr("docks.problems.empty"), tr("docks.problems.empty_next"))

    def refresh(self, changes: Changes) -> None:
        if changes.everything:
            self._show()

    def _show(self) -> None:
        rows: list[Row] = []
        if self._live:
            rows += [Heading(""), *_sorted(self._live)]
        for name in reversed(self._reports):
            rows += [Heading(name), *_sorted(self._reports[name])]
        self.list.findings.show(tuple(rows))
        self.pages.setCurrentWidget(self.list if rows else self.empty)
        self.clear.setVisible(bool(self._reports))
        self._hint.setVisible(any(isinstance(r, Problem) and r.points for r in rows))
        self._say_tab()
        if self.count != self._counted:
            self._counted = self.count
            self.count_changed.emit(self.count)

    def _say_tab(self) -> None:
        """Say the number in the tab, too."""
        title = language.words.say(f"dock.{self.id}")
        if self.count:
            title = tr("docks.problems.tab", title=title, n=self.count)
        self.setWindowTitle(title)

    def _open(self, problem: Problem) -> None:
        session = self.session
        if session is not None and problem.subject in session.state.tokens:
            session.select([problem.subject])
        if problem.points:
            self.jump.emit(problem.points)

    def take_focus(self) -> None:
        self.list.setFocus()


def _sorted(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda p: GRAVEST.index(p.severity))
