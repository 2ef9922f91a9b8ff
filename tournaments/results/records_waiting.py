"""Records that were sent for a board and are not its record: the arbiter looks at them."""

from collections.abc import Collection
from typing import Final

from games.models import Game, Submission, SubmissionState
from tournaments.models import Pairing

MEANT_FOR: Final = "pairing:"
# Its board is no more.
MEANT_FOR_EVENT: Final = "event:"


def meant_for(pairing: Pairing) -> str:
    """For `Upload.meant_for`."""
    return f"{MEANT_FOR}{pairing.pk}"


def meant_for_event(event: int) -> str:
    return f"{MEANT_FOR_EVENT}{event}"


def number_in(mark: str, prefix: str) -> int | None:
    """The id of the board or event; None if the upload is meant for something else."""
    number = mark.removeprefix(prefix)
    return int(number) if number != mark and number.isascii() and number.isdigit() else None


def records_waiting_for(pairing: Pairing) -> list[Game]:
    """Valid games sent for this board that belong to no board: another name in them, or a second record. One query."""
    sent = Game.objects.filter(submissions__upload__meant_for=meant_for(pairing), pairing=None)
    return list(sent.distinct().order_by("pk"))


def sent_and_not_taken(marks: Collection[str]) -> list[tuple[int, str]]:
    """Games that came with such uploads and belong to no board, each with the mark of the one it was meant for."""
    sent = Submission.objects.filter(
        upload__meant_for__in=list(marks), state=SubmissionState.ACCEPTED, game__pairing=None
    )
    return [(pk, mark) for pk, mark in sent.values_list("game", "upload__meant_for") if pk]
