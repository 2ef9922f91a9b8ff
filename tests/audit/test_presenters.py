"""Lines of the history as people read them."""

import time
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from audit import services
from audit.actions import Action
from audit.changes import REDACTED
from audit.models import AuditEntry
from audit.presenters.lines import (
    FieldChange,
    HistoryLine,
    PieceKind,
    TextPiece,
    diff_words,
    is_long,
    present_lines,
)
from players.audit_actions import CLUB_EDITED
from players.models import Club, JoinRequest, Person, User
from players.people.services.people import create_person


def test_a_text_is_long_by_its_length_or_its_lines() -> None:
    assert [is_long(text) for text in ("x" * 60, "x" * 61, "a\nb")] == [False, True, True]


def test_changed_words_stand_between_those_that_stayed() -> None:
    assert diff_words("We meet in the old mill.", "We meet in the new mill, at eight.") == [
        TextPiece(PieceKind.SAME, "We meet in the "),
        TextPiece(PieceKind.REMOVED, "old mill."),
        TextPiece(PieceKind.ADDED, "new mill, at eight."),
    ]


def test_long_stretches_that_stayed_are_cut() -> None:
    words = " ".join(str(number) for number in range(100))

    pieces = diff_words(f"{words} a {words} b {words}", f"{words} c {words} d {words}")

    assert pieces == [
        TextPiece(PieceKind.SAME, "… 94 95 96 97 98 99 "),
        TextPiece(PieceKind.REMOVED, "a "),
        TextPiece(PieceKind.ADDED, "c "),
        TextPiece(PieceKind.SAME, "0 1 2 3 4 5 … 94 95 96 97 98 99 "),
        TextPiece(PieceKind.REMOVED, "b "),
        TextPiece(PieceKind.ADDED, "d "),
        TextPiece(PieceKind.SAME, "0 1 2 3 4 5 …"),
    ]


def test_very_long_texts_are_not_compared_but_shown_cut() -> None:
    started = time.process_time()

    removed, added = diff_words("a b " * 5000, "b a " * 5000)

    assert (removed.kind, added.kind) == (PieceKind.REMOVED, PieceKind.ADDED)
    assert len(removed.text.split()) == len(added.text.split()) == 1500
    assert time.process_time() - started < 1


@pytest.fixture
def tell(agnes: User, renamed: Action) -> Any:
    def told(target: Any, before: dict[str, Any], after: dict[str, Any], **more: Any) -> HistoryLine:
        services.record(actor=agnes, action=renamed, target=target, before=before, after=after, **more)
        (line,) = present_lines(AuditEntry.objects.order_by("-pk")[:1])
        return line

    return told


def changes(line: HistoryLine) -> list[tuple[str, str, str]]:
    return [(change.label, change.before, change.after) for change in line.changes]


def test_fields_are_called_what_the_forms_call_them(tell: Any, club: Club) -> None:
    line = tell(club, {"name": "Lapwing", "country": ""}, {"name": "Rook", "country": "DE"}, reason="Moved.")

    assert line.sentence == '<strong>Agnes Brandt</strong> renamed <a href="/clubs/lapwing/">Lapwing</a>'
    assert changes(line) == [("Name", "Lapwing", "Rook"), ("Country", "", "Germany")]
    assert line.reason == "Moved."


def test_markup_in_names_and_values_stays_text(agnes: User, renamed: Action) -> None:
    club = Club.objects.create(name="<b>Rook</b>", slug="rook")
    agnes.display_name = "<i>Agnes</i>"
    services.record(actor=agnes, action=renamed, target=club, before={}, after={"name": "<script>"})

    (line,) = present_lines(AuditEntry.objects.all())

    assert line.sentence == (
        '<strong>&lt;i&gt;Agnes&lt;/i&gt;</strong> renamed <a href="/clubs/rook/">&lt;b&gt;Rook&lt;/b&gt;</a>'
    )


