"""Pictures as tables of pixels, as far as tilesets need it: PNG in, PNG out."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from maps.formats.headers import read_header

MAX_PIXELS = 3_000_000
"""Most pixels of a picture that is decoded here."""

Pixels = npt.NDArray[np.uint8]
_START = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def decode_png(data: bytes) -> Pixels | None:
    """Return rows × columns × RGBA; None for broken, large, interlaced or 16-bit pictures."""
    header = read_header(data)
    if header is None or header.kind != "png" or header.width * header.height > MAX_PIXELS:
        return None
    try:
        chunks = _chunks(data)
        _, _, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"][:13])
        if depth not in ((1, 2, 4, 8) if colour in (0, 3) else (8,)) or interlaced:
            return None
        channels = _CHANNELS[colour]
        wide = (header.width * channels * depth + 7) // 8
        raw = zlib.decompressobj().decompress(chunks[b"IDAT"], (wide + 1) * header.height)
        rows = np.frombuffer(raw, np.uint8).reshape(header.height, wide + 1)
        step = max(1, channels * depth // 8)
        flat = _unfiltered(rows, step)
        return _rgba(flat, header.width, (depth, colour), chunks)
    except (KeyError, ValueError, struct.error, zlib.error, IndexError):
        return None


def encode_png(pixels: Pixels) -> bytes:
    """Write rows × columns × RGBA."""
    height, width, _ = pixels.shape
    rows = np.zeros((height, width * 4 + 1), np.uint8)
    rows[:, 1:] = pixels.reshape(height, width * 4)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 3)), (b"IEND", b""))
    out = [_START]
    for name, body in parts:
        check = zlib.crc32(name + body)
        out.append(struct.pack(">I", len(body)) + name + body + struct.pack(">I", check))
    return b"".join(out)


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """Return the chunks by name; data in several pieces is joined."""
    found: dict[bytes, bytes] = {}
    pieces: list[bytes] = []
    at = len(_START)
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if name == b"IDAT":
            pieces.append(body)
        else:
            found.setdefault(name, body)
        at += length + 12
    found[b"IDAT"] = b"".join(pieces)
    return found


def _unfiltered(rows: Pixels, step: int) -> Pixels:
    """Undo the filters of the rows, along slanting lines on which no pixel needs another."""
    height, wide = rows.shape[0], rows.shape[1] - 1
    kinds = rows[:, 0].astype(np.int64)
    if kinds.max(initial=0) > 4:
        raise ValueError("unknown filter")
    columns = -(-wide // step)
    body = np.zeros((height, columns * step), np.int64)
    body[:, :wide] = rows[:, 1:]
    source = body.reshape(height, columns, step)
    out = np.zeros((height + 1, columns + 1, step), np.int64)  # a rim of zeros above and left
    for slant in range(height + columns - 1):
        y = np.arange(max(0, slant - columns + 1), min(height, slant + 1))
        x = slant - y
        left, up, both = out[y + 1, x], out[y, x + 1], out[y, x]
        guess = left + up - both
        away = np.stack([abs(guess - left), abs(guess - up), abs(guess - both)])
        nearest = np.choose(away.argmin(axis=0), [left, up, both])
        kind = kinds[y][:, None]
        add = np.choose(kind, [np.zeros_like(left), left, up, (left + up) // 2, nearest])
        out[y + 1, x + 1] = (source[y, x] + add) & 255
    return out[1:, 1:].reshape(height, columns * step)[:, :wide].astype(np.uint8)


def _rgba(flat: Pixels, width: int, form: tuple[int, int], chunks: dict[bytes, bytes]) -> Pixels:
    depth, colour = form
    height = flat.shape[0]
    if depth < 8:
        bits = np.unpackbits(flat, axis=1).reshape(height, -1, depth)
        weights = (1 << np.arange(depth - 1, -1, -1)).astype(np.uint8)
        flat = (bits * weights).sum(axis=2, dtype=np.uint8)[:, :width]
    values = flat[:, : width * _CHANNELS[colour]].reshape(height, width, _CHANNELS[colour])
    out = np.full((height, width, 4), 255, np.uint8)
    match colour:
        case 0 | 4:
            grey = values[:, :, :1]
            out[:, :, :3] = grey if depth == 8 else grey * (255 // ((1 << depth) - 1))
            if colour == 4:
                out[:, :, 3] = values[:, :, 1]
        case 2:
            out[:, :, :3] = values
        case 6:
            out[:] = values
        case 3:
            table = np.full((256, 4), 255, np.uint8)
            stated = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)[:256]
            table[: len(stated), :3] = stated
            clear = np.frombuffer(chunks.get(b"tRNS", b""), np.uint8)[:256]
            table[: len(clear), 3] = clear
            out = table[values[:, :, 0]]
    return out
