"""What goes wrong with encounter files, apart from what reads and writes them: quick to load."""

from __future__ import annotations

from maps.problems import Problem


class StoreError(OSError):
    """An encounter file that could not be written; nothing was changed. Carries the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem
