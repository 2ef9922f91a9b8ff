"""What changes rating pools themselves: each function is one transaction and leaves a line in the history."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import field_values
from core.errors import Refused
from players import audit_actions
from players.club_games.selectors import is_played_in
from players.models import ChangeKind, Club, PeriodRule, RatingMethod, RatingPool, User
from players.rating_lists.services.results import lock_pools, record_change
from players.ratings import ParameterError, restore_current_system, store_system

RECORDED_FIELDS = ("name", "game", "club", "method", "system", "period_rule")
RESERVED_SLUGS = frozenset({"new"})


@transaction.atomic
def open_pool(
    *,
    actor: User | None,
    name: str,
    game: str,
    club: Club | None,
    system: Mapping[str, object],
    period_rule: PeriodRule = PeriodRule.EVENTS_AND_MONTHS,
    slug: str = "",
) -> RatingPool:
    """A new list. Results submitted before count in it as well."""
    if not is_played_in(club, game):
        raise Refused(_("There is no game called “%(game)s” on this site.") % {"game": game})
    slug = slug or slugify(f"{club.slug}-{name}" if club else name)[:80]
    if not slug or slug in RESERVED_SLUGS:
        raise Refused(_("Please give the pool a name with letters or digits."))
    document = _check_parameters(system)
    try:
        with transaction.atomic():
            pool = RatingPool.objects.create(
                name=name,
                slug=slug,
                game=game,
                club=club,
                method=RatingMethod(str(document["system"])),
                system=document,
                period_rule=period_rule,
            )
    except IntegrityError as error:
        raise _name_taken_error() from error
    audit.record(
        actor=actor,
        action=audit_actions.POOL_CREATED,
        target=pool,
        before={},
        after=field_values(pool, RECORDED_FIELDS),
        club=pool.club_id,
    )
    record_change(pools=[pool], kind=ChangeKind.ASKED_FOR)
    return pool


@transaction.atomic
def change_pool(
    *,
    actor: User | None,
    pool: RatingPool,
    name: str,
    system: Mapping[str, object],
    period_rule: PeriodRule,
    reason: str = "",
) -> RatingPool:
    """If the rules change, the pool's whole history is recomputed and published as a new version."""
    (pool,) = lock_pools([pool])
    before = field_values(pool, RECORDED_FIELDS)
    rules_before = (pool.system, pool.period_rule)
    pool.name, pool.period_rule, pool.system = name, period_rule, _check_parameters(system)
    pool.method = RatingMethod(str(pool.system["system"]))
    if field_values(pool, RECORDED_FIELDS) == before:
        return pool
    try:
        with transaction.atomic():
            pool.save(update_fields=["name", "period_rule", "system", "method"])
    except IntegrityError as error:
        raise _name_taken_error() from error
    audit.record_changes(
        actor=actor,
        action=audit_actions.POOL_CHANGED,
        target=pool,
        before=before,
        fields=RECORDED_FIELDS,
        reason=reason,
        club=pool.club_id,
    )
    if (pool.system, pool.period_rule) != rules_before:
        record_change(pools=[pool], kind=ChangeKind.POOL_CHANGED, reason=reason)
    return pool


@transaction.atomic
def request_recomputation(*, actor: User | None, pool: RatingPool, reason: str = "") -> None:
    """Schedule a job that checks whether the list agrees with the results."""
    (pool,) = lock_pools([pool])
    record_change(pools=[pool], kind=ChangeKind.ASKED_FOR, reason=reason)
    audit.record(
        actor=actor,
        action=audit_actions.RECOMPUTATION_REQUESTED,
        target=pool,
        before={},
        after={},
        reason=reason,
        club=pool.club_id,
    )


def _name_taken_error() -> Refused:
    return Refused(_("There is already a pool with this name. Please choose another name."))


def _check_parameters(document: Mapping[str, object]) -> dict[str, Any]:
    try:
        return store_system(restore_current_system(document))
    except ParameterError as error:
        raise Refused(str(error)) from error
