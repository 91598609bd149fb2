"""Lines that meet both what somebody ignores and what counts, cast again without the former.

Two obstacles may stop a line only together: without the ignored one it passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from maps.batch import Batch
from maps.caster import Caster, Omitted
from maps.pairing import distinct, spread
from maps.pieces import Bools, Ints
from maps.uses import NONE, Marks, merged


@dataclass(frozen=True)
class Again:
    """Lines that were cast once: uses, what each crosses, the group to which each belongs."""

    caster: Caster
    batch: Batch
    shelters: Marks
    group: Ints
    stronger: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """What may help an obstacle to stop lines without being named with it."""

    @property
    def involved(self) -> Marks:
        """Pairs of group and obstacle that lines meet, or that may help those."""
        use, owner = self.shelters
        row, helper = helped(owner, self.stronger)
        return merged([(self.group[use], owner), (self.group[use[row]], helper)])

    def without(self, idle: Marks, near: Mapping[int, tuple[int, ...]]) -> Marks:
        """Return what uses cross where obstacles are ignored: pairs of group and obstacle.

        Only lines that meet something ignored and what touches it (``near``) and counts are
        cast again, without all that is ignored on any such line of their group.
        """
        use, owner = self.shelters
        group = self.group[use]
        quiet = _are(group, owner, idle)
        row, helper = helped(owner, self.stronger)
        silent = ~quiet[row] & _are(group[row], helper, idle)
        row, helper = row[silent], helper[silent]
        mixed = distinct(np.concatenate([_mixed(use, owner, quiet, near), use[row]]))
        if not len(mixed):
            return self.shelters
        theirs = np.isin(use, mixed)
        some = theirs & quiet
        gone = merged([(group[some], owner[some]), (group[row], helper)])
        which, pair = spread(self.group[mixed], gone[0])
        caster = self.caster.without(Omitted(which, gone[1][pair]))
        line, found = caster.shelters(self.batch.some(mixed))
        return merged([(use[~theirs], owner[~theirs]), (mixed[line], found)])


def helped(owner: Ints, stronger: Mapping[int, tuple[int, ...]]) -> Marks:
    """Return pairs of the rows of some obstacles and what may help those without being named."""
    rows, helpers = [NONE], [NONE]
    for k, some in stronger.items() if len(owner) else ():
        mine = np.flatnonzero(owner == k)
        rows += [mine] * len(some)
        helpers += [np.full(len(mine), helper) for helper in some]
    return np.concatenate(rows), np.concatenate(helpers)


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
