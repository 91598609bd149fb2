"""Dialogs for files begin where a file of the same kind was last chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop import choosing
from desktop.settings import Settings
from tests.desktop.window_kit import open_window, write_fight, write_map


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    made = Settings(tmp_path / "settings.json")
    monkeypatch.setattr(choosing, "_settings", None)
    choosing.use(made)
    return made


def test_each_kind_has_its_folder_and_a_new_kind_begins_at_the_last(
    settings: Settings, tmp_path: Path
) -> None:
    maps, heroes = tmp_path / "maps", tmp_path / "heroes"
    for folder in (maps, heroes):
        folder.mkdir()
    choosing.remember("map", maps / "a.dd2vtt")
    assert choosing.folder_of("picture") == maps
    choosing.remember("picture", heroes / "a.png")
    assert choosing.folder_of("map") == maps
    assert choosing.folder_of("picture") == heroes
    again = Settings(tmp_path / "settings.json")
    assert again.values.folders == {"map": str(maps), "picture": str(heroes)}


def test_a_folder_that_is_gone_is_not_offered(settings: Settings, tmp_path: Path) -> None:
    choosing.remember("map", tmp_path / "stick" / "a.dd2vtt")
    assert choosing.folder_of("map").is_dir()
    assert "stick" not in str(choosing.folder_of("map"))


def test_the_window_asks_in_the_folder_of_the_kind(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(tmp_path)
    fights, maps = tmp_path / "kampf", tmp_path / "karten"
    for folder in (fights, maps):
        folder.mkdir()
    choosing.remember("map", write_map(maps / "halle.dd2vtt"))
    choosing.remember("fight", fights / "x.kampf")
    asked: list[str] = []

    def ask(_parent: QWidget, _title: str, folder: str, _kinds: str) -> tuple[str, str]:
        asked.append(folder)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    window.actions_by_id["open"].trigger()
    window.actions_by_id["new_from_map"].trigger()
    window.deeds.open_path(write_fight(tmp_path / "Turm.kampf"))
    window.actions_by_id["save_as"].trigger()
    window.actions_by_id["export_uvtt"].trigger()
    assert asked == [
        str(fights),
        str(maps),
        str(fights / "Turm.kampf"),
        str(maps / "Turm.uvtt"),
    ]
    window.close()
