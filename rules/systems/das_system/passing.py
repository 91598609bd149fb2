"""Time that passes: wounds bleed and ache, KAR and Ausdauer recover (§2, §7.4, §7.5, §9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pydantic import JsonValue

from rules.core.options import Options
from rules.core.terms import term
from rules.encounter.course import Course
from rules.encounter.events import ConditionLost, Logged, TimeChanged, VitalsChanged
from rules.encounter.state import Timeline, Token
from rules.systems.das_system.bouts import placed
from rules.systems.das_system.fading import aged
from rules.systems.das_system.harm import settle_fate
from rules.systems.das_system.kar import SECOND
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import DasSystemVitals, Wound, sheet_of, vitals_of


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time in ticks."""

    start: int
    end: int

    @property
    def ticks(self) -> int:
        return max(0, self.end - self.start)

    def after(self, tick: int) -> int:
        """Return how much of it lies after a tick."""
        return max(0, self.end - max(self.start, tick))


def pass_time(course: Course, end: int) -> None:
    """Let the clock run on to a tick for everybody."""
    before = course.state
    span = Span(before.timeline.now, end)
    options = options_of(before)
    for token in before.tokens.values():
        values = changes(token, span, options)
        if values:
            course.add(VitalsChanged(token.id, values))
        _say_bleeding(course, token)
    line = replace(course.state.timeline, now=max(end, span.start))
    course.add(TimeChanged(placed(course.state, line)))
    settle_fate(course, before)
    _end_conditions(course, line)


def _end_conditions(course: Course, line: Timeline) -> None:
    """End the conditions whose moment has come."""
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if condition.until is not None and condition.until[1] <= line.now:
                course.add(ConditionLost(token.id, condition.id))


def _say_bleeding(course: Course, before: Token) -> None:
    after = course.state.tokens[before.id]
    lost = vitals_of(before).gz - vitals_of(after).gz
    if lost > 0:
        line = term("log.das_system.bled", name=before.name, n=lost, gz=vitals_of(after).gz)
        course.add(Logged(line, who=before.id, mood="harm"))


def changes(token: Token, span: Span, options: Options) -> dict[str, JsonValue]:
    """Return what a stretch of time changes in somebody's vitals."""
    vitals = vitals_of(token)
    lost, wounds = _wounds(vitals.wounds, span, options)
    gz = vitals.gz - lost
    kar, spare = _kar(vitals, span, options)
    ausdauer, breath = _breath(token, gz, span, options)
    new: dict[str, JsonValue] = {
        "gz": gz,
        "ausdauer": ausdauer,
        "kar": kar,
        "spare": spare,
        "breath": breath,
    }
    values = {name: value for name, value in new.items() if getattr(vitals, name) != value}
    if wounds != vitals.wounds:
        values["wounds"] = [wound.model_dump(mode="json") for wound in wounds]
    return values


def _wounds(
    wounds: tuple[Wound, ...], span: Span, options: Options
) -> tuple[int, tuple[Wound, ...]]:
    """Let all wounds bleed and ache; their bleedings add up (§7.4)."""
    cascade = options.flag("schmerz_kaskade")
    aged_ones = [aged(wound, span.ticks, cascade) for wound in wounds]
    return sum(lost for lost, _ in aged_ones), tuple(wound for _, wound in aged_ones)


def _kar(vitals: DasSystemVitals, span: Span, options: Options) -> tuple[int, int]:
    """Return KAR points of attacks after recovery: for each second without an attack (§2)."""
    if not vitals.kar:
        return 0, 0
    whole, spare = divmod(vitals.spare + span.after(vitals.busy), SECOND)
    kar = max(0, vitals.kar - whole * options.number("kar_erholung"))
    return kar, spare if kar else 0


def _breath(token: Token, gz: int, span: Span, options: Options) -> tuple[int, int]:
    """Return Ausdauer after rest, never above the GZ (§1.8, §9)."""
    vitals = vitals_of(token)
    most = max(0, min(sheet_of(token).most_ausdauer, gz))
    if vitals.ausdauer >= most:
        return most, 0
    whole, breath = divmod(vitals.breath + span.after(vitals.strained), SECOND)
    ausdauer = min(most, vitals.ausdauer + whole * options.number("ausdauer_erholung"))
    return ausdauer, breath if ausdauer < most else 0
