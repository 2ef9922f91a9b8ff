"""A progress bar, for people at a terminal; elsewhere nothing is drawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

_WIDTH = 30
_SECONDS_BETWEEN = 0.1


class ProgressBar:
    """`with ProgressBar(total, sys.stderr) as progress:` and a `step()` for each thing done.

    `words` says of what is done and the total how far that is.
    """

    def __init__(self, total: int, stream: TextIO, words: Callable[[int, int], str] = "{}/{}".format) -> None:
        self.total = total
        self.done = 0
        self.stream = stream
        self.words = words
        self.shown = stream.isatty() and total > 1
        self._last = 0.0

    def __enter__(self) -> ProgressBar:
        self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def step(self) -> None:
        self.reach(self.done + 1)

    def reach(self, done: int) -> None:
        """So many of all are done by now."""
        self.done = done
        if self.shown and time.monotonic() - self._last >= _SECONDS_BETWEEN:
            self._draw()

    def say(self, line: str) -> None:
        """A line of text above the bar."""
        self.clear()
        print(line, file=self.stream)
        self._draw()

    def _draw(self) -> None:
        if not self.shown:
            return
        self._last = time.monotonic()
        filled = _WIDTH * self.done // self.total
        bar = "#" * filled + "." * (_WIDTH - filled)
        self.stream.write(f"\r[{bar}] {self.words(self.done, self.total)}")
        self.stream.flush()

    def clear(self) -> None:
        """Make room for other text; the bar is drawn again by the next step."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
