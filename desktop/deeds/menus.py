"""The menus that open on the map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from desktop import icons
from desktop.deeds.editing import Editing
from desktop.deeds.mapping import Mapping
from desktop.deeds.together import attackers
from desktop.i18n import language, say, tr
from desktop.jobs import soon
from desktop.own_library import own_library, put_on_map
from maps.grid import Cell
from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint


class Menus(Editing, Mapping):
    """The context menus of tokens, doors, squares and tools."""

    def context_menu(self, token: str, obstacle: str, cell: Cell, at: QPoint) -> None:
        """Open the menu of a token, a door or a square; ``at`` in screen pixels."""
        session = self._fight()
        menu = QMenu(self.window)
        self.window.action_set.dress()
        if token:
            looker = session.current
            group = attackers(session, session.selected, token)
            if token not in session.selected:
                session.select([token])
            self._token_menu(menu, token, group)
            if looker is not None and looker.id != token:
                self._inspect_menu(menu, looker.id, token)
        elif obstacle:
            self._door_menu(menu, obstacle)
        else:
            self._cell_menu(menu, cell)
        menu.exec(at)

    def tool_menu(self, at: QPoint) -> None:
        """Open the menu of the tool in the hand; ``at`` in screen pixels."""
        menu = QMenu(self.window)
        self.window.refresh_actions()
        for id in self.window.board.tools.current.menu():
            if id:
                menu.addAction(self.window.actions_by_id[id])
            else:
                menu.addSeparator()
        menu.exec(at)

    def _token_menu(self, menu: QMenu, token: str, group: tuple[TokenId, ...]) -> None:
        session = self._fight()
        actions = self.window.actions_by_id
        title = menu.addAction(session.state.token(token).name)
        title.setEnabled(False)
        if group:
            together = menu.addAction(icons.icon("sword"), tr("menu.together", n=len(group)))
            together.triggered.connect(lambda _c: self._together(group, TokenId(token)))
        for id in ("attack", "damage", "heal"):
            menu.addAction(actions[id])
        if actions["actions"].isVisible() and actions["actions"].isEnabled():
            more = self.window.fight_actions.menu(menu)
            more.setIcon(icons.icon("bolt"))
            menu.addMenu(more)
        menu.addAction(actions["conditions"])
        menu.addSeparator()
        for id in ("sheet", "rename", "portrait", "keep_creature", "hide"):
            menu.addAction(actions[id])
        if len(session.selected) == 2:
            menu.addAction(actions["tie"])
        self.window.storeys.token_menu(menu)
        sides = menu.addMenu(tr("menu.side"))
        for side in ("heroes", "foes", "third", "neutral"):
            action = sides.addAction(language.words.say(f"side.{side}"))
            action.setCheckable(True)
            action.setChecked(session.state.token(token).side == side)
            action.triggered.connect(
                lambda _c, s=side: [
                    self.run("edit", token=t, values={"side": s}) for t in session.selected
                ]
            )
        menu.addSeparator()
        for id in ("cut", "copy", "duplicate", "delete"):
            menu.addAction(actions[id])
        x, y = self.window.board.scene.middle(TokenId(token))
        self.window.groups.area_menu(menu, Cell(math.floor(x), math.floor(y)))

    def _together(self, group: tuple[TokenId, ...], target: TokenId) -> None:
        # once the menu has closed: dialogs must not open inside it
        soon(self.window, lambda: self.window.together.attack(group, target))

    def _inspect_menu(self, menu: QMenu, a: str, b: str) -> None:
        """Offer to look from whoever was selected at whoever was clicked."""
        tokens = self._fight().state
        words = tr("menu.inspect", a=tokens.token(a).name, b=tokens.token(b).name)
        menu.addSeparator()
        action = menu.addAction(icons.icon("eye"), words)
        action.triggered.connect(lambda _c: self.inspect(a, b))

    def _door_menu(self, menu: QMenu, obstacle: str) -> None:
        state = self._fight().state.board.obstacle(obstacle).state
        for door in ("open", "closed", "locked", "secret"):
            action = menu.addAction(language.words.say(f"door.{door}"))
            action.setCheckable(True)
            action.setChecked(state == door)
            action.triggered.connect(
                lambda _c, d=door: self.run("door", obstacle=obstacle, state=d)
            )

    def _cell_menu(self, menu: QMenu, cell: Cell) -> None:
        session = self._fight()
        add = menu.addMenu(tr("menu.add_here"))
        own = own_library().templates(session.system)
        for template in sorted([*session.system.library(), *own], key=lambda t: say(t.name)):
            action = add.addAction(say(template.name))
            action.triggered.connect(lambda _c, t=template.id: put_on_map(session, t, at=cell))
        me = session.current
        if me is not None:
            action = menu.addAction(tr("menu.move_here", name=me.name))
            action.triggered.connect(
                lambda _c, t=me.id: self.run("move", token=t, to=[cell.x, cell.y])
            )
        if self.clipboard_full:
            menu.addAction(self.window.actions_by_id["paste"])
        self.window.groups.area_menu(menu, cell)
        self.window.storeys.cell_menu(menu, cell)
        draft = session.attack.action
        if draft is not None:
            guess = menu.addAction(tr("menu.guess_here"))
            guess.triggered.connect(lambda _c: session.attack.guess(cell))
