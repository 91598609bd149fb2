"""The actions of a window: made from the table of actions, named, usable as the fight allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from desktop import icons, theme
from desktop.colours import Theme
from desktop.i18n import language, tr
from desktop.widgets.unmarked import unmarked
from desktop.window.actions import ACTIONS, OVERLAYS, ActionSpec
from desktop.words.overlay_names import overlay_offered
from desktop.words.overlays import overlay_tip, overlay_word

if TYPE_CHECKING:
    from desktop.session import Session
    from desktop.window.main_window import MainWindow
    from rules.core.glossary import Glossary
    from rules.core.terms import Term
    from rules.system import RuleSystem

PORTABLE = QKeySequence.SequenceFormat.PortableText
NATIVE = QKeySequence.SequenceFormat.NativeText


class WindowActions:
    """One ``QAction`` for each row of the table, by its id."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.by_id: dict[str, QAction] = {}
        self._dressed_in: Theme | None = None
        self._offers: tuple[RuleSystem, dict[str, bool]] | None = None
        """What the system offers of the actions: the same as long as it is the same."""
        self._named: tuple[RuleSystem | None, Glossary] | None = None
        """By what the overlays are named now; None where their words or keys are other ones."""
        for spec in ACTIONS:
            if spec.id not in ("-", "recent"):
                self.by_id[spec.id] = self._make(spec)
        self.bind_keys()

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(self.window)
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(self._trigger(spec))
        self.window.addAction(action)
        return action

    def _trigger(self, spec: ActionSpec) -> Callable[[bool], None]:
        def run(checked: bool) -> None:
            self.window.deeds.do(spec.id, checked)

        return run

    def bind_keys(self) -> None:
        """Give the actions the keys of the preset, or those of one's own."""
        self._named = None
        values = self.window.settings.values
        for spec in ACTIONS:
            action = self.by_id.get(spec.id)
            if action is None:
                continue
            keys = spec.keys_in(values.preset)
            if spec.id in values.shortcuts:
                keys = tuple(k for k in values.shortcuts[spec.id].split(" | ") if k)
            action.setShortcuts([QKeySequence(k, PORTABLE) for k in keys])

    # -- words and looks ---------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say the word and the hint of every action again."""
        self._named = None
        for spec in ACTIONS:
            action = self.by_id.get(spec.id)
            if action is None:
                continue
            action.setText(language.words.say(f"action.{spec.id}"))
            text = action.text()
            if spec.id not in ("undo", "redo"):
                text = language.words.own(f"action.{spec.id}.tip") or text
            _set_tip(action, text)

    def dress(self) -> None:
        """Give the actions their icons in the theme in use, before a menu shows them.

        An icon is 28 pictures: the window comes sooner without them.
        """
        if self._dressed_in is theme.current():
            return
        self._dressed_in = theme.current()
        self.window.top.recent.setIcon(icons.icon("clock"))
        for spec in ACTIONS:
            action = self.by_id.get(spec.id)
            if action is not None and spec.icon:
                action.setIcon(icons.icon(spec.icon, on="accent"))

    # -- what can be done now ----------------------------------------------------------------

    def refresh(self) -> None:
        """Set which actions can be used, which are checked, and what undo is called."""
        session, values = self.window.session, self.window.settings.values
        allowed: dict[str, bool] = {}
        for spec in ACTIONS:
            action = self.by_id.get(spec.id)
            if action is not None:
                action.setEnabled(self._usable(spec, allowed))
                action.setVisible(self._offered(spec))
        self._name_undo(session)
        for id in OVERLAYS:
            self.by_id[id].setChecked(id in values.overlays)
        self._name_overlays(session)
        self.by_id["grid"].setChecked(values.grid)
        self.by_id["obstacles"].setChecked(values.obstacles)

    def _name_undo(self, session: Session | None) -> None:
        """Say what would be taken back, and what done again."""
        undo, redo = _names_of_steps(session) if session else (None, None)
        tip = tr("action.undo.tip", what=undo) if undo else tr("action.undo")
        self.by_id["undo"].setToolTip(unmarked(tip))
        self.by_id["undo"].setStatusTip(tip)
        again = tr("action.redo.tip", what=redo) if redo else tr("action.redo")
        self.by_id["redo"].setToolTip(unmarked(again))

    def _name_overlays(self, session: Session | None) -> None:
        """Call the overlays what the system of the fight calls them."""
        system = session.system if session else None
        if (
            self._named is not None
            and self._named[0] is system
            and self._named[1] is language.words
        ):
            return
        self._named = (system, language.words)
        for id in OVERLAYS:
            self.by_id[id].setText(overlay_word(system, id))
            _set_tip(self.by_id[id], overlay_tip(system, id))

    def _offered(self, spec: ActionSpec) -> bool:
        """Whether the system of the fight knows an action at all."""
        session = self.window.session
        if session is None:
            return True
        if self._offers is None or self._offers[0] is not session.system:
            self._offers = (session.system, {})
        known = self._offers[1]
        if spec.id not in known:
            known[spec.id] = _knows(session, spec)
        return known[spec.id]

    def _usable(self, spec: ActionSpec, allowed: dict[str, bool]) -> bool:
        """Whether an action can be used now; ``allowed`` keeps what several of them need."""
        session, tool = self.window.session, self.window.tool_in_hand
        if session is not None and tool is not None and spec.id in tool.claims:
            return spec.id in tool.ready()
        if not spec.needs:
            return True
        if session is None or not self._offered(spec):
            return False
        if spec.needs == "fights":
            return self.window.fights.count() > 1
        if spec.needs not in allowed:
            allowed[spec.needs] = _allows(session, spec.needs)
        return allowed[spec.needs]


def _set_tip(action: QAction, text: str) -> None:
    """Set what is said while the pointer rests on an action, with its keys."""
    keys = action.shortcut().toString(NATIVE)
    action.setToolTip(unmarked(f"{text} ({keys})" if keys else text))


def _knows(session: Session, spec: ActionSpec) -> bool:
    """Whether the system of a fight has what an action is about."""
    if spec.id == "actions":
        from desktop.deeds.fight_actions import has_actions

        return has_actions(session)
    if spec.id in OVERLAYS:
        return overlay_offered(session.system, spec.id)
    if spec.needs == "tables":
        from rules.system.extras import Tabled

        return isinstance(session.system, Tabled)
    return not spec.command or spec.command in session.system.commands


def _names_of_steps(session: Session) -> tuple[Term | str | None, Term | str | None]:
    """Return what undo and redo would do: what was changed in the attack by hand comes first."""
    undo, redo = session.attack.undo_label, session.attack.redo_label
    history = session.history
    return (
        history.undo_label if undo is None else undo,
        history.redo_label if redo is None else redo,
    )


def _allows(session: Session, needs: str) -> bool:
    """Whether a fight has what an action needs."""
    match needs:
        case "actions":
            from desktop.deeds.fight_actions import actions_of

            return bool(actions_of(session))
        case "token":
            return bool(session.selected)
        case "pair":
            return len(session.selected) == 2
        case "enemy":
            me = session.current
            return me is not None and session.has_enemies(me.id)
        case "running":
            return session.state.timeline.running
        case "undo":
            return _names_of_steps(session)[0] is not None
        case "redo":
            return _names_of_steps(session)[1] is not None
        case "picture":
            return session.shown.picture is not None
        case "storeys":
            return len(session.state.board.storeys) > 1
        case "storeys_token":
            return len(session.state.board.storeys) > 1 and bool(session.selected)
        case "tool":
            return False  # nothing in the hand claims it
    return True
