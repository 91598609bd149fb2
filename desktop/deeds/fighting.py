"""The fight: its start, turns, attacks, saves, its past and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop.deeds.base import Doing
from desktop.i18n import tr
from desktop.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable


class Fighting(Doing):
    """The actions of the menu Fight."""

    def _replay(self) -> None:
        if not self._fight().present.done:
            self.window.tell(Message(tr("replay.nothing"), "info"))
            return
        self.window.table.replay.begin()
        self.window.show_saved()

    def go_on_from(self, step: int) -> None:
        """Go on from a moment of the past in a new fight; the present one stays as it is."""
        session = self._fight()
        present, name = session.present, session.state.name or session.store.path.stem
        history = present.copy()
        history.seek(step)
        history.cut()
        store = session.store
        pictures = {h: data for h in store.assets() if (data := store.asset(h)) is not None}
        self._take_over(history, tr("replay.copied", name=name), pictures)

    def _notes(self) -> None:
        self.window.show_dock("notes")
        self.window.docks["notes"].take_focus()

    def _forecast(self) -> None:
        self.window.show_dock("forecast")
        self.window.docks["forecast"].take_focus()

    def _start(self, *, anew: bool = False) -> None:
        from desktop.dialogs.initiative import ask_start, has_table

        session = self._fight()
        if not session.state.tokens:
            self.window.tell(Message(tr("start.nobody"), "warning"))
        elif session.state.timeline.running and not anew:
            again: Callable[[], None] = lambda: self._start(anew=True)  # noqa: E731  # one line, typed
            self.window.tell(Message(tr("restart.running"), "warning", "", tr("restart.go"), again))
        elif has_table(session):
            ask_start(self.window, session)
        else:
            self.command("start")

    def command(self, name: str, /, **fields: Any) -> None:
        """Perform a command of the system: ask for what it needs, then for dice and decisions."""
        from desktop.dialogs.command import ask_command, missing

        session = self._fight()
        model = session.system.commands[name]
        only = missing(model, fields)
        if only:
            title = self.window.actions_by_id[name].text()
            answered = ask_command(self.window, session, model, fields, title, only=only)
            if answered is None:
                return
            fields = answered
        self.window.fight_actions.perform(session, name, fields)

    def _next(self) -> None:
        self.ask_dice("next")

    def _back(self) -> None:
        """Take back everything up to the turn before: nothing is lost, redo brings it again."""
        session = self._fight()
        session.talk.cancel()
        acting = session.state.timeline
        taken = 0
        while session.history.undo_label is not None:
            if session.undo() is None:  # the past cannot be changed
                return
            taken += 1
            if session.state.timeline != acting:
                break
        self.window.tell(Message(tr("back.done", n=taken), "info"))

    def _delay(self) -> None:
        session = self._fight()
        acting = session.state.timeline.acting
        if not acting:
            self.window.tell(Message(tr("delay.nobody"), "info"))
            return
        self.ask_dice("delay", token=acting[0])

    def _end_fight(self) -> None:
        self.run("end")

    def _attack(self) -> None:
        """Aim at the nearest enemy and go to the attack dock; again = at the next one."""
        session = self._fight()
        me = session.current
        if me is None:
            return
        from maps.grid import distance

        foes = sorted(session.enemies(me.id), key=lambda t: (distance(me.space, t.space), t.id))
        foes = [t for t in foes if not session.system.health(t).down] or foes
        if not foes:
            return
        draft = session.attack.action
        ids = [t.id for t in foes]
        at = ids.index(draft.target) + 1 if draft is not None and draft.target in ids else 0
        session.attack.aim(ids[at % len(ids)])

    def _coup_de_grace(self) -> None:
        session = self._fight()
        draft, me = session.attack.action, session.current
        target = draft.target if draft is not None else ""
        if me is None or not target:
            self.window.tell(Message(tr("coup.no_target"), "info"))
            return
        weapon = draft.weapon if draft is not None else ""
        self.ask_dice("coup_de_grace", attacker=me.id, target=target, weapon=weapon)

    def _save(self) -> None:
        from desktop.deeds.fight_actions import covers
        from desktop.dialogs.command import ask_command
        from desktop.dialogs.save import ask_save

        session = self._fight()
        if len(session.selected) > 1:
            self.window.groups.do("save", session.selected)
            return
        me = session.current
        if me is not None and covers(session, "save"):
            model, title = session.system.commands["save"], self.window.actions_by_id["save"].text()
            fields = ask_command(self.window, session, model, {"token": me.id}, title)
        else:
            fields = ask_save(self.window, session)
        if fields is not None:
            self.ask_dice("save", **fields)

    def _actions(self) -> None:
        """Open the menu of what can be done beside attacking, at whoever is selected."""
        session = self._fight()
        menu = self.window.fight_actions.menu(self.window)
        me = session.current
        board = self.window.board
        menu.exec(board.navigation.place_of(me.id if me is not None else ""))
        menu.deleteLater()

    def _free_roll(self) -> None:
        self.window.show_dock("dice")
        self.window.docks["dice"].take_focus()

    def _rename_fight(self) -> None:
        from desktop.dialogs.text import ask_text

        session = self._fight()
        name = ask_text(self.window, tr("dialog.fight_name"), session.state.name)
        if name is not None:
            self.run("title", name=name)

    def _rules_options(self) -> None:
        from desktop.dialogs.options import edit_options

        if self.session is None:
            self._settings()
        else:
            edit_options(self.window, self._fight())

    def _tables(self) -> None:
        from desktop.dialogs.tables import edit_tables

        edit_tables(self.window, self._fight())
