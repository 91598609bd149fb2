"""The battle map: one widget that shows the fight and hands every gesture to the tool in hand.

It paints itself instead of being a QGraphicsView: what lies over the map keeps its size in
pixels at every zoom, a still backdrop is copied instead of drawn, and no item of Python is asked
for its bounds. A frame of a drag costs one copy, one small picture per token and what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QCursor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop import theme as themes
from desktop.board import camera as cam
from desktop.board.area_panel import AreaPanel
from desktop.board.events import GestureWidget
from desktop.board.glide import Glide
from desktop.board.hands import Hands
from desktop.board.heat import HeatMap
from desktop.board.heat_legend import HeatLegend
from desktop.board.hover import Hover
from desktop.board.laid import Laid
from desktop.board.moves import Moves
from desktop.board.navigation import Navigation
from desktop.board.overlays import Facts
from desktop.board.paint import View
from desktop.board.painting import Painting
from desktop.board.pending import Pending
from desktop.board.picture import PictureGround
from desktop.board.scene import Scene
from desktop.board.sight import Sight
from desktop.board.speech import Speech
from desktop.board.storey_bar import StoreyBar
from desktop.board.switches import Switches
from desktop.board.target_card import TargetCard
from desktop.board.ways import Ways
from desktop.colours import Theme
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.tools import TOOLS, UNSEEN
from desktop.tools.area import AreaTool
from desktop.tools.base import Pointer, ToolManager
from desktop.tools.drag import Drag
from desktop.tools.inspect import InspectTool
from desktop.tools.select import SelectTool
from desktop.tools.zone import ZoneTool
from desktop.words.lengths import metres_shown
from maps.grid import Cell
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.state import Encounter, TokenId

if TYPE_CHECKING:
    from desktop.session import Session

DOOR_REACH = 8.0
"""Pixels from a door within which it is meant."""


class BoardView(GestureWidget):
    """The map of one session: holds what shows it, and tells it what changes.

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

    navigates: ClassVar[type[Navigation]] = Navigation

    def __init__(self, session: Session | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.scene = Scene()
        self.sight = Sight(self.scene)
        self.theme: Theme = themes.current()
        self.camera = View(cam.FULL)
        self.lit_ids: frozenset[str] = frozenset()
        self.facing: dict[TokenId, int] = {}
        self.cursor_cell: Cell | None = None
        self.facts: Facts = None  # type: ignore[assignment]  # there is one per session
        self._known: Encounter | None = None
        self._assemble()
        self.heat.changed.connect(self.spoil)
        self.tools.changed.connect(self._tool_taken)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        self.retranslate()
        if session is not None:
            self.set_session(session)

    def _assemble(self) -> None:
        """Make what shows, says and does something on the map; the later know the earlier."""
        self.switches = Switches(self)
        self.painting = Painting(self)
        self.picture = PictureGround(self)
        self.pending = Pending(self)
        self.navigation = self.navigates(self)
        self.speech = Speech(self)
        self.moves = Moves(self)
        self.card = TargetCard(self)
        self.heat = HeatMap(self)
        self.heat.seen_first = self.navigation.rows_seen
        self.hover = Hover(self)
        self.hands = Hands(self)
        self.tools = ToolManager(self, TOOLS + UNSEEN)
        self.legend = HeatLegend(self)
        self.laid = Laid()
        self.ways = Ways(self)
        self.area_panel = AreaPanel(self)
        self.storey_bar = StoreyBar(self)
        self.glide = Glide(self)

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
        if self.session is not None:
            for signal, slot in self._listens(self.session):
                signal.disconnect(slot)
        self.session = self.scene.session = session
        self.sight.clear()
        self.touched = False
        self.lit_ids = frozenset()
        self.glide.land()
        self.scene.shown.clear()
        if session is not None:
            self.facts = Facts(session)
            for signal, slot in self._listens(session):
                signal.connect(slot)
        self.navigation.start_at(self._storey_id())
        self.refresh(EVERYTHING)
        self.navigation.fit_wanted = True
        self.navigation.fit_once()
        self.say_hint()

    def _listens(self, session: Session) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        return (
            (session.changed, self.refresh),
            (session.selection_changed, self.look_again),
            (session.storey_changed, self._storey_shown),
            (session.draft_changed, self.look_again),
            (session.picked_changed, self._picked),
            (session.lit, self.light_up),
        )

    def set_theme(self, theme: Theme) -> None:
        """Show the map in another theme."""
        self.theme = theme
        self.spoil()

    def refresh(self, changes: Changes) -> None:
        """Show another state."""
        before = {id: (look.x, look.y) for id, look in self.scene.looks.items()}
        self.scene.refresh(changes)
        if changes.everything or changes.ground:
            self.pending.read_picture()
            self.storey_bar.refresh()
        if not self.moves.take_dropped() and not changes.everything:
            self.glide.start(before)
        for tool in self.tools.tools:
            tool.refresh()
        self.look_again()
        if changes.board or changes.everything or changes.data or self._stirred(changes):
            self.painting.backdrop.spoil()
        self.update()

    def _stirred(self, changes: Changes) -> bool:
        """Whether something below the tokens follows them: threat, heat, areas that go along."""
        if not changes.tokens or self.session is None:
            return False
        seen = self.switches.on("threat") or self.switches.on("heat")
        return seen or bool(self.laid.of(self.session))

    def _storey_id(self) -> str:
        storey = self.session.storey if self.session is not None else None
        return storey.id if storey is not None else ""

    def _storey_shown(self) -> None:
        """Show the storey that is looked at now, where it was seen last or as a whole."""
        self.forget_hover()
        self.glide.land()
        known = self.navigation.leave_for(self._storey_id())
        self.scene.refresh(replace(EVERYTHING, everything=False))
        self.pending.read_picture()
        self.storey_bar.refresh()
        if known is not None:
            self.navigation.set_camera(known)
        else:
            self.navigation.fit()
        for tool in self.tools.tools:
            tool.refresh()
        self.look_again()
        self.spoil()

    def look_again(self) -> None:
        """Selection, draft or state are other ones."""
        self.hover.refresh()
        if self.switches.on("heat"):
            self.heat.update(self.session)
            self.pending.go_on()
        if self.switches.on("threat"):
            self.painting.backdrop.spoil()
        if self.session is not None and self.session.state is not self._known:
            self._known = self.session.state
            self.pending.find_facts()  # in small fights at once, in large ones bit by bit
        self.pending.go_on()
        self.say_hint()
        self.update()

    def _picked(self) -> None:
        """Other obstacles are picked."""
        self.say_hint()
        self.update()

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

    def say(self, words: str) -> None:
        """Tell screen readers."""
        self.setAccessibleDescription(words)
        self.spoken.emit(words)

    def _tool_taken(self, id: str) -> None:
        self.tool_changed.emit(id)
        self.area_panel.refresh()
        self.spoil()
        self.hover.look()
        self.say_hint()
        self.update_cursor()
        self.update()

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
        draft = self.session.attack.action if self.session is not None else None
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

    def door_at(self, at: Pointer) -> str:
        """Return the door that is meant at a place, if any; secret ones too."""
        return self.scene.shapes.door_at(at.x, at.y, DOOR_REACH / self.camera.scale)

    # -- painting --------------------------------------------------------------------------------

    def rect_of(self, id: TokenId) -> QRectF:
        """Return the pixels of a token's space as shown."""
        (x, y), size = self.scene.corner(id), self.scene.looks[id].size
        return self.camera.rect(x, y, size, size)

    @property
    def metres(self) -> float:
        """How many metres a square has in the game."""
        return metres_shown(self.session)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a frame."""
        painter = QPainter(self)
        try:
            self.painting.frame(painter, event.rect())
        finally:
            painter.end()  # an open painter would bring the program down
        self.pending.after_frame()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is in the upper left corner there."""
        self.painting.backdrop.spoil()
        self.navigation.fit_once()
        self.legend.refresh()
        self.area_panel.refresh()
        self.storey_bar.place()
        self.card.follow()  # it keeps clear of the others, where they lie now

    @guarded
    def showEvent(self, event: QEvent) -> None:
        """Fit the map when it is first seen."""
        self.navigation.fit_once()

    def pinch(self, factor: float, at: QPointF) -> None:
        """Zoom at a pixel."""
        self.navigation.zoom_at(self.camera.scale * factor, at)
