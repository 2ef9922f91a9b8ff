"""The two queues, and where their messages lie with the broker. Needs nothing: the settings read it."""

from typing import Final

# What a page waits for; workers look there first.
PAIRING_QUEUE: Final = "pairing"
# The rest, under the name that Celery gives to its own.
DEFAULT_QUEUE: Final = "celery"
QUEUES: Final = (PAIRING_QUEUE, DEFAULT_QUEUE)

# Celery keeps a list for each step of priority.
PRIORITY_STEPS: Final = (0, 3, 6, 9)


def queue_key(queue: str, priority: int) -> str:
    """The list of a queue that holds messages of this priority."""
    step = max(step for step in PRIORITY_STEPS if step <= priority)
    return f"{queue}\x06\x16{step}" if step else queue
