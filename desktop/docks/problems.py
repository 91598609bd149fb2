"""The dock of findings: what an import or an opened file had, and what is odd on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.docks import mending
from desktop.docks.base import Dock
from desktop.docks.parts import DockButton, EmptyState, label
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.jobs import Lazily
from desktop.messages import Message
from desktop.models.findings import FINDING, FindingsDelegate, FindingsModel, Heading, Row
from desktop.session import Session
from maps.board import Board, Storey
from maps.problems import Problem, Severity
from maps.repair import mend
from rules.core.terms import term
from rules.encounter.changes import Changes
from rules.encounter.report import report_of

PAUSE = 250
"""Milliseconds without a change of walls after which the map is looked over again."""
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

    @guarded
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
        self._found: tuple[mending.Live, ...] = ()
        self._looked_at: tuple[object, ...] = ()
        self._counted = 0
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._begin)
        self._lazily = Lazily(self)
        self._lazily.wake(True)
        self.list = FindingsView()
        self.empty = EmptyState("check")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.list)
        self._hint = label("label", "3", wrap=True)
        self.clear = DockButton()
        self.mend_one, self.mend_every = DockButton(), DockButton()
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.addWidget(self._hint, 1)
        foot.addWidget(self.clear)
        mending_row = QHBoxLayout()
        mending_row.setContentsMargins(12, 4, 12, 0)
        mending_row.setSpacing(8)
        mending_row.addWidget(self.mend_one)
        mending_row.addWidget(self.mend_every)
        mending_row.addStretch(1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        column.addLayout(mending_row)
        column.addLayout(foot)
        self.show_content(body)
        self.list.opened.connect(self._open)
        self.clear.clicked.connect(self.forget)
        self.mend_one.clicked.connect(self.mend_chosen)
        self.mend_every.clicked.connect(self.mend_safe)
        self.list.selectionModel().selectionChanged.connect(self._enable)

    @property
    def count(self) -> int:
        """How many findings there are."""
        reports = self._all_reports().values()
        return sum(len(found) for found in reports) + len(self._live)

    def _all_reports(self) -> dict[str, tuple[Problem, ...]]:
        """Return all reports by file, the latest last."""
        kept = self._imported()
        return ({kept[0]: kept[1]} if kept is not None else {}) | self._reports

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

    @property
    def looking(self) -> bool:
        """Whether the map is still to be looked over."""
        return self._later.isActive() or self._lazily.busy

    def look(self) -> None:
        """Look over the storey that is shown at once, unless its walls were looked at last."""
        self._begin()
        self._lazily.finish()

    def _begin(self) -> None:
        """Begin to look it over while the window has nothing else to do."""
        self._later.stop()
        session = self.session
        board = session.state.board if session is not None else Board()
        storey = session.storey if session is not None else None
        shape = mending.shape_of(board, storey)
        if shape != self._looked_at:
            self._looked_at = shape
            self._lazily.clear()
            self._lazily.add(self._look_over(board, storey))

    def _look_over(self, board: Board, storey: Storey | None) -> Iterator[None]:
        self._found = yield from mending.live_findings(board, storey)
        self.show_live(problem for problem, _ in self._found)

    def mend_chosen(self) -> None:
        """Mend the finding that is chosen; a wall that cannot be mended is told."""
        chosen = self.list.currentIndex().data(FINDING)
        for problem, finding in self._found:
            if problem is chosen and finding is not None and self.session is not None:
                before = self.session.state.board
                self._mended(before, mend(before, finding), 1)
                return

    def mend_safe(self) -> None:
        """Mend everything that can be mended without deciding anything."""
        if self.session is None:
            return
        before = self.session.state.board
        self._mended(before, *mending.mended(before, self.session.storey))

    def _mended(self, before: Board, after: Board, n: int) -> None:
        """Perform what mends a map as one step, and say what was done."""
        session = self.session
        if session is None:
            return
        commands = mending.commands(session.system, before, after)
        if not commands:
            self.message.emit(Message(tr("docks.problems.not_mended"), "info"))
        elif session.perform_all(commands, term("step.mended", n=n)):
            self.message.emit(Message(tr("docks.problems.mended", n=n), "done"))
            self.look()

    def _enable(self) -> None:
        """Offer to mend what can be mended."""
        chosen = self.list.currentIndex().data(FINDING)
        listed = [problem for problem, finding in self._found if finding is not None]
        self.mend_one.setEnabled(any(problem is chosen for problem in listed))

    def forget(self) -> None:
        """Put the reports away; what is odd on the map stays as long as it is so."""
        self._reports.clear()
        if self.session is not None and report_of(self.session.state) is not None:
            self.run("forget_report")
        self._show()

    def _imported(self) -> tuple[str, tuple[Problem, ...]] | None:
        """Return what the import of the map had to say, as long as the fight keeps it."""
        return report_of(self.session.state) if self.session is not None else None

    def set_session(self, session: Session | None) -> None:
        """Forget the findings of another fight."""
        if session is not self.session:
            self._reports.clear()
            self._live, self._found, self._looked_at = (), (), ()
            self._lazily.clear()
        super().set_session(session)

    def connect_session(self, session: Session) -> None:
        session.storey_changed.connect(self._begin)

    def retranslate(self) -> None:
        self.list.setAccessibleName(tr("docks.problems.list"))
        self.clear.say(tr("docks.problems.clear"))
        self.mend_one.say(tr("docks.problems.mend"))
        self.mend_every.say(tr("docks.problems.mend_all"))
        self._hint.setText(tr("docks.problems.hint"))
        self.empty.say(tr("docks.problems.empty"), tr("docks.problems.empty_next"))

    def refresh(self, changes: Changes) -> None:
        if changes.everything or changes.data:
            self._show()
        if changes.board:
            self._later.start()

    def _show(self) -> None:
        rows: list[Row] = []
        if self._live:
            rows += [Heading(""), *_sorted(self._live)]
        reports = self._all_reports()
        for name in reversed(reports):
            rows += [Heading(name), *_sorted(reports[name])]
        self.list.findings.show(tuple(rows))
        self.pages.setCurrentWidget(self.list if rows else self.empty)
        self.clear.setVisible(bool(reports))
        for button in (self.mend_one, self.mend_every):
            button.setVisible(bool(self._found))
        self._enable()
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
