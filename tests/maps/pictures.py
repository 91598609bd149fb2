"""Tiny pictures for tests: true headers, nothing to see."""

from __future__ import annotations

import struct
import zlib


def png(width: int, height: int) -> bytes:
    """Return a whole grey PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = zlib.compress(b"\0" * ((width + 1) * height)) if width * height < 10**7 else b""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    """Return the frame of a JPEG with an Exif block in front of its size."""
    exif = b"\xff\xe1" + struct.pack(">H", 2 + 300) + b"\xff\xc0" * 150
    size = struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + exif + b"\xff\xff\xc2" + size + b"\xff\xd9"


def webp(width: int, height: int, chunk: str = "VP8X") -> bytes:
    """Return the frame of a WebP of one of its three kinds."""
    match chunk:
        case "VP8X":
            body = (
                b"\0" * 4 + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
            )
        case "VP8L":
            body = b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + b"\0" * 5
        case _:
            body = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height)
    inner = b"WEBP" + chunk.encode().ljust(4) + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(inner)) + inner
