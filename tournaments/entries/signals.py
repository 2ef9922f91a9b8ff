"""What entries announce to the packages above them, in the transaction that changes them."""

from typing import Final

from django.dispatch import Signal

# `entry` has left its section while or before it is played; `entry` plays again.
entry_withdrawn: Final = Signal()
entry_returned: Final = Signal()
