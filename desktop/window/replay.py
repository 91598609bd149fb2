"""The replay: a slider over the steps of a fight. The past can be seen, not changed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from desktop.docks.parts import DockButton, ElidedLabel
from desktop.guard import guarded
from desktop.i18n import say, tr
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.chips import Mark
from desktop.widgets.dock import IconButton
from desktop.widgets.fields import Choice

STEP_MS = 1500
"""How long a step is shown at normal speed, in milliseconds."""
SPEEDS = (0.5, 1.0, 2.0, 4.0)


class ReplayBar(QWidget):
    """A bar above the map with everything that leads through the past.

    Signals:
        left(): the fight is shown as it is now.
        copied(int): go on from here in a new fight, with so many steps of this one.
    """

    left = Signal()
    copied = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("replay")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session: Session | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self.title = label("", "name")
        self.back = IconButton("back", "")
        self.play = DockButton("outline", "right")
        self.on = IconButton("next", "")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setMinimumWidth(px(120))
        self.slider.setPageStep(5)
        self.speed = Choice()
        self.speed.setMinimumContentsLength(3)
        self.where = ElidedLabel("row", "2")
        self.copy = DockButton("flat", "plus")
        self.now = DockButton("primary", "check")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 4)
        column.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.where)
        row.addWidget(Mark("clock", "warn", 16))
        for widget in (self.title, self.back, self.play, self.on, self.speed):
            row.addWidget(widget)
        row.addWidget(self.slider, 1)
        row.addWidget(self.copy)
        row.addWidget(self.now)
        self.back.clicked.connect(lambda: self._by_hand(self.slider.value() - 1))
        self.on.clicked.connect(lambda: self._by_hand(self.slider.value() + 1))
        self.play.clicked.connect(self._play_or_pause)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderPressed.connect(self._pause)
        self.speed.currentIndexChanged.connect(lambda _i: self._set_pace())
        self.copy.clicked.connect(lambda: self.copied.emit(self.slider.value()))
        self.now.clicked.connect(self.leave)
        self.retranslate()
        self.hide()

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    # -- which fight -------------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Follow another fight; the past of the one before is left."""
        if session is not self._session:
            self.leave()
        self._session = session

    def begin(self) -> None:
        """Look back from the very beginning. Nothing happens in a fight without steps."""
        session = self._session
        if session is None or not session.present.done:
            return
        self.slider.blockSignals(True)
        self.slider.setRange(0, session.present.done)
        self.slider.setValue(session.present.done)
        self.slider.blockSignals(False)
        self.show()
        self._look(session.present.done)
        self.slider.setFocus()

    def leave(self) -> None:
        """Come back to where the fight stands."""
        self._pause()
        if self.isHidden():
            return
        self.hide()
        if self._session is not None:
            self._session.look_now()
        self.left.emit()

    # -- through the past ----------------------------------------------------------------------

    def _look(self, step: int) -> None:
        if self._session is not None:
            self._session.look_back(step)
        self._say_where()

    def _slid(self, step: int) -> None:
        self._look(step)

    def _by_hand(self, step: int) -> None:
        self._pause()
        self.slider.setValue(step)

    def _play_or_pause(self) -> None:
        if self.playing:
            self._pause()
            return
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._set_pace()
        self._timer.start()
        self._say_play()

    def _pause(self) -> None:
        self._timer.stop()
        self._say_play()

    def _tick(self) -> None:
        if self.slider.value() >= self.slider.maximum():
            self._pause()
        else:
            self.slider.setValue(self.slider.value() + 1)

    def _set_pace(self) -> None:
        at = max(0, self.speed.currentIndex())
        self._timer.setInterval(round(STEP_MS / SPEEDS[at]))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape:
                self.leave()
            case Qt.Key.Key_Space:
                self._play_or_pause()
            case _:
                super().keyPressEvent(event)

    # -- words ---------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        self.title.setText(tr("replay.title"))
        self.back.set_tip(tr("replay.back"))
        self.on.set_tip(tr("replay.on"))
        self.slider.setAccessibleName(tr("replay.slider"))
        self.speed.setAccessibleName(tr("replay.speed"))
        self.speed.setToolTip(tr("replay.speed"))
        self.copy.say(tr("replay.copy"))
        self.copy.setToolTip(tr("replay.copy_tip"))
        self.now.say(tr("replay.now"))
        at = self.speed.currentIndex()
        self.speed.blockSignals(True)
        self.speed.clear()
        for speed in SPEEDS:
            self.speed.addItem(tr("replay.times", n=speed))
        self.speed.setCurrentIndex(at if at >= 0 else SPEEDS.index(1.0))
        self.speed.blockSignals(False)
        self._say_play()
        self._say_where()

    def _say_play(self) -> None:
        self.play.say(tr("replay.pause") if self.playing else tr("replay.play"))
        self.play.set_mark("wait" if self.playing else "right")

    def _say_where(self) -> None:
        session = self._session
        if session is None or not session.past:
            self.where.setText("")
            return
        done, most = session.history.done, session.present.done
        label = session.history.undo_label
        if label is None:
            self.where.setText(tr("replay.start", most=most))
        else:
            stand = say(session.system.headline(session.state))
            self.where.setText(tr("replay.where", n=done, most=most, what=label, stand=stand))
        self.where.setAccessibleName(self.where.text())
