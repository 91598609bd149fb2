"""Save, export and print."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from desktop import files
from desktop.choosing import ask_save
from desktop.deeds.base import Doing
from desktop.i18n import tr
from rules.encounter.codec import export_json
from rules.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable


class Saving(Doing):
    """The actions that write files and paper."""

    def _save_as(self) -> None:
        session = self._fight()
        path = ask_save(
            self.window,
            tr("dialog.save_as"),
            session.store.path.name,
            tr("dialog.filter_fight"),
            "fight",
        )
        if path is None:
            return
        if path.suffix.lower() != files.FIGHT:
            path = path.with_name(f"{path.name}{files.FIGHT}")
        self.remember()  # the one that is left, as far as it has come
        self._guarded(path, lambda: session.save_as(path))
        self.window.refresh_actions()
        self.remember()

    def _export_json(self) -> None:
        session = self._fight()
        path = ask_save(
            self.window,
            tr("dialog.export_json"),
            f"{session.store.path.stem}.json",
            tr("dialog.filter_json"),
            "fight",
        )
        if path is not None:
            data = export_json(session.store, session.present)
            text = json.dumps(data, ensure_ascii=False, indent=1)
            self._guarded(path, lambda: write_whole(path, text.encode()))

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
        path = ask_save(
            self.window,
            tr("dialog.export_map"),
            f"{self._fight().store.path.stem}.{ending}",
            kinds,
            "map",
        )
        if path is not None:
            self._guarded(path, lambda: write_whole(path, made()))

    def _print(self) -> None:
        from desktop.printing.dialog import print_sheets

        print_sheets(self._fight(), self.window)

    def _export_pdf(self) -> None:
        from desktop.printing.sheets import write_pdf

        session = self._fight()
        path = ask_save(
            self.window,
            tr("dialog.export_pdf"),
            f"{session.store.path.stem}.pdf",
            tr("dialog.filter_pdf"),
            "paper",
        )
        if path is not None:
            self._guarded(
                path, lambda: write_pdf(session.state, session.system, path, session.store.asset)
            )
