"""The players' window: a second window for a television or projector, without any secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QScreen,
    QShowEvent,
)
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from desktop import icons, theme
from desktop.board import camera as cam
from desktop.board.paint import View
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.player.board import PlayerBoard
from desktop.player.handout import Handout
from desktop.player.session import PlayersSession
from desktop.player.strip import PlayerStrip
from desktop.session import Session
from desktop.settings import Settings, pack, unpack
from rules.encounter.changes import Changes
from rules.encounter.state import SideId

USUAL = QSize(1280, 800)
STEP = 1.25
SANE = (24.0, 384.0)
"""Pixels to the inch that a screen may claim."""

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class Curtain(QWidget):
    """A black sheet over everything."""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0))
        painter.end()


class PlayerWindow(QWidget):
    """What players see of the open fight.

    Signals:
        changed(): it was opened, closed, blackened or shown again.
    """

    changed = Signal()

    def __init__(self, settings: Settings, actions: Sequence[QAction] = ()) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.settings = settings
        self.black = False
        self._source: Session | None = None
        self._session: PlayersSession | None = None
        self._acting: tuple[object, ...] = ()
        self._listening = False
        self.setObjectName("player")
        self.setWindowIcon(icons.app_icon())
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.board = PlayerBoard()
        self.strip = PlayerStrip()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.board, 1)
        column.addWidget(self.strip)
        self.handout = Handout(self)
        self.curtain = Curtain(self)
        self.curtain.hide()
        self.setFocusProxy(self.board)
        self.board.moved_by_hand.connect(self._moved)
        self.addActions(list(actions))
        self.setMinimumSize(320, 240)
        self.resize(USUAL)
        self.retranslate()

    # -- opening and closing -------------------------------------------------------------------

    def open_for(self, session: Session | None, beside: QScreen) -> None:
        """Show a fight; at first on another screen than the game master's, if there is one."""
        if not self.isVisible():
            self._place(beside)
            self._source = session
            self.show()
        else:
            self.set_session(session)

    def _place(self, beside: QScreen) -> None:
        """Go where the window was; where its screen is lost, to another one."""
        values, screens = self.settings.values, QGuiApplication.screens()
        known = next((s for s in screens if s.name() == values.player_screen), None)
        if values.player_geometry and known is not None:
            self.restoreGeometry(unpack(values.player_geometry))
            if not known.geometry().intersects(self.geometry()):  # screens stand otherwise now
                self.setScreen(known)
                self.move(known.availableGeometry().topLeft())
            return
        others = [s for s in screens if s is not beside]
        home = others[0] if others else beside
        self.setScreen(home)
        self.setWindowState(Qt.WindowState.WindowNoState)
        room = home.availableGeometry()
        self.resize(USUAL.boundedTo(room.size() * 0.9))
        self.move(room.center() - self.rect().center())
        if others:
            self.setWindowState(Qt.WindowState.WindowFullScreen)

    def set_session(self, session: Session | None) -> None:
        """Show another fight; without one the screen is black."""
        if session is self._source and (self._session is not None) == (session is not None):
            return
        self._source = session
        if self.isVisible():
            self._take(session)

    def _take(self, source: Session | None) -> None:
        old = self._session
        self._session, self._acting = None, ()
        if source is not None:
            fog = self.settings.values.player_fog
            by = self.settings.values.player_reveal
            self._session = PlayersSession(source, self, fog=fog, by=by)
        self.board.set_session(self._session)
        if self._session is not None:
            self._session.look_at_heroes()
            self._session.changed.connect(self._shown)  # the map hears of it first
        if old is not None:
            old.leave()
        self._apply()
        self._shown()

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        """Begin to follow the fight."""
        super().showEvent(event)
        if not self._listening:
            self._listening = True
            language.changed.connect(self.retranslate)
            self.settings.changed.connect(self._setting_changed)
        if self._session is None or self._session.source is not self._source:
            self._take(self._source)
        self.retranslate()
        self.changed.emit()

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the place; follow nothing any more."""
        self.settings.set(
            player_geometry=pack(self.saveGeometry()),
            player_screen=self.screen().name(),
        )
        if self._listening:
            self._listening = False
            language.changed.disconnect(self.retranslate)
            self.settings.changed.disconnect(self._setting_changed)
        self._take(None)
        self._source = None
        self.set_black(False)
        self.handout.show_image(QImage())
        super().closeEvent(event)
        self.hide()
        self.changed.emit()

    # -- what is shown -------------------------------------------------------------------------

    def _shown(self, _changes: Changes | None = None) -> None:
        """The fight stands otherwise."""
        session = self._session
        self.strip.refresh(session)
        self.strip.setVisible(self.settings.values.player_strip and bool(self.strip.order))
        acting: tuple[object, ...] = ()
        if session is not None and session.state.timeline.acting:
            who = session.state.timeline.acting[0]
            token = session.state.tokens[who]
            acting = (who, token.space)
            if acting != self._acting and token.side is SideId.HEROES:
                session.look_at(who)
            if self.settings.values.player_follow and acting != self._acting:
                self.board.follow(who)
        self._acting = acting

    def _apply(self) -> None:
        """Show as the settings say."""
        values, board = self.settings.values, self.board
        board.tell(values.player_names, values.player_life)
        board.switches.show_grid(values.player_grid)
        board.switches.show_obstacles(values.player_walls)
        board.switches.apply_overlays(("light",) if values.player_light else ())
        self.strip.names, self.strip.life = values.player_names, values.player_life
        if self._session is not None:
            self._session.use_fog(values.player_fog, values.player_reveal)
        board.use_mode(values.player_zoom, self.inch)

    def _setting_changed(self, name: str) -> None:
        if not name.startswith("player_"):
            return
        self._apply()
        if name == "player_follow":
            self._acting = ()
        self._shown()

    @property
    def inch(self) -> float:
        """Pixels to the inch on the screen of this window: as measured, else as it claims."""
        screen = self.screen()
        measured = self.settings.values.player_inches.get(screen.name(), "")
        try:
            found = float(measured or screen.physicalDotsPerInch() / screen.devicePixelRatio())
        except ValueError:
            found = 96.0
        return found if SANE[0] <= found <= SANE[1] else 96.0

    def set_inch(self, pixels: float) -> None:
        """Remember how many pixels make an inch on this screen."""
        known = dict(self.settings.values.player_inches)
        known[self.screen().name()] = f"{pixels:.3f}"
        self.settings.set(player_inches=known)

    def set_black(self, on: bool) -> None:
        """Cover everything with black, or show it again."""
        if on != self.black:
            self.black = on
            self.curtain.setGeometry(self.rect())
            self.curtain.setVisible(on)
            self.curtain.raise_()
            self.changed.emit()

    def show_handout(self, image: QImage) -> None:
        """Show a picture over the map, or (a null one) the map again; black stays black."""
        self.handout.show_image(image)
        self.curtain.raise_()
        self.changed.emit()

    def set_full(self, on: bool) -> None:
        """Fill the screen, or be a window."""
        if on != self.isFullScreen():
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def show_part(self, view: View, size: QSize, storey: str = "") -> None:
        """Show the part of the map that another view of that size shows."""
        if self._session is not None and storey:
            self._session.show_storey(storey)
        box = (
            view.left,
            view.top,
            view.left + size.width() / view.scale,
            view.top + size.height() / view.scale,
        )
        board = self.board
        if self.settings.values.player_zoom == "inch":
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            board.navigation.set_camera(
                cam.centred(board.camera, x, y, board.width(), board.height())
            )
            return
        self.settings.set(player_zoom="free")
        board.navigation.set_camera(cam.fitted(box, board.width(), board.height()))

    def _moved(self, zoomed: bool) -> None:
        if zoomed or self.settings.values.player_zoom == "fit":
            self.settings.set(player_zoom="free")

    def retranslate(self) -> None:
        """Say every word again; none of them comes from the fight."""
        self.setWindowTitle(tr("player.title"))
        self.setAccessibleName(tr("player.title"))
        self.board.retranslate()
        self.strip.refresh(self._session)

    # -- the menu ------------------------------------------------------------------------------

    def menu(self) -> QMenu:
        """Return what can be chosen here."""
        menu, values = QMenu(self), self.settings.values
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._tick(menu, tr("player.black"), "B", self.black, self.set_black)
        self._tick(menu, tr("player.full"), "F11", self.isFullScreen(), self.set_full)
        menu.addSeparator()
        for mode, words, keys in (
            ("fit", tr("player.zoom.fit"), "F"),
            ("inch", tr("player.zoom.inch"), "1"),
        ):
            self._tick(menu, words, keys, values.player_zoom == mode, self._zoom_setter(mode))
        menu.addAction(tr("player.scale.measure")).triggered.connect(lambda _c: self.measure())
        menu.addSeparator()
        for name, words in (
            ("player_fog", tr("player.fog")),
            ("player_follow", tr("player.follow")),
            ("player_strip", tr("player.strip")),
            ("player_grid", tr("player.grid")),
        ):
            on = bool(getattr(values, name))
            self._tick(menu, words, "", on, self._setter(name))
        menu.addAction(tr("player.options")).triggered.connect(lambda _c: self.options())
        menu.addSeparator()
        menu.addAction(tr("player.close")).triggered.connect(lambda _c: self.close())
        return menu

    def _tick(
        self, menu: QMenu, words: str, keys: str, on: bool, do: Callable[[bool], object]
    ) -> None:
        action = menu.addAction(f"{words}\t{keys}" if keys else words)
        action.setCheckable(True)
        action.setChecked(on)
        action.triggered.connect(do)

    def _setter(self, name: str) -> Callable[[bool], None]:
        return lambda on: self.settings.set(**{name: on})

    def _zoom_setter(self, mode: str) -> Callable[[bool], None]:
        return lambda on: self.settings.set(player_zoom=mode if on else "free")

    def options(self) -> None:
        """Show the options on this screen."""
        from desktop.player.options import show_options  # noqa: PLC0415  # seldom wanted

        show_options(self, self)

    def measure(self) -> None:
        """Measure this screen."""
        from desktop.player.scale import measure  # noqa: PLC0415  # seldom wanted

        measure(self)

    # -- events --------------------------------------------------------------------------------

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this window; those of the fight belong to the other one."""
        key, board = Qt.Key(event.key()), self.board
        if key in ARROWS:
            board.pan_squares(*ARROWS[key])
        elif key == Qt.Key.Key_B:
            self.set_black(not self.black)
        elif key == Qt.Key.Key_F11:
            self.set_full(not self.isFullScreen())
        elif key == Qt.Key.Key_Escape and self.handout.active:
            self.show_handout(QImage())
        elif key == Qt.Key.Key_Escape:
            self.set_full(False)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_1):
            mode = "fit" if key == Qt.Key.Key_F else "inch"
            self.settings.set(player_zoom=mode)
            board.use_mode(mode, self.inch)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            board.zoom_step(STEP if key == Qt.Key.Key_Plus else 1 / STEP)
        elif key == Qt.Key.Key_Menu:
            self.menu().popup(self.mapToGlobal(self.rect().center()))
        else:
            super().keyPressEvent(event)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fill the screen, or be a window again."""
        self.set_full(not self.isFullScreen())

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be chosen."""
        self.menu().popup(event.globalPos())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the black sheet over everything, and the strip in its share of the height."""
        super().resizeEvent(event)
        self.strip.fit_to(self.height())
        self.curtain.setGeometry(self.rect())
        self.handout.setGeometry(self.rect())

    @guarded
    def changeEvent(self, event: QEvent) -> None:
        """Wear another theme with the rest of the program."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.board.set_theme(theme.current())
            self.strip.update()
