"""What must hold for every rule system; tests of systems, also from outside, run these checks.

``for check in CHECKS: assert list(check(SYSTEM)) == []``. Each check yields what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache

from maps.grid import Footprint
from maps.problems import Problem, UnreadableFileError
from rules.core.asking import Answer, Ask, Choice, DiceRequest, SeededDice, run
from rules.core.glossary import Glossary, MissingWordError
from rules.core.terms import Term
from rules.encounter.applying import apply
from rules.encounter.commands import Add, CommandError, command_from
from rules.encounter.event_codec import event_from_dict, event_to_dict
from rules.encounter.events import Added, Event, Logged
from rules.encounter.history import Step
from rules.encounter.plain import read_json, write_json
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.situation import dump_situation, load_situation, plan_json
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.encounter.state_codec import state_from_dict, state_to_dict
from rules.play import Game, perform
from rules.system import RuleSystem

LANGUAGES = ("de", "en")
USUAL_WEAPONS = ("sword", "longbow", "longspear", "unarmed")
"""Weapons that a default sheet has in every system."""
SEEDS = range(3)
ATTACK_FIELDS = ("attacker", "target", "weapon", "mode", "off", "on", "extra")
"""What the window gives to every command ``attack``, as an ``AttackAction`` holds it."""
_ATTACKER, _TARGET = TokenId("attacker"), TokenId("target")


@cache
def _words(language: str) -> Glossary:
    return Glossary.load(language)


def unsaid(term: Term) -> Iterator[str]:
    """Yield the languages that cannot say a term, and why."""
    for language in LANGUAGES:
        try:
            text = _words(language).say(term)
        except MissingWordError as error:
            yield f"no words: {error}"
            continue
        if "⟨" in text or not text.strip():
            yield f"no words: {language}: {term.key}: {text!r}"


def _unsaid_problem(problem: Problem) -> Iterator[str]:
    for language in LANGUAGES:
        try:
            text = _words(language).say_with(f"problem.{problem.code}", problem.args)
        except MissingWordError as error:
            yield f"no words: {error}"
            continue
        if "⟨" in text:
            yield f"no words: {language}: problem.{problem.code}: {text!r}"


def default_token(system: RuleSystem, id: str, x: float, side: SideId) -> Token:
    """Make a creature with the default sheet; ``x`` in squares."""
    sheet = system.sheet_model()
    space = Footprint.at(x, 0, system.squares(sheet))
    return Token(TokenId(id), id, side, space, sheet, system.fresh(sheet))


def duel(system: RuleSystem, template: str = "") -> Encounter:
    """Return a fight of a creature of the library (or a default one) beside a default one."""
    game = Game.begin(system, Encounter(system.id), lambda name: name.key)
    if template:
        command = Add(template=template, id=_ATTACKER, side=SideId.FOES)
        game.do(command, SeededDice(0))
    else:
        fighter = default_token(system, _ATTACKER, 0, SideId.FOES)
        game.history.push(Step(Term("step.add", {"who": ""}), (Added(fighter),)))
    x = game.state.token(_ATTACKER).space.right / 512
    dummy = default_token(system, _TARGET, x, SideId.HEROES)
    return apply(game.state, Added(dummy))


def _cases(system: RuleSystem) -> Iterator[tuple[str, Encounter]]:
    yield "default sheet", duel(system)
    for template in system.library():
        yield template.id, duel(system, template.id)


# ---- checks --------------------------------------------------------------------------------


def it_has_a_name(system: RuleSystem) -> Iterator[str]:
    """The system is called by the word ``system.<id>``."""
    key = f"system.{system.id}"  # of the system's own words
    yield from unsaid(Term(key))


def default_sheet_can_fight(system: RuleSystem) -> Iterator[str]:
    """A default sheet has the usual weapons and unharmed vitals."""
    state = duel(system)
    ids = [weapon.id for weapon in system.weapons(state, _ATTACKER)]
    for id in USUAL_WEAPONS:
        if id not in ids:
            yield f"a default sheet has no {id}; it has {', '.join(ids)}"
    health = system.health(state.token(_ATTACKER))
    if health.down or health.dead or health.now != health.most:
        yield f"a fresh creature is not unharmed: {health}"


def library_is_sound(system: RuleSystem) -> Iterator[str]:
    """Every template is valid, named and can be added under its own id."""
    ids: set[str] = set()
    for template in system.library():
        if template.id in ids:
            yield f"{template.id}: twice in the library"
        ids.add(template.id)
        plain = template.sheet.model_dump(mode="json")
        again = system.sheet_model.model_validate(read_json(write_json(plain)))
        if again != template.sheet:
            yield f"{template.id}: the sheet is another one after writing and reading"
        if system.squares(template.sheet) < 1:
            yield f"{template.id}: takes no square"
        for finding in unsaid(template.name):
            yield f"{template.id}: {finding}"
        added = duel(system, template.id).token(_ATTACKER)
        if added.vitals != system.fresh(template.sheet):
            yield f"{template.id}: is not unharmed when added"


def plans_are_pure_and_said(system: RuleSystem) -> Iterator[str]:
    """Planning every weapon and mode changes nothing, and everything in a plan has words."""
    for name, state in _cases(system):
        before = write_json(state_to_dict(state))
        for weapon in system.weapons(state, _ATTACKER):
            for mode in ("", *(m.id for m in system.modes(state, _ATTACKER, weapon.id))):
                action = AttackAction(_ATTACKER, _TARGET, weapon.id, mode)
                plan = system.plan(state, action)
                if system.plan(state, action) != plan:
                    yield f"{name}, {weapon.id}: planning twice gives two plans"
                if not 0 <= plan.chance <= 1:
                    yield f"{name}, {weapon.id}: a chance of {plan.chance}"
                if plan.weapon.id != weapon.id:
                    yield f"{name}, {weapon.id}: the plan is for {plan.weapon.id}"
                json.dumps(plan_json(plan, state), allow_nan=False)
                for finding in _unsaid_plan(plan):
                    yield f"{name}, {weapon.id} {mode}: {finding}"
        if write_json(state_to_dict(state)) != before:
            yield f"{name}: planning changed the state"


def _unsaid_plan(plan: AttackPlan) -> Iterator[str]:
    entries = (*plan.attack.entries, *plan.defence.entries)
    for entry in entries:
        modifier = entry.modifier
        for term in (modifier.label, modifier.detail, entry.why):
            if term is not None:
                yield from unsaid(term)
        if not entry.counted and entry.why is None:
            yield f"{modifier.id} does not count and nobody says why"
    for term in (plan.attack_title, plan.defence_title, plan.weapon.name, plan.weapon.damage):
        yield from unsaid(term)
    for fact in plan.facts:
        yield from unsaid(fact.label)
        yield from unsaid(fact.value)
    for problem in (*plan.problems, *plan.notes):
        yield from _unsaid_problem(problem)


class _Listening:
    """Seeded dice that hear every question."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self.heard: list[Term] = []

    def answer(self, request: Ask) -> Answer:
        self.heard.append(request.label)
        if isinstance(request, Choice):
            self.heard += [option.label for option in request.options]
        assert not isinstance(request, DiceRequest) or request.dice
        return self._dice.answer(request)


