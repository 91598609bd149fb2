"""Lets ``python -m desktop`` do what ``schlachtplan`` does."""

import sys

from desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
