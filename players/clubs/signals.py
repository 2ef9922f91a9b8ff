"""What the package announces. Receivers run in the same transaction."""

from typing import Final

from django.dispatch import Signal

# With `club` and `reason`: a site administrator has recognised it, or withdrawn that.
recognition_changed: Final = Signal()
