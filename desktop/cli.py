"""The command line. Commands that need no window import no Qt."""

from __future__ import annotations

import argparse
import json
import locale
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desktop.cli_arguments import UNREADABLE, parser
from desktop.loading import hold_collection, load_qt, resume_collection
from desktop.problem_words import placed, sentence, system_words
from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.glossary import Glossary, choose_language
from rules.encounter.faults import StoreError
from rules.whole_files import write_whole

OK, FAILED = 0, 1


def _language(args: Sequence[str]) -> str:
    """Return the language: ``--language``, else the settings of the system."""
    for i, arg in enumerate(args):
        if arg == "--language" and i + 1 < len(args):
            return choose_language([args[i + 1]])
        if arg.startswith("--language="):
            return choose_language([arg.partition("=")[2]])
    wanted = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return choose_language([w for w in wanted if w] or [locale.getlocale()[0] or ""])


def words_of(words: Glossary, problem: Problem) -> str:
    """Say a problem in one line, its place in front."""
    return placed(words, problem)


def _fail(words: Glossary, name: str, problem: Problem) -> int:
    told = problem.place in (name, Path(name).name)
    said = sentence(words, problem) if told else words_of(words, problem)
    print(f"schlachtplan: {name}: {said}", file=sys.stderr)
    return UNREADABLE


def _print_json(data: object) -> None:
    json.dump(data, sys.stdout, ensure_ascii=False, indent=1, default=_plain)
    print()


def _plain(value: object) -> object:
    raise TypeError(f"not JSON: {value!r}")


def read_input(name: str) -> bytes:
    """Read a file, or standard input for ``-``; no more than shows that it is too long."""
    from rules.encounter.plain import MAX_TEXT, read_start

    if name == "-":
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    return read_start(Path(name))


# -- commands without Qt ---------------------------------------------------------------------


def _situation(name: str) -> Any:
    from rules import registry
    from rules.encounter.situation import load_situation

    data = read_input(name)
    if data.startswith(b"SQLite format 3\0"):
        raise UnreadableFileError(Problem("situation_is_fight", Severity.ERROR))
    return load_situation(data, registry.get)


def _plan(words: Glossary, args: argparse.Namespace) -> int:
    from rules import registry
    from rules.encounter.situation import plan_json

    situation = _situation(args.file)
    if situation.attack is None:
        raise UnreadableFileError(Problem("situation_no_attack", Severity.ERROR, "attack"))
    system = registry.get(situation.state.system)
    _print_json(plan_json(system.plan(situation.state, situation.attack), situation.state))
    return OK


def _threat(words: Glossary, args: argparse.Namespace) -> int:
    from rules import registry
    from rules.encounter.situation import threat_json

    situation = _situation(args.file)
    state = situation.state
    if args.token not in state.tokens:
        known = ", ".join(state.tokens)
        raise UnreadableFileError(
            Problem(
                "token_unknown", Severity.ERROR, "--token", {"token": args.token, "known": known}
            )
        )
    _print_json(threat_json(registry.get(state.system), state, args.token))
    return OK


