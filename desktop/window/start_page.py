"""The start page: play on, try a demo fight, open something, begin something new."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.demo import Demo, demos
from desktop.dialogs.cards import CardWords, FightCard, StartRow
from desktop.dialogs.drop_zone import DropZone
from desktop.dialogs.recent import Clock, RecentTable, empty_list, stand_of, when
from desktop.dialogs.systems import system_name
from desktop.dialogs.wide_card import WideCard
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.jobs import Lazily, soon
from desktop.settings import Recent, Settings
from desktop.theme import px
from desktop.widgets.base import label, rule
from desktop.widgets.buttons import Button

if TYPE_CHECKING:
    from desktop.dialogs.thumbnails import Glimpse

SIDE = 72
"""Margin at the left and right."""
WIDEST = 1456
NARROW = 1080
"""Below this width table and beginnings stand below each other."""


def _now() -> datetime:
    return datetime.now().astimezone()


class StartPage(QWidget):
    """What the window shows while no fight is open.

    Signals:
        chosen(str, str): what was chosen and its detail: ``demo`` and its id, ``fight`` and its
            path, ``files`` and a JSON list of paths, or an action of the window and nothing.
    """

    chosen = Signal(str, str)

    def __init__(self, settings: Settings, clock: Clock = _now) -> None:
        super().__init__()
        self._settings, self._clock = settings, clock
        self._glimpses: dict[str, Glimpse] = {}
        self._lazily = Lazily(self)
        self._stale, self._held = True, False
        self.setObjectName("start")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(self._scroll)
        self.primary: Button | FightCard | None = None
        self.latest: WideCard | None = None
        self.demo_cards: dict[str, FightCard | WideCard] = {}
        self.table: RecentTable | None = None
        self._page: QWidget | None = None
        self._lower: QBoxLayout | None = None
        settings.changed.connect(self._setting_changed)

    # -- keeping up to date --------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the recent fights and demos as they are now; waits until somebody looks."""
        self._stale = True
        if self.isVisible() and not self._held:
            self._build()

    def hold(self, on: bool) -> None:
        """Show nothing yet while a fight is opened in its stead; when released, all of it.

        It is released too when the page is seen no more.
        """
        self._held = on
        if self.isVisible() and self._stale and not on:
            self._build()

    def restyle(self) -> None:
        """Draw everything again in the theme in use."""
        self.refresh()

    def _setting_changed(self, name: str) -> None:
        if name == "recent":
            self.refresh()

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale and not self._held:
            self._build()
        # pictures come after the window is there
        soon(self, lambda: self._lazily.wake(self.isVisible()), 50)

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._lazily.wake(False)
        self._held = False

    def afterwards(self, work: Iterator[object]) -> None:
        """Do something in steps when all pictures are painted, while the page is still shown."""
        self._lazily.add(work)

    def finish_pictures(self) -> None:
        """Paint all thumbnails at once, for pictures of the page and tests."""
        self._lazily.finish()

    # -- building ------------------------------------------------------------------------------

    def _build(self) -> None:
        self._stale = False
        self._lazily.clear()
        self.primary, self.latest, self.table, self.demo_cards = None, None, None, {}
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(0)
        recent = self._settings.values.recent
        column.addLayout(self._head())
        column.addSpacing(px(16))
        there = next((r for r in recent if Path(r.path).exists()), None)
        if there is not None:
            self.latest = self._latest(there)
            column.addWidget(self.latest)
            column.addSpacing(px(20))
        found = demos()
        if found:
            column.addLayout(self._demo_head(len(found)))
            column.addSpacing(px(12))
            column.addLayout(self._demos(found))
            column.addSpacing(px(24))
        column.addLayout(self._lower_part(recent))
        column.addStretch(1)
        self._page = page
        self._margins()
        old = self._scroll.takeWidget()
        if old is not None:
            # setWidget would destroy it at once, and Qt hand the focus from one dying button
            # to the next, each of which makes a ring in its dying parent
            old.hide()
            old.deleteLater()
        self._scroll.setWidget(page)
        self._arrange()
        if self.primary is not None:
            self.primary.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, what: str, detail: str = "") -> Callable[..., None]:
        def run(*_: object) -> None:
            self.chosen.emit(what, detail)

        return run

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(16))
        mark = label()
        mark.setPixmap(icons.app_icon().pixmap(QSize(px(56), px(56)), self.devicePixelRatioF()))
        mark.setFixedSize(px(56), px(64))
        row.addWidget(mark)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label("Schlachtplan", "display"))
        words.addWidget(label(tr("start.claim"), "", "2"))
        row.addLayout(words)
        row.addStretch(1)
        for text, mark_name, keys, what in (
            (tr("start.open_file"), "open", tr("key.ctrl_o"), "open"),
            (tr("start.from_map"), "map", tr("key.ctrl_n"), "new_from_map"),
        ):
            button = Button(text, "outline", mark=mark_name, keys=keys, size="large")
            button.setAutoDefault(True)
            button.setObjectName(f"start_{what}")
            button.clicked.connect(self._choose(what))
            row.addWidget(button)
        return row

    def _latest(self, recent: Recent) -> WideCard:
        facts = (
            stand_of(recent),
            tr("start.combatants", n=recent.combatants) if recent.combatants else "",
            when(recent.at, self._clock()),
        )
        words = CardWords(
            title=recent.name or Path(recent.path).stem,
            system=system_name(recent.system),
            go=tr("start.play_on"),
        )
        card = WideCard(
            words,
            kicker=tr("start.play_on"),
            line=" · ".join(f for f in facts if f),
            keys=tr("key.enter"),
        )
        card.setObjectName("latest")
        card.clicked.connect(self._choose("fight", recent.path))
        self.primary = card.button
        self._lazily.add(self._look_into(recent.path, card))
        return card

    def _demo_head(self, n: int) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(12))
        row.addWidget(label(tr("start.demos", n=n, count=_count_word(n)), "section"))
        row.addWidget(label(tr("start.demos_about"), "", "2"))
        row.addStretch(1)
        return row

    def _demos(self, found: tuple[Demo, ...]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(24))
        for demo in found:
            words = _demo_words(demo)
            card: FightCard | WideCard
            if len(found) == 1:
                first = self.primary is None
                keys = tr("key.enter") if first else ""
                card = WideCard(words, main=first, keys=keys, large=first)
                if self.primary is None:
                    self.primary = card.button
            else:
                card = FightCard(words)
                if self.primary is None:
                    self.primary = card
            card.setObjectName(f"demo_{demo.id}")
            card.clicked.connect(self._choose("demo", demo.id))
            self.demo_cards[demo.id] = card
            row.addWidget(card)
            self._lazily.add(self._show_demo(demo.id, card))
        if len(found) > 1:
            row.addStretch(0 if len(found) > 3 else 1)
        return row

    def _lower_part(self, recent: tuple[Recent, ...]) -> QBoxLayout:
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(px(24))
        left = QVBoxLayout()
        left.setSpacing(px(8))
        left.addWidget(label(tr("start.recent"), "section"))
        if recent:
            self.table = RecentTable(recent, self._clock())
            self.table.chosen.connect(lambda path: self.chosen.emit("fight", path))
            # the row that asks for it goes away with the page: not while it still handles the key
            self.table.forgotten.connect(
                lambda path: soon(self, lambda: self._settings.forget(path))
            )
            left.addWidget(self.table)
            left.addStretch(1)
        else:
            left.addWidget(empty_list(tr("start.none"), tr("start.none_about")), 1)
        row.addLayout(left, 976)
        row.addLayout(self._beginnings(kept=bool(recent)), 456)
        self._lower = row
        return row

    def _beginnings(self, *, kept: bool) -> QVBoxLayout:
        """Return the ways to begin; ``kept``: earlier states of fights may be there too."""
        ways = [
            ("import", tr("start.map"), tr("start.map_about"), "new_from_map"),
            ("heat", tr("start.empty"), tr("start.empty_about"), "new_empty"),
        ]
        if kept:
            ways.append(("clock", tr("backups.title"), tr("backups.start_about"), "backups"))
        column = QVBoxLayout()
        column.setSpacing(px(8))
        column.addWidget(label(tr("start.begin"), "section"))
        card = QFrame()
        card.setProperty("panel", "card")
        rows = QVBoxLayout(card)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        for i, (mark, title, text, what) in enumerate(ways):
            if i:
                rows.addWidget(rule())
            row = StartRow(mark, title, text)
            row.setObjectName(f"begin_{what}")
            row.clicked.connect(self._choose(what))
            rows.addWidget(row)
        column.addWidget(card)
        column.addSpacing(px(8))
        zone = DropZone(tr("start.drop"), tr("start.drop_about"))
        zone.setObjectName("drop")
        zone.clicked.connect(self._choose("open"))
        zone.dropped.connect(lambda paths: self.chosen.emit("files", json.dumps(paths)))
        column.addWidget(zone, 1)
        return column

    # -- pictures ------------------------------------------------------------------------------

    def _look_into(self, path: str, card: WideCard) -> Iterator[None]:
        from desktop.window.start_pictures import look_into

        yield from look_into(path, card, self.devicePixelRatioF())

    def _show_demo(self, id: str, card: FightCard | WideCard) -> Iterator[None]:
        from desktop.window.start_pictures import show_demo

        yield from show_demo(id, card, self.devicePixelRatioF(), self._glimpses)

    # -- room ----------------------------------------------------------------------------------

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._margins()
        self._arrange()

    def _margins(self) -> None:
        if self._page is None:
            return
        layout = self._page.layout()
        side = px(SIDE) if self.width() >= px(1280) else px(32)
        side = max(side, (self.width() - px(WIDEST)) // 2)
        if layout is not None:
            layout.setContentsMargins(side, px(24), side, px(32))

    def _arrange(self) -> None:
        if self._lower is not None:
            narrow = self.width() < px(NARROW)
            way = QBoxLayout.Direction
            self._lower.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.primary is not None:
            self.primary.click()
            return
        super().keyPressEvent(event)


def _count_word(n: int) -> str:
    words = language.words
    return words.say(f"start.number.{n}") if f"start.number.{n}" in words else str(n)


def _demo_words(demo: Demo) -> CardWords:
    words = language.words
    name, about = f"demo.{demo.id}.name", f"demo.{demo.id}.about"
    facts = tr("start.demo_size", n=demo.combatants, width=demo.width, height=demo.height)
    return CardWords(
        title=words.say(name) if name in words else demo.id,
        system=system_name(demo.system),
        size=facts,
        about=words.say(about) if about in words else "",
        go=tr("start.go"),
    )
