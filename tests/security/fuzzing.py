"""How long to look: a moment in `make test`, as long as one likes in `make fuzz`."""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from hypothesis import HealthCheck, seed, settings
from hypothesis.database import DirectoryBasedExampleDatabase

# What has failed once is tried first from then on.
EXAMPLES: Final = Path(__file__).parent / "examples"
# Set by scripts/fuzz.py.
SECONDS: Final = "KIEBITZ_FUZZ_SECONDS"
SEED: Final = "KIEBITZ_FUZZ_SEED"
BATCH: Final = 100
FIXED_SEED: Final = 20


class FuzzTime(NamedTuple):
    """`seconds` is 0 in the suite: one batch of the same examples each time."""

    seconds: float
    seed: int | None

    @property
    def is_long(self) -> bool:
        return self.seconds > 0 or self.seed is not None


def time_from_environment() -> FuzzTime:
    number = os.environ.get(SEED, "")
    return FuzzTime(float(os.environ.get(SECONDS, "0")), int(number) if number else None)


def repeat(batch: Callable[[int], None], limit: FuzzTime) -> int:
    """Run batches with new seeds until the time is over; how many there were. A failure names its seed."""
    if limit.seed is not None or not limit.seconds:
        batch(limit.seed if limit.seed is not None else FIXED_SEED)
        return 1
    end, batches = time.monotonic() + limit.seconds, 0
    while time.monotonic() < end:
        number = random.SystemRandom().randrange(1 << 32)
        try:
            batch(number)
        except BaseException as error:
            error.add_note(f"Repeat it with FUZZ_SEED={number} make fuzz")
            raise
        batches += 1
    return batches


def fuzz(test: Callable[..., Any], limit: FuzzTime, *, name: str) -> None:
    """A test made by `given`, in batches."""
    chosen = settings(
        max_examples=BATCH,
        deadline=None,
        derandomize=False,
        database=DirectoryBasedExampleDatabase(EXAMPLES / name) if limit.is_long else None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    prepared = chosen(test)  # which can be done once
    repeat(lambda number: seed(number)(prepared)(), limit)
