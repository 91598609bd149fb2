"""The second window, for the players, as the window of the game master keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from desktop.player.window import PlayerWindow
    from desktop.session import Session
    from desktop.window.main_window import MainWindow


class PlayerScreen:
    """Makes the second window when it is first wanted; the actions for it show how it is."""

    def __init__(self, window: MainWindow) -> None:
        self._main = window
        self._made: PlayerWindow | None = None

    @property
    def window(self) -> PlayerWindow:
        """The second window itself."""
        if self._made is None:
            from desktop.player.window import PlayerWindow

            actions = [self._main.actions_by_id[id] for id in ("player_window", "player_black")]
            self._made = PlayerWindow(self._main.settings, actions)
            self._made.changed.connect(self._show_state)
        return self._made

    def set_session(self, session: Session | None) -> None:
        """Show players another fight, where there is a window for them."""
        if self._made is not None:
            self._made.set_session(session)

    def end_handout(self) -> None:
        """Show players the map again, where there is a window for them."""
        if self._made is not None and self._made.handout.active:
            self._made.show_handout(QImage())

    def close(self) -> None:
        """Close the second window together with the first."""
        if self._made is not None:
            made, self._made = self._made, None
            made.close()
            made.deleteLater()

    def _show_state(self) -> None:
        """Check the actions as the second window is; a picture that is gone needs no button."""
        made, main = self._made, self._main
        if main.has_table and not (made and made.handout.active):
            main.table.zones.handout_ended()
        actions = main.actions_by_id
        actions["player_window"].setChecked(made is not None and made.isVisible())
        actions["player_black"].setChecked(made is not None and made.black)
