"""The hand itself: selects, moves, aims, opens doors, and looks where the pointer is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.heat import QUESTIONS
from desktop.board.paint import View, fill, pen
from desktop.colours import MAP
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer, Tool
from desktop.tools.cursors import target_cursor
from desktop.tools.drag import Drag
from desktop.tools.laid_drag import Grip, LaidDrag, grip_at, grip_hint
from desktop.tools.nudge import Nudge, WheelTurn, arrow
from desktop.words.overlay_names import overlay_offered
from maps.grid import Cell
from rules.encounter.commands import Door, Move
from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId, hostile

if TYPE_CHECKING:
    from desktop.board.view import BoardView

DRAG_FROM = 5.0
"""A press that moves this many pixels is a drag."""
NUMBERS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)


class SelectTool(Tool):
    """Selects by click and frame, drags, aims by a click on an enemy, opens doors."""

    id = "select"
    word = "tool.select"
    icon = "select"
    keys = "V"

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._pressed: Pointer | None = None
        self._token: TokenId | None = None
        self._door = ""
        self._drag: Drag | None = None
        self._area: LaidDrag | None = None
        self._grip: Grip | None = None
        self._band: QRectF | None = None
        self._draft_before: AttackAction | None = None
        self._nudge = Nudge(board)
        self._turn = WheelTurn(board)

    # -- what it says ------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return any(held is not None for held in (self._drag, self._area, self._band))

    @property
    def dragging(self) -> Drag | None:
        return self._drag

    @property
    def cursor(self) -> QCursor:
        over = self.board.hovered
        shape = Qt.CursorShape.ArrowCursor
        if self._drag is not None or self._area is not None:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._grip is not None:
            shape = Qt.CursorShape.SizeAllCursor
        elif self.board.door_under:
            shape = Qt.CursorShape.PointingHandCursor
        elif over is not None and self.aims(over):
            return target_cursor(self.board.devicePixelRatioF())
        elif over is not None and self._pressed is None:
            shape = Qt.CursorShape.OpenHandCursor
        return QCursor(shape)

    def hint(self) -> Hint | None:
        session, over = self.board.session, self.board.hovered
        if session is None:
            return None
        if over not in session.state.tokens:
            over = None  # just gone; the view has not looked again yet
        esc = (tr("board.key.esc"), tr("board.hint.cancel"))
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        if self._drag is not None:
            corner = (tr("board.key.space"), tr("board.hint.waypoint"))
            against = ("C", tr("board.hint.against"))
            return Hint("move", tr("board.hint.drag"), (corner, alt, against, esc))
        if self._area is not None:
            return self._area.hint()
        if self._grip is not None:
            return grip_hint(self._grip)
        click, double = tr("board.key.click"), tr("board.key.double")
        if over is not None and self.aims(over):
            name = session.state.tokens[over].name
            keys = ((click, tr("board.hint.aim")), (tr("board.key.ctrl"), tr("board.hint.select")))
            return Hint("target", name, keys)
        if over is not None:
            name = session.state.tokens[over].name
            keys = ((click, tr("board.hint.select")), (double, tr("board.hint.sheet")))
            return Hint("select", name, (*keys, (tr("board.key.pull"), tr("board.hint.move"))))
        if self.board.door_under:
            menu = (tr("board.key.right"), tr("board.hint.lock"))
            return Hint("door", tr("board.kind.door"), ((click, tr("board.hint.door")), menu))
        if self.board.hands.aiming:
            return Hint("aim", tr("board.hint.aiming"), (esc,))
        if self.board.switches.on("heat") and session.current is not None:
            numbers = (tr("board.key.numbers"), tr("board.hint.question"))
            keys = ((click, tr("board.hint.step", name=session.current.name)), numbers)
            return Hint("heat", tr("board.overlay.heat"), keys)
        if session.selected:
            arrows = (tr("board.key.arrows"), tr("board.hint.move"))
            turn = (tr("board.key.shift_arrows"), tr("board.hint.turn"))
            return Hint("select", tr("tool.select"), (arrows, turn, self._right_drag()))
        frame = (tr("board.key.pull"), tr("board.hint.frame"))
        return Hint("select", tr("tool.select"), (frame, self._right_drag()))

    def _right_drag(self) -> tuple[str, str]:
        """Say what a drag with the right button does."""
        pans = self.board.hands.right_drag == "pan"
        verb = tr("mouse.pan") if pans else tr("board.hint.measure_verb")
        return tr("board.key.right_drag"), verb

    def aims(self, id: TokenId) -> bool:
        """Whether a plain click on a token aims at it instead of selecting it."""
        session = self.board.session
        me = session.current if session else None
        if session is None or me is None or len(session.selected) != 1 or me.id == id:
            return False
        if self.board.hands.aiming:
            return True
        side = self.board.scene.side(id)
        fit = not self.board.scene.looks[me.id].dead
        return side is not None and fit and hostile(me.side, side)

    def steps(self, cell: Cell) -> bool:
        """Whether a click on an empty square moves the selected combatant: on the heat map."""
        session = self.board.session
        known = self.board.switches.on("heat") and cell in self.board.heat.cells
        return known and session is not None and len(session.selected) == 1

    # -- the mouse ---------------------------------------------------------------------------

    def move(self, at: Pointer) -> bool:
        before, self._grip = self._grip, grip_at(self.board, at)
        if self._grip != before:
            self.board.forget_hover()
            self.board.say_hint()
        return self._grip is not None

    def press(self, at: Pointer) -> None:
        session = self.board.session
        if session is None:
            return
        self._pressed = at
        grip = grip_at(self.board, at)
        if grip is not None and not (at.shift or at.ctrl):
            self._token, self._door = None, ""
            self._area = LaidDrag(self.board, grip)
            self.board.say_hint()
            return
        self._token = self.board.scene.token_at(at.x, at.y)
        self._door = "" if self._token else self.board.door_at(at)
        id = self._token
        if id is None or at.shift or at.ctrl or self.aims(id):
            return
        if id not in session.selected:
            session.select([id])

    def drag(self, at: Pointer) -> None:
        if self._area is not None:
            self._area.to(at)
        elif self._drag is not None:
            self._drag.to(at)
        elif self._band is not None:
            self._stretch(at)
        elif self._pressed is not None and at.far_from(self._pressed, DRAG_FROM):
            self._begin(at)
        self.board.update()

    def _begin(self, at: Pointer) -> None:
        session, pressed = self.board.session, self._pressed
        assert session is not None
        assert pressed is not None
        self.board.forget_hover()
        self.board.glide.land()
        if self._token is None:
            self._stretch(at)
        elif self._token in session.state.tokens and not session.store.read_only:
            if self._token not in session.selected:
                session.select([self._token])
            self._drag = Drag(self.board, session.selected, self._token, pressed)
            self._drag.to(at)
        self.board.say_hint()

    def _stretch(self, at: Pointer) -> None:
        assert self._pressed is not None
        a, b = self._pressed, at
        self._band = QRectF(
            min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x) or 1e-6, abs(a.y - b.y) or 1e-6
        )

    def release(self, at: Pointer) -> None:
        pressed, band, drag = self._pressed, self._band, self._drag
        self._pressed, self._band, self._drag = None, None, None
        area, self._area = self._area, None
        if area is not None:
            area.drop()
        elif drag is not None:
            drag.to(at)
            drag.drop()
        elif band is not None:
            box = (band.left(), band.top(), band.right(), band.bottom())
            found = self.board.scene.tokens_in(*box)
            self._select(found, add=at.shift)
        elif pressed is not None:
            self._click(at)
        self.board.say_hint()
        self.board.update()

    def _select(self, ids: list[TokenId], *, add: bool) -> None:
        session = self.board.session
        assert session is not None
        if add:
            session.select([*session.selected, *(i for i in ids if i not in session.selected)])
        else:
            session.select(ids)

    def _click(self, at: Pointer) -> None:
        session, id = self.board.session, self._token
        assert session is not None
        if id is not None and id in session.state.tokens:
            self._draft_before = session.attack.action
            if at.shift:
                session.select([id], add=True)
            elif not at.ctrl and self.aims(id):
                session.attack.aim(id)
                self.board.hands.stop_aiming()
            else:
                session.select([id])
        elif self._door:
            session.perform(Door(obstacle=self._door))
        elif self.steps(at.cell):
            me = session.selected[0]
            self.board.moves.move([Move(token=me, to=(at.cell.x, at.cell.y))])
        elif not at.shift:
            session.select([])

    def double_click(self, at: Pointer) -> None:
        session = self.board.session
        id = self.board.scene.token_at(at.x, at.y)
        if session is None:
            return
        if id is None:
            self.press(at)
            return
        if session.attack.action is not None and session.attack.action.target == id:
            session.attack.set_action(self._draft_before)  # the first click had aimed
        session.select([id])
        self.board.open_sheet.emit(id)

    def cancel(self) -> bool:
        busy = self.busy or self._pressed is not None
        drag = self._drag
        self._pressed, self._band, self._drag = None, None, None
        self._area = self._grip = None
        if drag is not None:
            drag.put_back()
        self._nudge.forget()
        self.board.say_hint()
        self.board.update()
        return busy

    def refresh(self) -> None:
        held = self._drag or self._area
        if held is not None and self.board.session is not None:
            if self.board.session.state is not held.state:
                self.cancel()

    # -- keys --------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        drag = self._drag
        if event.key() == Qt.Key.Key_Escape:
            return self._escape()
        if event.key() == Qt.Key.Key_Space and drag is not None:
            if not event.isAutoRepeat():
                drag.corner()
                self.board.update()
            return True
        if event.key() == Qt.Key.Key_C and drag is not None and not event.modifiers():
            if not event.isAutoRepeat():
                drag.turn_round(True)
                self.board.update()
            return True
        if event.key() == Qt.Key.Key_A and not event.modifiers():
            if not event.isAutoRepeat():
                self.board.hands.aim_by_click(True)
            return True
        if event.key() in NUMBERS and not event.modifiers() and self.board.switches.on("heat"):
            kind = QUESTIONS[NUMBERS.index(Qt.Key(event.key()))]
            session = self.board.session
            if kind != "flank" or session is None or overlay_offered(session.system, kind):
                self.board.heat.ask(kind)
            self.board.pending.go_on()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and drag is None:
            return self._pick()
        step = arrow(event)
        if step is None or drag is not None:
            return False
        return self._arrow(step, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def key_up(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return False
        if event.key() == Qt.Key.Key_C and self._drag is not None:
            self._drag.turn_round(False)
            self.board.update()
            return True
        if event.key() == Qt.Key.Key_A:
            self.board.hands.stop_aiming()
            return True
        return False

    def _escape(self) -> bool:
        session = self.board.session
        if self.cancel() or self.board.hands.stop_aiming() or self.board.hover.pin(False):
            return True
        if session is None or session.talk.busy:
            return False  # whoever asks the question also ends it
        if session.attack.action is not None:
            session.attack.set_action(None)
            return True
        if session.selected:
            session.select([])
            return True
        return False

    def _pick(self) -> bool:
        """Select who stands on the square of the keyboard's cursor."""
        session, cell = self.board.session, self.board.cursor_cell
        there = self.board.scene.tokens_on(cell) if cell is not None else []
        if session is None or not there:
            return False
        session.select([there[-1].id])
        self.board.speech.token(there[-1].id)
        return True

    def _arrow(self, step: tuple[int, int], turn: bool) -> bool:
        session = self.board.session
        if session is None:
            return False
        if not session.selected:
            self.board.speech.walk(*step)
        else:
            self._nudge.step(*step, turn=turn)
        return True

    # -- the wheel with Shift ------------------------------------------------------------------

    def wheel(self, at: Pointer, steps: int) -> bool:
        session = self.board.session
        if session is None or not session.selected or self._drag is not None:
            return False
        self._turn.by(steps)
        return True

    # -- painting ------------------------------------------------------------------------------

    def paint_below(self, painter: QPainter, view: View) -> None:
        if self._drag is not None:
            self._drag.paint_below(painter, view)

    def paint_above(self, painter: QPainter, view: View) -> None:
        if self._drag is not None:
            self._drag.paint_above(painter, view)
        if self._area is not None:
            self._area.paint(painter, view)
        if self._band is not None:
            band = self._band
            rect = view.rect(band.x(), band.y(), band.width(), band.height())
            painter.setPen(pen(MAP.path, 1.5))
            painter.setBrush(fill(MAP.path, 0.14))
            painter.drawRoundedRect(rect, 3, 3)
