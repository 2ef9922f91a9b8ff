"""What the package announces of people."""

from typing import Final

from django.dispatch import Signal

# Sent with `person`, who has the new name by then, for what keeps the old one beside the profile: receivers remove it
# there. Sent in the transaction that deletes the account; an error of a receiver undoes all of it.
person_forgotten: Final = Signal()
