"""What of events belongs to people: it moves when two profiles are merged, is exported, and forgotten when they ask."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Refused
from players.models import Person, User
from players.people.services.merge_steps import MergeStep, MovedRows
from tournaments.models import Entry, EventArbiter, TextRecord


def describe_entries(kept: Person, merged: Person) -> list[str]:
    """Refused if both play in one section: two rows of a table cannot become one."""
    both = (
        Entry.objects.filter(person=merged, section__entries__person=kept)
        .select_related("section__event")
        .first()
    )
    if both is not None:
        raise Refused(
            _("Both are entered in %(section)s: remove one of the entries first.") % {"section": both.section}
        )
    count = Entry.objects.filter(person=merged).count()
    return (
        [ngettext("%(count)d entry in an event", "%(count)d entries in events", count) % {"count": count}]
        if count
        else []
    )


def move_entries(kept: Person, merged: Person, rows: MovedRows) -> None:
    rows.point_elsewhere(Entry, "person", old=merged, new=kept)


def describe_arbiters(kept: Person, merged: Person) -> list[str]:
    count = EventArbiter.objects.filter(person=merged).count()
    return (
        [ngettext("Arbiter of %(count)d event", "Arbiter of %(count)d events", count) % {"count": count}]
        if count
        else []
    )


def move_arbiters(kept: Person, merged: Person, rows: MovedRows) -> None:
    """Who is arbiter of an event as both is so once."""
    already = set(EventArbiter.objects.filter(person=kept).values_list("event", flat=True))
    for arbiter in EventArbiter.objects.filter(person=merged, event__in=already):
        rows.delete(arbiter)
    rows.point_elsewhere(EventArbiter, "person", old=merged, new=kept)


def export_text_records(user: User) -> list[dict[str, Any]]:
    """Records of games without a referee that the account has sent."""
    texts = TextRecord.objects.filter(sent_by=user).select_related("pairing__round__section__event")
    return [
        {
            "event": text.pairing.round.section.event.name,
            "round": text.pairing.round.number,
            "board": text.pairing.board,
            "sent_at": text.sent_at.isoformat(),
            "text": text.text,
        }
        for text in texts.order_by("pk")
    ]


def export_entries(user: User) -> list[dict[str, Any]]:
    """What an account's owner gets of their entries, when they ask for their data."""
    entries = Entry.objects.filter(person__account=user).select_related("section__event").order_by("pk")
    return [
        {
            "event": entry.section.event.name,
            "section": entry.section.name,
            "entered_at": entry.entered_at.isoformat(),
            "state": entry.state,
            "rating": entry.rating,
            "rating_is_provisional": entry.rating_is_provisional,
            "club": entry.club_name,
            "categories": entry.categories,
            "note": entry.note,
            "fee_paid": entry.fee_paid,
            "fee_waived": entry.fee_waived,
            "checked_in_at": entry.checked_in_at.isoformat() if entry.checked_in_at else None,
            "absences": [
                {"round": absence.round_number, "kind": absence.kind} for absence in entry.absences.all()
            ],
        }
        for entry in entries.prefetch_related("absences")
    ]


def forget_notes(sender: object, *, person: Person, **kwargs: object) -> None:
    """Notes are written about a person by hand and may say anything; results stay."""
    Entry.objects.filter(person=person).update(note="", club_name="")


ENTRY_MERGE_STEP: Final = MergeStep(
    key="entries",
    references=frozenset({(Entry, "person")}),
    describe=describe_entries,
    move=move_entries,
)
ARBITER_MERGE_STEP: Final = MergeStep(
    key="event arbiters",
    references=frozenset({(EventArbiter, "person")}),
    describe=describe_arbiters,
    move=move_arbiters,
)
