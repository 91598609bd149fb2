"""What lines cross, looked for only where it can matter."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maps.batch import Batch
from maps.caster import SHELTERS, Caster
from maps.pauses import Pausing
from maps.pieces import Bools, Ints
from maps.uses import NONE, Marks, merged


def sifted(
    caster: Caster, batch: Batch, wanted: Bools, free: Bools, weak: Collection[str]
) -> Pausing[tuple[Marks, Marks, Marks]]:
    """Return the shelters, fogs and bodies that the wanted uses of a batch cross.

    ``weak`` roles of shelters and bodies are looked for only on the ``free`` ones. There is a
    pause after each role.
    """
    every, some = _Part(batch, np.flatnonzero(wanted)), _Part(batch, np.flatnonzero(free))
    roles = [name for name in SHELTERS if caster.all.holds(name)]
    found = []
    for name in roles:
        found.append((some if name in weak else every).crossed(caster, name))
        yield
    shelters = merged(found)
    fogs = every.crossed(caster, "fog") if caster.all.holds("fog") else (NONE, NONE)
    bodies = some.bodied(caster) if caster.bodies else (NONE, NONE)
    return shelters, fogs, bodies


@dataclass(frozen=True)
class _Part:
    """Some uses of a batch, to ask what they meet."""

    batch: Batch
    uses: Ints

    @cached_property
    def _lines(self) -> Batch:
        return self.batch.part(self.uses)

    def crossed(self, caster: Caster, name: str) -> Marks:
        return self._named(caster.crossed(self._lines, name)) if len(self.uses) else (NONE, NONE)

    def bodied(self, caster: Caster) -> Marks:
        return self._named(caster.bodied(self._lines)) if len(self.uses) else (NONE, NONE)

    def _named(self, marks: Marks) -> Marks:
        return self.uses[marks[0]], marks[1]
