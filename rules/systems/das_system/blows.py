"""The parts of a sequence (§4): rolled values, the ward, giving way, the place that is struck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rules.core.asking import Basis, Option, Procedure, ask, choose
from rules.core.terms import Term, named, term
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, Moved, TimeChanged
from rules.encounter.state import Condition, TokenId
from rules.systems.das_system.blow import Passage, pass_through
from rules.systems.das_system.bouts import bout_of, with_bout
from rules.systems.das_system.chances import DICE, roll_of
from rules.systems.das_system.duel import LATE, NO_PUSH, Duel
from rules.systems.das_system.harm import hit, zustand_of
from rules.systems.das_system.layers import Cover, Way
from rules.systems.das_system.probes import noticing
from rules.systems.das_system.report import blow_lines, ward_lines
from rules.systems.das_system.retreat import follow, way_back
from rules.systems.das_system.values import Split, Values, counted, part_name, weapon_name
from rules.systems.das_system.warding import (
    NONE,
    Blow,
    Ward,
    barred,
    best_ward,
    breaks,
    defenceless,
    outcome,
    ward_name,
    ward_options,
    wards,
)
from rules.systems.das_system.words import ways_text


@dataclass(slots=True)
class Tally:
    """What a sequence has cost so far, and how it ends (§9)."""

    costs: dict[TokenId, int] = field(default_factory=dict)
    attacked: list[TokenId] = field(default_factory=list)
    ending: str = ""

    def pay(self, who: TokenId, cost: int, attacks: bool = False) -> None:
        """Add Ausdauer that somebody spent; ``attacks`` = for a blow, which raises KAR (§9)."""
        self.costs[who] = self.costs.get(who, 0) + cost
        if attacks and who not in self.attacked:
            self.attacked.append(who)


def about(duel: Duel, value: int) -> dict[str, str | int | Term]:
    """Return what sentences about a blow say: who, whom, with what, where, which value."""
    return {
        "attacker": duel.attacker.name,
        "target": duel.target.name,
        "weapon": weapon_name(duel.weapon),
        "part": part_name(duel.part),
        "value": value,
    }


def roll_value(label: Term, who: str, values: Values, split: Split) -> Procedure[tuple[int, int]]:
    """Roll W20 and W%: return the finished value and the roll (§3.4)."""
    counts = [term("basis.das_system.value", die=values.wuerfelwert, festwert=split.festwert)]
    if values.penalty:
        counts.append(term("basis.das_system.penalty", value=-values.penalty))
    basis = Basis(sums=((term("basis.das_system.basis"), values.breakdown),), counts=tuple(counts))
    faces = yield from ask(DICE, label, who, basis=basis)
    roll = roll_of(faces)
    value = counted(roll, values.wuerfelwert) + split.festwert - values.penalty
    return max(0, value), roll


def choose_ward(course: Course, duel: Duel, blow: Blow, tally: Tally) -> Procedure[Ward]:
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
        reasons = [term("log.das_system.barred", what=o.label, why=o.why)
                   for o in barred(duel.target, duel.weapon) if o.why is not None]  # fmt: skip
        line = term("log.das_system.no_ward", name=duel.target.name)
        course.add(Logged(line, tuple(reasons), duel.target.id))
        return nothing
    label = term("choice.das_system.ward", name=duel.target.name, value=blow.value + blow.extra,
                 schwere=blow.schwere)  # fmt: skip
    default = best_ward(found, blow).id
    picked = yield from choose(ward_options(duel, found, blow), label, duel.target.id, default)
    return next(w for w in found if w.id == picked)


def warded(
    course: Course, duel: Duel, blow: Blow, ward: Ward, tally: Tally
) -> Procedure[tuple[int, bool]]:
    """Roll the ward: return the Schwere that gets through, and whether nothing does (§6)."""
    if ward.values is None:
        return blow.schwere, False
    if ward.answer is None or duel.options.word("gegen_kosten") != "blow":
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


def land(course: Course, duel: Duel, cover: Cover, value: int, schwere: int) -> Procedure[bool]:
    """Let the attacker pick the place, then do the blow's work there (§5.3, §7, §8)."""
    now = replace(duel, state=course.state, target=course.state.tokens[duel.target.id])
    passages = [_passage(now, way, schwere) for way in cover.open_to(value)]
    passages.sort(key=lambda p: (-p.severity, -p.rest))
    passage = passages[0]
    if len(passages) > 1:
        label = term("choice.das_system.place", name=duel.target.name, schwere=schwere)
        options = _place_options(passages)
        ids = [option.id for option in options]
        hoped = next((id for id in ids if id.split(".")[0] == duel.action.zone), ids[0])
        picked = yield from choose(options, label, duel.attacker.id, hoped)
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


def choose_plain(course: Course, duel: Duel, blow: Blow) -> Procedure[Ward]:
    """Let the attacker ward a counter-blow, by option."""
    found = wards(replace(duel, state=course.state), blow, counter=False)
    label = term("choice.das_system.ward", name=duel.target.name, value=blow.value,
                 schwere=blow.schwere)  # fmt: skip
    default = best_ward(found, blow).id
    picked = yield from choose(ward_options(duel, found, blow), label, duel.target.id, default)
    return next(w for w in found if w.id == picked)
