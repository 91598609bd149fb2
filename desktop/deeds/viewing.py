"""Zoom, overlays, panels and the window of the players."""

from __future__ import annotations

from desktop.deeds.base import Doing


class Viewing(Doing):
    """The actions of the menu View."""

    def _switch_overlay(self, id: str, on: bool) -> None:
        now = [o for o in self.window.settings.values.overlays if o != id]
        if on:
            now.append(id)
        self.window.settings.set(overlays=tuple(now))

    def _zoom_in(self) -> None:
        self.window.board.navigation.zoom_by(1.25)

    def _zoom_out(self) -> None:
        self.window.board.navigation.zoom_by(0.8)

    def _zoom_reset(self) -> None:
        self.window.board.navigation.zoom_to(100)

    def _fit(self) -> None:
        self.window.board.navigation.fit()

    def _zoom_selection(self) -> None:
        self.window.board.navigation.fit_tokens(self._fight().selected)

    def _fullscreen(self, on: bool) -> None:
        if on:
            self.window.showFullScreen()
        else:
            self.window.showNormal()

    def _player_window(self, on: bool) -> None:
        if on:
            self.window.player.open_for(self.session, self.window.screen())
        else:
            self.window.player.close()

    def _player_black(self, on: bool) -> None:
        if on:
            self.window.player.open_for(self.session, self.window.screen())
        self.window.player.set_black(on)

    def show_handout(self, asset: str, name: str) -> None:
        """Show a picture of the fight large to the players; without one take it away."""
        from desktop.board.picture import PictureError, decode

        session = self.session
        if not asset or session is None:
            self.window.player_screen.end_handout()
            return
        try:
            image = decode(session.store.asset(asset) or b"")[0]
        except PictureError:
            self.window.table.zones.handout_ended(readable=False)
            return
        player = self.window.player
        player.show_handout(image)
        player.open_for(session, self.window.screen())

    def _player_here(self) -> None:
        board = self.window.board
        self.window.player.open_for(self.session, self.window.screen())
        here = board.session.storey if board.session is not None else None
        storey = here.id if here is not None else ""
        self.window.player.show_part(board.camera, board.size(), storey)

    def _player_options(self) -> None:
        from desktop.player.options import show_options

        show_options(self.window, self.window.player)

    def _hide_docks(self, on: bool) -> None:
        for dock in self.window.docks.values():
            dock.setVisible(not on and not dock.on_demand)
        if not on:
            self.window.table.layout.raise_most_used()

    def _next_panel(self) -> None:
        self.window.table.turn_panel(1)

    def _previous_panel(self) -> None:
        self.window.table.turn_panel(-1)

    def _reset_layout(self) -> None:
        self.window.reset_layout()
        self.window.actions_by_id["hide_docks"].setChecked(False)

    def _palette(self) -> None:
        self.window.top.search.open()
