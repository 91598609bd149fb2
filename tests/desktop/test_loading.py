"""Modules load without the waste that Python and the bindings of Qt put on it."""

from __future__ import annotations

import builtins
import gc
import linecache
import sys
from pathlib import Path

import pytest

from desktop.cli import main
from desktop.machine.loading import load_qt


def test_after_qt_no_import_reads_the_source_of_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)
    file = tmp_path / "loaded_after_qt.py"
    file.write_text("answer = 42", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    load_qt()
    try:
        import loaded_after_qt  # type: ignore[import-not-found]  # noqa: PLC0415

        assert loaded_after_qt.answer == 42
        assert str(file) not in linecache.cache
    finally:
        sys.modules.pop("loaded_after_qt", None)


def test_garbage_is_collected_again_when_a_command_ends() -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert gc.isenabled()