def _inspect(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.cli_inspect import as_json, inspected, lines

    found = inspected(words, args)
    if args.json:
        _print_json(as_json(found))
    else:
        print("\n".join(lines(words, found)))
    return OK


def _play(words: Glossary, args: argparse.Namespace) -> int:
    from rules.play import play_json

    _print_json(play_json(_situation(args.file), words))
    return OK


def _forecast(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.cli_forecast import forecast

    _print_json(forecast(args))
    return OK


def _import(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.files import new_from_map

    imported = new_from_map(Path(args.file), Path(args.output), args.system)
    for problem in imported.problems:
        print(words_of(words, problem))
    print(words.say("cli.written", file=args.output))
    return OK


def _import_creature(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.statblocks import as_json, counted, read_creatures, report_lines, write_creatures

    found = read_creatures(read_input(args.file), args.system)
    if args.json:
        _print_json([as_json(reading) for reading in found])
    for reading in () if args.json else found:
        title = words.say(f"system.{reading.system.id}")
        print(f"{reading.draft.name} · {title} · {counted(words, reading.draft)}")
        print("\n".join(report_lines(words, reading)))
    if args.output:
        write_creatures(Path(args.output), found)
        print(words.say("cli.written", file=args.output), file=sys.stderr if args.json else None)
    return OK


def _check(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.files import check_file

    problems = check_file(Path(args.file))
    for problem in problems:
        print(words_of(words, problem))
    grave = [p for p in problems if p.severity is not Severity.NOTE]
    print(words.say("cli.checked", n=len(grave)))
    return FAILED if grave else OK


def _export(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.files import export_file

    data = export_file(Path(args.file))
    if args.output:
        text = json.dumps(data, ensure_ascii=False, indent=1)
        write_whole(Path(args.output), text.encode())
        print(words.say("cli.written", file=args.output))
    else:
        _print_json(data)
    return OK


def _register(words: Glossary, args: argparse.Namespace) -> int:
    from desktop import menu_entry

    if not menu_entry.supported():
        print(words.say("cli.register_elsewhere"), file=sys.stderr)
        return FAILED
    written = menu_entry.unregister() if args.remove else menu_entry.register()
    for path in written:
        say = words.say("cli.removed" if args.remove else "cli.written", file=str(path))
        print(say)
    return OK


def _offscreen(words: Glossary) -> bool:
    """Let Qt draw without a screen; says what is missing where it cannot."""
    from desktop.launch import clear_the_way

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    ready = clear_the_way(words, needs_screen=False)
    if ready:
        load_qt()
    return ready


# -- commands with Qt ------------------------------------------------------------------------


def _sheets(words: Glossary, args: argparse.Namespace) -> int:
    if not _offscreen(words):
        return FAILED
    from desktop.headless import write_sheets

    target = Path(args.output)
    write_sheets(
        Path(args.file), target, words.language, args.paper, args.parts or (), players=args.players
    )
    print(words.say("cli.written", file=args.output))
    return OK


def _window(words: Glossary, file: str | None, demo: bool, check: bool = False) -> int:
    from desktop.launch import clear_the_way

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


def _demo(words: Glossary, args: argparse.Namespace) -> int:
    from desktop.launch import display_state

    if not args.headless and display_state() == "screen":
        return _window(words, None, demo=True)
    if not args.headless:
        print(words.say("cli.no_screen"))
    if not _offscreen(words):
        return FAILED
    from desktop.headless import demo

    for path in demo(Path.cwd(), words.language):
        print(path)
    return OK


COMMANDS = {
    "plan": _plan,
    "threat": _threat,
    "inspect": _inspect,
    "play": _play,
    "import": _import,
    "import-creature": _import_creature,
    "check": _check,
    "export": _export,
    "forecast": _forecast,
    "register": _register,
    "sheets": _sheets,
    "demo": _demo,
}
"""The commands that do their work without the window, by name."""


SHORT = ("plan", "threat", "inspect", "demo")
"""Commands that give one answer and end, or open a window, which collects its own garbage."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit status: 0 done, 1 cannot, 2 unreadable input."""
    hold_collection()
    try:
        return _main(argv)
    finally:
        resume_collection()


def _main(argv: Sequence[str] | None) -> int:
    args = list(sys.argv[1:] if argv is None else argv)
    words = Glossary.load(_language(args))
    known = parser(words).parse_args(args)
    if known.command is None or known.command == "open":
        return _window(words, getattr(known, "file", None), demo=False, check=known.check)
    name = getattr(known, "file", "")
    if known.command not in SHORT:
        resume_collection()
    try:
        return COMMANDS[known.command](words, known)
    except UnreadableFileError as error:
        return _fail(words, name, error.problem)
    except StoreError as error:
        return _fail(words, name, error.problem)
    except BrokenPipeError:  # whoever read what we print has heard enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        problem = Problem("file_os", Severity.ERROR, args={"why": system_words(words, error)})
        return _fail(words, error.filename or name, problem)
