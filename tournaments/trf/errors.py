"""What is wrong with a report file, and where."""

from __future__ import annotations


class TrfError(ValueError):
    """A report file that cannot be understood, or a tournament that does not fit into one.

    Lines and columns count from 1, as editors show them; a tournament that cannot be written has neither.
    """

    def __init__(self, reason: str, *, line: int | None = None, column: int | None = None) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        where = ", ".join(
            f"{name} {number}" for name, number in (("line", line), ("column", column)) if number is not None
        )
        super().__init__(f"{where}: {reason}" if where else reason)
