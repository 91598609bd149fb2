"""The commands that load no Qt: what situations say, files read, checked and written."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from desktop.cli.answering import FAILED, OK, print_json
from desktop.cli.reading import read_input
from desktop.words.problems import placed
from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.glossary import Glossary
from rules.whole_files import write_whole


def _situation(name: str) -> Any:
    from rules import registry
    from rules.encounter.situation import load_situation

    data = read_input(name)
    if data.startswith(b"SQLite format 3\0"):
        raise UnreadableFileError(Problem("situation_is_fight", Severity.ERROR))
    return load_situation(data, registry.get)


def plan(words: Glossary, args: argparse.Namespace) -> int:
    """Print what the attack of a situation is worth."""
    from rules import registry
    from rules.encounter.situation import plan_json

    situation = _situation(args.file)
    if situation.attack is None:
        raise UnreadableFileError(Problem("situation_no_attack", Severity.ERROR, "attack"))
    system = registry.get(situation.state.system)
    print_json(plan_json(system.plan(situation.state, situation.attack), situation.state))
    return OK


def threat(words: Glossary, args: argparse.Namespace) -> int:
    """Print the squares that a token threatens."""
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
    print_json(threat_json(registry.get(state.system), state, args.token))
    return OK


def inspect(words: Glossary, args: argparse.Namespace) -> int:
    """Print what the line-of-sight inspector says."""
    from desktop.cli.inspect import as_json, inspected, lines

    found = inspected(words, args)
    if args.json:
        print_json(as_json(found))
    else:
        print("\n".join(lines(words, found)))
    return OK


def play(words: Glossary, args: argparse.Namespace) -> int:
    """Play the script of a situation and print what came of it."""
    from rules.play import play_json

    print_json(play_json(_situation(args.file), words))
    return OK


def forecast(words: Glossary, args: argparse.Namespace) -> int:
    """Print how a fight may end."""
    from desktop.cli.forecast import forecast

    print_json(forecast(args))
    return OK


def import_map(words: Glossary, args: argparse.Namespace) -> int:
    """Make a fight of a map and print the report."""
    from desktop.files import new_from_map

    imported = new_from_map(Path(args.file), Path(args.output), args.system)
    for problem in imported.problems:
        print(placed(words, problem))
    print(words.say("cli.written", file=args.output))
    return OK


def import_creature(words: Glossary, args: argparse.Namespace) -> int:
    """Read stat blocks and print what came of each."""
    from desktop.statblocks import as_json, counted, read_creatures, report_lines, write_creatures

    found = read_creatures(read_input(args.file), args.system)
    if args.json:
        print_json([as_json(reading) for reading in found])
    for reading in () if args.json else found:
        title = words.say(f"system.{reading.system.id}")
        print(f"{reading.draft.name} · {title} · {counted(words, reading.draft)}")
        print("\n".join(report_lines(words, reading)))
    if args.output:
        write_creatures(Path(args.output), found)
        print(words.say("cli.written", file=args.output), file=sys.stderr if args.json else None)
    return OK


def check(words: Glossary, args: argparse.Namespace) -> int:
    """Print what is odd about a file."""
    from desktop.files import check_file

    problems = check_file(Path(args.file))
    for problem in problems:
        print(placed(words, problem))
    grave = [p for p in problems if p.severity is not Severity.NOTE]
    print(words.say("cli.checked", n=len(grave)))
    return FAILED if grave else OK


def export(words: Glossary, args: argparse.Namespace) -> int:
    """Print or write a fight as JSON."""
    from desktop.files import export_file

    data = export_file(Path(args.file))
    if args.output:
        text = json.dumps(data, ensure_ascii=False, indent=1)
        write_whole(Path(args.output), text.encode())
        print(words.say("cli.written", file=args.output))
    else:
        print_json(data)
    return OK


def register(words: Glossary, args: argparse.Namespace) -> int:
    """Put the program into the menu of the desktop, or take it out."""
    from desktop.machine import menu_entry

    if not menu_entry.supported():
        print(words.say("cli.register_elsewhere"), file=sys.stderr)
        return FAILED
    written = menu_entry.unregister() if args.remove else menu_entry.register()
    for path in written:
        say = words.say("cli.removed" if args.remove else "cli.written", file=str(path))
        print(say)
    return OK
