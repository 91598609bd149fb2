"""The forecast dock: what could be done now and what it is worth, and how the fight may end."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from desktop import luck
from desktop.dialogs.base import Scroll
from desktop.docks.base import Dock
from desktop.docks.forecast_plot import Bar, Block, ForecastPlot
from desktop.docks.forecast_table import AttackTable
from desktop.docks.parts import DockButton, EmptyState, look_of
from desktop.foresight import LEAST_RUNS, Attacks, Fights
from desktop.i18n import language, tr
from desktop.models.forecast import FOUND
from desktop.session import Session
from desktop.widgets.base import label
from desktop.widgets.buttons import Switch
from maps.problems import Problem
from rules import registry
from rules.encounter.changes import Changes
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.forecast.fight import can_forecast, sides_of
from rules.forecast.ways import bends, way_to
from rules.forecast.what_if import Possibility

ASK_AFTER = 250
"""Milliseconds without a change after which the attacks are asked for anew."""
ROUGH = 0.1
"""With a larger error the odds are called a first guess."""


class ForecastDock(Dock):
    """What if, and how it may end. It works only while it is seen.

    Signals:
        pointed(Cell): a square of the map is meant.
    """

    id = "forecast"
    icon = "clock"
    pointed = Signal(object)

    def build(self) -> None:
        self.attacks = Attacks(self)
        self.fights = Fights(self)
        self._asked: tuple[Encounter, TokenId] | None = None
        self._counted: Encounter | None = None
        self._seen = False
        # a dock behind another tab counts as visible for Qt, but not as seen
        self.visibilityChanged.connect(self._looked_at)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(ASK_AFTER)
        self._later.timeout.connect(self._ask)
        self.what = Switch()
        self.what.chosen.connect(lambda _id: self._show_page())
        self.note = label("", "label", "2")
        self.go = DockButton("primary", "next")
        self.go.clicked.connect(self._start_or_stop)
        self.walk = DockButton("outline", "foot")
        self.walk.clicked.connect(self._walk_to_row)
        head = QHBoxLayout()
        head.setContentsMargins(12, 0, 12, 0)
        head.setSpacing(8)
        for widget in (self.what, self.note, self.walk, self.go):
            head.addWidget(widget, 1 if widget is self.note else 0)
        self.table = AttackTable()
        self.table.taken.connect(self.take)
        self.table.walked.connect(self.walk_to)
        self.table.selectionModel().currentRowChanged.connect(lambda _a, _b: self._enable())
        self.empty = EmptyState("clock")
        self.plot = ForecastPlot()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.pages = QStackedWidget()
        for page in (self.table, self._odds_page(), self.empty):
            self.pages.addWidget(page)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 8, 0, 4)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.pages, 1)
        self.show_content(body)
        self.attacks.found.connect(self._found)
        self.attacks.finished.connect(self._found_all)
        self.attacks.failed.connect(self._failed)
        self.fights.counted.connect(self._show_odds)
        self.fights.finished.connect(self._counted_all)
        self.fights.failed.connect(self._failed)

    def _odds_page(self) -> QWidget:
        self.odds = QWidget()
        column = QVBoxLayout(self.odds)
        column.setContentsMargins(12, 4, 12, 4)
        column.setSpacing(8)
        self.how = label("", "label", "2")
        self.how.setWordWrap(True)
        column.addWidget(self.progress)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 8, 0)
        rows.addWidget(self.plot)
        rows.addWidget(self.how)
        rows.addStretch(1)
        column.addWidget(Scroll(inside), 1)
        return self.odds

    def retranslate(self) -> None:
        self.what.set_words([("attacks", tr("forecast.attacks")), ("odds", tr("forecast.odds"))])
        self.what.setAccessibleName(language.words.say("dock.forecast"))
        self.table.setAccessibleName(tr("forecast.attacks"))
        self.plot.setAccessibleName(tr("forecast.odds"))
        self.how.setText(tr("forecast.how"))
        self.walk.say(tr("forecast.walk"))
        self.table.attacks.speak()
        self._show_page()
        self._show_odds()

    # -- when to work --------------------------------------------------------------------------

    def _looked_at(self, seen: bool) -> None:
        """Begin or leave the search as the dock comes to the front of its tabs or goes behind."""
        self._seen = seen
        if seen:
            self._show_page()
            self._show_odds()
            self._later.start()
        else:
            self._later.stop()
            self.attacks.stop()
            self._asked = None

    def set_session(self, session: Session | None) -> None:
        """Leave what was asked about another fight."""
        if session is not self.session:
            self.fights.stop()
            self.attacks.stop()
            self._asked, self._counted = None, None
        super().set_session(session)
        if session is None:
            self.attacks.close()

    def refresh(self, changes: Changes) -> None:
        del changes
        session = self.session
        if session is not None and self._counted is not None:
            if self.fights.busy and self._counted is not session.state:
                self.fights.stop()
        self._show_page()
        if self._seen:
            self._later.start()

    def _ask(self) -> None:
        session = self.session
        if session is None or session.current is None or not self._seen:
            return
        asked = (session.state, session.current.id)
        if self._asked is not None and self._asked[0] is asked[0] and self._asked[1] == asked[1]:
            return
        self._asked = asked
        self.table.attacks.clear(session)
        self.attacks.ask(session.state, session.current.id)
        self._say_note()

    # -- what could be done --------------------------------------------------------------------

    def _found(self, found: Possibility) -> None:
        self.table.attacks.add(found)
        self._say_note()

    def _found_all(self) -> None:
        self._say_note()
        self._show_page()

    def _failed(self, problem: Problem) -> None:
        self._asked = None
        self.tell_problem(problem)
        self._show_page()

    def take(self, found: Possibility) -> None:
        """Aim as the row says, and show on the map from where."""
        session = self.session
        action = found.action
        if session is None or not {action.attacker, action.target} <= session.state.tokens.keys():
            return
        session.select([action.attacker])
        aim = AttackAction(action.attacker, action.target, action.weapon, action.mode)
        session.attack.set_action(aim)
        if found.cell is not None:
            self.pointed.emit(found.cell)

    def walk_to(self, found: Possibility) -> None:
        """Go to the square of a row and aim from there."""
        cell, session = found.cell, self.session
        if cell is None or session is None or session.talk.busy:
            return
        me = session.state.tokens.get(found.action.attacker)
        if me is None:
            return
        self.take(found)
        via = bends(way_to(session.system, session.state, me, cell))
        to = [cell.x, cell.y]
        self.run("move", token=me.id, to=to, via=[[c.x, c.y] for c in via])

    def _row(self) -> Possibility | None:
        found = self.table.currentIndex().data(FOUND)
        return found if isinstance(found, Possibility) else None

    def _walk_to_row(self) -> None:
        if (found := self._row()) is not None:
            self.walk_to(found)

    # -- how it may end ------------------------------------------------------------------------

    def _start_or_stop(self) -> None:
        session = self.session
        if session is None:
            return
        if self.fights.busy:
            self.fights.stop()
            self._show_page()
            return
        self._counted = session.state
        self.fights.ask(session.state, luck.own_dice().randrange(1_000_000))
        self._show_odds()
        self._show_page()

    def _counted_all(self) -> None:
        self._show_odds()
        self._show_page()

    def _show_odds(self) -> None:
        session, state, tally = self.session, self._counted, self.fights.tally
        if session is None or state is None:
            self.plot.show_blocks(())
            return
        sides = tuple(
            Bar(language.words.say(f"side.{side.value}"), side.value, tally.win(side))
            for side in sides_of(state)
        )
        if tally.undecided.count:
            sides += (Bar(tr("forecast.undecided"), "neutral", tally.undecided),)
        tokens = sorted(state.tokens.values(), key=lambda t: -tally.lost[t.id])
        losses = tuple(
            Bar(t.name, t.side.value, tally.loss(t.id), look_of(session, t))
            for side in sides_of(state)
            for t in tokens
            if t.side is side
        )
        blocks = (Block(tr("forecast.sides"), sides), Block(tr("forecast.losses"), losses))
        self.plot.show_blocks(blocks if tally.runs else ())
        self.progress.setRange(0, self.fights.runs)
        self.progress.setValue(max(tally.runs, self._by_precision()))
        self._say_note()

    def _by_precision(self) -> int:
        """Return how far the counting is on its way to a small enough error, in runs."""
        fights = self.fights
        if fights.tally.runs < LEAST_RUNS:
            return 0
        return round(fights.runs * min(1.0, (fights.enough / fights.error) ** 2))

    # -- what is shown -------------------------------------------------------------------------

    def _show_page(self) -> None:
        session = self.session
        odds = self.what.value == "odds"
        busy = self.fights.busy
        self.go.say(tr("forecast.stop") if busy else tr("forecast.start"))
        self.go.set_mark("close" if busy else "next")
        self.progress.setVisible(busy)
        ready = session is not None and self._can_end(session)
        self.go.setVisible(odds and ready)
        self.walk.setVisible(not odds and session is not None and session.current is not None)
        if odds:
            self._show_odds_page(ready)
        elif session is None or session.current is None:
            self._say_empty(tr("forecast.nobody"), tr("forecast.nobody_next"))
        elif not self.attacks.busy and self._asked is not None and not self.table.attacks.rows:
            self._say_empty(tr("forecast.no_foe"), tr("forecast.no_foe_next"))
        else:
            self.pages.setCurrentWidget(self.table)
        self._enable()
        self._say_note()

    def _show_odds_page(self, ready: bool) -> None:
        if not ready:
            self._say_empty(tr("forecast.no_foe"), tr("forecast.no_foe_next"))
        elif self._counted is None:
            self._say_empty(tr("forecast.not_yet"), tr("forecast.how"))
        else:
            self.pages.setCurrentWidget(self.odds)

    def _say_empty(self, title: str, text: str) -> None:
        self.empty.say(title, text)
        self.pages.setCurrentWidget(self.empty)

    @staticmethod
    def _can_end(session: Session) -> bool:
        return can_forecast(registry.get(session.state.system), session.state)

    def _enable(self) -> None:
        found = self._row()
        free = self.session is not None and not self.session.store.read_only
        self.walk.setEnabled(free and found is not None and found.cell is not None)

    def _say_note(self) -> None:
        self.note.setText(self._odds_note() if self.what.value == "odds" else self._attacks_note())

    def _attacks_note(self) -> str:
        session, n = self.session, len(self.table.attacks.rows)
        if session is None or session.current is None:
            return ""
        name = session.current.name
        if self.attacks.busy:
            return tr("forecast.searching", name=name, n=n)
        return tr("forecast.found", name=name, n=n) if n else ""

    def _odds_note(self) -> str:
        tally = self.fights.tally
        if self._counted is None or self.session is None or not tally.runs:
            return tr("forecast.counting") if self.fights.busy else ""
        n, error = tally.runs, round(self.fights.error * 100, 1)
        if self._counted is not self.session.state:
            return tr("forecast.old", n=n, error=error)
        said = tr("forecast.runs", n=n, error=error)
        if self.fights.error > ROUGH:
            said = tr("forecast.rough", said=said)
        if (left := self.fights.left) is not None:
            goal = round(self.fights.enough * 100, 1)
            said = tr("forecast.left", said=said, seconds=rounded(left), goal=goal)
        return said

    def take_focus(self) -> None:
        page = self.pages.currentWidget()
        (self.table if page is self.table else self.what).setFocus()

    def closing(self) -> None:
        """End the processes: the window goes."""
        self.fights.stop()
        self.attacks.close()


def rounded(seconds: float) -> int:
    """Round a time that is only guessed: to seconds, from ten on to fives, from 60 on to tens."""
    step = 1 if seconds < 10 else 5 if seconds < 60 else 10
    return max(1, round(seconds / step) * step)
