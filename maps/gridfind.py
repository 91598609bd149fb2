"""Finds the grid that is printed in a picture: how far its lines are apart and where they lie.

Along a printed line every pixel is a little darker (or brighter) than its neighbours; texture is
so only here and there. Averaged over whole columns and rows the lines stay and the texture goes.
The periods of both profiles together name the size of a square: all harmonics of the right one
are strong, half of those of its double are empty, and its half has only half as many.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

LEAST_PIXELS = 8.0
"""Smallest square that is looked for, in pixels."""
LEAST_LINES = 4
"""So many lines must fit into the shorter side."""
REACHES = (1, 2, 4)
"""How far beside a line its neighbours are taken, in pixels: lines are of several widths."""
HARMONICS = 12
LOUDEST = 60.0
"""Power of one wave beyond which it counts no more: a grid has many."""
FINE = 64
BESIDE = 4
"""So many pixels beside the first guess the middle of a line may lie."""
REACH_OF_FIT = 2
"""So many pixels beside its place a line may lie."""
NO_MATTER = 0.75
"""Pixels by which the last line may lie beside its place."""
PEAKS = 6
"""So many periods are looked at closely, with their doubles and halves."""
FINEST = 3.0
"""Pixels of the shortest wave that counts: lines are no sharper."""
SURE, SOME = 16.0, 6.0
"""Strengths from which a grid is certain, and from which there is one at all."""
LEAST = 0.2
"""Confidence below which nothing was found."""
ENOUGH = 0.9
"""Confidence from which no other width of line is tried."""
SUPPORT = 0.5
"""Share of the lines that must show."""
STRIP = 512
"""Rows that are worked on at a time."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Parallel lines: how far apart, where one of them lies, both in pixels.

    ``strength`` is how far they stand out of what lies between them, in standard errors;
    ``support`` the share of them that shows, ``count`` how many they are.
    """

    period: float
    phase: float
    strength: float
    support: float
    count: int

    def place(self, period: float) -> float:
        """Return where a line lies for a slightly different period: the middle one stays."""
        return (self.phase + (self.count // 2) * self.period) % period


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """A grid in a picture: pixels of a square, and the pixel of one crossing (edges, not middles).

    ``confidence`` runs from 0 to 1. An axis that shows no lines of its own is ``None``.
    """

    pixels: float
    x: float
    y: float
    confidence: float
    strength: float
    across: Lines | None
    down: Lines | None


def find_grid(grey: Grey) -> FoundGrid | None:
    """Find the grid in rows × columns of brightness; ``None`` where none shows."""
    best: FoundGrid | None = None
    for reach in REACHES:
        columns, rows = (_Spectrum.of(_profile(grey, reach, axis)) for axis in (1, 0))
        for period in _periods(columns, rows):
            found = _fitted(_lines(columns, period), _lines(rows, period))
            if found is not None and (best is None or found.strength > best.strength):
                best = found
        if best is not None and best.confidence > ENOUGH:
            break
    if best is None or best.confidence < LEAST:
        return None
    return _fitted(
        *(_centred(grey, lines, axis) for axis, lines in ((1, best.across), (0, best.down)))
    )


def _centred(grey: Grey, lines: Lines | None, axis: int) -> Lines | None:
    """Lay lines on the middle of the ink, whatever its width: what lies beside it looks inverse."""
    if lines is None:
        return None
    reach = max(2, min(8, int(lines.period / 6)))
    profile = _ridges(grey, reach, axis, 1e9)
    start, count = (lines.phase - 0.5) % lines.period, lines.count
    offsets = np.arange(-BESIDE, BESIDE + 0.25, 0.25)
    at = start + offsets[:, None] + lines.period * np.arange(count)
    folded = np.median(np.interp(at, np.arange(len(profile)), profile), axis=1)
    top = int(np.abs(folded).argmax())
    ink = folded * np.sign(folded[top]) > abs(folded[top]) / 2
    first = last = top
    while first > 0 and ink[first - 1]:
        first -= 1
    while last < len(ink) - 1 and ink[last + 1]:
        last += 1
    weight = np.abs(folded[first : last + 1])
    middle = float((offsets[first : last + 1] * weight).sum() / weight.sum()) if weight.any() else 0
    return replace(lines, phase=start + middle + 0.5)


@dataclass(frozen=True, slots=True)
class _Spectrum:
    """A profile and its waves, 64 times finer than its length alone would tell them apart."""

    profile: Floats
    waves: npt.NDArray[np.complex128]
    length: int

    @classmethod
    def of(cls, profile: Floats) -> _Spectrum:
        length = FINE << math.ceil(math.log2(max(16, len(profile))))
        return cls(profile, np.fft.rfft(profile - profile.mean(), length), length)

    def power(self, frequencies: Floats) -> Floats:
        """Return the power at frequencies, 1 for what noise of the same size would have."""
        energy = float(((self.profile - self.profile.mean()) ** 2).sum())
        at = np.round(frequencies * self.length).astype(np.int64)
        at = np.minimum(at, len(self.waves) - 1)
        return np.abs(self.waves[at]) ** 2 / energy if energy else np.zeros(len(at))


def _fitted(across: Lines | None, down: Lines | None) -> FoundGrid | None:
    """Make a grid of the lines of both axes, which should agree, or of one."""
    shown = [lines for lines in (across, down) if lines is not None]
    if not shown:
        return None
    best = max(shown, key=lambda lines: lines.strength)
    agreed = [line for line in shown if abs(line.period - best.period) <= 0.02 * best.period]
    weights = [line.strength / line.period for line in agreed]
    pixels = sum(line.period * w for line, w in zip(agreed, weights, strict=True)) / sum(weights)
    strength = math.sqrt(sum(line.strength**2 for line in agreed))
    support = sum(line.support for line in agreed) / len(agreed)
    sure = min(1.0, max(0.0, (strength - SOME) / (SURE - SOME))) * min(1.0, support / 0.8)
    pixels = _whole(pixels, max(line.count for line in agreed))
    across, down = (line if line in agreed else None for line in (across, down))
    x, y = (line.place(pixels) if line is not None else 0.0 for line in (across, down))
    return FoundGrid(pixels, x, y, sure * (1 if len(agreed) > 1 else 0.8), strength, across, down)


def _profile(grey: Grey, reach: int, axis: int) -> Floats:
    """Return for each column (axis 1) or row (0) how much it differs from those beside it.

    A pixel counts no more than twice what is usual here: edges of walls are no lines of a grid.
    """
    if grey.shape[axis] < 2 * reach + 8 or grey.shape[1 - axis] < 8:
        return np.zeros(grey.shape[axis])
    step = max(1, grey.shape[1 - axis] // 512)
    sample = grey[::step] if axis else grey[:, ::step]
    usual = max(4.0, float(np.median(np.abs(_ridge(sample, reach, axis)))))
    return _evened(_ridges(grey, reach, axis, 2 * usual))


def _ridges(grey: Grey, reach: int, axis: int, limit: float) -> Floats:
    """Return the mean of what pixels differ from those beside them, along each column or row."""
    length = grey.shape[axis]
    total = np.zeros(length - 2 * reach)
    most = int(min(limit, 1024))
    for top in range(0, grey.shape[1 - axis], STRIP):
        part = grey[top : top + STRIP] if axis else grey[:, top : top + STRIP]
        ridge = np.clip(_ridge(part, reach, axis), -most, most)
        total += ridge.sum(axis=1 - axis, dtype=np.int64)
    return np.pad(total / grey.shape[1 - axis], reach)


def _ridge(part: Grey, reach: int, axis: int) -> npt.NDArray[np.int16]:
    """Return twice how much pixels are brighter than those beside them."""
    wide = part.astype(np.int16)
    if axis:
        return 2 * wide[:, reach:-reach] - wide[:, : -2 * reach] - wide[:, 2 * reach :]
    return 2 * wide[reach:-reach] - wide[: -2 * reach] - wide[2 * reach :]


def _evened(profile: Floats) -> Floats:
    """Take the mean off and cut peaks: a long wall is one line and no grid."""
    middle = float(np.median(profile))
    spread = float(np.median(np.abs(profile - middle)))
    if spread == 0:
        spread = float(profile.std()) / 4
    if spread == 0:
        return np.zeros_like(profile)
    return np.asarray(np.clip((profile - middle) / spread, -8, 8), np.float64)


def _periods(columns: _Spectrum, rows: _Spectrum) -> list[float]:
    """Return periods worth a closer look: those with the strongest harmonics, and their kin."""
    longer = max(len(columns.profile), len(rows.profile))
    shorter = min(len(columns.profile), len(rows.profile))
    low, high = LEAST_LINES / shorter, 1 / LEAST_PIXELS
    if low >= high:
        return []
    base = np.arange(low, high, 1 / (16 * longer))
    score, count = np.zeros(len(base)), np.zeros(len(base))
    for k in range(1, HARMONICS + 1):
        heard = base * k < 1 / FINEST
        for spectrum in (columns, rows):
            score[heard] += np.minimum(spectrum.power(base[heard] * k), LOUDEST)
        count[heard] += 1
    score = (score - 2 * count) / np.sqrt(count)
    found: list[float] = []
    for _ in range(PEAKS):
        best = int(score.argmax())
        if not score[best] > 0:
            break
        score[max(0, best - 16) : best + 17] = 0  # the same peak
        found.append(1 / float(base[best]))
    kin = [period * share for period in found for share in (1, 2, 3, 4, 0.5)]
    return _apart([p for p in kin if LEAST_PIXELS <= p <= shorter / (LEAST_LINES - 1)], shorter)


def _apart(periods: list[float], length: int) -> list[float]:
    """Leave out periods that are the same within what a length of pixels can tell."""
    kept: list[float] = []
    for period in periods:
        if all(abs(1 / period - 1 / other) > 0.25 / length for other in kept):
            kept.append(period)
    return kept


def _lines(spectrum: _Spectrum, period: float) -> Lines | None:
    """Fit lines of about a period to a profile; ``None`` where they do not stand out."""
    profile = spectrum.profile
    step = 1 / spectrum.length
    orders = np.arange(1, max(2, min(HARMONICS, int(period / FINEST))) + 1)
    far = max(2, FINE // 2)
    tried: Floats = 1 / period + step * np.arange(-far, far + 1, dtype=np.float64)
    power = sum((spectrum.power(tried * k) for k in orders), np.zeros(len(tried)))
    best = int(power.argmax())
    frequency = float(tried[best])
    if 0 < best < len(tried) - 1:  # the top of the parabola through three values
        left, top, right = power[best - 1 : best + 2]
        bend = left - 2 * top + right
        frequency += step * 0.5 * float((left - right) / bend) if bend else 0.0
    period, at = 1 / frequency, np.arange(len(profile))
    turns = np.exp(-2j * math.pi * frequency * at)
    phases = np.linspace(0, period, max(64, int(16 * period)), endpoint=False)
    comb, turned = np.zeros(len(phases)), np.ones_like(turns)
    for k in orders:
        turned = turned * turns
        comb += (complex(turned @ profile) * np.exp(2j * math.pi * k * frequency * phases)).real
    # lines are bright or dark; what lies beside a bright one looks dark
    tried_phases = (float(phases[int(comb.argmax())]), float(phases[int(comb.argmin())]))
    fits = [_judged(profile, *_fit(profile, period, phase)) for phase in tried_phases]
    shown = [lines for lines in fits if lines is not None]
    return max(shown, key=lambda lines: lines.strength) if shown else None


def _fit(profile: Floats, period: float, phase: float) -> tuple[float, float]:
    """Lay lines through the peaks next to them: period and phase by least squares."""
    count = int((len(profile) - 2 - phase) // period) + 1
    index = np.arange(max(1, count))
    spots = phase + index * period
    around = np.arange(-REACH_OF_FIT, REACH_OF_FIT + 1)
    at = np.clip(np.round(spots).astype(int)[:, None] + around, 0, len(profile) - 1)
    near = profile[at]
    sign = 1.0 if near[:, REACH_OF_FIT].mean() >= 0 else -1.0
    height = np.maximum(sign * near, 0) ** 2
    weight = height.sum(axis=1)
    if int((weight > 0).sum()) < LEAST_LINES - 1:
        return period, phase
    where = (at * height).sum(axis=1) / np.maximum(weight, 1e-9)
    weight = np.minimum(weight, 2 * float(weight.mean()))
    middle, centre = np.average(index, weights=weight), np.average(where, weights=weight)
    apart = index - middle
    slope = float((weight * apart * (where - centre)).sum() / (weight * apart**2).sum())
    start = float(centre - slope * middle)
    if abs(slope - period) * count > period / 4:
        return period, phase
    return slope, start % slope


def _judged(profile: Floats, period: float, phase: float) -> Lines | None:
    """Measure how far lines stand out; ``None`` where they do not."""
    spots = np.arange(phase, len(profile) - 0.5, period)
    spots = spots[(spots >= 1) & (spots <= len(profile) - 2)]
    if len(spots) < LEAST_LINES - 1:
        return None
    low = np.floor(spots).astype(int)
    share = spots - low
    on = profile[low] * (1 - share) + profile[low + 1] * share
    near = np.stack([profile[np.clip(np.round(spots).astype(int) + d, 0, len(profile) - 1)]
                     for d in (-1, 0, 1)])  # fmt: skip
    sign = 1.0 if on.mean() >= 0 else -1.0
    peaks = (sign * near).max(axis=0)
    off = np.ones(len(profile), bool)
    for d in (-2, -1, 0, 1, 2):
        off[np.clip(np.round(spots).astype(int) + d, 0, len(profile) - 1)] = False
    rest = sign * profile[off]
    if rest.size < 8:
        return None
    spread = max(float(rest.std()), 0.3)
    height = float((sign * on).mean()) - float(rest.mean())
    strength = height / spread * math.sqrt(len(spots))
    support = float((peaks > rest.mean() + spread).mean())
    if strength < SOME or support < SUPPORT:
        return None
    return Lines(period, phase + 0.5, strength, support, len(spots))


def _whole(pixels: float, count: int) -> float:
    """Return whole pixels where the last line would hardly move for it: most grids are made so."""
    return float(round(pixels)) if abs(round(pixels) - pixels) * count < NO_MATTER else pixels
