"""Attacks as they happen (§4): aim, roll, ward, place, layers, wound, and the end of the second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from rules.core.asking import Option, Procedure, ask, choose
from rules.core.terms import Term, named, term
from rules.encounter.codec import Id, Pair, Word
from rules.encounter.commands import Command, CommandError, Outcome
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, Moved, TimeChanged, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.situation import AttackData, ExtraData, Numbers, Switches
from rules.encounter.state import Condition, Encounter, TokenId
from rules.systems.das_system import assaults
from rules.systems.das_system.attacking import presets, values_of
from rules.systems.das_system.blow import Passage, pass_through
from rules.systems.das_system.body import PARTS
from rules.systems.das_system.bouts import bout_of, placed, with_bout
from rules.systems.das_system.chances import DICE, roll_of
from rules.systems.das_system.commands import find
from rules.systems.das_system.duel import LATE, NO_PUSH, Duel, counter_duel
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.harm import hit, settle_fate, zustand_of
from rules.systems.das_system.kar import SECOND
from rules.systems.das_system.layers import Cover, Way
from rules.systems.das_system.plan import Ground, findings, survey
from rules.systems.das_system.probes import noticing
from rules.systems.das_system.report import attack_lines, blow_lines, ward_lines
from rules.systems.das_system.retreat import follow, way_back
from rules.systems.das_system.series import Sequence, bookkeeping, next_attack, take_offensive
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.values import Split, Values, counted, part_name, weapon_name
from rules.systems.das_system.warding import (
    NONE,
    Blow,
    Ward,
    best_ward,
    breaks,
    defenceless,
    outcome,
    ward_name,
    ward_options,
    wards,
)
from rules.systems.das_system.words import ways_text


class Attack(Command):
    """Attack: fields as in the ``attack`` of a situation; ``mode`` is the aim, a Körperteil.

    ``numbers`` holds the split (``festwert``, ``schwere``); without it the one of the highest
    mean loss is taken. ``on`` takes ``unnoticed``, ``noticed_late``, ``behind``, ``no_push`` and
    ``force``.
    """

    do: Literal["attack"] = "attack"
    attacker: Id
    target: Id
    weapon: Word = ""
    mode: Word = ""
    off: Switches = ()
    on: Switches = ()
    extra: Annotated[tuple[ExtraData, ...], Field(max_length=100)] = ()
    cell: tuple[int, int] | None = None
    place: Pair | None = None
    numbers: Numbers = Field(default_factory=dict)

    def to_action(self, state: Encounter) -> AttackAction:
        """Return what it thinks about. Raises CommandError for tokens that are not there."""
        find(state, self.attacker, "attacker")
        find(state, self.target, "target")
        own = {"do", "dice", "choices"}
        data = AttackData.model_validate(self.model_dump(exclude=own))
        return data.to_action(state)


@dataclass(slots=True)
class Tally:
    """What a sequence has cost so far, and how it ends (§9)."""

    costs: dict[TokenId, int] = field(default_factory=dict)
    attacked: list[TokenId] = field(default_factory=list)
    ending: str = ""

    def pay(self, who: TokenId, cost: int, attacks: bool = False) -> None:
        self.costs[who] = self.costs.get(who, 0) + cost
        if attacks and who not in self.attacked:
            self.attacked.append(who)


def attack(state: Encounter, command: Attack) -> Procedure[Outcome]:
    """Carry out one sequence. Raises CommandError where it is impossible."""
    ground = survey(state, command.to_action(state))
    problems, _ = findings(ground)
    if problems:
        raise CommandError(*problems)
    course, tally, duel = Course(state), Tally(), ground.duel
    _wield(course, duel)
    if not duel.ranged:
        take_offensive(course, duel.attacker.id, duel.target.id)
    tally.pay(duel.attacker.id, duel.weapon.cost_attack, attacks=True)
    yield from _sequence(course, ground, tally)
    sequence = Sequence(
        duel.attacker.id, duel.target.id, tally.costs, tuple(tally.attacked), tally.ending
    )
    bookkeeping(course, sequence)
    settle_fate(course, state)
    if duel.ranged:
        _load(course, duel)
    else:
        next_attack(course, sequence)
    names = {"attacker": duel.attacker.name, "target": duel.target.name}
    return course.done(term("step.das_system.attack", **names))


def _wield(course: Course, duel: Duel) -> None:
    vitals = vitals_of(duel.attacker)
    if duel.weapon.hands in ("main", "two") and vitals.wielded != duel.weapon.id:
        course.add(VitalsChanged(duel.attacker.id, {"wielded": duel.weapon.id}))


def _load(course: Course, duel: Duel) -> None:
    """Let a shot be followed by the time of loading (§14)."""
    if course.state.timeline.running:
        ready = course.state.timeline.now + max(1, duel.weapon.loading) * SECOND
        course.add(VitalsChanged(duel.attacker.id, {"loaded_at": ready}))
        course.add(TimeChanged(placed(course.state, course.state.timeline)))


def _sequence(course: Course, ground: Ground, tally: Tally) -> Procedure[None]:
    """Roll the attack; if it reaches a place, let it be warded and do its work (§4)."""
    duel, values, split = ground.duel, ground.values, ground.split
    label = term("dice.das_system.attack", target=duel.target.name, part=part_name(duel.part))
    value, roll = yield from roll_value(label, duel.attacker.id, values, split)
    details = attack_lines(values, split, roll, value)
    assaults.note(course, duel, value)
    if not ground.cover.open_to(value):
        tally.ending = "missed"
        line = named("log.das_system", "missed", **_about(duel, value))
        course.add(Logged(line, tuple(details), duel.attacker.id, "miss"))
        return
    line = named("log.das_system", "attacks", **_about(duel, value), schwere=split.schwere)
    course.add(Logged(line, tuple(details), duel.attacker.id, "hit"))
    blow = Blow(value, split.schwere, assaults.extra(course.state, duel))
    ward = yield from _choose_ward(course, duel, blow, tally)
    schwere, warded = yield from _warded(course, duel, blow, ward, tally)
    hurt = False
    if schwere > 0 or not warded:
        hurt = yield from _land(course, duel, ground.cover, value, schwere)
    if ward.answer is not None:
        yield from _counter(course, duel, ward.answer, tally, hurt or not warded)


def _about(duel: Duel, value: int) -> dict[str, str | int | Term]:
    return {
        "attacker": duel.attacker.name,
        "target": duel.target.name,
        "weapon": weapon_name(duel.weapon),
        "part": part_name(duel.part),
        "value": value,
    }


def roll_value(label: Term, who: str, values: Values, split: Split) -> Procedure[tuple[int, int]]:
    """Roll W20 and W%: return the finished value and the roll (§3.4)."""
    faces = yield from ask(DICE, label, who)
    roll = roll_of(faces)
    value = counted(roll, values.wuerfelwert) + split.festwert - values.penalty
    return max(0, value), roll


# -- the ward -------------------------------------------------------------------------------------


def _choose_ward(course: Course, duel: Duel, blow: Blow, tally: Tally) -> Procedure[Ward]:
    """Let the defender choose, where he can ward at all (§6)."""
    nothing = Ward(NONE, "none")
    now = replace(duel, state=course.state)
    if defenceless(duel):
        line = term("log.das_system.defenceless", name=duel.target.name)
        course.add(Logged(line, who=duel.target.id))
        return nothing
    if duel.switched(LATE):
        noticed = yield from noticing(course, duel.target)
        if not noticed:
            return nothing
    found = wards(now, blow)
    if len(found) == 1:
        return nothing
    label = term("choice.das_system.ward", name=duel.target.name, value=blow.value + blow.extra,
                 schwere=blow.schwere)  # fmt: skip
    default = best_ward(found, blow).id
    picked = yield from choose(ward_options(found, blow), label, duel.target.id, default)
    return next(w for w in found if w.id == picked)


def _warded(
    course: Course, duel: Duel, blow: Blow, ward: Ward, tally: Tally
) -> Procedure[tuple[int, bool]]:
    """Roll the ward: return the Schwere that gets through, and whether nothing does (§6)."""
    if ward.values is None:
        return blow.schwere, False
    tally.pay(duel.target.id, ward.weapon.cost_parade if ward.weapon else 10)
    label = term("dice.das_system.ward", name=duel.target.name, ward=ward_name(ward))
    value, roll = yield from roll_value(label, duel.target.id, ward.values, ward.split)
    result, schwere = outcome(value, ward, blow)
    details = ward_lines(ward, roll, value, blow)
    line = named(
        "log.das_system.ward", result, name=duel.target.name, ward=ward_name(ward),
        value=value, schwere=schwere,
    )  # fmt: skip
    course.add(Logged(line, tuple(details), duel.target.id, "miss" if result == "full" else ""))
    if result == "full" and breaks(value, ward, blow, duel.options):
        tally.ending = "broken"
    if result != "failed" and not ward.dodges:
        _press(course, duel, ward)
    return schwere, result == "full"


def _press(course: Course, duel: Duel, ward: Ward) -> None:
    """Push the defender back a step (§10); some steps make a square of the map."""
    stays = ward.kind == "stand" or duel.switched(NO_PUSH) or duel.ranged
    bout = bout_of(course.state.timeline, duel.attacker.id, duel.target.id)
    if stays or bout is None:
        return
    pushed = bout.pushed + 1
    steps = duel.options.number("schritte_je_feld")
    line = with_bout(course.state.timeline, replace(bout, pushed=pushed % steps))
    course.add(TimeChanged(line))
    if pushed % steps:
        return
    attacker = course.state.tokens[duel.attacker.id]
    target = course.state.tokens[duel.target.id]
    back = way_back(course.state, attacker, target)
    if back is None:
        return
    after = follow(attacker, target)
    course.add(
        Moved(target.id, back.x, back.y, cost=1),
        Moved(attacker.id, after.x, after.y, cost=1),
        Logged(term("log.das_system.pushed", name=target.name), who=target.id),
    )


# -- the hit --------------------------------------------------------------------------------------


def _land(course: Course, duel: Duel, cover: Cover, value: int, schwere: int) -> Procedure[bool]:
    """Let the attacker pick the place, then do the blow's work there (§5.3, §7, §8)."""
    now = replace(duel, state=course.state, target=course.state.tokens[duel.target.id])
    passages = [_passage(now, way, schwere) for way in cover.open_to(value)]
    passages.sort(key=lambda p: (-p.severity, -p.rest))
    passage = passages[0]
    if len(passages) > 1:
        label = term("choice.das_system.place", name=duel.target.name, schwere=schwere)
        options = _place_options(passages)
        picked = yield from choose(options, label, duel.attacker.id, options[0].id)
        passage = passages[[o.id for o in options].index(picked)]
    wound = hit(course, duel.target.id, passage, duel.weapon)
    course.add(*blow_lines(course.state, now, passage, wound))
    if duel.weapon.style == "ringen" and not now.target.has("held"):
        course.add(ConditionGained(duel.target.id, Condition("held")))
    return True


