"""The command line. Commands that need no window import no Qt."""

from desktop.cli.run import main

__all__ = ["main"]
