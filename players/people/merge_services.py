"""Making two profiles of one person one, and taking that back."""

from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit import services as audit
from players.errors import Refused
from players.models import Person, PersonMerge, User
from players.people import actions
from players.people.giving import refuse_to_give
from players.people.locking import locked, locked_and_in_use
from players.people.merging import move_everything, tell_of_undoing, what_moves
from players.people.moved_rows import MovedRows, put_back

# A value goes over where the profile that goes on has none; a consent goes with the value it is about.
_TAKEN_TOGETHER: Final[tuple[tuple[str | Promise, tuple[str, ...]], ...]] = (
    (gettext_lazy("Country"), ("country",)),
    (gettext_lazy("Year of birth"), ("year_of_birth", "shows_year_of_birth")),
    (gettext_lazy("Photo"), ("photo", "shows_photo")),
    (gettext_lazy("Account"), ("account",)),
)


class Winner(NamedTuple):
    """Of whom a value stays."""

    label: str | Promise
    of_kept: bool


class MergePlan(NamedTuple):
    """What a merge would do; with a problem, it would be refused."""

    winners: list[Winner]
    moves: list[str]
    problem: str


def plan_merge(kept: Person, merged: Person, *, actor: User | None = None) -> MergePlan:
    try:
        _check(kept, merged, said_by=actor)
        moves = what_moves(kept, merged)
    except Refused as refusal:
        return MergePlan([], [], str(refusal))
    winners = [Winner(gettext_lazy("Name"), of_kept=True)]
    winners += [
        Winner(label, of_kept=bool(_value(kept, fields)))
        for label, fields in _TAKEN_TOGETHER
        if _value(kept, fields) or _value(merged, fields)
    ]
    winners.append(Winner(gettext_lazy("Whether everybody may see the profile"), of_kept=True))
    return MergePlan(winners, moves, "")


@transaction.atomic
def merge_people(
    *, actor: User | None, kept: Person, merged: Person, reason: str = "", said_by: User | None = None
) -> PersonMerge:
    """All that hangs on `merged` goes over to `kept`; its address leads there from now on.

    `said_by` is whose word it is that the two are one person, if not the actor's.
    """
    kept, merged = _both_locked(kept, merged)
    _check(kept, merged, said_by=said_by or actor)
    rows = MovedRows()
    move_everything(kept, merged, rows)
    for _label, fields in _TAKEN_TOGETHER:
        if not _value(kept, fields) and _value(merged, fields):
            values = {field: getattr(merged, field) for field in fields}
            rows.change(merged, **{field: _nothing(field) for field in fields})
            rows.change(kept, **values)
    rows.change(merged, merged_into=kept)
    merge = PersonMerge.objects.create(kept=kept, merged=merged, merged_by=actor, moved=rows.stored)
    _record(actor, merge, reason, is_undone=False)
    return merge


@transaction.atomic
def undo_merge(*, actor: User | None, merge: PersonMerge, reason: str = "") -> None:
    """Everything as it was; or refused, if something of it has been changed since."""
    merge = _locked_merge(merge)
    if merge.undone_at is not None:
        raise Refused(_("This merge has been undone already."))
    kept = locked(merge.kept)
    if kept.merged_into is not None:
        raise Refused(
            _("%(name)s was itself merged into %(other)s since. Please undo that first.")
            % {"name": kept, "other": kept.merged_into}
        )
    put_back(merge.moved)
    tell_of_undoing(kept, merge.merged)
    merge.undone_at, merge.undone_by = timezone.now(), actor
    merge.save(update_fields=["undone_at", "undone_by"])
    _record(actor, merge, reason, is_undone=True)


def _both_locked(one: Person, other: Person) -> tuple[Person, Person]:
    """In the order of their ids, so that two who merge the same profiles the other way round do not wait for ever."""
    rows = {pk: locked_and_in_use(Person(pk=pk)) for pk in sorted({one.pk, other.pk})}
    return rows[one.pk], rows[other.pk]


def _check(kept: Person, merged: Person, *, said_by: User | None) -> None:
    if kept.pk == merged.pk:
        raise Refused(_("These are not two profiles but one."))
    if kept.account_id is not None and merged.account_id is not None:
        raise Refused(
            _(
                "Both profiles belong to accounts, and a person has one. "
                "One of the accounts has to be deleted by its owner first."
            )
        )
    for given, owned in ((merged, kept), (kept, merged)):
        if owned.account is not None and said_by is not None:
            refuse_to_give(given, account=owned.account, said_by=said_by)


def _value(person: Person, fields: tuple[str, ...]) -> object:
    return person._meta.get_field(fields[0]).value_from_object(person)  # type: ignore[union-attr]


def _nothing(field: str) -> object:
    return {"country": "", "photo": "", "year_of_birth": None, "account": None}.get(field, False)


def _locked_merge(merge: PersonMerge) -> PersonMerge:
    return PersonMerge.objects.select_for_update().get(pk=merge.pk)


def _record(actor: User | None, merge: PersonMerge, reason: str, *, is_undone: bool) -> None:
    """A line for each of the two."""
    action = actions.MERGE_UNDONE if is_undone else actions.MERGED
    before: dict[str, str | None] = {"merged_into": None}
    after: dict[str, str | None] = {"merged_into": merge.kept.name}
    if is_undone:
        before, after = after, before
    audit.record(actor=actor, action=action, target=merge.merged, before=before, after=after, reason=reason)
    received = actions.MERGE_TAKEN_BACK if is_undone else actions.MERGE_RECEIVED
    other = {"profile": merge.merged.name}
    audit.record(
        actor=actor,
        action=received,
        target=merge.kept,
        before=other if is_undone else {},
        after={} if is_undone else other,
        reason=reason,
    )
