"""Records that come again: which of them are games of the archive already, and whose copy a new one is.

A game is recognised by its moves, players and date, and by how the record says that it ended. Somebody else's copy is
taken for it only if everybody may see that copy: what is withheld neither keeps another record out nor shows that it is
there. The record of a board is the board's own, whatever others have sent before.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from games.archive.services.digest import Digest
from games.event_hooks import TargetBoard
from games.models import Game, Upload, Visibility


class CopyMatch(NamedTuple):
    """The game that a record is already; None if it is a new one, `copy_for` being as `Game.copy_for` has it."""

    game: int | None
    copy_for: str


class _Copy(NamedTuple):
    game: int
    key: str
    result: str
    termination: str
    copy_for: str
    submitted_by: int | None
    visibility: str
    embargo_until: datetime | None

    @property
    def is_public(self) -> bool:
        """As `games.policies.current_visibility` has it."""
        if self.visibility == Visibility.EMBARGOED:
            return self.embargo_until is not None and self.embargo_until <= timezone.now()
        return self.visibility == Visibility.PUBLIC


def match_copies(
    upload: Upload, digests: Mapping[int, Digest], boards: Mapping[int, TargetBoard]
) -> dict[int, CopyMatch]:
    """What is known of each of the upload's records, by the keys of `digests`. One query."""
    known: dict[tuple[str, ...], list[_Copy]] = {}
    for copy in _copies_of({digest.key for digest in digests.values()}):
        known.setdefault((copy.key, copy.result, copy.termination), []).append(copy)
    return {
        pk: _match(upload, known.get((digest.key, *digest.ending), []), boards.get(pk))
        for pk, digest in digests.items()
    }


def _copies_of(keys: Iterable[str]) -> list[_Copy]:
    rows = Game.objects.filter(duplicate_key__any_of=list(keys)).order_by("pk")
    columns = (
        "pk", "duplicate_key", "recorded_result", "recorded_termination", "copy_for", "submitted_by_id", "visibility",
        "embargo_until",
    )  # fmt: skip
    return [_Copy(*row) for row in rows.values_list(*columns)]


def _match(upload: Upload, copies: list[_Copy], board: TargetBoard | None) -> CopyMatch:
    if board is not None:
        own = next(
            (copy for copy in copies if copy.copy_for == board.mark or copy.game == board.record), None
        )
        return CopyMatch(own.game if own else None, board.mark)
    private = f"account:{upload.account_id or 0}"
    scope = upload.meant_for or ("" if upload.visibility == Visibility.PUBLIC else private)
    own_copies = (scope, private) if scope else (private,)
    for copy in copies:
        is_sender = upload.account_id is not None and copy.submitted_by == upload.account_id
        if copy.copy_for in own_copies or is_sender or copy.is_public:
            return CopyMatch(copy.game, copy.copy_for)
    is_taken = any(copy.copy_for == scope for copy in copies)  # by one that is withheld since
    return CopyMatch(None, private if is_taken else scope)


def same_copies(game: Game, key: str) -> QuerySet[Game]:
    """Other games that stand in the way if this one is to have that key."""
    return Game.objects.filter(
        duplicate_key=key,
        recorded_result=game.recorded_result,
        recorded_termination=game.recorded_termination,
        copy_for=game.copy_for,
    ).exclude(pk=game.pk)
