"""Lines that meet both what somebody ignores and what counts, cast again without the former.

Two obstacles may stop a line only together: without the ignored one it passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from maps.batch import Batch
from maps.caster import Caster, Omitted
from maps.pairing import distinct, spread
from maps.pieces import Bools, Ints
from maps.uses import Marks, merged


@dataclass(frozen=True)
class Again:
    """Lines that were cast once: uses, what each crosses, the group to which each belongs."""

    caster: Caster
    batch: Batch
    shelters: Marks
    group: Ints

    def without(self, idle: Marks, near: Mapping[int, tuple[int, ...]]) -> Marks:
        """Return what uses cross where obstacles are ignored: pairs of group and obstacle.

        Only lines that meet something ignored and what touches it (``near``) and counts are
        cast again, without all that is ignored on any such line of their group.
        """
        use, owner = self.shelters
        group = self.group[use]
        quiet = _are(group, owner, idle)
        mixed = _mixed(use, owner, quiet, near)
        if not len(mixed):
            return self.shelters
        theirs = np.isin(use, mixed)
        some = theirs & quiet
        gone = merged([(group[some], owner[some])])
        which, pair = spread(self.group[mixed], gone[0])
        caster = self.caster.without(Omitted(which, gone[1][pair]))
        line, found = caster.shelters(self.batch.some(mixed))
        return merged([(use[~theirs], owner[~theirs]), (mixed[line], found)])


def _are(group: Ints, owner: Ints, pairs: Marks) -> Bools:
    """Tell which pairs are among others."""
    width = int(max(owner.max(initial=0), pairs[1].max(initial=0))) + 1
    found: Bools = np.isin(group * width + owner, pairs[0] * width + pairs[1])
    return found


def _mixed(use: Ints, owner: Ints, quiet: Bools, near: Mapping[int, tuple[int, ...]]) -> Ints:
    """Return the uses that cross something ignored and what touches it and counts."""
    found = [np.zeros(0, dtype=np.int64)]
    for k in distinct(owner[quiet]).tolist():
        if k in near:
            beside = np.isin(owner, near[k]) & ~quiet
            found.append(np.intersect1d(use[quiet & (owner == k)], use[beside]))
    return distinct(np.concatenate(found))
