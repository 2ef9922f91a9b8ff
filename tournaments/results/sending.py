"""Sending the record of a game for its board: who may see it, and by which rules it was played, the event says."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import SourceKind, Upload
from games.services import submit
from players.errors import Refused
from players.models import User
from tournaments.models import EventState, Pairing
from tournaments.results.records_shown import visibility_of_records
from tournaments.results.records_waiting import meant_for
from tournaments.results.states import refuse_unless_public


def send_record(
    *,
    account: User,
    pairing: Pairing,
    content: Iterable[bytes],
    size: int,
    source: SourceKind,
    file_name: str = "",
) -> Upload:
    """Stored unchanged and checked in the background, like all records; then it becomes the board's."""
    event = pairing.round.section.event
    refuse_unless_public(pairing.round)
    if event.state == EventState.ARCHIVED:
        raise Refused(_("The event is in the archive. Nothing is changed in it any more."))
    return submit(
        account=account,
        content=content,
        size=size,
        source=source,
        file_name=file_name,
        club=event.club,
        visibility=visibility_of_records(event, pairing.round),
        no_capture_limit=event.no_capture_limit,
        meant_for=meant_for(pairing),
    )
