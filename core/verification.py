"""What `manage.py verify` looks at: each app says how its own rows are compared with what they were made of."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from core.registry import Registry


@dataclass
class Findings:
    """`tell` is called with each sentence about what is wrong as soon as it is found."""

    tell: Callable[[str], object]
    problems: int = 0

    def add(self, problem: str) -> None:
        self.problems += 1
        self.tell(problem)


@dataclass(frozen=True)
class Verification:
    """`count()` is how many things there are; `run(findings)` yields after each, and returns what it looked at.

    It reads and never writes, and takes as much memory for many rows as for few.
    """

    count: Callable[[], int]
    run: Callable[[Findings], Generator[None, None, str]]


VERIFICATIONS: Final = Registry[Verification]("verifications")