def test_lines_of_objects_that_are_gone_still_read_well(agnes: User, club: Club, renamed: Action) -> None:
    person = create_person(actor=None, name="Jan Pijl")
    services.record(
        actor=agnes, action=renamed, target=club, before={"name": "Rook"}, after={"name": "Lapwing"}
    )
    services.record(actor=agnes, action=renamed, target=person, before={"merged_into": 999}, after={"x_y": 1})
    club.delete()
    Person.objects.filter(pk=person.pk).delete()
    agnes.delete()

    of_person, of_club = present_lines(AuditEntry.objects.filter(action="test.renamed").order_by("-pk"))

    assert of_club.sentence == "<strong>Agnes Brandt</strong> renamed Lapwing"
    assert changes(of_club) == [("Name", "Rook", "Lapwing")]
    assert of_person.sentence == "<strong>Agnes Brandt</strong> renamed Jan Pijl"
    assert changes(of_person) == [("Merged into", "no. 999 (deleted)", ""), ("X y", "", "1")]


def test_lines_whose_action_or_model_is_gone_still_read_well(db: None) -> None:
    kind = ContentType.objects.create(app_label="gone", model="thing")
    AuditEntry.objects.create(
        action="thing.bent", target_type=kind, target_id=3, target_name="A <spoon>", after={"by": [1, "a"]}
    )

    (line,) = present_lines(AuditEntry.objects.all())

    assert line.sentence == "The site: thing.bent, A &lt;spoon&gt;"
    assert changes(line) == [("By", "", "1, a")]


def test_values_are_told_in_words(tell: Any, agnes: User) -> None:
    person = create_person(actor=None, name="Jan Pijl")

    line = tell(
        person,
        {"listed": False, "account": None, "year_of_birth": REDACTED, "role": "member"},
        {"listed": True, "account": agnes.pk, "year_of_birth": None, "role": "arbiter"},
    )

    assert changes(line) == [
        ("Year of birth", "•••", ""),
        ("Agreed to be listed among a club's members", "no", "yes"),
        ("Account", "", "Agnes Brandt"),
        ("Role in the club", "member", "arbiter"),
    ]


def test_times_are_told_in_the_readers_zone(tell: Any, club: Club) -> None:
    person = create_person(actor=None, name="Jan Pijl")
    request = JoinRequest.objects.create(club=club, person=person)
    when = datetime(2026, 5, 1, 22, 30, tzinfo=UTC).isoformat()

    with timezone.override("Europe/Berlin"):
        line = tell(request, {}, {"answered_at": when, "state": "approved", "broken": "2026-13-45"})

    assert changes(line) == [
        ("State", "", "approved"), ("Answered", "", "2 May 2026, 00:30"), ("Broken", "", "2026-13-45"),
    ]  # fmt: skip


def test_a_time_that_is_none_is_told_as_it_stands(tell: Any, club: Club) -> None:
    assert changes(tell(club, {}, {"closed_at": "soon"})) == [("Closed", "", "soon")]


def test_long_texts_are_told_word_by_word(tell: Any, club: Club) -> None:
    line = tell(club, {"about": "One.\nTwo."}, {"about": "One.\nThree."})

    (change,) = line.changes
    assert isinstance(change, FieldChange)
    assert [piece.kind for piece in change.pieces] == [PieceKind.SAME, PieceKind.REMOVED, PieceKind.ADDED]


def test_what_was_empty_and_stayed_empty_is_no_news(tell: Any, club: Club) -> None:
    assert tell(club, {}, {"place": "", "country": None}).changes == []


def test_sentences_are_told_in_the_readers_language(agnes: User, club: Club) -> None:
    services.record(actor=None, action=CLUB_EDITED, target=club, before={}, after={})

    with override("de"):
        (line,) = present_lines(AuditEntry.objects.all())

    assert club.name in line.sentence


def test_many_lines_take_as_many_queries_as_kinds_of_objects(
    agnes: User, club: Club, renamed: Action, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        person = create_person(actor=agnes, name=f"Nr {number}", account=None)
        services.record(actor=agnes, action=renamed, target=person, before={}, after={"account": agnes.pk})
        services.record(actor=agnes, action=renamed, target=club, before={}, after={})
    present_lines(AuditEntry.objects.all()[:1])

    # Lines; clubs and people that they are about; accounts that people have.
    with django_assert_num_queries(4):
        lines = present_lines(AuditEntry.objects.all())
    assert len(lines) == 90
