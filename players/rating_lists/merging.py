"""Two profiles turn out to be one person: results move, and the lists are computed anew. Undone, they move back.

Lines of the ledger stay where they are: they tell what was published.
"""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.errors import Refused
from players.models import ChangeKind, LedgerLine, ListedRating, Person, RatedResult, ResultSource
from players.people.merging import Mover, register_history, register_mover
from players.people.moved_rows import MovedRows
from players.rating_lists.handed_over import digest_of
from players.rating_lists.plan import pools_of
from players.rating_lists.services import locked_pools, note_change


def describe_results(kept: Person, merged: Person) -> list[str]:
    between = RatedResult.objects.filter(first__in=[merged, kept], second__in=[merged, kept]).first()
    if between is not None:
        raise Refused(
            _("%(one)s and %(other)s have played each other (%(game)s), so they cannot be the same person.")
            % {"one": merged, "other": kept, "game": between}
        )
    count = _results_of(merged).count()
    if not count:
        return []
    return [ngettext("%(count)d rated result", "%(count)d rated results", count) % {"count": count}]


def move_results(kept: Person, merged: Person, rows: MovedRows) -> None:
    sources = _sources_of(merged)
    locked_pools(pool for source in sources for pool in pools_of(game=source.game, club_id=source.club_id))
    for field in ("first", "second"):
        rows.point_elsewhere(RatedResult, field, old=merged, new=kept)
    for source in sources:
        rows.change(source, digest=digest_of(list(source.results.all())))
    _note(sources)


def after_undo(kept: Person, merged: Person) -> None:
    """The results are the other person's again, and so are the digests."""
    _note(_sources_of(merged))


def _note(sources: Iterable[ResultSource]) -> None:
    for source in sources:
        if source.taken_back_at is None:
            pools = locked_pools(pools_of(game=source.game, club_id=source.club_id))
            note_change(pools=pools, kind=ChangeKind.PEOPLE_MERGED, source=source)


def _sources_of(person: Person) -> list[ResultSource]:
    results = _results_of(person)
    return list(ResultSource.objects.filter(results__in=results).distinct().order_by("pk"))


def _results_of(person: Person) -> QuerySet[RatedResult]:
    return RatedResult.objects.filter(Q(first=person) | Q(second=person))


register_mover(
    Mover(
        key="rated results",
        references=frozenset({(RatedResult, "first"), (RatedResult, "second")}),
        describe=describe_results,
        move=move_results,
        after_undo=after_undo,
    )
)
register_history((LedgerLine, "player"), (ListedRating, "player"))
