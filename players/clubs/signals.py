"""What the package announces. Receivers run in the same transaction."""

from typing import Final

from django.dispatch import Signal

# With `item`, the import, and `rows` that it has just entered: who contributes to a row may note a problem in it.
people_entered: Final = Signal()

# With `club` and `reason`: a site administrator has recognised it, or withdrawn that.
recognition_changed: Final = Signal()

# Sent with `membership`, the `role` it has from now on, whether it is new or changed, and the `actor`, who may be None.
# Sent in the transaction that gives the role; an error of a receiver undoes it.
role_given: Final = Signal()
