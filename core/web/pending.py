"""What waits for somebody: answers that they owe and decisions that they may take. Each app tells of its own.

    PENDING.register("confirmations", pending_confirmations, order=300)

in the app's `ready()`. A source asks for nothing that the account may not answer or decide.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from core.permissions.actors import Account
from core.registry import Registry


class PendingItem(NamedTuple):
    """`text` says what and how many; `url` leads to where it is answered."""

    text: str
    url: str


PendingSource = Callable[[Account], Iterable[PendingItem]]
PENDING: Final = Registry[PendingSource]("sources of what waits for somebody")


def pending_items(account: Account) -> list[PendingItem]:
    return [item for source in PENDING for item in source(account)]
