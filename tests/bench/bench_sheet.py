"""Writes the encounter sheet as PDF and times it.

``python -m tests.bench.bench_sheet [creatures]``; must: a sheet of six pages or more ≤ 3 s.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from desktop.app import make_app
from desktop.i18n import language
from desktop.printing.sheets import make_sheets, page_image, save_pdf
from rules import registry
from tests.desktop.printing_kit import crowd, nothing

LIMIT = 3.0


def main() -> int:
    """Time the parts of a sheet and judge the whole."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    make_app()
    language.use("de")
    state = crowd(count)
    begin = perf_counter()
    sheets = make_sheets(state, registry.get(state.system), nothing)
    laid_out = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bogen.pdf"
        save_pdf(sheets, path)
        written = perf_counter()
        size = path.stat().st_size
    image = perf_counter()
    page_image(sheets, 0, 96)
    shown = perf_counter()
    whole = written - begin
    print(f"{count} creatures, {len(sheets.pages)} pages, {size / 1024:.0f} KiB")
    print(f"gather and lay out  {laid_out - begin:6.2f} s")
    print(f"paint and write     {written - laid_out:6.2f} s")
    print(f"first preview page  {shown - image:6.2f} s")
    print(f"whole PDF           {whole:6.2f} s  (must ≤ {LIMIT:.0f} s)")
    return 0 if whole <= LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
