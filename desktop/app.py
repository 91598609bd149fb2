"""Starts the window: fonts, words, theme, and the net below everything."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTimer, QTranslator, Signal
from PySide6.QtGui import QGuiApplication, QImageReader
from PySide6.QtWidgets import QApplication

from desktop import __version__, errors, theme
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.machine.collecting import Collector
from desktop.messages import Message
from desktop.settings import Settings
from desktop.window.main_window import MainWindow

PICTURE_LIMIT_MB = 2048
"""A decoded picture of 16,384² needs 1 GiB; sizes are checked before anything is decoded."""


def make_app(argv: list[str] | None = None) -> QApplication:
    """Return the application, dressed and speaking; made once."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(argv or ["schlachtplan"])
    app.setApplicationName("schlachtplan")
    app.setApplicationDisplayName("Schlachtplan")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("schlachtplan")
    QImageReader.setAllocationLimit(PICTURE_LIMIT_MB)
    return app


class KeyNames(QTranslator):
    """Names keys as the keyboards of a language do where Qt's own words leave them English."""

    @guarded
    def isEmpty(self) -> bool:
        return False

    @guarded
    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """Return the name of a key; ``None`` leaves a text to Qt's own words."""
        if context != "QShortcut" or text not in ("Return", "Enter"):
            return None  # asked for every part of every shortcut
        return tr("key_names.return") if text == "Return" else tr("key_names.enter")


class QtWords(QObject):
    """Qt's own words (dialog buttons, file dialogs) in the language in use; one per process."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._translator = QTranslator(app)
        self._keys = KeyNames(app)
        language.changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Load the words and number formats of the language in use."""
        locale = QLocale(language.code)
        if language.code == "de":
            locale = QLocale(QLocale.Language.German, QLocale.Country.Germany)
        QLocale.setDefault(locale)
        self._app.removeTranslator(self._translator)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if self._translator.load(f"qtbase_{language.code}", folder):
            self._app.installTranslator(self._translator)
        self._app.removeTranslator(self._keys)
        self._app.installTranslator(self._keys)  # the last one is asked first


def make_window(settings: Settings, spoken: str) -> MainWindow:
    """Return the main window in the language of the settings, else of the system."""
    app = make_app()
    language.use(settings.values.language or spoken)
    if app.findChild(QtWords) is None:
        QtWords(app)
    theme.apply(app, theme.resolve(settings.values.theme, app))
    return MainWindow(settings)


def run(spoken: str, file: Path | None = None, *, demo: bool = False, check: bool = False) -> int:
    """Open the window and stay until it closes. Returns the exit status."""
    make_app(sys.argv)
    settings = Settings()
    window = make_window(settings, spoken)
    unwatch = watch(window)
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, window.close))
    page = window.start_page
    page.hold(demo or check or file is not None)
    window.show()
    if file is not None:
        window.deeds.open_path(file)
    elif demo or check:
        window.deeds.open_demo()
    else:
        page.afterwards(window.warm_up())
    page.hold(False)
    if check:
        QTimer.singleShot(0, window, lambda: _self_check(window))
    app = QApplication.instance()
    assert app is not None
    collector = Collector(app)
    collector.start()
    try:
        return app.exec()
    finally:
        collector.stop()
        unwatch()  # the window is gone: whoever fails now is told on the console


class _Herald(QObject):
    """Carries an error out of whatever failed, also out of a thread, before it is told.

    Signals:
        failed(BaseException): told once the window has nothing else to do; a sentence that
            appeared while something is painted would change what is painted.
    """

    failed = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.failed.connect(self._say, Qt.ConnectionType.QueuedConnection)

    def _say(self, error: BaseException) -> None:
        _tell(self._window, error)


def watch(window: MainWindow) -> Callable[[], None]:
    """Say what nobody caught in the window; the fight goes on. Returns what ends the watch."""
    return errors.install(_Herald(window).failed.emit)


def _tell(window: MainWindow, error: BaseException) -> None:
    text = errors.report(error, _situation(window))

    def copy() -> None:
        QGuiApplication.clipboard().setText(text)

    short = errors.without_paths(f"{type(error).__name__}: {error}")
    window.tell(Message(tr("error.uncaught"), "error", short, tr("error.copy"), copy))


def _situation(window: MainWindow) -> str:
    """Return the open fight as a situation; empty where none is open or it cannot be told."""
    from rules.encounter.situation import dump_situation

    session = window.session
    if session is None:
        return ""
    try:
        data = dump_situation(session.state, session.system, session.attack.action)
        return json.dumps(data, ensure_ascii=False)
    except Exception:  # the report of a first error must not fall over a second one
        errors.log.exception("no situation for the report")
        return ""


def _self_check(window: MainWindow) -> None:
    """Draw and print the demo once, then leave: proof that an installation works."""
    from tempfile import TemporaryDirectory

    from desktop.printing.sheets import write_pdf

    session = window.session
    ok = session is not None and not window.grab().isNull()
    if session is not None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "check.pdf"
            write_pdf(session.state, session.system, path, session.store.asset)
            ok = ok and path.stat().st_size > 1000
    window.close()
    QApplication.exit(0 if ok else 1)
