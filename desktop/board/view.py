"""The battle map: one widget that shows the fight and hands every gesture to the tool in hand.

It paints itself instead of being a QGraphicsView: what lies over the map keeps its size in
pixels at every zoom, a still backdrop is copied instead of drawn, and no item of Python is asked
for its bounds. A frame of a drag costs one copy, one small picture per token and what is new.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from desktop import theme as themes
from desktop.board import camera as cam
from desktop.board.area_panel import AreaPanel
from desktop.board.card import Card, card_of, square_card
from desktop.board.glide import Glide
from desktop.board.hands import Hands
from desktop.board.heat import HeatMap
from desktop.board.heat_legend import HeatLegend
from desktop.board.hover import Hover
from desktop.board.laid import Laid
from desktop.board.layers import LitPaths
from desktop.board.overlays import OVERLAYS, Facts
from desktop.board.paint import View
from desktop.board.painting import Painting
from desktop.board.picture import PictureGround
from desktop.board.scene import Scene
from desktop.board.sight import Sight
from desktop.board.storey_bar import StoreyBar
from desktop.board.ways import Ways
from desktop.colours import Theme
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.lengths import SQUARE, square_metres
from desktop.messages import message_of
from desktop.tools import TOOLS, UNSEEN
from desktop.tools.area import AreaTool
from desktop.tools.base import Pointer, ToolManager
from desktop.tools.drag import Drag
from desktop.tools.inspect import InspectTool
from desktop.tools.measure import Ruler
from desktop.tools.select import SelectTool
from desktop.tools.zone import ZoneTool
from maps.grid import SUB, Cell, Footprint, Point
from maps.problems import Problem
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.commands import Command, Face, Move, leading
from rules.encounter.state import Encounter, Token, TokenId

if TYPE_CHECKING:
    from desktop.session import Session

CARD_CLEAR = 640.0
"""Tokens farther from the target than this many pixels are not in the way of its card."""
READING = 100
"""Milliseconds between two looks at how far a picture is read."""
SETTLE = 90
"""Milliseconds without a change of size after which the map is painted with all care."""
REST = 70
"""Milliseconds without another square until a slow system is asked."""
BUDGET = 0.006
"""Seconds between two frames that go into what takes longer."""
DOOR_REACH = 8.0
"""Pixels from a door within which it is meant."""


class BoardView(QWidget):
    """The map of one session.

    Signals:
        status(str): what can be done now, as one line; ``hint`` has it in parts.
        hint(Hint | None): the same in parts.
        cell_changed(str): the square under the pointer, in words; empty outside.
        spoken(str): what lies under pointer or cell cursor, for screen readers.
        zoom_changed(float): the zoom in percent.
        tool_changed(str): another tool is in the hand.
        open_sheet(str): a token was double-clicked.
        context_menu(str, str, Cell, QPoint): a right click on a token, a door or a square.
        files_dropped(list): files were dropped, as paths.
        inspected(Inspection | None): what the line-of-sight inspector found out.
        aiming_changed(bool): the next click on a token aims at it.
        area_changed(): the template of an area of effect in the hand is another one.
        area_effect(str, AreaOfEffect): do something to all who are caught in an area.
    """

    status = Signal(str)
    hint = Signal(object)
    cell_changed = Signal(str)
    spoken = Signal(str)
    zoom_changed = Signal(float)
    tool_changed = Signal(str)
    open_sheet = Signal(str)
    context_menu = Signal(str, str, object, QPoint)
    files_dropped = Signal(list)
    inspected = Signal(object)
    aiming_changed = Signal(bool)
    area_changed = Signal()
    area_effect = Signal(str, object)

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.scene = Scene()
        self.sight = Sight(self.scene)
        self.theme: Theme = themes.current()
        self.camera = View(cam.FULL)
        self.right_drag = "measure"
        self.two_fingers = "pan"
        self.show_squares = self.show_lines = True
        self.names = self.aiming = self.for_players = False
        self.focus_seen = False
        self.lit_ids: frozenset[str] = frozenset()
        self.facing: dict[TokenId, int] = {}
        self.cursor_cell: Cell | None = None
        self.drop_cell: Cell | None = None
        self.facts: Facts = None  # type: ignore[assignment]  # there is one per session
        self._on = {o.id for o in OVERLAYS if o.on}
        self._lit_paths: tuple[object, LitPaths] | None = None
        self._known: Encounter | None = None
        self._dropped: frozenset[TokenId] = frozenset()
        self._fit_wanted = False
        self.painting = Painting(self)
        self.picture = PictureGround(self)
        self.heat = HeatMap(self)
        self.heat.seen_first = self.rows_seen
        self.hover = Hover(self)
        self.hands = Hands(self)
        self.tools = ToolManager(self, TOOLS + UNSEEN)
        self.legend = HeatLegend(self)
        self.laid = Laid()
        self.ways = Ways(self)
        self.area_panel = AreaPanel(self)
        self.storey_bar = StoreyBar(self)
        self._cameras: dict[str, View] = {}
        self._storey = ""
        self._card: Card | None = None
        self.touched = False
        self._more = QTimer(self, singleShot=True, interval=0)
        self._reading = QTimer(self, interval=READING)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE)
        self._settle.timeout.connect(self.spoil)
        self.glide = Glide(self)
        self._connect()
        self._prepare()
        if session is not None:
            self.set_session(session)

    def _connect(self) -> None:
        self._more.timeout.connect(self._work)
        self._rest.timeout.connect(self._rested)
        self._reading.timeout.connect(self._read_on)
        self.picture.changed.connect(self.spoil)
        self.picture.failed.connect(self._picture_failed)
        self.heat.changed.connect(self.spoil)
        self.tools.changed.connect(self._tool_taken)

    def _prepare(self) -> None:
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        self.setAccessibleName(tr("board.accessible"))
        self.setAccessibleDescription(tr("board.accessible.about"))
        self.legend.retranslate()
        self.area_panel.retranslate()
        self.storey_bar.refresh()
        self.spoil()
        self.say_hint()

    # -- what is shown -----------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show another fight, or none; the whole map is fitted into the view once."""
        self.tools.current.put_away()
        if session is None:
            self.tools.use("select")
        self.hover.pin(False)
        old = self.session
        if old is not None:
            old.changed.disconnect(self.refresh)
            old.selection_changed.disconnect(self._looked_at)
            old.storey_changed.disconnect(self._storey_shown)
            old.draft_changed.disconnect(self._looked_at)
            old.picked_changed.disconnect(self._picked)
            old.lit.disconnect(self.light_up)
        self.session = self.scene.session = session
        self.sight.clear()
        self.touched = False
        self.lit_ids = frozenset()
        self.glide.land()
        self.scene.shown.clear()
        if session is not None:
            self.facts = Facts(session)
            session.changed.connect(self.refresh)
            session.selection_changed.connect(self._looked_at)
            session.storey_changed.connect(self._storey_shown)
            session.draft_changed.connect(self._looked_at)
            session.picked_changed.connect(self._picked)
            session.lit.connect(self.light_up)
        self._cameras.clear()
        self._storey = self._storey_id()
        self.refresh(EVERYTHING)
        self._fit_wanted = True
        self._fit_once()
        self.say_hint()

    def set_theme(self, theme: Theme) -> None:
        """Show the map in another theme."""
        self.theme = theme
        self.spoil()

    def refresh(self, changes: Changes) -> None:
        """Show another state."""
        before = {id: (look.x, look.y) for id, look in self.scene.looks.items()}
        self.scene.refresh(changes)
        if changes.everything or changes.ground:
            self._read_picture()
            self.storey_bar.refresh()
        if not changes.everything and not self._dropped:
            self.glide.start(before)
        self._dropped = frozenset()
        for tool in self.tools.tools:
            tool.refresh()
        self._looked_at()
        if changes.board or changes.everything or changes.data or self._stirred(changes):
            self.painting.backdrop.spoil()
        self.update()

    def _stirred(self, changes: Changes) -> bool:
        """Whether something below the tokens follows them: threat, heat, areas that go along."""
        if not changes.tokens or self.session is None:
            return False
        seen = self.overlay("threat") or self.overlay("heat")
        return seen or bool(self.laid.of(self.session))

    def _read_picture(self) -> None:
        """Begin to read the picture of the map that is shown."""
        session, picture = self.session, self.scene.board.picture
        asset = picture.asset if picture is not None else ""
        read = session.store.asset if session is not None else _nothing
        self.picture.load(asset, read)
        self._reading.start()

    def _storey_id(self) -> str:
        storey = self.session.storey if self.session is not None else None
        return storey.id if storey is not None else ""

    def _storey_shown(self) -> None:
        """Show the storey that is looked at now, where it was seen last or as a whole."""
        self.forget_hover()
        self.glide.land()
        self._cameras[self._storey] = self.camera
        self._storey = self._storey_id()
        self.scene.refresh(replace(EVERYTHING, everything=False))
        self._read_picture()
        self.storey_bar.refresh()
        known = self._cameras.get(self._storey)
        if known is not None:
            self.set_camera(known)
        else:
            self.fit()
        for tool in self.tools.tools:
            tool.refresh()
        self._looked_at()
        self.spoil()

    def _looked_at(self) -> None:
        """Selection, draft or state are other ones."""
        self.hover.refresh()
        if self.overlay("heat"):
            self.heat.update(self.session)
            self.go_on()
        if self.overlay("threat"):
            self.painting.backdrop.spoil()
        if self.session is not None and self.session.state is not self._known:
            self._known = self.session.state
            self._find_facts()  # in small fights at once, in large ones bit by bit
        self.go_on()
        self.say_hint()
        self.update()

    def _picked(self) -> None:
        """Other obstacles are picked."""
        self.say_hint()
        self.update()

    @property
    def settling(self) -> bool:
        """Whether the map was made larger or smaller just now, and may be again."""
        return self._settle.isActive()

    def spoil(self) -> None:
        """What stands still has to be painted anew."""
        self.painting.backdrop.spoil()
        self.update()

    def light_up(self, ids: Iterable[str]) -> None:
        """Let obstacles and tokens light up, as rows of the attack dock are hovered."""
        lit = frozenset(ids or ())
        if lit != self.lit_ids:
            self.lit_ids = lit
            self.update()

    # -- overlays and switches -----------------------------------------------------------------

    def overlay(self, id: str) -> bool:
        """Whether an overlay is switched on."""
        return id in self._on

    def set_overlay(self, id: str, on: bool) -> None:
        """Switch an overlay."""
        self.apply_overlays((self._on | {id}) if on else (self._on - {id}))

    def apply_overlays(self, ids: Iterable[str]) -> None:
        """Switch exactly these overlays on."""
        wanted = {o.id for o in OVERLAYS} & set(ids)
        if wanted == self._on:
            return
        self._on = wanted
        self.legend.refresh()
        self.spoil()
        self._looked_at()
        self.go_on()

    def show_grid(self, on: bool) -> None:
        """Show the grid or not."""
        self.show_squares = on
        self.spoil()

    def show_obstacles(self, on: bool) -> None:
        """Show walls and doors as lines over a picture, or not."""
        self.show_lines = on
        self.spoil()

    def show_names(self, on: bool) -> None:
        """Show all names, points and badges: while Alt is held."""
        if on != self.names:
            self.names = on
            self.update()

    def set_for_players(self, on: bool) -> None:
        """Show only what players may see: no hidden tokens, secret doors as walls."""
        self.for_players = self.scene.for_players = on
        self.scene.refresh(EVERYTHING)
        self.legend.refresh()
        self.spoil()

    def lit_paths(self) -> LitPaths | None:
        """Return what the lights reach; found out once per set of walls and lights."""
        board = self.scene.board
        key = (board.lights, board.obstacles)
        if not board.lights and not board.dark:
            return None
        if self._lit_paths is None or self._lit_paths[0] != key:
            self._lit_paths = (key, LitPaths.of(board))
        return self._lit_paths[1]

    # -- the zoom ------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The zoom in percent; 100 % are 48 pixels to the square."""
        return self.camera.scale / cam.FULL * 100

    def set_camera(self, view: View) -> None:
        """Show another part of the map."""
        if view == self.camera:
            return
        zoomed = view.scale != self.camera.scale
        self.camera = view
        self._fit_wanted = False
        if zoomed:
            self.zoom_changed.emit(self.zoom)
        self.update()

    def zoom_at(self, scale: float, at: QPointF) -> None:
        """Zoom to pixels per square; what lies under a pixel stays there."""
        self._settle.start()
        self.set_camera(cam.zoomed(self.camera, scale, at.x(), at.y()))

    def zoom_by(self, factor: float) -> None:
        """Zoom at the pointer while it is over the map, else at the middle."""
        self.zoom_at(self.camera.scale * factor, self._anchor())

    def zoom_to(self, percent: float) -> None:
        """Zoom to percent, at the same place."""
        self.zoom_at(percent / 100 * cam.FULL, self._anchor())

    def _anchor(self) -> QPointF:
        last = self.hands.last
        if last is not None and self.underMouse() and self.rect().contains(last.pixel.toPoint()):
            return last.pixel
        return QPointF(self.width() / 2, self.height() / 2)

    def fit(self) -> None:
        """Show the whole map."""
        self.set_camera(cam.fitted(self.scene.bounds(), self.width(), self.height(), 2 * cam.FULL))

    def _fit_once(self) -> None:
        """Fit the map when it is first seen; afterwards only the game master moves it."""
        if self._fit_wanted and self.isVisible() and self.session is not None:
            self.fit()
            self._fit_wanted = False

    def fit_tokens(self, ids: Iterable[str]) -> None:
        """Show these tokens with some squares around them; without any the whole map."""
        looks = [self.scene.looks[TokenId(id)] for id in ids if TokenId(id) in self.scene.looks]
        if not looks:
            self.fit()
            return
        box = (
            min(look.x for look in looks) - 3,
            min(look.y for look in looks) - 3,
            max(look.x + look.size for look in looks) + 3,
            max(look.y + look.size for look in looks) + 3,
        )
        most = max(self.camera.scale, 1.5 * cam.FULL)
        self.set_camera(cam.fitted(box, self.width(), self.height(), most))

    def show_points(self, points: Iterable[Point]) -> None:
        """Show these points of the map with some squares around them."""
        places = [(p.x / SUB, p.y / SUB) for p in points]
        if not places:
            return
        xs, ys = [x for x, _ in places], [y for _, y in places]
        box = (min(xs) - 3, min(ys) - 3, max(xs) + 3, max(ys) + 3)
        most = max(self.camera.scale, 1.5 * cam.FULL)
        self.set_camera(cam.fitted(box, self.width(), self.height(), most))

    def ensure_visible(self, id: str) -> None:
        """Bring a token into view where it is not: on the game master's command only."""
        if TokenId(id) not in self.scene.looks:
            return
        x, y = self.scene.middle(TokenId(id))
        if not cam.shows(self.camera, x, y, self.width(), self.height()):
            self.set_camera(cam.centred(self.camera, x, y, self.width(), self.height()))
        self.speak_token(id)

    def place_of(self, id: str) -> QPoint:
        """Return where on the screen a token stands, for menus."""
        if TokenId(id) not in self.scene.looks:
            return self.mapToGlobal(self.rect().center())
        return self.mapToGlobal(self.camera.at(*self.scene.middle(TokenId(id))).toPoint())

    def free_cell(self) -> Cell:
        """Return a free square near the middle of what is seen."""
        x, y = self.camera.left, self.camera.top
        middle = Cell(
            math.floor(x + self.width() / 2 / self.camera.scale),
            math.floor(y + self.height() / 2 / self.camera.scale),
        )
        for ring in range(64):
            steps = range(-ring, ring + 1)
            for dx, dy in sorted(
                ((i, j) for i in steps for j in steps if max(abs(i), abs(j)) == ring),
                key=lambda d: abs(d[0]) + abs(d[1]),
            ):
                cell = Cell(middle.x + dx, middle.y + dy)
                if not self.scene.tokens_on(cell):
                    return cell
        return middle

    def rows_seen(self) -> tuple[int, ...]:
        """Return the rows of squares in view, outwards from the selected combatant."""
        top, scale = self.camera.top, self.camera.scale
        rows = range(math.floor(top), math.ceil(top + self.height() / scale))
        me = self.session.current if self.session is not None else None
        middle = me.space.y // SUB if me is not None else (rows.start + rows.stop) // 2
        return tuple(sorted(rows, key=lambda y: abs(y - middle)))

    # -- tools ---------------------------------------------------------------------------------

    def use_tool(self, id: str) -> None:
        """Take a tool into the hand."""
        self.tools.use(id)

    @property
    def area_tool(self) -> AreaTool:
        """The tool that lays areas of effect."""
        tool = self.tools.tool("area")
        assert isinstance(tool, AreaTool)
        return tool

    @property
    def zone_tool(self) -> ZoneTool:
        """The tool that draws and changes zones."""
        tool = self.tools.tool("zone")
        assert isinstance(tool, ZoneTool)
        return tool

    @property
    def inspector(self) -> InspectTool:
        """The tool that looks from one place at another."""
        tool = self.tools.tool("inspect")
        assert isinstance(tool, InspectTool)
        return tool

    def _tool_taken(self, id: str) -> None:
        self.tool_changed.emit(id)
        self.area_panel.refresh()
        self.spoil()
        self.hover.look()
        self.say_hint()
        self.update_cursor()
        self.update()

    def finish_gesture(self) -> bool:
        """End what is being drawn, where Enter ends it; whether there was anything."""
        tool = self.tools.current
        return tool.busy and tool.finish_by_key()

    def say_hint(self) -> None:
        """Tell the status bar what can be done now."""
        hint = self.tools.current.hint() if self.session is not None else None
        self.hint.emit(hint)
        self.status.emit(hint.text if hint is not None else "")

    def update_cursor(self) -> None:
        """Show the cursor that fits."""
        cursor = self.tools.current.cursor
        if self.hands.panning:
            cursor = QCursor(Qt.CursorShape.ClosedHandCursor)
        elif self.hands.ready_to_pan and not self.tools.current.busy:
            cursor = QCursor(Qt.CursorShape.OpenHandCursor)
        if self.cursor().shape() != cursor.shape():
            self.setCursor(cursor)

    @property
    def dragging(self) -> Drag | None:
        """The drag of tokens under way."""
        tool = self.tools.current
        return tool.dragging if isinstance(tool, SelectTool) else None

    @property
    def target(self) -> TokenId | None:
        """Whom the draft of an attack aims at."""
        draft = self.session.draft if self.session is not None else None
        return draft.target if draft is not None else None

    @property
    def hovered(self) -> TokenId | None:
        return self.hover.token

    @property
    def door_under(self) -> str:
        """The door under the pointer."""
        return self.hover.door

    def forget_hover(self) -> None:
        """A gesture begins: nothing is hovered any more."""
        self.hover.pin(False)
        self.hover.forget()

    def aim_by_click(self, on: bool) -> None:
        """Let the next click on a token aim at it, whoever it is."""
        if on != self.aiming:
            self.aiming = on
            self.aiming_changed.emit(on)
            self.say_hint()
            self.update_cursor()

    def stop_aiming(self) -> bool:
        """Back to plain clicks; returns whether it was on."""
        was = self.aiming
        self.aim_by_click(False)
        return was

    def door_at(self, at: Pointer) -> str:
        """Return the door that is meant at a place, if any; secret ones too."""
        return self.scene.shapes.door_at(at.x, at.y, DOOR_REACH / self.camera.scale)

    # -- moving --------------------------------------------------------------------------------

    def move_tokens(self, moves: Sequence[Move], *, glide: bool = True) -> None:
        """Move tokens as one step; whoever goes along with one of them is not moved again."""
        if not glide:
            self._dropped = frozenset(TokenId(m.token) for m in moves)
        state = self.session.state if self.session is not None else None
        self._perform(moves if state is None else leading(state, moves))
        self._dropped = frozenset()

    def turn_tokens(self, faces: Sequence[Face]) -> None:
        """Turn tokens as one step."""
        self._perform(faces)
        self.update()

    def _perform(self, commands: Sequence[Command]) -> None:
        session = self.session
        if session is None or not commands:
            return
        if len(commands) > 1:
            session.perform_all(commands)
            return
        for command in commands:
            session.perform(command)

    def place_changed(self, places: Mapping[TokenId, Footprint] | None) -> None:
        """A drag stands somewhere else, or has ended."""
        if self.overlay("threat"):
            self.painting.backdrop.spoil()
        self.update()

    def walk_cell(self, dx: int, dy: int) -> None:
        """Move the cell cursor of the keyboard and say what lies there."""
        cell = self.cursor_cell
        self.point_to(self.free_cell() if cell is None else Cell(cell.x + dx, cell.y + dy))

    def point_to(self, cell: Cell) -> None:
        """Put the cell cursor on a square, bring it into view and say what lies there."""
        self.cursor_cell = cell
        if not cam.shows(self.camera, cell.x + 0.5, cell.y + 0.5, self.width(), self.height()):
            x, y = cell.x + 0.5, cell.y + 0.5
            self.set_camera(cam.centred(self.camera, x, y, self.width(), self.height()))
        self.say(self.hover.words(cell))
        self.update()

    def say(self, words: str) -> None:
        """Tell screen readers."""
        self.setAccessibleDescription(words)
        self.spoken.emit(words)

    def speak_token(self, id: str) -> None:
        """Say who a token is and where it stands."""
        token = self.session.state.tokens.get(TokenId(id)) if self.session is not None else None
        if token is not None:
            cell = Cell(token.space.x // SUB, token.space.y // SUB)
            self.say(self.hover.words(cell))

    def words_of_token(self, token: Token) -> str:
        """Say who a token is and how it is."""
        assert self.session is not None
        health = self.session.system.health(token)
        return tr(
            "board.spoken.token",
            name=token.name,
            side=language.words.say(f"board.side.{token.side}"),
            now=health.now,
            most=health.most,
        )

    # -- what takes longer -----------------------------------------------------------------------

    def go_on(self) -> None:
        """Go on with what takes longer as soon as nothing else is to be done."""
        if not self._more.isActive():
            self._more.start()

    def ask_later(self) -> None:
        """Ask a slow system about the place of a drag when the pointer rests."""
        self._rest.start()

    def _read_on(self) -> None:
        """Show how far the picture is; stop when it is there."""
        if not self.picture.busy:
            self._reading.stop()
        self.update()

    def _rested(self) -> None:
        if self.dragging is not None:
            self.dragging.ask()
            self.update()

    def _work(self) -> None:
        again = False
        if self.painting.backdrop.unfinished and not self.settling:
            self.spoil()
        drag = self.dragging
        if drag is not None:
            again |= drag.step(BUDGET)
            if drag.against or drag.nearest is not None:
                self.update()
        if self.overlay("heat") and drag is None:
            again |= self.heat.work(BUDGET * 2)
        again |= self._find_facts()
        if again:
            self.go_on()

    @property
    def _facts_wanted(self) -> bool:
        seen = self.overlay("flank") or self.overlay("threat")
        return self.session is not None and seen and self.facts.busy

    def _find_facts(self) -> bool:
        """Find out zones and flanks as far as they are to be seen."""
        if not self._facts_wanted:
            return False
        if self.facts.work(BUDGET):
            if self.overlay("threat") and not self.facts.busy:
                self.painting.backdrop.spoil()
            self.update()
        return self.facts.busy

    def wait_for_ground(self, seconds: float = 20.0) -> None:
        """Paint until picture and floor are there: for pictures of the window, not in play."""
        until = perf_counter() + seconds
        self.painting.backdrop.floor_budget = seconds
        while perf_counter() < until:
            self.painting.backdrop.spoil()
            self.repaint()
            if not self.painting.backdrop.unfinished and not self.picture.busy:
                break
            self.picture.wait(0.05)
        self.painting.backdrop.reset_budget()

    def _picture_failed(self, problem: Problem) -> None:
        if self.session is not None:
            self.session.message.emit(message_of(problem))

    # -- the card ------------------------------------------------------------------------------

    @property
    def card(self) -> Card | None:
        """The card that is shown."""
        return self._card

    @property
    def card_shown(self) -> bool:
        return self._card is not None

    def show_card(self) -> None:
        """Show the card of the shot in view, where it hides least."""
        session, plan = self.session, self.sight.plan
        look = self.scene.looks.get(plan.action.target) if plan is not None else None
        if session is None or plan is None or look is None:
            self.hide_card()
            return
        target, drag, draft = plan.action.target, self.dragging, session.draft
        aimed = draft is not None and (draft.attacker, draft.target) == (
            plan.action.attacker,
            target,
        )
        name = session.state.tokens[target].name
        before = session.plan_for(target) if drag is not None and drag.moved else None
        words = card_of(plan, look, name, aimed=aimed, before=before)
        self._card = Card.beside(words, self.rect_of(target), self._in_the_way(target), self.rect())
        self.setAccessibleDescription(self._card.spoken)
        self.update()

    def show_square_card(self, cell: Cell | None) -> None:
        """Show what a square of the heat map would mean."""
        session = self.session
        target = self.heat.target_of(session) if session is not None else None
        me = session.current if session is not None else None
        if session is None or cell is None or me is None or target is None:
            return
        if cell not in self.heat.cells:
            return
        place = Footprint(cell.x * SUB, cell.y * SUB, me.space.side)
        start = Point(me.space.x, me.space.y)
        way = session.system.move_plan(session.state, me.id, (start, Point(place.x, place.y)))
        plan = session.plan_for(target, place)
        if plan is None:
            return
        words = square_card(plan, way, self.hover.name(cell))
        rect = self.camera.rect(cell.x, cell.y, 1, 1)
        self._card = Card.beside(words, rect, self._in_the_way(target), self.rect())
        self.update()

    def rect_of(self, id: TokenId) -> QRectF:
        """Return the pixels of a token's space as shown."""
        (x, y), size = self.scene.corner(id), self.scene.looks[id].size
        return self.camera.rect(x, y, size, size)

    def _in_the_way(self, target: TokenId) -> list[QRectF]:
        """Return what the card should not hide: tokens nearby, and the lines piece by piece."""
        x, y = self.scene.middle(target)
        near = []
        for id in self.scene.order:
            cx, cy = self.scene.middle(id)
            if id != target and abs(cx - x) + abs(cy - y) < CARD_CLEAR / self.camera.scale:
                near.append(id)
        found = [self.rect_of(id) for id in near]
        for line in self.sight.plan.cover.lines if self.sight.plan else ():
            a, b = self.camera.point(line.p), self.camera.point(line.q)
            for i in range(12):
                at = a + (b - a) * (i / 12)
                found.append(QRectF(at.x() - 6, at.y() - 6, 12, 12))
        return [rect for rect in found if rect.intersects(QRectF(self.rect()))]

    def hide_card(self) -> None:
        """Take the card away."""
        if self._card is not None:
            self._card = None
            self.update()

    def pin_card(self) -> None:
        """Keep the card: Shift."""
        if self.card_shown:
            self.hover.pin(True)

    def unpin(self) -> bool:
        """Let go of a kept card; returns whether there was one."""
        return self.hover.pin(False)

    # -- painting --------------------------------------------------------------------------------

    @property
    def metres(self) -> float:
        """How many metres a square has in the game."""
        session = self.session
        return square_metres(session.system, session.state) if session is not None else SQUARE

    def use_hands(self, preset: str, two_fingers: str) -> None:
        """Set what a drag with the right button does by preset, and two fingers on a touch pad."""
        self.right_drag = "measure" if preset == "own" else "pan"
        self.two_fingers = two_fingers
        self.say_hint()

    @property
    def right_ruler(self) -> Ruler | None:
        """The measurement of the right mouse button."""
        return self.hands.ruler

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a frame."""
        painter = QPainter(self)
        try:
            self.painting.frame(painter, event.rect())
        finally:
            painter.end()  # an open painter would bring the program down
        backdrop = self.painting.backdrop
        if (backdrop.unfinished and not backdrop.quick) or self._facts_wanted:
            self.go_on()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is in the upper left corner there."""
        self.painting.backdrop.spoil()
        self._fit_once()
        self.legend.refresh()
        self.area_panel.refresh()
        self.storey_bar.place()

    @guarded
    def showEvent(self, event: QEvent) -> None:
        """Fit the map when it is first seen."""
        self._fit_once()

    # -- events ----------------------------------------------------------------------------------

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        self.touched = True
        self.hands.press(event)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a gesture, or look what lies under the pointer."""
        self.hands.move(event)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a gesture."""
        self.hands.release(event)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open what was double-clicked."""
        self.hands.double_click(event)

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom, pan or turn."""
        self.hands.wheel(event)
        event.accept()

    @guarded
    def event(self, event: QEvent) -> bool:
        """Zoom by two fingers that spread or close on a touch pad."""
        if event.type() == QEvent.Type.NativeGesture and isinstance(event, QNativeGestureEvent):
            self.hands.gesture(event)
            return True
        return super().event(event)

    def pinch(self, factor: float, at: QPointF) -> None:
        """Zoom at a pixel."""
        self.zoom_at(self.camera.scale * factor, at)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand a key to the tool, then to the view."""
        if not self.hands.key(event):
            super().keyPressEvent(event)

    @guarded
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let go of what a held key does."""
        if not self.hands.key_up(event):
            super().keyReleaseEvent(event)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing lies under the pointer any more."""
        self.hover.leave()
        self.update_cursor()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is when it came by the keyboard."""
        keys = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.focus_seen = event.reason() in keys
        self.update()
        super().focusInEvent(event)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No key is held any more."""
        self.hands.let_go()
        self.stop_aiming()
        self.focus_seen = False
        self.update()
        super().focusOutEvent(event)

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say whether a drop would be taken."""
        if self.hands.accepts(event.mimeData()):
            event.acceptProposedAction()

    @guarded
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Mark the square that a drop would fall on."""
        if self.hands.accepts(event.mimeData()):
            event.acceptProposedAction()
            self.drop_cell = self.hands.over(event)
            self.update()

    @guarded
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Mark nothing any more."""
        self.drop_cell = None
        self.update()

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        """Take a creature of the library or files."""
        self.drop_cell = None
        if self.hands.drop(event):
            event.acceptProposedAction()
        self.update()


def _nothing(_asset: str) -> bytes | None:
    """Stand in for the store where no fight is open."""
    return None
