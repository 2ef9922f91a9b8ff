"""Writes what became of records: games, duplicates and errors, many at once, each exactly once."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import IntegrityError, connection, transaction

from audit.many_values import ManyValues
from games.digest import Digest
from games.models import Game, Submission, SubmissionState, Upload
from games.news import games_arrived
from games.storing import store_games
from games.submitting.checking import Checked

# Somebody else may store the same games in the moment between our look and our writing; not again and again.
_RACES_LOST_AT_MOST: Final = 5


class Fate(NamedTuple):
    submission: int
    checked: Checked


def settle(upload: Upload, fates: Sequence[Fate]) -> None:
    """Write the fates of those records that have none yet. The caller has opened the transaction."""
    waiting = _still_waiting([fate.submission for fate in fates])
    open_fates = [fate for fate in fates if fate.submission in waiting]
    _write_errors([fate for fate in open_fates if fate.checked.digest is None])
    games = _store(
        upload, {fate.submission: fate.checked.digest for fate in open_fates if fate.checked.digest}
    )
    _write_games(games)
    games_arrived(upload, [games[submission].game for submission in sorted(games)])


class _Stored(NamedTuple):
    game: int
    is_new: bool


def _still_waiting(pks: list[int]) -> set[int]:
    rows = (
        Submission.objects.select_for_update(no_key=True)
        .filter(pk__any_of=pks, state=SubmissionState.RECEIVED)
        .order_by("pk")
    )
    return set(rows.values_list("pk", flat=True))


def _store(upload: Upload, digests: dict[int, Digest]) -> dict[int, _Stored]:
    """By submission: the game that stands for it now, and whether this submission brought it."""
    first_with: dict[str, int] = {}
    for submission, digest in digests.items():
        first_with.setdefault(digest.key, submission)
    for _ in range(_RACES_LOST_AT_MOST):
        known = dict(Game.objects.filter(duplicate_key__any_of=first_with).values_list("duplicate_key", "pk"))
        new = [digests[pk] for key, pk in first_with.items() if key not in known]
        try:
            with transaction.atomic():
                created = store_games(source=upload, digests=new)
        except IntegrityError:
            continue  # the same game came in by another way just now: look again
        by_key = known | created
        return {
            submission: _Stored(
                by_key[digest.key], digest.key in created and first_with[digest.key] == submission
            )
            for submission, digest in digests.items()
        }
    raise IntegrityError("The same games are being stored by others again and again.")


def _write_errors(fates: list[Fate]) -> None:
    broken = [
        Submission(pk=fate.submission, state=SubmissionState.ERROR, errors=fate.checked.errors)
        for fate in fates
    ]
    if broken:
        Submission.objects.bulk_update(broken, ["state", "errors"])


def _write_games(games: dict[int, _Stored]) -> None:
    rows = [
        (
            pk,
            SubmissionState.ACCEPTED.value if stored.is_new else SubmissionState.DUPLICATE.value,
            stored.game,
        )
        for pk, stored in games.items()
    ]
    if not rows:
        return
    table = Submission._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"UPDATE {table} AS s SET state = v.state, game_id = v.game "  # noqa: S608  the table is ours
                "FROM unnest(%s::bigint[], %s::text[], %s::bigint[]) AS v (id, state, game) WHERE s.id = v.id",
                [ManyValues.of(column).text for column in zip(*rows, strict=True)],
            )
        else:
            cursor.executemany(
                f"UPDATE {table} SET state = %s, game_id = %s WHERE id = %s",  # noqa: S608
                [(state, game, pk) for pk, state, game in rows],
            )
