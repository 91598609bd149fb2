"""The actions of one window: whatever menus, keys and palette ask for is done here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from desktop.deeds.combatants import Combatants
from desktop.deeds.fighting import Fighting
from desktop.deeds.menus import Menus
from desktop.deeds.opening import Opening
from desktop.deeds.saving import Saving
from desktop.deeds.viewing import Viewing
from desktop.window.actions import OVERLAYS
from desktop.window.actions import spec as spec_of

__all__ = ["Deeds"]


class Deeds(Opening, Saving, Viewing, Fighting, Combatants, Menus):
    """The actions of one window, by id: ``do("zoom_in")`` calls ``_zoom_in``."""

    def do(self, id: str, checked: bool = False) -> None:
        """Do the action of this id."""
        if self.session is not None:
            tool = self.window.board.tools.current
            if id in tool.claims:
                tool.does(id)
                return
        if id in OVERLAYS:
            self._switch_overlay(id, checked)
            return
        if id in ("grid", "obstacles"):
            self.window.settings.set(**{id: checked})
            return
        if id.startswith("storey_"):
            self.window.storeys.do(id)
            return
        deed: Callable[..., None] = getattr(self, f"_{id}")
        deed(checked) if spec_of(id).checkable else deed()

    def start_page(self, what: str, detail: str) -> None:
        """Do what was chosen on the start page."""
        match what:
            case "demo":
                self.open_demo(detail)
            case "fight":
                self.open_path(Path(detail))
            case "files":
                self.open_paths([Path(p) for p in json.loads(detail)])
            case _:
                self.do(what)

    def _keys(self) -> None:
        from desktop.dialogs.keys import show_keys

        show_keys(self.window)

    def _rules_help(self) -> None:
        from desktop.dialogs.rules_help import show_rules

        show_rules(self.window, self.session.state.system if self.session is not None else "")

    def _news(self) -> None:
        from desktop.dialogs.news import show_news

        show_news(self.window)

    def _about(self) -> None:
        from desktop.dialogs.about import show_about

        show_about(self.window)
