"""What is said before Qt starts, on machines that lack something."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from desktop.machine.launch import LIBRARIES, Machine, clear_the_way, display_state, examine
from rules.core.glossary import Glossary

MakeMachine = Callable[..., Machine]


@pytest.fixture
def make(tmp_path: Path) -> MakeMachine:
    """Return a maker of Linux machines: environment, missing libraries, what answers."""

    def make_machine(
        environ: Mapping[str, str],
        *,
        missing: tuple[str, ...] = (),
        ldd: bool = True,
        x: bool = True,
        wayland: bool = True,
        system: str = "linux",
        plugins: Path | None = tmp_path,
        error: str = "",
    ) -> Machine:
        def load(library: str) -> None:
            plugin = library.startswith(str(tmp_path))
            if error and plugin:
                raise OSError(error)
            if library in missing or (missing and plugin):
                raise OSError(f"{missing[0]}: cannot open shared object file: No such file")

        return Machine(
            environ=environ,
            system=system,
            plugins=lambda: plugins,
            load=load,
            list_missing=lambda _plugin: list(missing) if ldd else [],
            reaches_x=lambda _display: x,
            reaches_wayland=lambda _address: wayland,
        )

    return make_machine


def explained(machine: Machine, glossary: Glossary, *, needs_screen: bool = True) -> str:
    """Return what a user reads; empty where the way is clear."""
    errors = io.StringIO()
    clear = clear_the_way(
        glossary, needs_screen=needs_screen, machine=machine, environ={}, errors=errors
    )
    assert clear is (errors.getvalue() == "")
    return errors.getvalue()


@pytest.mark.parametrize(
    ("environ", "system", "state"),
    [
        ({}, "linux", "none"),
        ({"DISPLAY": ""}, "linux", "none"),
        ({"DISPLAY": ":0"}, "linux", "screen"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", "screen"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", "screen"),
        ({}, "darwin", "screen"),
        ({}, "win32", "screen"),
    ],
)
def test_a_screen_is_where_the_session_names_one(
    make: MakeMachine, environ: dict[str, str], system: str, state: str
) -> None:
    assert display_state(make(environ, system=system)) == state


def test_a_whole_machine_leaves_the_choice_to_qt(make: MakeMachine, glossary: Glossary) -> None:
    launch = examine(make({"DISPLAY": ":0"}))
    assert launch.problem is None
    assert launch.platform == ""
    assert explained(make({"DISPLAY": ":0"}), glossary) == ""


@pytest.mark.parametrize("ldd", [True, False], ids=["ldd", "no ldd"])
def test_missing_libraries_are_named_with_one_line_to_get_them(
    make: MakeMachine, glossary: Glossary, ldd: bool
) -> None:
    missing = ("libxcb-cursor.so.0", "libxkbcommon-x11.so.0", "libEGL.so.1")
    text = explained(make({"DISPLAY": ":0"}, missing=missing, ldd=ldd), glossary)
    for name in missing:
        assert name in text
    assert "apt-get install libegl1 libxcb-cursor0 libxkbcommon-x11-0\n" in text
    assert "dnf install libglvnd-egl libxkbcommon-x11 xcb-util-cursor\n" in text


def test_libraries_are_missed_without_a_screen_too(make: MakeMachine, glossary: Glossary) -> None:
    text = explained(make({}, missing=("libEGL.so.1",)), glossary, needs_screen=False)
    assert "apt-get install libegl1\n" in text


def test_an_unknown_trouble_shows_what_the_system_says(
    make: MakeMachine, glossary: Glossary
) -> None:
    text = explained(make({"DISPLAY": ":0"}, error="version `GLIBC_2.99' not found"), glossary)
    assert "GLIBC_2.99" in text


def test_a_display_that_does_not_answer_is_named(make: MakeMachine, glossary: Glossary) -> None:
    assert "DISPLAY=:7" in explained(make({"DISPLAY": ":7"}, x=False), glossary)
    text = explained(make({"WAYLAND_DISPLAY": "wayland-3"}, wayland=False), glossary)
    assert "WAYLAND_DISPLAY=wayland-3" in text


def test_the_working_one_of_two_sessions_is_taken(make: MakeMachine) -> None:
    both = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    assert examine(make(both)).platform == ""
    assert examine(make(both, x=False)).platform == "wayland"
    assert examine(make(both, wayland=False)).platform == "xcb"
    assert examine(make(both, wayland=False, x=False)).problem is not None


def test_no_screen_is_explained_or_drawn_offscreen(make: MakeMachine, glossary: Glossary) -> None:
    assert "DISPLAY" in explained(make({}), glossary)
    environ: dict[str, str] = {}
    assert clear_the_way(glossary, needs_screen=False, machine=make({}), environ=environ)
    assert environ == {"QT_QPA_PLATFORM": "offscreen"}


def test_a_platform_asked_for_is_respected(make: MakeMachine, glossary: Glossary) -> None:
    machine = make({"QT_QPA_PLATFORM": "offscreen"}, x=False)
    launch = examine(machine)
    assert (launch.problem, launch.platform, launch.headless) == (None, "", True)
    assert explained(machine, glossary) == ""


def test_a_python_without_qt_is_told_how_to_get_it(make: MakeMachine, glossary: Glossary) -> None:
    assert "PySide6-Essentials" in explained(make({"DISPLAY": ":0"}, plugins=None), glossary)


def test_windows_and_macos_need_no_look(make: MakeMachine) -> None:
    for system in ("win32", "darwin"):
        assert examine(make({}, system=system, x=False)).problem is None


def test_every_library_has_a_package_in_both_families() -> None:
    assert all(debian and fedora for debian, fedora in LIBRARIES.values())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at Linux libraries")
def test_this_machine_is_examined_without_importing_qt() -> None:
    code = (
        "import sys\n"
        "from desktop.machine.launch import Machine, examine\n"
        "launch = examine(Machine(environ={'QT_QPA_PLATFORM': 'offscreen'}))\n"
        "assert launch.problem is None, launch\n"
        "launch = examine(Machine(environ={'DISPLAY': ':4242'}))\n"
        "assert launch.problem is not None and launch.problem.key.startswith('launch.')\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env={**os.environ})
