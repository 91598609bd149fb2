"""Which of its open fights a window shows: opened, changed for another, closed, given away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.jobs import soon
from desktop.window import setting_changes

if TYPE_CHECKING:
    from desktop.session import Session
    from desktop.window.main_window import MainWindow


class FightShown:
    """The fight in a window, one of those that are open there, or none: the start page."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def show(self, session: Session | None) -> None:
        """Show one of the open fights or a further one, or the start page."""
        window, old = self._window, self._window.session
        if old is session and session is not None:
            return
        if old is not None and window.has_table:
            old.talk.cancel()
            window.fights.keep_view(old, window.board.camera)
        window.session = session
        window.player_screen.set_session(session)
        setting_changes.measure(window)
        if session is not None or window.has_table:
            window.fight_actions.forget()
            window.table.set_session(session)
        if old is not None:
            old.unheard()
        if session is not None:
            self._hear(session)
        window.stack.setCurrentIndex(0 if session is None else 1)
        if window.has_table:
            window.table.show_chrome(session is not None)
        if session is None:
            window.start_page.refresh()
        else:
            self._look_at(session)
        window.refresh_actions()

    def close_shown(self) -> None:
        """Close the fight that is shown; the next one takes its place."""
        fights, old = self._window.fights, self._window.session
        self.show(fights.after(old) if old is not None else None)
        if old is not None:
            fights.take(old)
            old.setParent(None)
            old.close()
            old.deleteLater()

    def close(self, session: Session) -> None:
        """Close one of the open fights; the one that is shown stays, unless it is this one."""
        shown = self._window.session
        self.show(session)
        self._window.deeds.remember()
        self.close_shown()
        if shown is not None and shown is not session:
            self.show(shown)

    def hand_over(self, session: Session) -> None:
        """Let another window have a fight: it stays open, but not here."""
        fights = self._window.fights
        self.show(fights.after(session))
        fights.take(session)
        session.setParent(None)

    def _hear(self, session: Session) -> None:
        """Hear of everything that happens in the fight that is shown."""
        window = self._window
        session.setParent(window)
        window.file_watch.look()
        session.changed.connect(window.refresh_actions)
        session.message.connect(window.messages.show_message)
        session.selection_changed.connect(window.refresh_actions)
        session.picked_changed.connect(window.refresh_actions)
        session.storey_changed.connect(window.refresh_actions)
        session.draft_changed.connect(window.refresh_actions)
        session.asked.connect(window.refresh_actions)
        window.chances.follow(session)
        window.ending.follow(session)
        window.storeys.follow(session)
        session.saved.connect(window.show_saved)
        session.focus_attack.connect(window.focus_attack)
        window.show_saved()

    def _look_at(self, session: Session) -> None:
        """Look at the map where it was looked at last, at first at all of it."""
        window, board = self._window, self._window.board
        board.switches.apply_overlays(window.settings.values.overlays)
        board.setFocus()
        view = window.fights.view_of(session)
        if view is not None:
            board.navigation.set_camera(view)
        else:
            session.select_acting()
            soon(board, board.navigation.fit)
        window.fights.show_session(session)
        window.deeds.remember()
