"""Deadlines that do not depend on the clock."""

from __future__ import annotations

from nldt.progress import Deadline


class Countdown(Deadline):
    """Passes when it has been asked so many times, however fast the machine is."""

    def __init__(self, questions: int) -> None:
        super().__init__(None)
        self.left = questions
        self.works: list[float] = []  # asked about

    def passed(self, work: float = 0.0) -> bool:
        self.works.append(work)
        self.left -= 1
        return self.left < 0