def attacks_can_be_played(system: RuleSystem) -> Iterator[str]:
    """Every creature can strike with every weapon; its events can be written and said."""
    if "attack" not in system.commands:
        yield "there is no command attack"
        return
    for field in ATTACK_FIELDS:
        if field not in system.commands["attack"].model_fields:
            yield f"the command attack has no field {field}, which the window fills"
    for name, state in _cases(system):
        for weapon in system.weapons(state, _ATTACKER):
            if system.plan(state, AttackAction(_ATTACKER, _TARGET, weapon.id)).possible:
                data = {"do": "attack", "attacker": _ATTACKER, "target": _TARGET}
                for finding in _played(system, state, {**data, "weapon": weapon.id}):
                    yield f"{name}, {weapon.id}: {finding}"


def _played(system: RuleSystem, state: Encounter, data: dict[str, str]) -> Iterator[str]:
    command = command_from(system, data)
    for seed in SEEDS:
        dice = _Listening(seed)
        try:
            outcome = run(perform(system, state, command), dice)
        except CommandError as error:
            yield f"refused: {error.problem.code}"
            yield from _unsaid_problem(error.problem)
            return
        yield from unsaid(outcome.label)
        for term in dice.heard:
            yield from unsaid(term)
        after = state
        for event in outcome.events:
            yield from _unsound(system, event)
            after = apply(after, event)
        if state_from_dict(state_to_dict(after), system) != after:
            yield "the state after it is another one after writing and reading"


def _unsound(system: RuleSystem, event: Event) -> Iterator[str]:
    """Yield what is wrong with an event: it cannot be written, read or said."""
    try:
        data = event_to_dict(event)
        again = event_from_dict(read_json(write_json(data)), system)
    except (TypeError, ValueError, UnreadableFileError) as error:
        yield f"{type(event).__name__} cannot be written and read: {error}"
        return
    if event_to_dict(again) != read_json(write_json(data)):
        yield f"{type(event).__name__} is another one after writing and reading"
    if isinstance(event, Logged):
        for line in (event.line, *event.details):
            yield from unsaid(line)


def situations_come_back(system: RuleSystem) -> Iterator[str]:
    """A copied situation is the same fight."""
    for name, state in _cases(system):
        data = read_json(write_json(dump_situation(state, system)))
        if load_situation(data, lambda _id: system).state != state:
            yield f"{name}: the situation is another one after copying"


def options_are_sound(system: RuleSystem) -> Iterator[str]:
    """Every option has a default that fits, a name, a help and names for its values."""
    for spec in system.options:
        code = spec.problem(spec.default)
        if code:
            yield f"{spec.key}: the default does not fit: {code}"
        key = f"option.{system.id}.{spec.key}"
        keys = [key, f"{key}.help", *(f"{key}.{value}" for value in spec.choices)]
        for wanted in keys:
            for finding in unsaid(Term(wanted)):
                yield f"{spec.key}: {finding}"
    keys = [spec.key for spec in system.options]
    if len(set(keys)) < len(keys):
        yield "an option stands there twice"


def conditions_are_named(system: RuleSystem) -> Iterator[str]:
    """Every condition has a name in every language."""
    for spec in system.conditions:
        key = f"condition.{system.id}.{spec.id}"
        for finding in unsaid(Term(key)):
            yield f"{spec.id}: {finding}"


def commands_have_their_names(system: RuleSystem) -> Iterator[str]:
    """Every command stands under its own name."""
    for name, model in system.commands.items():
        if model.model_fields["do"].default != name:
            yield f"{name}: the command is called {model.model_fields['do'].default}"


CHECKS: tuple[Callable[[RuleSystem], Iterator[str]], ...] = (
    it_has_a_name,
    default_sheet_can_fight,
    library_is_sound,
    plans_are_pure_and_said,
    attacks_can_be_played,
    situations_come_back,
    options_are_sound,
    conditions_are_named,
    commands_have_their_names,
)
