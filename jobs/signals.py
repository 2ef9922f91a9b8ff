"""What the app announces of background work."""

from typing import Final

from django.dispatch import Signal

# Sent with `item` and `actor`: an administrator has a failed item tried again. Sent in the transaction that does it.
retried_by_hand: Final = Signal()
