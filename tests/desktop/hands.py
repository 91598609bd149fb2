"""Somebody at the table of the window: reads the session, but acts by keys and the mouse alone."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLineEdit, QMenu

from desktop.dialogs.command import CommandDialog
from desktop.dialogs.dice import DiceDialog
from desktop.dialogs.editors import Editor, SeveralEditor
from desktop.dialogs.initiative import InitiativeDialog
from desktop.docks.attack import AttackDock
from desktop.docks.dice_field import DiceField
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.grid import from_sub
from rules.core.asking import Answerer, Choice, DiceRequest, SeededDice
from rules.core.terms import Term
from rules.encounter.state import TokenId
from rules.play import Game
from tests.demos.game_master import STRIDES, GameMaster

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
MOST_ANSWERS = 60


def to_front(window: MainWindow) -> None:
    """Give the keyboard back to the window after a dialog, as a desktop does."""
    for _ in range(100):
        if window.isActiveWindow():
            return
        window.activateWindow()
        QTest.qWait(10)
    pytest.fail("the window does not get the keyboard")


class Hands:
    """Somebody at the table: reads the session, but acts by keys and the mouse alone.

    They answer every dialog that opens until their ``with`` ends.
    """

    def __init__(self, window: MainWindow, seed: int) -> None:
        assert window.session is not None
        self.window, self.session = window, window.session
        self.dice: Answerer = SeededDice(seed)
        self.typed, self.chosen, self.moved = 0, 0, 0
        self.told: list[str] = []
        self.strange: list[str] = []
        self.wishes: list[str] = []
        """Ids of options that are chosen where they are offered; else the usual one is."""
        self.fills: dict[str, object] = {}
        """What is put into the form of a command, by field."""
        self._entry = ""
        self._eyes = QTimer()
        self._eyes.timeout.connect(self._look)
        self._eyes.start(10)
        self.session.message.connect(lambda m: self.told.append(m.text))

    def __enter__(self) -> Hands:
        return self

    def __exit__(self, *error: object) -> None:
        """Look away: nobody may answer the dialogs of another test."""
        self._eyes.stop()

    @property
    def mind(self) -> GameMaster:
        """Return who knows what could be done; it only thinks."""
        return GameMaster(Game(self.session.system, self.session.history), SeededDice(0))

    @property
    def dock(self) -> AttackDock:
        dock = self.window.docks["attack"]
        assert isinstance(dock, AttackDock)
        return dock

    def turn(self) -> None:
        """Let all act whose moment it is, then press N."""
        for id in self.session.state.timeline.acting:
            if id in self.session.state.timeline.acting:
                self.act(id)
        self.next()

    def next(self) -> None:
        done = self.session.history.done
        to_front(self.window)
        QTest.keyClick(self.window, Qt.Key.Key_N)
        assert not self.session.talk.busy
        assert self.session.history.done == done + 1, self.told

    def act(self, id: TokenId) -> None:
        """Attack the nearest foe who can be struck, going there where nobody is near."""
        self.session.select([id])
        if not self._attack(id) and self._walk(id):
            self._attack(id)

    # -- attacks -------------------------------------------------------------------------------

    def aim(self, who: str, target: str, weapon: str = "", way: str = "") -> None:
        """Select somebody, click a foe, choose weapon and way in the dock."""
        self.select(who)
        self._click(TokenId(target))
        if weapon:
            self._take(weapon, way)

    def _take(self, weapon: str, way: str) -> None:
        what, draft = self.dock.plan.what, self.session.attack.action
        if draft is not None and draft.weapon != weapon:
            go_to(what.weapon, weapon)
        if way in what.way_buttons and what.way_buttons[way].isVisible():
            QTest.mouseClick(what.way_buttons[way], LEFT)
        elif way and what.mode.count() > 1:
            go_to(what.mode, way)

    def switch(self, row: str) -> None:
        """Click a row of the sums in the dock."""
        plan = self.dock.plan
        found = {**plan.attack.rows, **plan.defence.rows}[row]
        QTest.mouseClick(found, LEFT)

    def said(self) -> str:
        """Return what the dock says of the rows that count: value, name, source, how sure."""
        rows = (*self.dock.plan.attack.in_order(), *self.dock.plan.defence.in_order())
        return "\n".join(r.toolTip() for r in rows if r.isChecked() and r.isVisible())

    def blow(self) -> None:
        """Strike whoever is aimed at; what ``fills`` holds goes into the details first."""
        if self.fills:
            QTest.mouseClick(self.dock.plan.what.details, LEFT)
        self._strike()

    def _attack(self, id: TokenId) -> bool:
        for foe in self.mind.foes(id)[:4]:
            if self.session.current is None or self.session.current.id != id:
                return False
            plan = self.session.attack.plan_for(foe.id)
            if plan is None or not plan.possible:
                continue
            self._click(foe.id)
            draft = self.session.attack.action
            assert draft is not None, (id, foe.id, self.told[-1:])
            assert draft.target == foe.id, (id, foe.id, draft)
            ready = self.session.attack.plan()
            if ready is None or not ready.possible:
                continue  # another weapon is in hand than the one thought of
            done = self.session.history.done
            self._strike()
            assert self.session.history.done == done + 1
            return True
        return False

    def _strike(self) -> None:
        """Go through the conversation of the attack dock."""
        self.dock.take_focus()
        field = self.dock.plan.result.die
        if field.isHidden():
            QTest.mouseClick(self.dock.plan.result.roll, LEFT)
        else:
            self._type(field)
        for _ in range(MOST_ANSWERS):
            if not self.session.talk.busy:
                return
            if self.session.talk.proposal is not None:
                QTest.keyClick(self.dock.steps.accept, Qt.Key.Key_Return)
                continue
            self._answer()
        pytest.fail("the conversation does not end")

    def _wish(self, request: Choice) -> str:
        """Return what is chosen: a wish that is offered, else the usual."""
        ids = [o.id for o in request.options]
        wish = next((w for w in self.wishes if w in ids), request.usual)
        if wish in self.wishes:
            self.wishes.remove(wish)
        return wish

    def _answer(self) -> None:
        question, step = self.session.talk.question, self.dock.steps.open_step
        assert question is not None
        assert step is not None
        request = question.request
        if isinstance(request, DiceRequest):
            assert isinstance(step.field, DiceField)
            self._type(step.field)
        else:
            wish = self._wish(request)
            button = next(b for b in step.options if b.property("option") == wish)
            QTest.mouseClick(button, LEFT)
            self.chosen += 1

    def _type(self, field: DiceField) -> None:
        """Type what real dice show."""
        faces = self.dice.answer(DiceRequest(field.dice, Term("")))
        assert not isinstance(faces, str)
        QTest.keyClicks(field, " ".join(map(str, faces)))
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.typed += 1

    # -- menus and dialogs ---------------------------------------------------------------------

    def choose(self, entry: str, who: str = "", target: str = "") -> None:
        """Open the menu of actions by its key, click an entry, then its target on the map."""
        if who:
            self.select(who)
        to_front(self.window)
        self._entry = entry
        QTest.keyClick(self.window, Qt.Key.Key_X)
        assert not self._entry, f"the menu did not open for {entry}"
        if target:
            self._click(TokenId(target))
        for _ in range(200):
            QTest.qWait(1)
            waiting = self.window.fight_actions.waiting is not None
            modal = QApplication.activeModalWidget() is not None
            if not (waiting or modal or self.session.talk.busy):
                return
        pytest.fail(f"{entry} does not end")

    def select(self, who: str) -> None:
        """Select somebody on the map, of whatever side; several with commas between them."""
        board = self.window.board
        for _ in range(3):
            QTest.keyClick(board, Qt.Key.Key_Escape)
        *others, who = who.split(",")
        for other in others:
            QTest.mouseClick(board, LEFT, SHIFT, self._place(TokenId(other)))
        if others:
            QTest.mouseClick(board, LEFT, SHIFT, self._place(TokenId(who)))
        else:
            self._click(TokenId(who))
        assert set(self.session.selected) == {*others, who}

    def _pick(self, menu: QMenu, entry: str) -> None:
        below = next((m for m in _submenus(menu) if _entry_of(m, entry) is not None), None)
        if below is not None:  # sides and groups of actions have menus of their own
            menu.setActiveAction(below.menuAction())
            QTest.keyClick(menu, Qt.Key.Key_Right)
            menu = below
        action = _entry_of(menu, entry)
        if action is None or not action.isEnabled():
            self.strange.append(f"no entry {entry}")
            menu.close()
            return
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())

    def _look(self) -> None:
        """See what stands open and answer it; clicks come after, as they may open more."""
        popup, entry = QApplication.activePopupWidget(), self._entry
        if isinstance(popup, QMenu) and entry:
            self._entry = ""
            QTimer.singleShot(0, lambda: self._pick(popup, entry))
        elif QApplication.activeModalWidget() is not None:
            self._answer_dialogs()

    def _fill_table(self, dialog: InitiativeDialog) -> None:
        """Type every die of the table of initiative; Enter goes on and at last begins.

        Whoever stands among the ``wishes`` does not take part yet.
        """
        for row in dialog.rows:
            if row.token.id in self.wishes:
                QTest.keyClick(row.there, Qt.Key.Key_Space)
                self.wishes.remove(row.token.id)
                continue
            for die in row.dice:
                faces = self.dice.answer(DiceRequest((die.sides,), Term("")))
                QTest.keyClicks(die, str(faces[0]))
                self.typed += 1
        QTest.keyClick(dialog.there[-1].dice[-1], Qt.Key.Key_Return)

    def _fill_form(self, dialog: CommandDialog) -> None:
        if not dialog.isVisible():
            return
        for name, value in self.fills.items():
            editor = dialog.form.editors.get(name)
            if editor is None:
                self.strange.append(f"no field {name}")
                dialog.reject()
                return
            if isinstance(editor.widget, QLineEdit):
                editor.widget.selectAll()
                QTest.keyClicks(editor.widget, str(value))
            elif isinstance(editor.widget, QComboBox):
                self._pick_in(editor, value)
            elif isinstance(editor, SeveralEditor):
                for box in (editor.boxes[one] for one in cast("list[object]", value)):
                    QTest.keyClick(box, Qt.Key.Key_Space)
            else:
                editor.set_value(value)
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    def _pick_in(self, editor: Editor, value: object) -> None:
        """Go through the entries of a list by keys until the right one is chosen."""
        combo = editor.widget
        assert isinstance(combo, QComboBox)
        combo.setFocus()
        QTest.keyClick(combo, Qt.Key.Key_Home)
        for _ in range(combo.count()):
            if editor.value() == value:
                return
            QTest.keyClick(combo, Qt.Key.Key_Down)
        self.strange.append(f"no {value} in the list")

    def _answer_dialogs(self) -> None:
        """Answer what the dialog asks that opens after a command."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, InitiativeDialog):
            self._fill_table(dialog)
            return
        if isinstance(dialog, CommandDialog):
            self._fill_form(dialog)
            return
        if not isinstance(dialog, DiceDialog):
            if isinstance(dialog, QDialog):
                self.strange.append(dialog.windowTitle())
                dialog.reject()
            return
        question = self.session.talk.question
        if question is None:
            return
        if isinstance(question.request, Choice):
            ids = [o.id for o in question.request.options]
            button = dialog.options[ids.index(self._wish(question.request))]
            if button.isVisible():
                QTest.mouseClick(button, LEFT)
                self.chosen += 1
        elif dialog.dice[-1].isVisible():
            for die in dialog.dice:
                try:
                    face = self.dice.answer(DiceRequest((die.sides,), question.request.label))
                except LookupError:
                    self.strange.append(f"unexpected die: {question.request.label.key}")
                    dialog.reject()
                    return
                die.selectAll()
                QTest.keyClicks(die, str(face[0]))
            QTest.keyClick(dialog.dice[-1], Qt.Key.Key_Return)
            self.typed += 1

    # -- the map -------------------------------------------------------------------------------

    def _click(self, id: TokenId) -> None:
        """Click on somebody, once everybody stands still."""
        for _ in range(100):
            if not self.window.board.scene.shown:
                break
            QTest.qWait(10)
        QTest.mouseClick(self.window.board, LEFT, pos=self._place(id))

    def _place(self, id: TokenId) -> QPoint:
        board = self.window.board
        return board.mapFromGlobal(board.navigation.place_of(id))

    def _walk(self, id: TokenId) -> bool:
        """Drag somebody next to the nearest foe."""
        foes = self.mind.foes(id)
        if not foes:
            return False
        for stride in STRIDES:
            to = self.mind.towards(id, foes[0].id, stride)
            if to is None:
                continue
            done = self.session.history.done
            self._drag(id, to)
            if self.session.history.done > done:
                self.moved += 1
                return True
        return False

    def walk(self, who: str, to: tuple[int, int]) -> None:
        """Drag somebody to a square."""
        self.select(who)
        self._drag(TokenId(who), to)

    def _drag(self, id: TokenId, to: tuple[int, int]) -> None:
        board = self.window.board
        space = self.session.state.tokens[id].space
        half = from_sub(space.side) / 2
        end = board.camera.at(to[0] + half, to[1] + half).toPoint()
        QTest.mousePress(board, LEFT, pos=self._place(id))
        QTest.mouseMove(board, (self._place(id) + end) / 2)
        QTest.mouseMove(board, end)
        QTest.mouseRelease(board, LEFT, pos=end)


def go_to(combo: QComboBox, id: str) -> None:
    """Go to an entry of a list by keys."""
    wanted = combo.findData(id)
    assert wanted >= 0, id
    combo.setFocus()
    while combo.currentIndex() != wanted:
        up = combo.currentIndex() > wanted
        QTest.keyClick(combo, Qt.Key.Key_Up if up else Qt.Key.Key_Down)


def _submenus(menu: QMenu) -> list[QMenu]:
    return [m for m in (a.menu() for a in menu.actions()) if isinstance(m, QMenu)]


def _entry_of(menu: QMenu, entry: str) -> QAction | None:
    return next((a for a in _entries(menu) if a.data() == entry), None)


def _entries(menu: QMenu) -> list[QAction]:
    """Return the entries of a menu that is open."""
    return [a for a in menu.actions() if not a.isSeparator()]


def take_back_and_bring_again(window: MainWindow, session: Session) -> None:
    """Undo everything and do it again by the keyboard."""
    to_front(window)
    end, base, steps = session.state, session.history.base, session.history.done
    for _ in range(steps):
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.history.done == 0
    assert session.state is base
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.state is base
    for _ in range(steps):
        QTest.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert session.state is end
