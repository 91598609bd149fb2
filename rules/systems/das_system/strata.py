"""Armour along the attack value, drawn (§8.2–8.4): blocks, thresholds, the blow that comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.core.glossary import Glossary
from rules.core.terms import Term
from rules.systems.das_system.blow import Passage, pass_through
from rules.systems.das_system.chances import SIDES, Die
from rules.systems.das_system.duel import Duel
from rules.systems.das_system.harm import STRUCTURE, zustand_of
from rules.systems.das_system.layers import Cover, Group, Way, Worn, threshold
from rules.systems.das_system.values import Split, place_name
from rules.systems.das_system.words import piece_name
from rules.views import LayerBlock, LayersView

MATERIALS = {"L": "leather", "K": "chain", "P": "plate"}
ROOM = 115
"""Percent of the highest threshold that the axis shows."""


def material(letter: str) -> str:
    """Return the pattern of a kind of armour."""
    return MATERIALS.get(letter, "plate")


def name_of(worn: Worn) -> Term:
    return piece_name(worn.piece.id, worn.piece.base, worn.piece.name)


def strength_of(worn: Worn, words: Glossary) -> str:
    """Return strength and letter of a piece, as 100L."""
    piece = worn.piece
    return words.say("body.das_system.strength", strength=piece.strength, letter=piece.letter)


def reckoned(cover: Cover, words: Glossary) -> str:
    """Say where the protection of every piece comes from, from outside to inside (§8.3)."""
    said = [
        words.say(
            "armour.das_system.reckoned",
            name=name_of(worn),
            effect=worn.protection // max(1, worn.piece.strength),
            strength=strength_of(worn, words),
        )
        for group in cover.groups
        for worn in sorted(group, key=lambda w: -w.protection)
    ]
    return words.say("armour.das_system.outside_in", pieces=", ".join(said)) if said else ""


@dataclass(frozen=True, slots=True)
class Strip:
    """Pieces of one layer that count together: equal in protection, from ``start`` to ``end``."""

    pieces: tuple[Worn, ...]
    start: int
    end: int
    whole: int

    @property
    def protection(self) -> int:
        return self.pieces[0].protection


def strips(cover: Cover, group: Group) -> Iterator[Strip]:
    """Split a layer into stretches of equal protection, the better first (§8.2)."""
    start = cover.lowest
    end = whole_end = cover.base
    for protection in sorted({w.protection for w in group}, reverse=True):
        pieces = tuple(w for w in group if w.protection == protection)
        end += sum(w.best for w in pieces)
        whole_end += sum(w.whole for w in pieces)
        yield Strip(pieces, start, end, whole_end)
        start = end


def blocks(
    cover: Cover, words: Glossary, blow: Passage | None, structure: int
) -> Iterator[LayerBlock]:
    """Yield the blocks, inner layers lowest."""
    below = 0
    for group in reversed(cover.groups):
        highest = 0
        for strip in strips(cover, group):
            yield _block(cover, strip, below, words, blow, structure)
            highest = max(highest, strip.protection)
        below += highest


def _block(
    cover: Cover, strip: Strip, below: int, words: Glossary, blow: Passage | None, structure: int
) -> LayerBlock:
    names = tuple(dict.fromkeys(words.say(name_of(w)) for w in strip.pieces))
    struck = [w for w in strip.pieces if blow is not None and w in blow.pierced]
    after: int | None = None
    text = ""
    if struck and structure and blow is not None:
        place = blow.way.place.id
        left = max(0, struck[0].at(place) - structure * STRUCTURE)
        after = strip.end - struck[0].best + left
        text = words.say("armour.das_system.after", value=after)
    return LayerBlock(
        "+".join(w.piece.id for w in strip.pieces),
        words.listing(names),
        material(strip.pieces[0].piece.letter),
        strip.start,
        strip.end,
        below,
        strip.protection,
        words.say("armour.das_system.protection", value=strip.protection),
        before=strip.whole if strip.whole != strip.end else None,
        after=after,
        after_text=text,
        short=words.listing(tuple(dict.fromkeys(strength_of(w, words) for w in strip.pieces))),
    )


def layers(
    duel: Duel, cover: Cover, die: Die | None, split: Split | None, words: Glossary
) -> LayersView:
    """Draw the armour of a part against a weapon, with a plan also the blow (tokens §6.3)."""
    bare = max((threshold(cover.base, g) for g in cover.groups), default=cover.lowest)
    values = tuple((p.value(duel.ranged), words.say(place_name(p.id))) for p in duel.places)
    end = max(bare, *(v for v, _ in values)) * ROOM // 100
    open_places = [w.place for w in cover.ways if not w.pieces and w.place.id]
    bare_names = tuple(dict.fromkeys(words.say(place_name(p.id)) for p in open_places))
    passage = None if die is None or split is None else likeliest(duel, cover, die, split)
    view = LayersView(
        cover.lowest,
        end,
        tuple(blocks(cover, words, passage, duel.weapon.structure)),
        bare,
        values,
        words.say("armour.das_system.miss"),
        words.say("armour.das_system.bare"),
        words.listing(bare_names),
    )
    if die is None or split is None or passage is None:
        return view
    return _with_blow(view, cover, die, split, passage, words)


def _with_blow(
    view: LayersView, cover: Cover, die: Die, split: Split, passage: Passage, words: Glossary
) -> LayersView:
    top = die.festwert + die.top
    low, high = span_of(cover, passage.way, die)
    return LayersView(
        view.lowest,
        view.end,
        view.blocks,
        view.bare,
        view.places,
        view.miss_text,
        view.bare_text,
        view.bare_places,
        reach=(die.festwert + 1, top),
        reach_text=words.say("armour.das_system.spread", chance=die.top / SIDES),
        zero=die.festwert,
        zero_text=words.percent((SIDES - die.top) / SIDES),
        at=(low + high) // 2,
        weight=split.schwere,
        weight_text=words.say("armour.das_system.weight", value=split.schwere),
        rest=max(0, passage.rest),
        rest_text=words.say("armour.das_system.rest", value=passage.rest)
        if passage.rest > 0
        else "",
    )


def span_of(cover: Cover, way: Way, die: Die) -> tuple[int, int]:
    """Return between which attack values a way is the best one that this die reaches."""
    later = [w.need for w in cover.ways if w.need > way.need and w.protection < way.protection]
    end = min(later, default=max(way.need, die.festwert + die.top) + 1)
    low = max(way.need, min(die.festwert + 1, end - 1))
    return low, max(low, min(end - 1, die.festwert + die.top))


def likeliest(duel: Duel, cover: Cover, die: Die, split: Split) -> Passage:
    """Return the blow that the most rolls lead to; the attacker takes the best place."""
    best = bands(duel, cover, split)
    _, passage = max(best, key=lambda b: (die.ways(b[0][0], b[0][1]), -b[0][0]))
    return passage


Band = tuple[int, "int | None"]
"""Attack values from one on to below another."""


def bands(duel: Duel, cover: Cover, split: Split) -> list[tuple[Band, Passage]]:
    """Return the stretches of attack values with the best blow of each (§5.3)."""
    needs = sorted({way.need for way in cover.ways})
    found: list[tuple[Band, Passage]] = []
    for i, need in enumerate(needs):
        end = needs[i + 1] if i + 1 < len(needs) else None
        passage = min(
            (_passage(duel, way, split) for way in cover.open_to(need)),
            key=lambda p: (-p.severity, -p.rest, p.way.need),
        )
        if found and _alike(found[-1][1], passage):
            found[-1] = ((found[-1][0][0], end), found[-1][1])
        else:
            found.append(((need, end), passage))
    return found


def _passage(duel: Duel, way: Way, split: Split) -> Passage:
    zustand = zustand_of(duel.target, way.place.id)
    return pass_through(way, split.schwere, zustand, duel.options)


def _alike(one: Passage, other: Passage) -> bool:
    """Whether two blows meet the same layers and hurt alike."""
    kinds = [tuple((w.piece.letter, w.protection) for w in p.way.pieces) for p in (one, other)]
    return kinds[0] == kinds[1] and one.severity == other.severity
