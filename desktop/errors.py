"""The last net: an exception nobody caught is logged, said once in words, and the fight goes on."""

from __future__ import annotations

import logging
import re
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from desktop import __version__
from desktop.paths import log_dir

log = logging.getLogger("schlachtplan")


def start_log(path: Path | None = None) -> Path:
    """Write the log to a rotating file (three of 512 KiB). Returns its path."""
    from logging.handlers import RotatingFileHandler  # loads slowly; most starts log nothing

    path = path or log_dir() / "schlachtplan.log"
    if not any(isinstance(h, RotatingFileHandler) for h in log.handlers):
        handler = RotatingFileHandler(
            path, maxBytes=512 * 1024, backupCount=2, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
    return path


_NAME = r"""(?!\s)(?>[^/\\\s"'<>|*?]{1,255}(?=[/\\])|[^/\\\n"'<>|:*?]{1,99})"""
"""A part of a path; one with spaces holds no colon, at which words begin again."""
_STROKE = r"""[/\\]+(?!["'\\])"""
_PATH = re.compile(
    r"""(?:(?<![A-Za-z])[A-Za-z]:[/\\]+|\b[a-z][a-z0-9+.-]{1,20}:[/\\]{2,}[^/\\\s"']*[/\\]+)"""
    rf"""(?:{_NAME}{_STROKE})*"""
    rf"""|(?<![\w.…/\\])~?[/\\]+(?:{_NAME}{_STROKE})+"""
)
_QUOTED = re.compile(r"""(["'])([^"'\n]{2,4000})\1""")
_BEGINS = re.compile(r"""[/\\~]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|[a-z][a-z0-9+.-]{1,20}:[/\\]{2}""")
_SUFFIX = re.compile(r"\.\w{1,6}$")
_USER = re.compile(
    r"""(?:(?<![A-Za-z])[A-Za-z]:)?(?<![/\\])[/\\]+(?:home|Users)[/\\]+"""
    r"""(?:[^/\\\n"':]{1,99}(?=[/\\])|[^/\\\s"':]+)"""
)


def without_paths(text: str) -> str:
    """Take personal paths out of a report: only the file's own name stays.

    The home folder goes first: it may hold spaces, at which a path cannot be told from words.
    Where in doubt some words too many go, for a folder may be called after somebody.
    """
    home = str(Path.home())
    for written in (home, home.replace("\\", "\\\\")):
        if len(written) > 1:
            text = text.replace(written, "/~")
    text = _QUOTED.sub(_named, text)
    return _PATH.sub("…/", _USER.sub("/~", text))


def _named(match: re.Match[str]) -> str:
    """Shorten what stands in quotes, if it is a path: it may hold anything but the quotes."""
    mark, stated = match.groups()
    path = stated.rstrip("\\")
    if not _BEGINS.match(path) and not _SUFFIX.search(path):
        return match[0]
    *folders, name = re.split(r"[/\\]+", path.rstrip("/\\"))
    if folders and folders[-1] in ("home", "Users"):
        name = "~"
    return f"{mark}…/{name}{stated[len(path) :]}{mark}" if any(folders) else match[0]


def report(error: BaseException, situation: str = "") -> str:
    """Return the report of an exception, without personal paths.

    ``situation`` is the fight in which it happened, as JSON; empty where none is open.
    """
    machine = f"Schlachtplan {__version__}, Python {sys.version.split()[0]}, {sys.platform}"
    trace = "".join(traceback.format_exception(error))
    return without_paths("\n".join(filter(None, (machine, trace, situation))))


def caught(error: Exception) -> None:
    """Hand an exception that goes no further to whoever hears of uncaught ones; raises nothing."""
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except Exception:  # telling failed too: the log is all that is left
        log.exception("while telling of %s", type(error).__name__)


def install(tell: Callable[[BaseException], None]) -> Callable[[], None]:
    """Send every uncaught exception, of any thread, to the log and to ``tell``; each place once.

    ``tell`` is called in the thread that failed. Returns what brings the hooks of before back.
    """
    told: set[str] = set()
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        start_log()
        log.error("uncaught", exc_info=(kind, error, trace))
        place = traceback.extract_tb(trace)[-1:] if trace else []
        key = f"{kind.__name__}:{place}"
        if key not in told:
            told.add(key)
            tell(error)

    def of_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            hook(args.exc_type, args.exc_value, args.exc_traceback)

    def of_nobody(args: sys.UnraisableHookArgs) -> None:
        start_log()  # while something was taken apart: nothing that anybody did has failed
        error = args.exc_value or args.exc_type()
        log.error("unraisable", exc_info=(args.exc_type, error, args.exc_traceback))

    def uninstall() -> None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = hooks

    sys.excepthook, threading.excepthook, sys.unraisablehook = hook, of_thread, of_nobody
    return uninstall
