"""Looks at the machine before Qt does: where Qt would abort, say what is missing and how to get it.

Nothing here imports Qt. ``examine`` only looks; ``clear_the_way`` speaks and sets the platform.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from rules.core.glossary import Glossary
from rules.core.terms import Term, term

Packages = tuple[str, str]
"""Where a library comes from: the package of Debian and Ubuntu, and the one of Fedora."""

BASE: Mapping[str, Packages] = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl"),
    "libGL.so.1": ("libgl1", "libglvnd-glx"),
    "libX11.so.6": ("libx11-6", "libX11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
    "libzstd.so.1": ("libzstd1", "libzstd"),
}
"""What every program with Qt's windows loads, even without a screen."""

XCB: Mapping[str, Packages] = {
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxcb.so.1": ("libxcb1", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}
WAYLAND: Mapping[str, Packages] = {
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor"),
}
LIBRARIES: Mapping[str, Packages] = {**BASE, **XCB, **WAYLAND}

_NOT_FOUND = re.compile(r"^\s*(\S+) => not found", re.MULTILINE)
_CANNOT_OPEN = re.compile(r"(\S+\.so[.\d]*): cannot open shared object file")


def _load(library: str) -> None:
    ctypes.CDLL(library)


def _list_missing(library: Path) -> list[str]:
    """Ask ``ldd``, which names all that is missing, where the loader names only the first."""
    import shutil
    import subprocess

    ldd = shutil.which("ldd")
    if ldd is None:
        return []
    try:
        answer = subprocess.run(
            [ldd, str(library)], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return _NOT_FOUND.findall(answer.stdout)


def _plugins() -> Path | None:
    """Return Qt's folder of platform plugins without importing Qt; None where Qt is missing."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "Qt" / "plugins" / "platforms"


def _reaches_x(display: str) -> bool:
    """Connect to an X server as Qt will, with the same library and the same permission file."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    for function in (xcb.xcb_connection_has_error, xcb.xcb_disconnect):
        function.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def _reaches_wayland(address: str) -> bool:
    import socket

    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            line.connect(address)
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Machine:
    """What is asked about the machine; tests put their own answers here."""

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    system: str = sys.platform
    plugins: Callable[[], Path | None] = _plugins
    load: Callable[[str], None] = _load
    list_missing: Callable[[Path], list[str]] = _list_missing
    reaches_x: Callable[[str], bool] = _reaches_x
    reaches_wayland: Callable[[str], bool] = _reaches_wayland


@dataclass(frozen=True, slots=True)
class Launch:
    """What came out: whether there is a screen, and what keeps Qt from starting, if anything.

    ``platform`` is a value for ``QT_QPA_PLATFORM``; empty leaves the choice to Qt.
    """

    headless: bool = False
    platform: str = ""
    problem: Term | None = None


def display_state(machine: Machine | None = None) -> str:
    """Return "screen", or "none" on a machine (or in a session) without one."""
    machine = machine or Machine()
    if not _is_free_unix(machine.system):
        return "screen"
    env = machine.environ
    there = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    return "screen" if any(env.get(name) for name in there) else "none"


def examine(machine: Machine | None = None) -> Launch:
    """Find out whether and how Qt can start here."""
    machine = machine or Machine()
    plugins = machine.plugins()
    if plugins is None:
        return Launch(problem=term("launch.no_qt"))
    if not _is_free_unix(machine.system):
        return Launch()
    asked = machine.environ.get("QT_QPA_PLATFORM", "")
    names = [name.split(":")[0] for name in asked.split(";") if name]
    if display_state(machine) == "none":
        problem = _missing(machine, plugins, "offscreen")
        return Launch(headless=True, platform="offscreen", problem=problem)
    names = names or _sessions(machine.environ)
    problems = [_problem(machine, plugins, name) for name in names]
    good = [name for name, problem in zip(names, problems, strict=True) if problem is None]
    if not good:
        return Launch(problem=problems[-1])
    forced = "" if asked or len(good) == len(names) else good[0]
    return Launch(platform=forced, headless=good[0] in ("offscreen", "minimal"))


def clear_the_way(
    glossary: Glossary,
    *,
    needs_screen: bool = True,
    machine: Machine | None = None,
    environ: MutableMapping[str, str] | None = None,
    errors: TextIO | None = None,
) -> bool:
    """Make sure that a ``QApplication`` can be made; else explain and return False (exit 1).

    Without a screen this fails only where one is needed; otherwise Qt is told to draw offscreen.
    """
    launch = examine(machine)
    problem = launch.problem
    if problem is None and launch.headless and launch.platform and needs_screen:
        problem = term("launch.headless")
    if problem is not None:
        print(glossary.say(problem), file=errors or sys.stderr)  # no window yet
        return False
    if launch.platform:
        (os.environ if environ is None else environ)["QT_QPA_PLATFORM"] = launch.platform
    return True


def _is_free_unix(system: str) -> bool:
    return system not in ("win32", "cygwin", "darwin")


def _sessions(environ: Mapping[str, str]) -> list[str]:
    """Return the platforms that Qt would try here."""
    names = []
    if environ.get("WAYLAND_DISPLAY"):
        names.append("wayland")
    if environ.get("DISPLAY"):
        names.append("xcb")
    return names


def _problem(machine: Machine, plugins: Path, platform: str) -> Term | None:
    problem = _missing(machine, plugins, platform)
    if problem is not None:
        return problem
    env = machine.environ
    if platform == "xcb":
        display = env.get("DISPLAY", "")
        if not machine.reaches_x(display):
            return term("launch.unreachable", display=f"DISPLAY={display}")
    if platform.startswith("wayland"):
        display = env.get("WAYLAND_DISPLAY", "wayland-0")
        if not machine.reaches_wayland(os.path.join(env.get("XDG_RUNTIME_DIR", ""), display)):
            return term("launch.unreachable", display=f"WAYLAND_DISPLAY={display}")
    return None


def _missing(machine: Machine, plugins: Path, platform: str) -> Term | None:
    """Load Qt's plugin as Qt would; on failure name every library that is not there."""
    if not plugins.is_dir():
        return None  # a Qt of the system lies elsewhere, and its packages bring the libraries
    plugin = plugins / f"libq{platform.replace('wayland-egl', 'wayland')}.so"
    if platform == "wayland" and not plugin.exists():
        plugin = plugins / "libqwayland-generic.so"  # its name before Qt 6.10
    try:
        machine.load(str(plugin))
    except OSError as error:
        missing = machine.list_missing(plugin) or _try_each(machine, platform)
        missing += _CANNOT_OPEN.findall(str(error))
        missing = [Path(name).name for name in missing if Path(name).name != plugin.name]
        return _explain(sorted(set(missing)), str(error))
    return None


def _try_each(machine: Machine, platform: str) -> list[str]:
    wanted = dict(BASE)
    if platform == "xcb":
        wanted |= XCB
    elif platform.startswith("wayland"):
        wanted |= WAYLAND
    missing = []
    for name in wanted:
        try:
            machine.load(name)
        except OSError:
            missing.append(name)
    return missing


def _explain(missing: list[str], error: str) -> Term:
    known = [LIBRARIES[name] for name in missing if name in LIBRARIES]
    if not missing or not known:
        return term("launch.broken", error=error)
    return term(
        "launch.missing",
        libraries=", ".join(missing),
        debian=" ".join(sorted({debian for debian, _ in known})),
        fedora=" ".join(sorted({fedora for _, fedora in known})),
    )
