"""Kind and size of a picture from its first bytes; nothing is ever decoded."""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAX_SIDE = 16_384
"""Largest side of a picture in pixels."""

_TAIL = 65_536
"""Bytes at the end in which the mark of the end is looked for; some programs add junk."""

_PNG = b"\x89PNG\r\n\x1a\n"
_STARTS = {"png": _PNG, "jpeg": b"\xff\xd8\xff", "webp": b"RIFF"}
# markers of JPEG without a length, and those that hold the size
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True, slots=True)
class Header:
    """What the header of a picture says: ``kind`` (png, jpeg, webp) and size in pixels."""

    kind: str
    width: int
    height: int

    @property
    def too_big(self) -> bool:
        """Whether a side is longer than pictures may be."""
        return max(self.width, self.height) > MAX_SIDE


def kind_of(data: bytes) -> str:
    """Return png, jpeg or webp by the first bytes; empty for anything else."""
    for kind, start in _STARTS.items():
        if data.startswith(start) and (kind != "webp" or data[8:12] == b"WEBP"):
            return kind
    return ""


def read_header(data: bytes) -> Header | None:
    """Read kind and size; None when it is no picture or its header is broken."""
    kind = kind_of(data)
    readers = {"png": _png, "jpeg": _jpeg, "webp": _webp}
    if not kind:
        return None
    try:
        width, height = readers[kind](data)
    except (struct.error, IndexError, ValueError):
        return None
    return Header(kind, width, height) if width > 0 and height > 0 else None


def is_whole(data: bytes) -> bool:
    """Whether the end of the picture is there, as far as its frame tells."""
    match kind_of(data):
        case "png":
            return b"IEND" in data[-_TAIL:]
        case "jpeg":
            return b"\xff\xd9" in data[-_TAIL:]
        case "webp":
            return len(data) >= int.from_bytes(data[4:8], "little") + 8
    return False


def _png(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR":
        raise ValueError("no IHDR")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker")
        while data[at] == 0xFF:  # fill bytes
            at += 1
        marker = data[at]
        at += 1
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return width, height
        if marker not in _BARE:
            (length,) = struct.unpack(">H", data[at : at + 2])
            at += max(2, length)


def _webp(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            width = int.from_bytes(_part(data, 24, 3), "little") + 1
            height = int.from_bytes(_part(data, 27, 3), "little") + 1
        case b"VP8L":
            if data[20] != 0x2F:
                raise ValueError("no signature")
            bits = int.from_bytes(_part(data, 21, 4), "little")
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            if data[23:26] != b"\x9d\x01\x2a":
                raise ValueError("no start code")
            width, height = (n & 0x3FFF for n in struct.unpack("<HH", data[26:30]))
        case _:
            raise ValueError("unknown chunk")
    return width, height


def _part(data: bytes, start: int, length: int) -> bytes:
    part = data[start : start + length]
    if len(part) < length:
        raise ValueError("too short")
    return part
