"""What the actions of the window do: each builds a command or opens a dialog."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu

from desktop import files, icons
from desktop.actions import OVERLAYS
from desktop.actions import spec as spec_of
from desktop.i18n import language, say, tr
from desktop.library_deeds import LibraryDeeds, is_creature
from desktop.messages import Message, message_of, words_of_fault
from desktop.own_library import own_library, put_on_map
from desktop.paths import fights_dir, fresh_file
from desktop.session import Session
from desktop.settings import Recent
from maps.board import Board
from maps.grid import SUB, Cell, Point
from maps.problems import UnreadableFileError
from rules import registry
from rules.core.terms import dump
from rules.encounter.codec import export_json
from rules.encounter.commands import parse_command
from rules.encounter.history import History
from rules.encounter.situation import dump_situation
from rules.encounter.state import Encounter, Token, TokenId
from rules.encounter.store import Store
from rules.library.files import SUFFIX
from rules.procedures import put_back

if TYPE_CHECKING:
    from desktop.main_window import MainWindow
    from maps.formats import Import

CREATURES = (".json", ".txt", ".md", ".db")
"""Endings of files that may hold stat blocks."""


Laid = tuple[Board, dict[str, bytes]]
"""A map as it is to be, and the pictures by hash that come with it."""


class Deeds:
    """The actions of one window, by id."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.library = LibraryDeeds(window)
        self._clipboard: tuple[Token, ...] = ()

    # -- entry points --------------------------------------------------------------------

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

    @property
    def session(self) -> Session | None:
        return self.window.session

    def _fight(self) -> Session:
        session = self.window.session
        assert session is not None  # the action is disabled without a fight
        return session

    def run(self, name: str, /, *, confirm: bool = False, **fields: Any) -> bool:
        """Perform a command by name; says in words what is wrong with it."""
        session = self._fight()
        try:
            command = parse_command(session.system, {"do": name, **fields})
        except UnreadableFileError as error:
            self.window.tell(message_of(error.problem))
            return False
        return session.perform(command, confirm=confirm)

    def ask_dice(self, name: str, /, **fields: Any) -> None:
        """Perform a command whose dice are asked for in a small dialog."""
        from desktop.dialogs.dice import answer_all

        if self.run(name, **fields):
            answer_all(self._fight(), self.window)

    # -- files -----------------------------------------------------------------------------

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open the first file that was dropped or chosen."""
        if paths:
            self.open_path(paths[0])

    def open_path(self, path: Path) -> None:
        """Open a fight, or make one from a map or a picture."""
        suffix = path.suffix.lower()
        try:
            if suffix == files.FIGHT:
                self._open_fight(path)
            elif suffix == SUFFIX:
                self.library.take_set(path)
            elif suffix in CREATURES and not files.is_map(path) and is_creature(path):
                self.library.read(path)
            elif suffix == files.SITUATION and not files.is_map(path):
                self._open_json(path)
            elif suffix in files.PICTURES:
                self._from_picture(path)
            else:
                self._from_map(path)
        except UnreadableFileError as error:
            found = message_of(error.problem)
            named = found.text if path.name in found.text else f"{path.name}: {found.text}"
            self.window.tell(Message(named, found.level))
        except OSError as error:
            self.window.tell(Message(words_of_fault(error, path.name), "error"))

    def _open_fight(self, path: Path) -> None:
        if self._shown_already(path):
            return
        session, problems = Session.open(path)
        self.window.set_session(session)
        for problem in problems:
            self.window.tell(message_of(problem))
        self.window.problems.report(path.name, problems)

    def _shown_already(self, path: Path) -> bool:
        """Bring a fight to the front that is open in any window; returns whether it is."""
        for window in type(self.window).opened:
            session = window.fights.holding(path)
            if session is not None:
                window.set_session(session)
                window.raise_()
                window.activateWindow()
                window.tell(Message(tr("fights.already_open", file=path.name), "info"))
                return True
        return False

    def _open_json(self, path: Path) -> None:
        """Open a situation or an exported fight as a new fight; the file stays as it is."""
        history, pictures = files.read_json_file(path)
        self._take_over(history, history.state.name or path.stem, pictures)

    def _take_over(
        self, history: History, name: str, pictures: dict[str, bytes] | None = None
    ) -> None:
        """Make a file of a whole history and show it."""
        target = fresh_file(fights_dir(), name)
        system = registry.get(history.base.system)
        store = Store.create(target, history.base, system, pictures or {})
        store.extend(history.steps)
        if history.done != len(history.steps):
            store.set_done(history.done)
        self.window.set_session(Session(store, history))

    def open_demo(self, id: str = "kraehenfels") -> None:
        """Open a copy of a demo fight: the original stays as it is."""
        from desktop.demo import demo_history

        history = demo_history(id, language.words.say)
        self._take_over(history, history.state.name)

    def _begin(self, state: Encounter, name: str, pictures: dict[str, bytes] | None = None) -> None:
        target = fresh_file(fights_dir(), name)
        self.window.set_session(Session.create(target, state, pictures))

    def _from_map(self, path: Path) -> None:
        from desktop.dialogs.import_report import ask_import
        from maps.formats import read_map

        read = read_map(path)
        choice = ask_import(self.window, path, read)
        if choice is None:
            return
        report = (path.name, choice.problems)
        state = files.blank(choice.system, choice.board, choice.name, report)
        self._begin(state, choice.name, dict(choice.pictures))

    def _from_picture(self, path: Path) -> None:
        from desktop.dialogs.grid import ask_grid

        choice = ask_grid(self.window, path)
        if choice is None:
            return
        state = files.blank(choice.system, choice.board, choice.name)
        self._begin(state, choice.name, dict(choice.pictures))

    def _new_from_map(self) -> None:
        path = self.ask_map()
        if path is not None:
            self.open_path(path)

    def _new_empty(self) -> None:
        from desktop.dialogs.new_fight import ask_new

        choice = ask_new(self.window)
        if choice is not None:
            self._begin(files.blank(choice.system, choice.board, choice.name), choice.name)

    def _open(self) -> None:
        known = files.patterns((files.FIGHT, *files.MAPS))
        path = self._ask_open(tr("dialog.open"), tr("dialog.filter_all", maps=known))
        if path is not None:
            self.open_path(path)

    def ask_map(self) -> Path | None:
        kinds = tr("dialog.filter_maps", maps=files.patterns(files.MAPS))
        return self._ask_open(tr("dialog.open_map"), kinds)

    def _ask_open(self, title: str, kinds: str) -> Path | None:
        folder = self.window.settings.values.last_folder or str(Path.home())
        name, _ = QFileDialog.getOpenFileName(self.window, title, folder, kinds)
        if not name:
            return None
        self.window.settings.set(last_folder=str(Path(name).parent))
        return Path(name)

    def _ask_save(self, title: str, name: str, kinds: str) -> Path | None:
        folder = self.window.settings.values.last_folder or str(Path.home())
        chosen, _ = QFileDialog.getSaveFileName(self.window, title, str(Path(folder) / name), kinds)
        if not chosen:
            return None
        self.window.settings.set(last_folder=str(Path(chosen).parent))
        return Path(chosen)

    def _save_as(self) -> None:
        session = self._fight()
        path = self._ask_save(
            tr("dialog.save_as"), session.store.path.name, tr("dialog.filter_fight")
        )
        if path is None:
            return
        if path.suffix.lower() != files.FIGHT:
            path = path.with_name(f"{path.name}{files.FIGHT}")
        self._guarded(path, lambda: session.store.save_as(path))
        self.window.refresh_actions()
        self.remember()

    def _export_json(self) -> None:
        session = self._fight()
        path = self._ask_save(
            tr("dialog.export_json"), f"{session.store.path.stem}.json", tr("dialog.filter_json")
        )
        if path is not None:
            data = export_json(session.store, session.present)
            text = json.dumps(data, ensure_ascii=False, indent=1)
            self._guarded(path, lambda: path.write_text(text, "utf-8"))

    def _export_uvtt(self) -> None:
        from maps.formats import export_uvtt

        session = self._fight()
        board = self.window.board.scene.board  # one storey is one map elsewhere
        picture = board.picture
        data = session.store.asset(picture.asset) if picture is not None else None
        pictures = {picture.asset: data} if picture is not None and data else {}
        self._export_map("uvtt", lambda: export_uvtt(board, pictures))

    def _export_foundry(self) -> None:
        from maps.formats import export_foundry

        state, board = self._fight().state, self.window.board.scene.board
        self._export_map("json", lambda: export_foundry(board, state.name))

    def _export_map(self, ending: str, made: Callable[[], bytes]) -> None:
        """Ask for a file and write the map of the fight into it."""
        kinds = tr("dialog.filter_uvtt") if ending == "uvtt" else tr("dialog.filter_foundry")
        path = self._ask_save(
            tr("dialog.export_map"), f"{self._fight().store.path.stem}.{ending}", kinds
        )
        if path is not None:
            self._guarded(path, lambda: path.write_bytes(made()))

    def _guarded(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write()
        except (OSError, UnreadableFileError) as error:
            self.window.tell(Message(words_of_fault(error, path.name), "error"))
        else:
            self.window.tell(Message(tr("file.written", file=path.name), "done"))

    def _print(self) -> None:
        from desktop.printing.dialog import print_sheets

        print_sheets(self._fight(), self.window)

    def _export_pdf(self) -> None:
        from desktop.printing.sheets import write_pdf

        session = self._fight()
        path = self._ask_save(
            tr("dialog.export_pdf"), f"{session.store.path.stem}.pdf", tr("dialog.filter_pdf")
        )
        if path is not None:
            self._guarded(
                path, lambda: write_pdf(session.state, session.system, path, session.store.asset)
            )

    def _backups(self) -> None:
        from desktop.dialogs.backups import ask_backup

        try:
            path = ask_backup(self.window)
        except (OSError, UnreadableFileError) as error:
            self.window.tell(Message(words_of_fault(error, ""), "error"))
            return
        if path is not None:
            self.open_path(path)

    def _next_fight(self) -> None:
        self._go_to_fight(1)

    def _previous_fight(self) -> None:
        self._go_to_fight(-1)

    def _go_to_fight(self, step: int) -> None:
        other = self.window.fights.neighbour(self._fight(), step)
        if other is not None:
            self.window.set_session(other)

    def _new_window(self) -> MainWindow:
        """Open a further window, as large as this one and a little below it."""
        window = type(self.window)(self.window.settings)
        window.resize(self.window.size())
        window.move(self.window.pos() + QPoint(32, 32))
        window.show()
        return window

    def _fight_to_window(self) -> None:
        session = self._fight()
        self.window.hand_over(session)
        self._new_window().set_session(session)

    def _close_fight(self) -> None:
        self.remember()
        self.window.set_session(None)

    def _quit(self) -> None:
        self.window.close()

    def remember(self) -> None:
        """Write the open fight into the list of recent ones."""
        session = self.session
        if session is None:
            return
        from datetime import UTC, datetime

        state = session.present.state  # not the past that a replay may show
        self.window.settings.remember(
            Recent(
                path=str(session.store.path),
                name=state.name or session.store.path.stem,
                system=state.system,
                stand=json.dumps(dump(session.system.headline(state))),
                at=datetime.now(UTC).isoformat(timespec="seconds"),
                combatants=len(state.tokens),
            )
        )

    # -- editing ---------------------------------------------------------------------------

    def _undo(self) -> None:
        label = self._fight().undo()
        if label is not None:
            self.window.tell(Message(tr("undo.done", what=label), "done"))

    def _redo(self) -> None:
        label = self._fight().redo()
        if label is not None:
            self.window.tell(Message(tr("redo.done", what=label), "done"))

    def _copy(self) -> None:
        session = self._fight()
        self._clipboard = tuple(session.state.tokens[t] for t in session.selected)

    @property
    def clipboard_full(self) -> bool:
        """Whether there is something to paste."""
        return bool(self._clipboard)

    def _cut(self) -> None:
        self._copy()
        self._delete()

    def _paste(self) -> None:
        """Put copies beside those that are there, and back who was cut out."""
        session = self._fight()
        tokens = session.state.tokens
        there = [t.id for t in self._clipboard if t.id in tokens]
        own = {t.sheet.__class__ for t in self._clipboard} <= {session.system.sheet_model}
        if there:
            self._copies(there)
        elif self._clipboard and own:
            before = set(tokens)
            cell = self.window.board.hover.cell
            corner = Point(cell.x * SUB, cell.y * SUB) if cell is not None else None
            if session.take(put_back(self._clipboard, session.state, corner)):
                session.select([id for id in session.state.tokens if id not in before])
        elif not self.library.read_clipboard():
            self.window.tell(Message(tr("paste.nothing"), "info"))

    def _duplicate(self) -> None:
        self._copies(list(self._fight().selected))

    def _copies(self, tokens: list[TokenId]) -> None:
        """Set copies beside tokens and select them: what follows is done to the copies."""
        session = self._fight()
        before = set(session.state.tokens)
        if self.run("copy", tokens=tokens):
            session.select([id for id in session.state.tokens if id not in before])

    def _delete(self) -> None:
        self.run("remove", tokens=list(self._fight().selected))

    def _select_all(self) -> None:
        session = self._fight()
        here = session.storey
        session.select([t for t in session.state.tokens if session.storey_of(t) is here])

    def _copy_situation(self) -> None:
        session = self._fight()
        data = dump_situation(session.state, session.system, session.draft)
        QGuiApplication.clipboard().setText(json.dumps(data, ensure_ascii=False, indent=1))
        self.window.tell(Message(tr("situation.copied"), "done"))

    # -- view ------------------------------------------------------------------------------

    def _switch_overlay(self, id: str, on: bool) -> None:
        now = [o for o in self.window.settings.values.overlays if o != id]
        if on:
            now.append(id)
        self.window.settings.set(overlays=tuple(now))

    def _zoom_in(self) -> None:
        self.window.board.zoom_by(1.25)

    def _zoom_out(self) -> None:
        self.window.board.zoom_by(0.8)

    def _zoom_reset(self) -> None:
        self.window.board.zoom_to(100)

    def _fit(self) -> None:
        self.window.board.fit()

    def _zoom_selection(self) -> None:
        self.window.board.fit_tokens(self._fight().selected)

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
            self.window.end_handout()
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
        from desktop.player_options import show_options

        show_options(self.window, self.window.player)

    def _hide_docks(self, on: bool) -> None:
        for dock in self.window.docks.values():
            dock.setVisible(not on and not dock.on_demand)
        if not on:
            self.window.table.raise_docks()

    def _next_panel(self) -> None:
        self.window.table.turn_panel(1)

    def _previous_panel(self) -> None:
        self.window.table.turn_panel(-1)

    def _reset_layout(self) -> None:
        self.window.reset_layout()
        self.window.actions_by_id["hide_docks"].setChecked(False)

    def _palette(self) -> None:
        self.window.search.open()

    # -- map ---------------------------------------------------------------------------------

    def _inspect(self) -> None:
        self.inspect()

    def inspect(self, a: str = "", b: str = "") -> None:
        """Open the line-of-sight inspector, perhaps from one token to another."""
        from desktop.dialogs.sight import open_inspector

        ends = (a, b) if a and b else None
        open_inspector(self.window.board, self.window, ends, self.window.tell)

    def _import_onto(self) -> None:
        path = self.ask_map()
        if path is not None:
            self.import_onto(path)

    def import_onto(self, path: Path) -> None:
        """Read a map onto the one that is open, as one step."""
        from desktop.dialogs.import_onto import ask_onto

        session = self._fight()
        board = session.state.board
        lying = session.store.asset(board.picture.asset) if board.picture is not None else None
        pictures = {board.picture.asset: lying} if board.picture is not None and lying else {}

        def ask(read: Import) -> Laid | None:
            return ask_onto(self.window, path, read, board, pictures)

        if self.lay_read(path, ask):
            self.window.tell(Message(tr("onto.done", file=path.name), "done"))

    def lay_read(self, path: Path, ask: Callable[[Import], Laid | None]) -> bool:
        """Read a map, let ask what becomes of it, and lay that as one step; whether it was."""
        from maps.codec import board_to_dict
        from maps.formats import read_map

        try:
            read = read_map(path)
            choice = ask(read)
            if choice is None:
                return False
            for data in choice[1].values():
                self._fight().store.put_asset(data)
        except UnreadableFileError as error:
            self.window.tell(message_of(error.problem))
            return False
        if not self.run("board", board=board_to_dict(choice[0])):
            return False
        self.window.problems.report(path.name, read.problems)
        return True

    def _fit_grid(self) -> None:
        from desktop.dialogs.grid import refit_grid

        session = self._fight()
        board: Board | None = refit_grid(self.window, session)
        if board is not None:
            from maps.codec import board_to_dict

            self.run("board", board=board_to_dict(board))

    def _propose_walls(self) -> None:
        from desktop.dialogs.proposals import propose_walls

        walls = propose_walls(self.window, self._fight())
        if walls and self.run("draw", obstacles=list(walls)):
            self.window.tell(Message(tr("proposals.drawn", n=len(walls)), "done"))

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

    # -- fight -------------------------------------------------------------------------------

    def _replay(self) -> None:
        if not self._fight().present.done:
            self.window.tell(Message(tr("replay.nothing"), "info"))
            return
        self.window.table.replay.begin()
        self.window.refresh_saved()

    def go_on_from(self, step: int) -> None:
        """Go on from a moment of the past in a new fight; the present one stays as it is."""
        session = self._fight()
        present, name = session.present, session.state.name or session.store.path.stem
        history = History(present.base, present.steps[:step])
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
        session.cancel()
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
        draft = session.draft
        ids = [t.id for t in foes]
        at = ids.index(draft.target) + 1 if draft is not None and draft.target in ids else 0
        session.aim(ids[at % len(ids)])

    def _coup_de_grace(self) -> None:
        session = self._fight()
        draft, me = session.draft, session.current
        target = draft.target if draft is not None else ""
        if me is None or not target:
            self.window.tell(Message(tr("coup.no_target"), "info"))
            return
        weapon = draft.weapon if draft is not None else ""
        self.ask_dice("coup_de_grace", attacker=me.id, target=target, weapon=weapon)

    def _save(self) -> None:
        from desktop.dialogs.command import ask_command
        from desktop.dialogs.save import ask_save
        from desktop.fight_actions import covers

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
        at = board.place_of(me.id) if me is not None else board.mapToGlobal(board.rect().center())
        menu.exec(at)
        menu.deleteLater()

    def _free_roll(self) -> None:
        self.window.show_dock("dice")
        self.window.docks["dice"].take_focus()

    # -- combatants --------------------------------------------------------------------------

    def _add_combatant(self) -> None:
        self.window.show_dock("library")
        self.window.docks["library"].take_focus()

    def _new_combatant(self) -> None:
        session = self._fight()
        before = set(session.state.tokens)
        at = self.window.board.free_cell()
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
        if self.window.board.finish_gesture():
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

    def _next_token(self) -> None:
        self._walk(1)

    def _previous_token(self) -> None:
        self._walk(-1)

    def _walk(self, step: int) -> None:
        """Select the next token in the order of the fight."""
        session = self._fight()
        order = [row.token for row in session.system.roster(session.state)]
        if not order:
            return
        me = session.current
        at = order.index(me.id) + step if me is not None and me.id in order else 0
        session.select([order[at % len(order)]])
        self.window.board.ensure_visible(order[at % len(order)])

    # -- help and settings ---------------------------------------------------------------------

    def _settings(self) -> None:
        from desktop.dialogs.settings import edit_settings

        edit_settings(self.window)

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

    # -- context menu ------------------------------------------------------------------------

    def context_menu(self, token: str, obstacle: str, cell: Cell, at: QPoint) -> None:
        """Open the menu of a token, a door or a square; ``at`` in screen pixels."""
        session = self._fight()
        menu = QMenu(self.window)
        self.window.dress_actions()
        if token:
            looker = session.current
            if token not in session.selected:
                session.select([token])
            self._token_menu(menu, token)
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

    def _token_menu(self, menu: QMenu, token: str) -> None:
        session = self._fight()
        actions = self.window.actions_by_id
        title = menu.addAction(session.state.token(token).name)
        title.setEnabled(False)
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
        draft = session.draft
        if draft is not None:
            guess = menu.addAction(tr("menu.guess_here"))
            guess.triggered.connect(lambda _c: session.guess(cell))