def _passage(duel: Duel, way: Way, schwere: int) -> Passage:
    return pass_through(way, schwere, zustand_of(duel.target, way.place.id), duel.options)


def _place_options(passages: Iterable[Passage]) -> tuple[Option, ...]:
    """Return the places to choose from; a way into armour names its pieces."""
    found: dict[str, Option] = {}
    for passage in passages:
        way = passage.way
        id = ".".join((way.place.id, *(w.piece.id for w in way.pieces)))
        detail = term("choice.das_system.place_detail", rest=max(0, passage.rest),
                      severity=passage.severity)  # fmt: skip
        found[id] = Option(id, ways_text(way), detail)
    return tuple(found.values())


# -- the counter-attack ---------------------------------------------------------------------------


def _counter(
    course: Course, duel: Duel, weapon: SheetWeapon, tally: Tally, hurt: bool
) -> Procedure[None]:
    """Strike back with half the Würfelwert (§6.3); unhurt and with a hit it takes the offensive.

    Both blows fall at the same moment: what the first one does hampers the second no more.
    """
    tally.pay(duel.target.id, weapon.cost_attack, attacks=True)
    back = yield from _aim_back(duel, weapon)
    cover = back.cover()
    values = values_of(back).halved()
    found = presets(values, back.stairs(cover), cover.lowest)
    label = term("choice.das_system.counter_split", name=back.attacker.name)
    options = tuple(
        Option(id, named("split.das_system", id),
               term("choice.das_system.split_detail", festwert=s.festwert, schwere=s.schwere))
        for id, s in found.items()
    )  # fmt: skip
    picked = yield from choose(options, label, back.attacker.id, "best")
    split = found[picked]
    dice = term("dice.das_system.counter", name=back.attacker.name, part=part_name(back.part))
    value, roll = yield from roll_value(dice, back.attacker.id, values, split)
    details = tuple(attack_lines(values, split, roll, value))
    if not cover.open_to(value):
        line = named("log.das_system", "missed", **_about(back, value))
        course.add(Logged(line, details, back.attacker.id, "miss"))
        return
    line = named("log.das_system", "attacks", **_about(back, value), schwere=split.schwere)
    course.add(Logged(line, details, back.attacker.id, "hit"))
    schwere = split.schwere
    if duel.options.flag("gegen_parade"):
        blow = Blow(value, schwere)
        ward = yield from _choose_plain(course, back, blow)
        schwere, warded = yield from _warded(course, back, blow, ward, tally)
        tally.ending = ""
        if warded:
            return
    yield from _land(course, back, cover, value, schwere)
    if not hurt:
        tally.ending = "counter"


def _aim_back(duel: Duel, weapon: SheetWeapon) -> Procedure[Duel]:
    options = tuple(Option(part, part_name(part)) for part in PARTS)
    label = term("choice.das_system.counter_aim", name=duel.target.name)
    part = yield from choose(options, label, duel.target.id, PARTS[0])
    return counter_duel(duel, weapon, part)


def _choose_plain(course: Course, duel: Duel, blow: Blow) -> Procedure[Ward]:
    """Let the attacker ward a counter-blow, by option."""
    found = wards(replace(duel, state=course.state), blow, counter=False)
    label = term("choice.das_system.ward", name=duel.target.name, value=blow.value,
                 schwere=blow.schwere)  # fmt: skip
    default = best_ward(found, blow).id
    picked = yield from choose(ward_options(found, blow), label, duel.target.id, default)
    return next(w for w in found if w.id == picked)
