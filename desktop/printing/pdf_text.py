"""Lets spaces in a PDF be copied and searched as spaces.

Qt says of the glyph of the space that it is a tab, for both share it in our font and the tab comes
first: whoever looks for two words beside each other finds nothing. What is wrong is said anew in
an update at the end of the file, as the format has it; nothing that stands there is changed.
"""

from __future__ import annotations

import re
from pathlib import Path

_HEAD = re.compile(rb"\d+ 0 obj\s*<<\s*/Length (\d+)\s*>>\s*stream\r?\n")
_MAP = re.compile(rb"/ToUnicode (\d+) 0 R")
_LIST = re.compile(rb"\[[^\]]*\]")
_SINGLE = re.compile(rb"^(<[0-9A-Fa-f]{4}> <[0-9A-Fa-f]{4}> )<0009>", re.MULTILINE)
_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s*(\d+)\s*%%EOF\s*$", re.DOTALL)


def mend_spaces(path: Path) -> None:
    """Append maps of glyphs in which spaces are spaces. A file of another make is left alone.

    Raises OSError.
    """
    data = path.read_bytes()
    trailer = _TRAILER.search(data)
    if trailer is None:
        return
    places = _places(data, int(trailer[2]))
    added, rows = b"", b""
    for number in sorted({int(m[1]) for m in _MAP.finditer(data)}):
        mended = _mended(data[places[number] :]) if number in places else b""
        if mended:
            rows += b"%d 1\n%010d 00000 n \n" % (number, len(data) + len(added))
            added += b"%d 0 obj\n" % number + mended
    if not added:
        return
    start = len(data) + len(added)
    entries = trailer[1].strip() + b"\n/Prev " + trailer[2]
    tail = b"xref\n" + rows + b"trailer\n<<\n" + entries + b"\n>>\nstartxref\n%d\n%%%%EOF\n" % start
    with path.open("ab") as file:
        file.write(added + tail)


def _places(data: bytes, table: int) -> dict[int, int]:
    """Read where each object begins from the table at the end of the file."""
    lines = data[table:].split(b"trailer", 1)[0].splitlines()
    found: dict[int, int] = {}
    if len(lines) < 2 or lines[0].strip() != b"xref":
        return found
    first = int(lines[1].split()[0])
    for number, line in enumerate(lines[2:], first):
        parts = line.split()
        if len(parts) == 3 and parts[2] == b"n":
            found[number] = int(parts[0])
    return found


def _mended(data: bytes) -> bytes:
    """Return the stream that begins here with spaces instead of tabs; empty where none are."""
    head = _HEAD.match(data)
    if head is None:
        return b""
    words = data[head.end() : head.end() + int(head[1])]
    mended = _LIST.sub(lambda m: m[0].replace(b"<0009>", b"<0020>"), words)
    mended = _SINGLE.sub(rb"\1<0020>", mended)
    if mended == words:
        return b""
    return b"<< /Length %d >>\nstream\n" % len(mended) + mended + b"\nendstream\nendobj\n"
