"""The golden files: whole situations as JSON, and what a rule system must say about them.

A file ``golden/<system>/<name>.json`` holds ``source`` (the place in the rules), ``mechanics``
(ids of ``mechanics.toml``), ``situation`` (see the situation format), perhaps a ``note`` (why it
comes out so, reasoned by hand) and ``expect``:

- ``plan``: a part of what ``schlachtplan plan`` prints; ``without`` lists modifiers that must
  not count;
- ``threat``: token → a part of what ``schlachtplan threat`` prints, or the ``count`` of squares,
  squares that it must hold (``holds``) and must not hold (``lacks``);
- ``play``: a part of what ``schlachtplan play`` prints, ``state`` by paths such as
  ``tokens.T.vitals.damage``, ``events`` a list of event names in order; ``log`` texts that occur;
- ``refused``: the code with which the script is refused;
- ``also``: variants: ``with`` sets values of the situation by paths such as ``tokens.0.at``
  (``null`` removes), the other keys are expectations again.

Dicts are compared by the keys that are written. A list of dicts must hold a match for each
written one, in any order; other lists must be equal.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from maps.problems import UnreadableFileError
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter.situation import Situation, load_situation, plan_json, threat_json
from rules.play import play_json
from rules.system import RuleSystem
from tests.mechanics import GOLDEN, golden_files

EXPECTATIONS = {"plan", "threat", "play", "refused", "also"}


@dataclass(frozen=True, slots=True)
class Case:
    """A situation and what is expected of it."""

    name: str
    situation: Mapping[str, Any]
    expect: Mapping[str, Any]

    def variants(self) -> Iterator[Case]:
        """Yield the case itself and its variants."""
        yield self
        for number, variant in enumerate(self.expect.get("also", []), start=1):
            changed = copy.deepcopy(dict(self.situation))
            for path, value in variant["with"].items():
                put(changed, path.split("."), value)
            rest = {key: value for key, value in variant.items() if key != "with"}
            yield Case(f"{self.name} variant {number}", changed, rest)


def put(tree: Any, path: Sequence[str], value: object) -> None:
    """Set a value by its path; None removes it, a list grows by one where the path says so."""
    for key in path[:-1]:
        tree = tree[int(key)] if isinstance(tree, list) else tree.setdefault(key, {})
    last = path[-1]
    if isinstance(tree, list):
        if int(last) == len(tree):
            tree.append(value)
        else:
            tree[int(last)] = value
    elif value is None:
        tree.pop(last, None)
    else:
        tree[last] = value


def cases() -> list[Case]:
    """Read all golden files, variants as cases of their own."""
    found: list[Case] = []
    for path in golden_files():
        text = json.loads(path.read_text(encoding="utf-8"))
        name = f"{path.parent.name}/{path.stem}"
        found += Case(name, text["situation"], text["expect"]).variants()
    return found


CASES = cases()


def differences(expected: object, actual: object, at: str = "") -> Iterator[str]:
    """Yield where ``actual`` does not hold what is expected."""
    match expected, actual:
        case dict(), dict():
            for key, value in expected.items():
                if key not in actual:
                    yield f"{at}.{key}: missing"
                else:
                    yield from differences(value, actual[key], f"{at}.{key}")
        case [dict(), *_], list():
            for item in expected:
                if all(any(differences(item, other)) for other in actual):
                    yield f"{at}: nothing like {item} in {actual}"
        case float() | int(), float() | int():
            if abs(expected - actual) > 1e-6:
                yield f"{at}: {actual} instead of {expected}"
        case _:
            if expected != actual:
                yield f"{at}: {actual} instead of {expected}"


def load(case: Case) -> Situation[RuleSystem]:
    return load_situation(case.situation, registry.get)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_system_says_what_the_golden_file_expects(case: Case, english: Glossary) -> None:
    assert set(case.expect) <= EXPECTATIONS, "an expectation that nobody checks"
    assert set(case.expect) - {"also"}, "a case that expects nothing"
    found = [*of_plan(case), *of_threat(case), *of_play(case, english)]
    assert found == []


def of_plan(case: Case) -> Iterator[str]:
    if "plan" not in case.expect:
        return
    situation = load(case)
    assert situation.attack is not None
    plan = situation.system.plan(situation.state, situation.attack)
    actual = plan_json(plan, situation.state)
    expected = dict(case.expect["plan"])
    counted = {m["id"] for m in actual["modifiers"] if m["counted"]}
    for id in expected.pop("without", []):
        if id in counted:
            yield f"plan: {id} counts"
    yield from differences(expected, actual, "plan")


def of_threat(case: Case) -> Iterator[str]:
    situation = load(case) if "threat" in case.expect else None
    for token, wanted in case.expect.get("threat", {}).items():
        assert situation is not None
        actual = threat_json(situation.system, situation.state, token)
        squares = actual["squares"]
        expected = dict(wanted)
        if "count" in expected and expected.pop("count") != len(squares):
            yield f"threat of {token}: {len(squares)} squares"
        yield from (
            f"threat of {token}: lacks {s}" for s in expected.pop("holds", []) if s not in squares
        )
        yield from (
            f"threat of {token}: holds {s}" for s in expected.pop("lacks", []) if s in squares
        )
        yield from differences(expected, actual, f"threat of {token}")


def of_play(case: Case, words: Glossary) -> Iterator[str]:
    if "refused" in case.expect:
        with pytest.raises(UnreadableFileError) as refused:
            play_json(load(case), words)
        yield from differences(case.expect["refused"], refused.value.problem.code, "refused")
    if "play" not in case.expect:
        return
    actual = play_json(load(case), words)
    expected = case.expect["play"]
    assert set(expected) <= {"events", "state", "log"}
    if "events" in expected:
        names = [event["event"] for event in actual["events"]]
        yield from differences(expected["events"], names, "events")
    for path, value in expected.get("state", {}).items():
        yield from differences(value, look_up(actual["state"], path), path)
    for text in expected.get("log", []):
        if not any(text in line for line in actual["log"]):
            yield f"log: nothing says {text!r} in {actual['log']}"


def look_up(tree: Any, path: str) -> Any:
    """Return a value by its path; in lists of things with an id the id is the key."""
    for key in path.split("."):
        if isinstance(tree, list):
            named = [item for item in tree if isinstance(item, dict) and item.get("id") == key]
            tree = named[0] if named else None
        else:
            tree = tree.get(key) if isinstance(tree, dict) else None
    return tree


# -- the eight symmetries ----------------------------------------------------------------------

SYMMETRIES = {
    "turned a quarter": (0, -1, 1, 0),
    "turned by half": (-1, 0, 0, -1),
    "turned three quarters": (0, 1, -1, 0),
    "mirrored left and right": (-1, 0, 0, 1),
    "mirrored up and down": (1, 0, 0, -1),
    "mirrored at a diagonal": (0, 1, 1, 0),
    "mirrored at the other": (0, -1, -1, 0),
}
Turn = tuple[int, int, int, int]

INVARIANT = ("possible", "distance", "cover", "concealment", "flanking", "needs", "chance")


def turned(point: Sequence[float], by: Turn) -> list[float]:
    x, y = point
    return [by[0] * x + by[1] * y, by[2] * x + by[3] * y]


def turned_square(at: Sequence[float], size: float, by: Turn) -> list[float]:
    """Turn a square and return its new top left corner."""
    a, b = turned(at, by), turned([at[0] + size, at[1] + size], by)
    return [min(a[0], b[0]), min(a[1], b[1])]


def turned_situation(situation: Mapping[str, Any], sizes: Mapping[str, float], by: Turn) -> Any:
    """Return the same situation seen from another side."""
    new = copy.deepcopy(dict(situation))
    board = new.get("board", {})
    for obstacle in board.get("obstacles", []):
        obstacle["points"] = [turned(p, by) for p in obstacle["points"]]
        if "side" in obstacle and by[0] * by[3] < by[1] * by[2]:  # a mirror changes hands
            obstacle["side"] = {"left": "right", "right": "left"}.get(obstacle["side"], "both")
    for light in board.get("lights", []):
        light["at"] = turned(light["at"], by)
    for token in new["tokens"]:
        token["at"] = turned_square(token["at"], sizes[token["id"]], by)
    attack = new["attack"]
    if "cell" in attack:
        attack["cell"] = [int(v) for v in turned_square(attack["cell"], 1, by)]
    if "place" in attack:
        attack["place"] = turned_square(attack["place"], sizes[attack["attacker"]], by)
    return new


@pytest.mark.parametrize("by", SYMMETRIES.values(), ids=SYMMETRIES.keys())
def test_no_plan_depends_on_the_side_from_which_one_looks(by: Turn) -> None:
    for case in CASES:
        if "plan" not in case.expect:
            continue
        situation = load(case)
        sizes = {str(t.id): t.space.side / 512 for t in situation.state.tokens.values()}
        other = load(Case(case.name, turned_situation(case.situation, sizes, by), {}))
        assert seen(situation) == seen(other), case.name


def seen(situation: Situation[RuleSystem]) -> dict[str, Any]:
    """Return the parts of a plan that no symmetry changes."""
    assert situation.attack is not None
    plan = plan_json(situation.system.plan(situation.state, situation.attack), situation.state)
    plan["cover"].pop("origin")
    rows = [(m["id"], m["value"], m["counted"]) for m in plan["modifiers"]]
    return {**{key: plan[key] for key in INVARIANT}, "modifiers": rows}


def test_every_system_with_a_folder_has_golden_files() -> None:
    assert {path.parent.name for path in golden_files()} <= set(registry.system_ids())
    assert Path(__file__).with_name("golden") == GOLDEN
