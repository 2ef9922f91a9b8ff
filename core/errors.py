"""Refusals with a sentence for people: what a user can mend, apart from programming errors."""

from collections.abc import Iterable


class Refused(Exception):
    """A service would not do it. The message is a sentence for the user: what is wrong and what to do."""


class Conflict(Refused):
    """Somebody else changed the same thing after the user had looked at it: they should look again.

    `fields` are the names of what both changed.
    """

    def __init__(self, message: str, fields: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.fields = tuple(fields)


class InProgress(Refused):
    """The same is being done already: `wait` is the number of seconds after which to ask again."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class TooManyRequests(Refused):
    """A limit on how often something may be done is reached: `wait` is the number of seconds until it may be again."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class StorageUnavailable(OSError):
    """The storage of files cannot be reached or refuses: nothing of ours is broken, and it passes."""
