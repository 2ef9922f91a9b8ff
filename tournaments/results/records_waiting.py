"""Records that were sent for a board and are not its record: the arbiter looks at them."""

from typing import Final

from games.models import Game
from tournaments.models import Pairing

MEANT_FOR: Final = "pairing:"


def meant_for(pairing: Pairing) -> str:
    """For `Upload.meant_for`."""
    return f"{MEANT_FOR}{pairing.pk}"


def records_waiting_for(pairing: Pairing) -> list[Game]:
    """Valid games sent for this board that belong to no board: another name in them, or a second record. One query."""
    sent = Game.objects.filter(submissions__upload__meant_for=meant_for(pairing), pairing=None)
    return list(sent.distinct().order_by("pk"))
