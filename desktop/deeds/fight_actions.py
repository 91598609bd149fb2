"""What a system lets combatants and sides do beyond an attack: its menus, whom it concerns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from desktop import icons
from desktop.dialogs.command import ask_command, missing
from desktop.dialogs.dice import answer_all
from desktop.i18n import language, say, tr
from desktop.jobs import soon
from desktop.messages import Message, message_of
from desktop.session import Session
from maps.problems import UnreadableFileError
from rules import play
from rules.encounter.commands import GENERIC, Command, CommandError, parse_command
from rules.encounter.state import SideId, TokenId
from rules.system.actions import FightAction, SupportsFightActions

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

FORCE = "force"
"""The flag of a command that carries it out in spite of the rules."""


def actions_of(session: Session) -> tuple[FightAction, ...]:
    """Return the actions that the system of a fight offers now."""
    system = session.system
    if not isinstance(system, SupportsFightActions):
        return ()
    known = {**GENERIC, **system.commands}
    return tuple(a for a in system.fight_actions(session.state) if a.command in known)


def has_actions(session: Session) -> bool:
    """Whether the system of a fight has actions of its own at all."""
    return isinstance(session.system, SupportsFightActions)


def covers(session: Session, command: str) -> bool:
    """Whether a command stands among the actions of the system, in its own words."""
    return any(a.command == command for a in actions_of(session))


def model_of(session: Session, action: FightAction) -> type[Command]:
    """Return the command that carries an action out."""
    return {**GENERIC, **session.system.commands}[action.command]


def refusal(session: Session, command: Command) -> CommandError | None:
    """Return why the system would not begin a command; nothing happens."""
    procedure = play.perform(session.system, session.state, command, language.words.say)
    try:
        next(procedure)
    except CommandError as error:
        return error
    except StopIteration:
        return None
    procedure.close()
    return None


class FightActions(QObject):
    """Carries out the actions of the system: finds whom they concern, asks for the rest."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._waiting: tuple[FightAction, str, bool] | None = None
        self._session: Session | None = None

    @property
    def waiting(self) -> FightAction | None:
        """The action that waits for a click on its target."""
        return self._waiting[0] if self._waiting is not None else None

    # -- menus -----------------------------------------------------------------------------

    def fill(self, menu: QMenu, *, only: tuple[str, ...] = ()) -> None:
        """Put the actions into a menu, groups apart; ``only`` those with these needs.

        A group for which the system has a word gets a menu of its own.
        """
        session = self.window.session
        if session is None:
            return
        group, place = "", menu
        for one in actions_of(session):
            if only and one.needs not in only:
                continue
            if one.group != group:
                place = self._group_menu(menu, session, one.group)
            group = one.group
            if one.needs == "side":
                self._add_sides(place, session, one)
            else:
                self._add(place, session, one)

    def _group_menu(self, menu: QMenu, session: Session, group: str) -> QMenu:
        """Return where the actions of a group stand: below a line, or in a menu of their own."""
        key = f"action_group.{session.system.id}.{group}"
        if key in language.words:
            return menu.addMenu(language.words.say(key))
        if not menu.isEmpty():
            menu.addSeparator()
        return menu

    def _add(self, menu: QMenu, session: Session, one: FightAction) -> None:
        entry = menu.addAction(self.label(session, one))
        if one.icon:
            entry.setIcon(icons.icon(one.icon))
        entry.setData(one.id)
        actor = one.needs in ("actor", "actor_target")
        entry.setEnabled(not actor or session.current is not None)
        entry.triggered.connect(lambda _on=False: self.choose(one))

    def _add_sides(self, menu: QMenu, session: Session, one: FightAction) -> None:
        sides = menu.addMenu(say(one.label))
        if one.icon:
            sides.setIcon(icons.icon(one.icon))
        there = {t.side for t in session.state.tokens.values()}
        for side in SideId:
            if side in there:
                entry = sides.addAction(language.words.say(f"side.{side.value}"))
                entry.setData(f"{one.id}:{side.value}")
                entry.triggered.connect(lambda _on=False, s=side: self.choose(one, side=s))

    def label(self, session: Session, one: FightAction) -> str:
        """Say an action; dots mean that something is asked first."""
        words = say(one.label)
        fields = self._filled(session, one, dict.fromkeys(("me", "target", "side"), "x"))
        asks = bool(one.asks or missing(model_of(session, one), fields))
        draft, me = session.attack.action, session.current
        if one.needs == "actor_target" and draft is not None and me is not None:
            target = session.state.tokens.get(draft.target)
            if draft.attacker == me.id and target is not None:
                words = tr("fight_actions.at", what=words, target=target.name)
        return tr("fight_actions.asks", what=words) if asks else words

    def menu(self, parent: QWidget) -> QMenu:
        """Return the menu of all actions that there are now."""
        menu = QMenu(tr("fight_actions.title"), parent)
        menu.setToolTipsVisible(True)
        self.fill(menu)
        if menu.isEmpty():
            menu.addAction(tr("fight_actions.none")).setEnabled(False)
        return menu

    # -- carrying out ------------------------------------------------------------------------

    def choose(self, one: FightAction, *, side: str = "", all_fields: bool | None = None) -> None:
        """Carry an action out; with Shift held everything that it knows is asked for first."""
        session = self.window.session
        if session is None:
            return
        self.forget()
        if all_fields is None:
            held = QGuiApplication.keyboardModifiers()
            all_fields = bool(held & Qt.KeyboardModifier.ShiftModifier)
        given = {"side": side}
        if one.needs in ("actor", "actor_target"):
            me = session.current
            if me is None:
                self.window.tell(Message(tr("fight_actions.no_actor"), "info"))
                return
            given["me"] = me.id
            draft = session.attack.action
            aimed = draft is not None and draft.attacker == me.id
            if one.needs == "actor_target":
                if draft is None or not aimed:
                    self._wait(session, one, me.id, all_fields)
                    return
                given["target"] = draft.target
        self._go(session, one, given, all_fields)

    def _filled(self, session: Session, one: FightAction, given: dict[str, str]) -> dict[str, Any]:
        """Return the fields of the command as far as the menu and the map know them."""
        names = model_of(session, one).model_fields
        fields: dict[str, Any] = dict(one.fields)
        me, target, side = given.get("me", ""), given.get("target", ""), given.get("side", "")
        if one.needs in ("actor", "actor_target") and me:
            for name in ("token", "attacker", "who"):
                if name in names:
                    fields.setdefault(name, me)
                    break
            else:
                if "tokens" in names:
                    chosen = session.selected if me in session.selected else (me,)
                    fields.setdefault("tokens", list(chosen))
        if one.needs == "actor_target" and target:
            for name in ("target", "other", "defender", "foe"):
                if name in names:
                    fields.setdefault(name, target)
                    break
        if one.needs == "side" and side:
            for name in ("side", "sides"):
                if name in names:
                    fields.setdefault(name, side if name == "side" else [side])
                    break
        return fields

    def _go(
        self, session: Session, one: FightAction, given: dict[str, str], all_fields: bool
    ) -> None:
        fields = self._filled(session, one, given)
        model = model_of(session, one)
        open_fields = (*missing(model, fields), *one.asks)
        if all_fields or open_fields:
            answered = ask_command(
                self.window,
                session,
                model,
                fields,
                say(one.label),
                mark=one.icon or "list",
                only=() if all_fields else open_fields,
            )
            if answered is None:
                return
            fields = answered
        self.perform(session, one.command, fields)

    def perform(self, session: Session, name: str, fields: dict[str, Any]) -> None:
        """Perform a command and lead through its questions; refused, it can be done anyway."""
        try:
            command = parse_command(session.system, {"do": name, **fields})
        except UnreadableFileError as error:
            self.window.tell(message_of(error.problem))
            return
        refused = refusal(session, command)
        if refused is not None:
            self._refused(session, name, fields, refused)
            return
        if session.perform(command):
            answer_all(session, self.window)

    def _refused(
        self, session: Session, name: str, fields: dict[str, Any], error: CommandError
    ) -> None:
        told = message_of(error.problem)
        model = {**GENERIC, **session.system.commands}[name]
        if FORCE not in model.model_fields or fields.get(FORCE):
            self.window.tell(told)
            return
        again: Callable[[], None] = lambda: self.perform(  # noqa: E731  # one line, typed
            session, name, {**fields, FORCE: True}
        )
        text = tr("fight_actions.refused", why=told.text)
        self.window.tell(Message(text, "warning", "", tr("fight_actions.anyway"), again))

    # -- whom it concerns ----------------------------------------------------------------------

    def _wait(self, session: Session, one: FightAction, me: TokenId, all_fields: bool) -> None:
        """Let the next click on somebody choose the target."""
        self._waiting = (one, me, all_fields)
        self._session = session
        session.draft_changed.connect(self._aimed)
        session.selection_changed.connect(self._chosen)
        self.window.board.aiming_changed.connect(self._aiming)
        self.window.board.hands.aim_by_click(True)
        self.window.board.setFocus()
        self.window.tell(Message(tr("fight_actions.click", what=one.label), "info"))

    def forget(self) -> None:
        """Stop waiting for a target."""
        if self._waiting is None or self._session is None:
            return
        self._waiting = None
        self._session.draft_changed.disconnect(self._aimed)
        self._session.selection_changed.disconnect(self._chosen)
        self.window.board.aiming_changed.disconnect(self._aiming)
        self._session = None

    def _aiming(self, on: bool) -> None:
        if not on:
            self.forget()  # Esc, or another click than on a combatant

    def _aimed(self) -> None:
        session, waiting = self._session, self._waiting
        if session is None or waiting is None:
            return
        one, me, all_fields = waiting
        draft = session.attack.action
        if draft is None or draft.attacker != me:
            return
        self._take(session, one, {"me": me, "target": draft.target}, all_fields)

    def _chosen(self) -> None:
        """Somebody was chosen in a list or on the ring: that is the target, too."""
        session, waiting = self._session, self._waiting
        if session is None or waiting is None:
            return
        one, me, all_fields = waiting
        now = session.current
        if now is None or now.id == me:
            return
        target = now.id
        self.forget()
        session.select([me])
        self.window.board.hands.stop_aiming()
        self._take(session, one, {"me": me, "target": target}, all_fields)

    def _take(
        self, session: Session, one: FightAction, given: dict[str, str], all_fields: bool
    ) -> None:
        self.forget()
        # after the click has ended: a dialog must not open inside it
        soon(self, lambda: self._go(session, one, given, all_fields))
