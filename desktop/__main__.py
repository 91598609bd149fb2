"""Lets ``python -m desktop`` do what ``schlachtplan`` does."""

import sys

from desktop.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()  # a bundle starts itself once more for each process of the forecast
    sys.exit(main())
