"""The desktop program: windows, tools, paper, and the command line."""

__version__ = "0.1.0"
"""The one place of the version; the package's metadata is built from it."""
