"""What becomes of rating lists when a club is recognised, or is no longer."""

from players.models import ChangeKind, Club, RatingPool
from players.rating_lists.services.results import lock_pools, record_change


def recompute_lists_across_clubs(sender: object, *, club: Club, reason: str, **kwargs: object) -> None:
    """All of them: a list in which the club has no results turns out to be the same."""
    pools = lock_pools(RatingPool.objects.filter(club=None))
    record_change(pools=pools, kind=ChangeKind.RECOGNITION, reason=f"{club}: {reason}")
