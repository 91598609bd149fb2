"""Every action of the window as a row: id, icon, menu, keys by preset, and when it can be used."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Needs = Literal[
    "",
    "fight",
    "token",
    "pair",
    "enemy",
    "running",
    "undo",
    "redo",
    "picture",
    "actions",
    "tool",
    "tables",
    "fights",
    "storeys",
    "storeys_token",
]
"""What an action needs to be usable: an open fight, a selected token, somebody hostile to it …

``tool`` = a tool in the hand that claims it and can do it now."""

PRESETS = ("own", "foundry", "maptool")


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action. Its word is the key ``action.<id>``, its explanation ``action.<id>.tip``.

    ``keys`` are the bindings of our own preset; ``other`` holds those of the other presets
    where they differ. A ``checkable`` action keeps its state in the settings or the view. One
    with a ``command`` is offered only by systems that have this command.
    """

    id: str
    menu: str
    icon: str = ""
    keys: tuple[str, ...] = ()
    other: dict[str, tuple[str, ...]] = field(default_factory=dict)
    needs: Needs = ""
    checkable: bool = False
    command: str = ""

    def keys_in(self, preset: str) -> tuple[str, ...]:
        return self.other.get(preset, self.keys)


def _a(
    id: str,
    menu: str,
    icon: str = "",
    keys: str | tuple[str, ...] = (),
    needs: Needs = "",
    checkable: bool = False,
    foundry: str | None = None,
    maptool: str | None = None,
    command: str = "",
) -> ActionSpec:
    bound = (keys,) if isinstance(keys, str) else keys
    other: dict[str, tuple[str, ...]] = {}
    if foundry is not None:
        other["foundry"] = (foundry,) if foundry else ()
    if maptool is not None:
        other["maptool"] = (maptool,) if maptool else ()
    return ActionSpec(id, menu, icon, bound, other, needs, checkable, command)


SEPARATOR = ActionSpec("-", "")

