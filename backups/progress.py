"""How far a backup or a restore is, for people at a terminal."""

from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TextIO

from engine.cli.progress_bar import ProgressBar


class ShownProgress:
    """A bar that begins when it is known how many rows there are, and goes when all are done."""

    def __init__(self, stream: TextIO, *, quiet: bool) -> None:
        self._stream = stream
        self._quiet = quiet
        self._bar: ProgressBar | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Callable[[int, int], None]:
        return self._show

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _show(self, done: int, of: int) -> None:
        if self._quiet:
            return
        if self._bar is None:
            self._bar = self._stack.enter_context(ProgressBar(of, self._stream))
        self._bar.reach(done)
        if done >= of:
            self._stack.close()
