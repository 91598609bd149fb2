"""What a defender may do against a blow (§6): parade, dodge, counter-attack, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from maps.remember import by_identity
from rules.core.asking import Option
from rules.core.modifiers import Breakdown, Entry, Modifier
from rules.core.options import Options
from rules.core.sources import HOUSE, STATED
from rules.core.terms import Term, named, term
from rules.encounter.plans import Extra
from rules.encounter.state import Token
from rules.systems.das_system.attacking import die_of, extras
from rules.systems.das_system.bearing import by_bearing
from rules.systems.das_system.chances import Die, beats
from rules.systems.das_system.conditions import can_ward, forbids
from rules.systems.das_system.duel import BEHIND, LATE, NO_PUSH, UNNOTICED, Duel, reaches
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.means import at_hand, counters, parrying, why_not
from rules.systems.das_system.retreat import way_back
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.values import (
    CORNERED,
    Split,
    Values,
    dodge_values,
    parade_values,
    split_at,
    weapon_name,
    weighted,
)

NONE: Final = "none"
NO_SPLIT: Final = Split(0, 0)
Kind = Literal["none", "parade", "stand", "dodge", "counter"]
Result = Literal["full", "weakened", "failed"]


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow on its way: its value, its Schwere, and what group fighting adds to ward it (§11)."""

    value: int
    schwere: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Ward:
    """A way to ward a blow: with these values, split so; ``answer`` is the weapon that counters."""

    id: str
    kind: Kind
    values: Values | None = None
    split: Split = NO_SPLIT
    weapon: SheetWeapon | None = None
    answer: SheetWeapon | None = None
    dodges: bool = False

    @property
    def die(self) -> Die:
        assert self.values is not None
        return die_of(self.values, self.split)

    def chance(self, blow: Blow) -> Fraction:
        """Return the chance to ward the blow fully (§6.1, §6.2)."""
        if self.values is None or (not self.dodges and self.split.schwere < blow.schwere):
            return Fraction(0)
        festwert = self.split.festwert - self.values.penalty
        return _chance(festwert, self.values.wuerfelwert, blow.value + blow.extra)


@lru_cache(maxsize=4096)
def _chance(festwert: int, wuerfelwert: int, least: int) -> Fraction:
    """Return the chance of a finished value to be high enough."""
    return Die(festwert, wuerfelwert).chance(least)


def outcome(value: int, ward: Ward, blow: Blow) -> tuple[Result, int]:
    """Return what a ward with this value achieves, and the Schwere that gets through (§6.1)."""
    if value < blow.value + blow.extra:
        return "failed", blow.schwere
    if ward.dodges or ward.split.schwere >= blow.schwere:
        return "full", 0
    return "weakened", blow.schwere - ward.split.schwere


def breaks(value: int, ward: Ward, blow: Blow, options: Options) -> bool:
    """Whether a parade breaks the series: by both margins (§9, house default)."""
    if ward.dodges or ward.kind not in ("parade", "stand"):
        return False
    over = value - blow.value - blow.extra >= options.number("bruch_wert")
    return over and ward.split.schwere - blow.schwere >= options.number("bruch_schwere")


# -- values ----------------------------------------------------------------------------------------


class Press(NamedTuple):
    """What a blow and its attacker leave a defender to ward with."""

    schwere: int
    own: int | None
    """The Festwert on which the defender settled for parades."""
    cornered: bool
    firm: bool
    """Whether he could give way and may stand instead."""
    answers: tuple[int, ...]
    """Which of the weapons at hand reach the attacker; none where no counter is asked for."""
    off: frozenset[str]
    extra: tuple[Extra, ...]


def _parade(
    target: Token, weapon: SheetWeapon, options: Options, press: Press, footing: str
) -> Values:
    """Return the values of a parade against an attack (§6.1, §10).

    ``footing`` is ``stands`` or ``cornered`` where the defender does not give way.
    """
    values = parade_values(target, weapon, options)
    assert values is not None  # it parries
    added: list[Modifier] = []
    if footing:
        label = named("modifier.das_system", footing)
        added.append(Modifier(footing, CORNERED, label, "retreat", STATED))
    return _by_hand(values, press, added)


def _by_hand(values: Values, press: Press, added: Iterable[Modifier] = ()) -> Values:
    """Return values with more rows, those of the game master, and without those he left out."""
    rows = [*added, *extras(press.extra, "defence")]
    if not (rows or press.off):
        return values
    entries = (*values.breakdown.entries, *(Entry(m) for m in rows))
    return replace(values, breakdown=Breakdown(tuple(_switched(press, e) for e in entries)))


