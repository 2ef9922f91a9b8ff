"""Records of games without a referee: a text for a board, kept as it was sent, and removed by an arbiter."""

import hashlib
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import Refused
from games.submissions.services.uploads import count_upload
from players.models import User
from tournaments import audit_actions
from tournaments.history import record_action
from tournaments.models import EventState, Pairing, TextRecord
from tournaments.models.text_record import MAX_TEXT_LENGTH
from tournaments.results.selectors import log_place
from tournaments.results.services.results import clean_reason, lock_pairing, refuse_unless_public

MAX_TEXTS_OF_BOARD: Final = 6
MAX_BYTES: Final = 4 * MAX_TEXT_LENGTH


def keep_text(*, account: User, pairing: Pairing, data: bytes) -> TextRecord:
    """Nobody checks it, and it fills in no result. The same text again is the one that is there."""
    text = _read(data)
    count_upload(account)
    with transaction.atomic():
        event, pairing = lock_pairing(pairing)
        refuse_unless_public(pairing.round)
        if event.is_refereed:
            raise Refused(_("Games of this event have a referee: send the record as one of the game."))
        if event.state == EventState.ARCHIVED:
            raise Refused(_("The event is in the archive and can no longer be changed."))
        digest = digest_of(text)
        there = list(TextRecord.objects.filter(pairing=pairing))
        for known in there:
            if known.digest == digest:
                return known
        if len(there) >= MAX_TEXTS_OF_BOARD:
            raise Refused(
                _("This board has %(max)d records already. An arbiter can remove one.")
                % {"max": MAX_TEXTS_OF_BOARD}
            )
        kept = TextRecord.objects.create(pairing=pairing, text=text, digest=digest, sent_by=account)
        record_action(
            actor=account,
            action=audit_actions.TEXT_RECORD_KEPT,
            event=event,
            before=log_place(pairing),
            after=log_place(pairing) | {"text": kept.pk},
        )
    return kept


@transaction.atomic
def remove_text(*, actor: User | None, text_record: TextRecord, reason: str = "") -> None:
    """It was not of this game, or nobody should read it. Removed twice, it is gone."""
    event, pairing = lock_pairing(text_record.pairing)
    reason = clean_reason(reason)
    if event.state == EventState.ARCHIVED:
        raise Refused(_("The event is in the archive and can no longer be changed."))
    gone, _rows = TextRecord.objects.filter(pk=text_record.pk).delete()
    if gone:
        record_action(
            actor=actor,
            action=audit_actions.TEXT_RECORD_REMOVED,
            event=event,
            before=log_place(pairing) | {"text": text_record.pk},
            after=log_place(pairing),
            reason=reason,
        )


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _read(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise _too_long()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Refused(
            _("This text is not in UTF-8. Please save the file as one, or paste the text.")
        ) from error
    if "\0" in text:
        raise Refused(_("There is a character in the text that no text has."))
    if not text.strip():
        raise Refused(_("The record is empty. Please enter it."))
    if len(text) > MAX_TEXT_LENGTH:
        raise _too_long()
    return text


def _too_long() -> Refused:
    return Refused(
        _("The record is too long: at most %(max)d characters are kept.") % {"max": MAX_TEXT_LENGTH}
    )
