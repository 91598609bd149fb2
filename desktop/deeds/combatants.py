"""Add, edit and choose combatants."""

from __future__ import annotations

from desktop.deeds.base import Doing
from desktop.i18n import tr
from rules.encounter.state import TokenId


class Combatants(Doing):
    """The actions of the menu Combatants."""

    def _add_combatant(self) -> None:
        self.window.show_dock("library")
        self.window.docks["library"].take_focus()

    def _new_combatant(self) -> None:
        session = self._fight()
        before = set(session.state.tokens)
        at = self.window.board.navigation.free_cell()
        if self.run("add", name=tr("token.new"), at=[at.x, at.y]):
            fresh = [t for t in session.state.tokens if t not in before]
            session.select(fresh)
            self._sheet()

    def edit_sheet(self, token: str) -> None:
        """Open the sheet of a token."""
        from desktop.dialogs.sheet import edit_sheet

        edit_sheet(self.window, self._fight(), TokenId(token))

    def _import_creature(self) -> None:
        self.library.read()

    def _import_set(self) -> None:
        self.library.choose_set()

    def _keep_creature(self) -> None:
        self.library.keep()

    def _portrait(self) -> None:
        self.library.choose_portrait()

    def _portrait_remove(self) -> None:
        self.library.remove_portrait()

    def _sheet(self) -> None:
        if self.window.board.tools.finish_gesture():
            return  # Enter was meant for what is being drawn
        me = self._fight().current
        if me is not None:
            self.edit_sheet(me.id)

    def _rename(self) -> None:
        from desktop.dialogs.text import ask_text

        me = self._fight().current
        if me is None:
            return
        name = ask_text(self.window, tr("dialog.token_name"), me.name)
        if name:
            self.run("edit", token=me.id, values={"name": name})

    def _damage(self) -> None:
        self._points("damage")

    def _heal(self) -> None:
        self._points("heal")

    def _points(self, what: str) -> None:
        from desktop.dialogs.points import ask_points

        session = self._fight()
        if len(session.selected) > 1:
            self.window.groups.do(what, session.selected)
            return
        fields = ask_points(self.window, session, what)
        if fields is not None:
            self.ask_dice(what, tokens=list(session.selected), **fields)

    def _conditions(self) -> None:
        self.window.groups.conditions(self._fight().selected)

    def _hide(self) -> None:
        session = self._fight()
        me = session.current
        if me is not None:
            for token in session.selected:
                self.run("edit", token=token, values={"hidden": not me.hidden})

    def _tie(self) -> None:
        from desktop.deeds.ties import ask_tie

        ask_tie(self.window)

    def _next_token(self) -> None:
        self._walk(1)

    def _previous_token(self) -> None:
        self._walk(-1)

    def _walk(self, step: int) -> None:
        """Select the next token in the order of the fight."""
        session = self._fight()
        order = [row.token for row in session.roster()]
        if not order:
            return
        me = session.current
        at = order.index(me.id) + step if me is not None and me.id in order else 0
        session.select([order[at % len(order)]])
        self.window.board.navigation.ensure_visible(order[at % len(order)])