def _switched(press: Press, entry: Entry) -> Entry:
    if entry.modifier.id in press.off:
        return Entry(entry.modifier, False, term("why.das_system.off"))
    return entry


def is_cornered(duel: Duel) -> bool:
    """Whether the defender is pressed and has nowhere to go (§10)."""
    if duel.switched(NO_PUSH) or duel.ranged:
        return False
    if duel.target.has("cornered"):
        return True
    if not duel.options.flag("rueckzug_karte"):
        return False
    return way_back(duel.state, duel.attacker, duel.target) is None


def defenceless(duel: Duel) -> bool:
    """Whether no ward is possible: unnoticed, helpless, out (§2.1, §6.4)."""
    return duel.switched(UNNOTICED) or not can_ward(duel.target)


# -- what a defender is offered -------------------------------------------------------------------


def splits(values: Values, schwere: int, own: int | None = None) -> dict[str, Split]:
    """Return the splits of a parade against a blow of this Schwere to choose from (§6.1).

    Just enough Schwere for this blow, all the Festwert, all the Schwere, or the Festwert
    that the defender settled on beforehand.
    """
    found = {
        "enough": weighted(values, schwere + 1),
        "precise": split_at(values, values.most_festwert),
        "heavy": weighted(values, values.most_schwere),
    }
    if own is not None:
        found["own"] = split_at(values, own)
    return found


def wards(duel: Duel, blow: Blow, counter: bool = True) -> tuple[Ward, ...]:
    """Return all wards against a blow; the last is to do nothing."""
    target, against = duel.target, duel.weapon
    answers: tuple[int, ...] = ()
    if counter and not duel.ranged:
        hands = enumerate(at_hand(target))
        answers = tuple([i for i, w in hands if reaches(target, w, duel.attacker)])
    cornered = bool(parrying(target, against)) and is_cornered(duel)
    press = Press(
        blow.schwere,
        vitals_of(target).parade_festwert,
        cornered,
        not (cornered or duel.switched(NO_PUSH)),
        answers,
        duel.action.off,
        duel.action.extra,
    )
    return _wards(target, against, duel.options, press)


@by_bearing
def _wards(target: Token, against: SheetWeapon, options: Options, press: Press) -> tuple[Ward, ...]:
    """Return all wards; whatever the value of the blow, they are the same."""
    found: list[Ward] = []
    footing = "cornered" if press.cornered else ""
    parades: list[tuple[SheetWeapon, Values]] = []
    for weapon in parrying(target, against):
        values = _parade(target, weapon, options, press, footing)
        parades.append((weapon, values))
        for id, split in _distinct(splits(values, press.schwere, press.own)):
            found.append(Ward(f"parade.{weapon.id}.{id}", "parade", values, split, weapon))
        if press.firm:
            firm = _parade(target, weapon, options, press, "stands")
            split = weighted(firm, press.schwere + 1)
            found.append(Ward(f"stand.{weapon.id}", "stand", firm, split, weapon))
    if not forbids(target, "dodge"):
        values = _by_hand(dodge_values(target, options), press)
        split = split_at(values, values.most_festwert)
        found.append(Ward("dodge", "dodge", values, split, dodges=True))
        halves = [(weapon, values.halved()) for weapon, values in parades]
        able = [at_hand(target)[i] for i in press.answers]
        pairs = [pair for pair in counters(target, against) if pair[1] in able]
        found += _counters(pairs, press.schwere, halves, values.halved())
    return (*found, Ward(NONE, "none"))


def _counters(
    pairs: Iterable[tuple[SheetWeapon | None, SheetWeapon]],
    schwere: int,
    parades: Sequence[tuple[SheetWeapon, Values]],
    dodge: Values,
) -> Iterator[Ward]:
    """Yield the counter-attacks, with half the Würfelwert (§6.3).

    ``parades`` are the weapons that parry with their values, ``dodge`` those of a dodge, halved.
    """
    for weapon, answer in pairs:
        if weapon is None:
            values = dodge
            split, id = split_at(values, values.most_festwert), f"counter.dodge.{answer.id}"
        else:
            values = next(v for w, v in parades if w is weapon)
            split, id = weighted(values, schwere + 1), f"counter.{weapon.id}.{answer.id}"
        yield Ward(id, "counter", values, split, weapon, answer, dodges=weapon is None)


