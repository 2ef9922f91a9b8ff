"""Giving people the rating with which they start in a pool, correcting and withdrawing it.

As with results, nothing here touches a number: each function notes the change and leaves a job that recomputes the
list. The pool's row is locked first, so that nobody gets two.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from players import audit_actions
from players.models import (
    ChangeKind,
    Club,
    ListedRating,
    Membership,
    Person,
    RatingPool,
    StartingRating,
    User,
)
from players.models.starting_ratings import (
    MAX_RATING_SOURCE_LENGTH,
    MAX_STARTING_RATING,
    MIN_STARTING_RATING,
)
from players.people.services.merge_steps import MergeStep, MovedRows
from players.rating_lists.services.results import lock_pools, record_change
from players.ratings import Moment, restore_current_system


@transaction.atomic
def give_starting_rating(
    *,
    actor: User | None,
    club: Club,
    pool: RatingPool,
    player: Person,
    rating: int,
    source: str,
    dated_on: date,
) -> StartingRating:
    """A member of the club starts with this rating, or has started with it: then it is corrected.

    The same again changes nothing.
    """
    (pool,) = lock_pools([pool])
    given, is_new = _give(actor, club, pool, player, rating, source, dated_on)
    if is_new:
        record_change(pools=[pool], kind=ChangeKind.STARTING, reason=f"{player}: {rating} ({given.source})")
    return given


@transaction.atomic
def give_starting_ratings(
    *,
    actor: User | None,
    club: Club,
    pool: RatingPool,
    ratings: Sequence[tuple[Person, int]],
    source: str,
    dated_on: date,
) -> dict[int, str]:
    """The same for many members at once; for those who got none the reason, by their ids."""
    (pool,) = lock_pools([pool])
    problems: dict[int, str] = {}
    count = 0
    for player, rating in ratings:
        try:
            count += _give(actor, club, pool, player, rating, source, dated_on).is_new
        except Refused as refusal:
            problems[player.pk] = str(refusal)
    if count:
        reason = ngettext("%(count)d person (%(source)s)", "%(count)d people (%(source)s)", count)
        record_change(
            pools=[pool], kind=ChangeKind.STARTING, reason=reason % {"count": count, "source": source}
        )
    return problems


class _Given(NamedTuple):
    rating: StartingRating
    is_new: bool


def _give(
    actor: User | None,
    club: Club,
    pool: RatingPool,
    player: Person,
    rating: int,
    source: str,
    dated_on: date,
) -> _Given:
    source = source.replace("\0", "").strip()
    _check_pool(pool, club)
    _check_values(pool, rating, source, dated_on)
    if not Membership.objects.filter(club=club, person=player).exists():
        raise Refused(
            _("%(name)s does not belong to %(club)s. A club gives starting ratings to its members.")
            % {"name": player, "club": club}
        )
    known = StartingRating.objects.filter(pool=pool, player=player, ended_at=None).first()
    if known is not None:
        if (known.club_id, known.rating, known.source, known.dated_on) == (club.pk, rating, source, dated_on):
            return _Given(known, is_new=False)
        if known.club_id != club.pk:
            raise Refused(
                _("%(name)s has a starting rating from %(club)s already. That club can correct it.")
                % {"name": player, "club": known.club}
            )
        _end(known)
    elif _has_rating(pool, player):
        raise Refused(_("%(name)s has a rating in this pool already.") % {"name": player})
    given = StartingRating.objects.create(
        pool=pool, player=player, club=club, rating=rating, source=source, dated_on=dated_on, given_by=actor
    )
    _record(actor, audit_actions.STARTING_RATING_GIVEN, given, before=known, after=given)
    return _Given(given, is_new=True)


@transaction.atomic
def withdraw_starting_rating(*, actor: User | None, given: StartingRating) -> None:
    """The player starts as a newcomer. Doing it again changes nothing."""
    (pool,) = lock_pools([given.pool])
    current = StartingRating.objects.select_related("player", "club").get(pk=given.pk)
    if current.ended_at is not None:
        return
    _end(current)
    _record(actor, audit_actions.STARTING_RATING_WITHDRAWN, current, before=current, after=None)
    record_change(pools=[pool], kind=ChangeKind.STARTING, reason=f"{current.player}: –")


def _check_pool(pool: RatingPool, club: Club) -> None:
    if pool.club_id == club.pk:
        return
    if pool.club_id is not None:
        raise Refused(_("%(pool)s is the list of another club.") % {"pool": pool})
    if Club.objects.filter(pk=club.pk, recognised_at=None).exists():
        raise Refused(
            _("%(club)s is not recognised: it gives starting ratings for its own lists only.")
            % {"club": club}
        )


def _check_values(pool: RatingPool, rating: int, source: str, dated_on: date) -> None:
    if not MIN_STARTING_RATING <= rating <= MAX_STARTING_RATING:
        raise Refused(
            _("A starting rating lies between %(min)d and %(max)d.")
            % {"min": MIN_STARTING_RATING, "max": MAX_STARTING_RATING}
        )
    if not source:
        raise Refused(_("Please say where the rating comes from."))
    if len(source) > MAX_RATING_SOURCE_LENGTH:
        raise Refused(
            _("The source is too long. At most %(max)d characters.") % {"max": MAX_RATING_SOURCE_LENGTH}
        )
    if dated_on > timezone.localdate():
        raise Refused(_("The date of a starting rating cannot lie in the future."))
    if restore_current_system(pool.system).started(rating, Moment(dated_on, 0)).rating != rating:
        raise Refused(_("%(rating)d is below the lowest rating of this pool.") % {"rating": rating})


def _has_rating(pool: RatingPool, player: Person) -> bool:
    return ListedRating.objects.filter(
        pool=pool, player=player, until_version=None, rating__isnull=False
    ).exists()


def _end(given: StartingRating) -> None:
    given.ended_at = timezone.now()
    given.save(update_fields=["ended_at"])


def _record(
    actor: User | None,
    action: Action,
    given: StartingRating,
    *,
    before: StartingRating | None,
    after: StartingRating | None,
) -> None:
    audit.record(
        actor=actor,
        action=action,
        target=given.player,
        before=_values(before),
        after=_values(after),
        club=given.club_id,
    )


def _values(given: StartingRating | None) -> dict[str, str | int]:
    if given is None:
        return {}
    return {
        "pool": given.pool.slug,
        "rating": given.rating,
        "source": given.source,
        "date": given.dated_on.isoformat(),
    }


def _move_starting_ratings(kept: Person, merged: Person, rows: MovedRows) -> None:
    """Where both have one, that of the kept profile stays in force."""
    pools = lock_pools(given.pool for given in merged.starting_ratings.select_related("pool"))
    has_own = set(kept.starting_ratings.filter(ended_at=None).values_list("pool", flat=True))
    for given in merged.starting_ratings.filter(ended_at=None, pool__in=has_own):
        rows.change(given, ended_at=timezone.now())
    rows.point_elsewhere(StartingRating, "player", old=merged, new=kept)
    record_change(pools=pools, kind=ChangeKind.PEOPLE_MERGED)


def _note_undone_merge(kept: Person, merged: Person) -> None:
    pools = lock_pools(given.pool for given in merged.starting_ratings.select_related("pool"))
    record_change(pools=pools, kind=ChangeKind.PEOPLE_MERGED)


STARTING_RATING_MERGE_STEP: Final = MergeStep(
    key="starting ratings",
    references=frozenset({(StartingRating, "player")}),
    describe=lambda kept, merged: [],
    move=_move_starting_ratings,
    after_undo=_note_undone_merge,
)
