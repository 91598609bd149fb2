"""The commands that load Qt: sheets, the demo, the window itself."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from desktop.cli.answering import FAILED, OK
from desktop.machine.loading import load_qt
from rules.core.glossary import Glossary


def _offscreen(words: Glossary) -> bool:
    """Let Qt draw without a screen; says what is missing where it cannot."""
    from desktop.machine.launch import clear_the_way

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    ready = clear_the_way(words, needs_screen=False)
    if ready:
        load_qt()
    return ready


def sheets(words: Glossary, args: argparse.Namespace) -> int:
    """Write the sheets of a fight or a situation as PDF."""
    if not _offscreen(words):
        return FAILED
    from desktop.cli.headless import write_sheets

    target = Path(args.output)
    write_sheets(
        Path(args.file), target, words.language, args.paper, args.parts or (), players=args.players
    )
    print(words.say("cli.written", file=args.output))
    return OK


def window(words: Glossary, file: str | None, demo: bool, check: bool = False) -> int:
    """Open the window with a file, a demo or the start page; ``check`` proves that it can be."""
    from desktop.machine.launch import clear_the_way

    if not clear_the_way(words, needs_screen=not check):
        return FAILED
    load_qt()
    from desktop.app import run

    if not check:
        return run(words.language, Path(file) if file else None, demo=demo)
    from tempfile import TemporaryDirectory

    # A proof leaves nothing behind: no demo among somebody's fights, no other settings.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ.update(SCHLACHTPLAN_DATA=folder, SCHLACHTPLAN_CONFIG=folder)
        status = run(words.language, check=True)
    print(words.say("cli.works" if status == OK else "cli.works_not"))
    return status


def demo(words: Glossary, args: argparse.Namespace) -> int:
    """Open a demo fight; without a screen write what it would show as files."""
    from desktop.machine.launch import display_state

    if not args.headless and display_state() == "screen":
        return window(words, None, demo=True)
    if not args.headless:
        print(words.say("cli.no_screen"))
    if not _offscreen(words):
        return FAILED
    from desktop.cli import headless

    for path in headless.demo(Path.cwd(), words.language):
        print(path)
    return OK