def _distinct(found: dict[str, Split]) -> Iterator[tuple[str, Split]]:
    """Yield splits without those that equal an earlier one; ``own`` always stays."""
    seen: list[Split] = []
    for id, split in found.items():
        if split not in seen or id == "own":
            seen.append(split)
            yield id, split


def best_ward(found: tuple[Ward, ...], blow: Blow) -> Ward:
    """Return the ward that most surely stops a blow, no counter-attack among them."""
    plain = [w for w in found if w.kind in ("parade", "dodge", "none")]
    return max(plain, key=lambda w: (w.chance(blow), w.kind == "parade"))


def ward_options(duel: Duel, found: tuple[Ward, ...], blow: Blow) -> tuple[Option, ...]:
    """Return the wards as a defender chooses among them; the last is to do nothing."""
    names = _names(found)
    able = [Option(w.id, names[i], ward_detail(w, blow)) for i, w in enumerate(found)]
    return (*able[:-1], *barred(duel.target, duel.weapon), *able[-1:])


@by_bearing
def barred(target: Token, against: SheetWeapon) -> tuple[Option, ...]:
    """Return the wards that cannot be taken now, each with the reason (§6, §7.3, §12)."""
    return tuple(_barred(target, against))


def _barred(target: Token, against: SheetWeapon) -> Iterator[Option]:
    for weapon in at_hand(target):
        why = why_not(target, weapon, against)
        if why:
            label = term("ward.das_system.plain", weapon=weapon_name(weapon))
            yield Option(f"barred.{weapon.id}", label, why=named("why.das_system.ward", why))
    if forbids(target, "dodge"):
        label = term("ward.das_system.dodge")
        yield Option("barred.dodge", label, why=named("why.das_system.ward", "wound"))


@by_identity(keep=64)
def _names(found: tuple[Ward, ...]) -> tuple[Term, ...]:
    return tuple(ward_name(ward) for ward in found)


def ward_name(ward: Ward) -> Term:
    """Name a ward."""
    match ward.kind:
        case "parade":
            how = named("split.das_system", ward.id.rpartition(".")[2])
            assert ward.weapon is not None
            return term("ward.das_system.parade", weapon=weapon_name(ward.weapon), how=how)
        case "stand":
            assert ward.weapon is not None
            return term("ward.das_system.stand", weapon=weapon_name(ward.weapon))
        case "dodge":
            return term("ward.das_system.dodge")
        case "counter":
            assert ward.answer is not None
            with_it = weapon_name(ward.answer)
            if ward.weapon is None:
                return term("ward.das_system.dodge_counter", weapon=with_it)
            name = weapon_name(ward.weapon)
            return term("ward.das_system.parade_counter", ward=name, weapon=with_it)
        case _:
            return term("ward.das_system.none")


def ward_detail(ward: Ward, blow: Blow) -> Term | None:
    """Say the numbers of a ward and how surely it stops the blow."""
    if ward.values is None:
        return None
    return term(
        "ward.das_system.detail",
        festwert=ward.split.festwert,
        die=ward.values.wuerfelwert,
        schwere=ward.split.schwere,
        chance=float(ward.chance(blow)),
    )


# -- before the roll ------------------------------------------------------------------------------


def usual_ward(duel: Duel, attack: Die, low: int, schwere: int) -> tuple[Ward | None, Fraction]:
    """Return the ward that stops most blows of an attack, and its chance among those that hit."""
    blow = Blow(low, schwere)
    if defenceless(duel):
        return None, Fraction(0)
    best: Ward | None = None
    chance = Fraction(0)
    for ward in wards(duel, blow, counter=False):
        if ward.values is None or (not ward.dodges and ward.split.schwere < schwere):
            continue
        stops = beats(ward.die, attack, low)
        if best is None or stops > chance:
            best, chance = ward, stops
    return best, chance


def defence_rows(duel: Duel, ward: Ward | None) -> Breakdown:
    """Return the Basis of a defender's ward, and the switches that the game master may tick."""
    entries = () if ward is None or ward.values is None else ward.values.breakdown.entries
    return Breakdown((*entries, *(_offer(duel, id) for id in (UNNOTICED, LATE, BEHIND, NO_PUSH))))


def _offer(duel: Duel, id: str) -> Entry:
    """Return a switch as a row without value; ticked it counts."""
    label = named("modifier.das_system", id)
    modifier = Modifier(id, 0, label, "switch", HOUSE if id == NO_PUSH else STATED)
    on = duel.switched(id) or (id == BEHIND and duel.behind)
    return Entry(modifier, on, None if on else term("why.das_system.offered"))
