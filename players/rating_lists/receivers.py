"""What becomes of rating lists when a club is recognised, or is no longer, and when people are imported."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from players.models import ChangeKind, Club, PeopleImport, PeopleUploadRow, RatingPool, RowOutcome
from players.rating_lists.policies import may_give_starting_ratings
from players.rating_lists.services.results import lock_pools, record_change
from players.rating_lists.services.starting_ratings import give_starting_ratings


def recompute_lists_across_clubs(sender: object, *, club: Club, reason: str, **kwargs: object) -> None:
    """All of them: a list in which the club has no results turns out to be the same."""
    pools = lock_pools(RatingPool.objects.filter(club=None))
    record_change(pools=pools, kind=ChangeKind.RECOGNITION, reason=f"{club}: {reason}")


def give_imported_ratings(
    sender: object, *, item: PeopleImport, rows: Sequence[PeopleUploadRow], **kwargs: object
) -> None:
    """The person is entered in any case; why somebody got no rating stands beside the row."""
    upload, actor = item.upload, item.confirmed_by
    rated = [row for row in rows if row.rating and row.person and row.outcome != RowOutcome.LEFT_OUT]
    if upload.pool is None or upload.rated_on is None or not rated:
        return
    if actor is None or not may_give_starting_ratings(actor, upload.club):
        for row in rated:
            row.problem = _("Only organisers of the club give starting ratings.")
        return
    problems = give_starting_ratings(
        actor=actor,
        club=upload.club,
        pool=upload.pool,
        ratings=[(row.person, row.rating) for row in rated if row.person and row.rating],
        source=upload.rating_source,
        dated_on=upload.rated_on,
    )
    for row in rated:
        row.problem = problems.get(row.person.pk if row.person else 0, row.problem)