ACTIONS: tuple[ActionSpec, ...] = (
    _a("new_from_map", "file", "map", "Ctrl+N"),
    _a("new_empty", "file", "heat", "Ctrl+Shift+N", maptool="Ctrl+Alt+N"),
    _a("open", "file", "open", "Ctrl+O"),
    _a("recent", "file", "clock"),
    _a("backups", "file", "clock"),
    SEPARATOR,
    _a("import_creature", "file", "import", "Ctrl+I"),
    _a("import_set", "file", "book"),
    SEPARATOR,
    _a("save_as", "file", "file", "Ctrl+Shift+S", "fight"),
    _a("export_json", "file", "file", (), "fight"),
    _a("export_uvtt", "file", "map", (), "fight"),
    _a("export_foundry", "file", "map", (), "fight"),
    _a("print", "file", "print", "Ctrl+P", "fight"),
    _a("export_pdf", "file", "file", "Ctrl+E", "fight"),
    SEPARATOR,
    _a("next_fight", "file", "", "Ctrl+PgDown", "fights"),
    _a("previous_fight", "file", "", "Ctrl+PgUp", "fights"),
    _a("new_window", "file", "monitor", ()),
    _a("fight_to_window", "file", "float", (), "fights"),
    _a("close_fight", "file", "close", "Ctrl+W", "fight"),
    _a("quit", "file", "", "Ctrl+Q"),
    _a("undo", "edit", "undo", "Ctrl+Z", "undo"),
    _a("redo", "edit", "redo", ("Ctrl+Y", "Ctrl+Shift+Z"), "redo"),
    SEPARATOR,
    _a("cut", "edit", "", "Ctrl+X", "token"),
    _a("copy", "edit", "", "Ctrl+C", "token"),
    _a("paste", "edit", "", "Ctrl+V", "fight"),
    _a("duplicate", "edit", "", "Ctrl+D", "token"),
    _a("delete", "edit", "", "Del", "token"),
    SEPARATOR,
    _a("select_all", "edit", "", "Ctrl+A", "fight"),
    _a("copy_situation", "edit", "file", (), "fight"),
    _a("zoom_in", "view", "plus", ("+", "Ctrl++"), "fight"),
    _a("zoom_out", "view", "minus", ("-", "Ctrl+-"), "fight"),
    _a("zoom_reset", "view", "", "0", "fight"),
    _a("fit", "view", "fit", "F", "fight"),
    _a("zoom_selection", "view", "", "Z", "token"),
    SEPARATOR,
    _a("grid", "view", "", "G", "fight", True, foundry="", maptool="Ctrl+G"),
    _a("obstacles", "view", "wall", (), "fight", True),
    SEPARATOR,
    _a("lines", "view", "lines", (), "fight", True),
    _a("threat", "view", "threat", "B", "fight", True),
    _a("flank", "view", "flank", (), "fight", True),
    _a("reach", "view", "foot", "Shift+B", "fight", True),
    _a("concealment", "view", "fog", (), "fight", True),
    _a("light", "view", "light", (), "fight", True),
    _a("heat", "view", "heat", "W", "fight", True),
    SEPARATOR,
    _a("fullscreen", "view", "", "F11", checkable=True),
    SEPARATOR,
    _a("player_window", "view", "monitor", "F10", "fight", True),
    _a("player_black", "view", "moon", "Ctrl+F10", "fight", True),
    _a("player_here", "view", "aim", "Ctrl+Shift+F10", "fight"),
    _a("player_options", "view", "gear", (), "fight"),
    SEPARATOR,
    _a("storey_up", "view", "up", "Alt+PgUp", "storeys"),
    _a("storey_down", "view", "down", "Alt+PgDown", "storeys"),
    _a("inspect", "map", "eye", "Shift+S", "fight"),
    _a("import_onto", "map", "import", (), "fight"),
    SEPARATOR,
    _a("storey_add", "map", "plus", (), "fight"),
    _a("storey_import", "map", "import", (), "fight"),
    _a("storey_rename", "map", "pen", (), "storeys"),
    _a("storey_raise", "map", "up", (), "storeys"),
    _a("storey_lower", "map", "down", (), "storeys"),
    _a("storey_remove", "map", "close", (), "storeys"),
    SEPARATOR,
    _a("fit_grid", "map", "fit", "Ctrl+Shift+G", "picture"),
    _a("propose_walls", "map", "wall", "Ctrl+Alt+W", "picture"),
    _a("rename_fight", "map", "pen", (), "fight"),
    _a("rules_options", "map", "gear", (), "fight"),
    _a("tables", "map", "list", "Ctrl+Shift+T", "tables"),
    SEPARATOR,
    _a("edit_facts", "map", "list", (), "tool"),
    _a("edit_insert", "map", "plus", "I", "tool"),
    _a("edit_split", "map", "", "S", "tool"),
    _a("edit_join", "map", "", "J", "tool"),
    _a("edit_chain", "map", "lines", "L", "tool"),
    _a("edit_mirror", "map", "", "Y", "tool"),
    _a("edit_upright", "map", "", "Shift+Y", "tool"),
    _a("edit_turn", "map", "redo", ".", "tool"),
    _a("edit_back", "map", "undo", ",", "tool"),
    _a("start", "fight", "dice", "Ctrl+R", "fight"),
    _a("next", "fight", "next", "N", "running", maptool="Ctrl+Shift+N"),
    _a("back", "fight", "back", "Shift+N", "running"),
    _a("delay", "fight", "wait", "Shift+V", "running", command="delay"),
    _a("end_fight", "fight", "", (), "running", command="end"),
    SEPARATOR,
    _a("attack", "fight", "sword", "T", "enemy"),
    _a("actions", "fight", "bolt", "X", "actions"),
    _a("coup_de_grace", "fight", "skull", (), "enemy", command="coup_de_grace"),
    _a("save", "fight", "shield", "Shift+R", "token", command="save"),
    _a("free_roll", "fight", "dice", "R", "fight"),
    SEPARATOR,
    _a("forecast", "fight", "clock", "Shift+F", "fight"),
    _a("notes", "fight", "pen", "F4", "fight"),
    _a("replay", "fight", "clock", "Ctrl+H", "fight"),
    _a("add_combatant", "combatants", "plus", "Ctrl+L", "fight"),
    _a("new_combatant", "combatants", "person", (), "fight"),
    _a("sheet", "combatants", "list", ("Return", "Enter"), "token"),
    _a("rename", "combatants", "pen", "F2", "token"),
    _a("portrait", "combatants", "person", (), "token"),
    _a("portrait_remove", "combatants", "close", (), "token"),
    _a("keep_creature", "combatants", "book", (), "token"),
    SEPARATOR,
    _a("damage", "combatants", "drop", "D", "token"),
    _a("heal", "combatants", "heart", "H", "token"),
    _a("conditions", "combatants", "bolt", "Shift+C", "token"),
    _a("hide", "combatants", "eye", (), "token"),
    _a("tie", "combatants", "lock", (), "pair"),
    _a("storey_take", "combatants", "layers", (), "storeys_token"),
    SEPARATOR,
    _a("next_token", "combatants", "", "Tab", "fight"),
    _a("previous_token", "combatants", "", "Shift+Tab", "fight"),
    _a("hide_docks", "window", "layers", "Ctrl+Tab", checkable=True),
    _a("next_panel", "window", "", "F6", "fight"),
    _a("previous_panel", "window", "", "Shift+F6", "fight"),
    _a("reset_layout", "window", "", "Ctrl+Shift+L"),
    _a("palette", "window", "search", ("Ctrl+K", "Ctrl+Shift+P")),
    _a("settings", "window", "gear", "Ctrl+,"),
    _a("keys", "help", "list", "F1"),
    _a("rules_help", "help", "book", "Shift+F1"),
    _a("news", "help", "info"),
    _a("about", "help", "info"),
)
"""All actions in the order of the menus."""

MENUS = ("file", "edit", "view", "map", "fight", "combatants", "window", "help")

OVERLAYS = ("lines", "threat", "flank", "reach", "concealment", "light", "heat")
"""Ids of the overlays that can be switched, in the order of the tool bar."""


def spec(id: str) -> ActionSpec:
    """Return an action by id. Raises KeyError."""
    return {a.id: a for a in ACTIONS}[id]
