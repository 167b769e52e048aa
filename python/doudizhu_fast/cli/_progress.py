"""A progress bar for work that takes a while."""

import sys
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["Bar"]

# A bar for less would be a flicker.
_SECONDS_WITHOUT_BAR = 1.0


class Bar:
    """A progress bar with the time left, on a terminal's stderr, once the work has taken a while.

    Args:
        label: What is being done, as ``playing``.
        unit: What is counted, as ``deals``.
    """

    def __init__(self, label: str, unit: str) -> None:
        self._bar = Progress(
            TextColumn(label),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(unit),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(file=sys.stderr),
            transient=True,
        )
        self._task = self._bar.add_task(label)
        self._shows = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shows:
            self._bar.stop()

    def show(self, done: int, total: int) -> None:
        """Hear how much is done: what ``progress=`` takes."""
        task = self._bar.tasks[self._task]
        if task.start_time is None or not sys.stderr.isatty():
            return
        # From the first report on, so that the speed is known when the bar appears.
        self._bar.update(self._task, completed=done, total=total)
        if not self._shows and (task.elapsed or 0) >= _SECONDS_WITHOUT_BAR:
            self._shows = True
            self._bar.start()
