"""What an imported event may and may not do: people, roles, ratings, the same file twice, and crashes in the middle."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.errors import Refused, TooManyRequests
from games.models import Game
from jobs import services as jobs
from jobs.models import WorkState
from players.clubs.services.members import add_member, remove_member
from players.models import Club, Membership, Person, RatedResult, User
from players.people.services.people import create_person
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_event, make_section
from tests.tournaments.event_files import builders
from tests.tournaments.event_files.builders import (
    confirmed,
    content_of,
    exported,
    imported,
    play_round,
    sent,
    with_content,
)
from tests.tournaments.results.builders import account_of, board_of, running_section, send_record
from tournaments.event_files.selectors.summaries import FileSummary
from tournaments.event_files.services import uploads
from tournaments.event_files.services.uploads import (
    confirm_event_file,
    delete_old_files,
    discard_event_file,
    upload_event_file,
)
from tournaments.events.services.events import appoint_arbiter
from tournaments.events.services.lifecycle import finish_event
from tournaments.models import Event, EventFile, EventFileImport, EventFilePiece, EventState, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(olga: User) -> Section:
    made = make_section(make_event(state=EventState.RUNNING), players=4, planned_rounds=1)
    play_round(made, olga, "1-0", "1/2-1/2")
    return made


@pytest.fixture
def file(section: Section, olga: User) -> bytes:
    return exported(section.event, olga)


def people_in(event: Event) -> set[int]:
    return set(Person.objects.filter(entries__section__event=event).values_list("pk", flat=True))


def test_a_name_that_exists_elsewhere_makes_a_new_person(
    file: bytes, section: Section, frida: User, federation: Club
) -> None:
    here = imported(file, actor=frida, club=federation, again=True)

    assert people_in(here).isdisjoint(people_in(section.event))
    assert len(people_in(here)) == 4
    assert not Membership.objects.filter(person__in=people_in(here)).exists()


def test_a_member_of_the_importing_club_is_known_by_the_name(
    file: bytes, frida: User, federation: Club
) -> None:
    member = create_person(actor=None, name="Player 02")
    add_member(actor=None, club=federation, person=member)

    here = imported(file, actor=frida, club=federation, again=True)

    assert member.pk in people_in(here)


def test_somebody_else_is_entered_only_if_the_importer_says_so_and_sees_them(
    file: bytes, frida: User, federation: Club
) -> None:
    Person.objects.filter(name="Player 03").update(listed=True)
    read = FileSummary.of(sent(file, actor=frida, club=federation))
    assert read is not None
    offered = {person.name: list(person.candidates) for person in read.people}
    chosen = Person.objects.get(name="Player 03").pk
    unseen = Person.objects.get(name="Player 02").pk
    numbers = {person.name: person.number for person in read.people}

    choices = {numbers["Player 03"]: str(chosen), numbers["Player 02"]: str(unseen)}
    here = imported(file, actor=frida, club=federation, again=True, choices=choices)

    assert chosen in offered["Player 03"]
    assert unseen not in offered["Player 02"]
    assert chosen in people_in(here)
    assert unseen not in people_in(here)


def test_two_people_of_one_name_stay_two(file: bytes, frida: User, federation: Club) -> None:
    member = create_person(actor=None, name="Player 01")
    add_member(actor=None, club=federation, person=member)
    twins = with_content(
        file, lambda content: content["people"][1].update(name="Player 01", sort_name="Player 01")
    )

    here = imported(twins, actor=frida, club=federation, again=True)

    assert len(people_in(here)) == 4
    assert member.pk not in people_in(here)


def test_nothing_private_is_in_the_file(section: Section, olga: User) -> None:
    entry = section.entries.get(starting_rank=1)
    account_of(entry)
    Person.objects.update(year_of_birth=1969, shows_year_of_birth=True)
    entry.note = "Pays with the bus ticket"
    entry.save()

    text = b"".join(builders.files_in(exported(section.event, olga)).values()).decode()

    assert entry.note not in text
    assert entry.code not in text
    assert "1969" not in text
    assert "@" not in text


def test_nobody_becomes_an_arbiter_by_a_file(
    section: Section, olga: User, frida: User, federation: Club
) -> None:
    ari = create_person(actor=None, name="Ari Arbiter")
    appoint_arbiter(actor=olga, event=section.event, person=ari)
    add_member(actor=None, club=federation, person=create_person(actor=None, name="Ari Arbiter"))

    here = imported(exported(section.event, olga), actor=frida, club=federation, again=True)

    assert not here.arbiters.exists()
    assert here.origin.arbiters == ["Ari Arbiter"]
    assert here.origin.club_name == section.event.club.name


@pytest.mark.parametrize("rated", [True, False])
def test_results_of_a_finished_event_count_as_those_of_the_club_do(
    section: Section, olga: User, frida: User, federation: Club, *, rated: bool
) -> None:
    finish_event(actor=olga, event=section.event)
    file = exported(Event.objects.get(), olga)

    here = imported(file, actor=frida, club=federation, again=True, rated=rated)

    results = RatedResult.objects.filter(source__key=str(here.pk))
    assert here.state == (EventState.RATED if rated else EventState.FINISHED)
    assert {result.source.club for result in results} == {federation}
    assert {result.rated for result in results} == {rated}
    assert federation.recognised_at is None  # lists across clubs take none of them


def test_the_same_file_twice_asks_first(file: bytes, frida: User, federation: Club) -> None:
    Event.objects.all().update(state=EventState.DRAFT)  # the one it came from is nobody's business
    first = imported(file, actor=frida, club=federation)

    with pytest.raises(Refused) as refused:
        confirmed(file, actor=frida, club=federation)

    assert str(refused.value) == "This event is here already: Spring Open. Nothing was imported."
    assert Event.objects.filter(club=federation).count() == 1
    assert imported(file, actor=frida, club=federation, again=True) != first


def test_two_confirmed_at_once_make_one_event(file: bytes, frida: User, federation: Club) -> None:
    Event.objects.all().update(state=EventState.DRAFT)
    files = [sent(file, actor=frida, club=federation) for _ in range(2)]
    for each in files:
        confirm_event_file(actor=frida, file=each, choices={})

    run_jobs()

    assert Event.objects.filter(club=federation).count() == 1
    assert sorted(bool(item.problem) for item in EventFileImport.objects.all()) == [False, True]


def test_a_double_tap_confirms_once(file: bytes, frida: User, federation: Club) -> None:
    read = sent(file, actor=frida, club=federation)

    items = {confirm_event_file(actor=frida, file=read, choices={}, again=True).pk for _ in range(2)}
    run_jobs()
    confirm_event_file(actor=frida, file=read, choices={})

    assert len(items) == 1
    assert Event.objects.filter(club=federation).count() == 1


def test_a_crash_in_the_middle_leaves_nothing_and_the_next_attempt_imports_all(
    olga: User, frida: User, federation: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = running_section()
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    read = sent(exported(section.event, olga), actor=frida, club=federation)
    item = confirm_event_file(actor=frida, file=read, choices={}, again=True)
    people, games = Person.objects.count(), Game.objects.count()

    with monkeypatch.context() as patched:
        patched.setattr("tournaments.event_files.services.imports.finish_as_in_file", _fall_over)
        run_jobs()

    item.refresh_from_db()
    assert (item.state, item.attempts) == (WorkState.WAITING, 1)
    assert (Person.objects.count(), Game.objects.count()) == (people, games)
    assert not Event.objects.filter(club=federation).exists()
    EventFileImport.objects.update(due_at=timezone.now())
    jobs.perform(kind_name="import an event file", pk=item.pk, message_id="again")
    jobs.perform(kind_name="import an event file", pk=item.pk, message_id="and again")
    assert Event.objects.filter(club=federation).count() == 1
    assert not EventFilePiece.objects.exists()


def _fall_over(**kwargs: object) -> None:
    raise MemoryError


def test_who_is_no_organiser_any_more_imports_nothing(file: bytes, frida: User, federation: Club) -> None:
    read = sent(file, actor=frida, club=federation)
    item = confirm_event_file(actor=frida, file=read, choices={}, again=True)
    remove_member(actor=None, membership=Membership.objects.get(person__account=frida))

    run_jobs()

    item.refresh_from_db()
    assert item.problem
    assert item.event is None
    assert not Event.objects.filter(club=federation).exists()


def test_an_event_imported_with_another_name_is_known_by_its_id(
    file: bytes, olga: User, frida: User, federation: Club
) -> None:
    here = imported(file, actor=frida, club=federation, again=True)
    Event.objects.filter(pk=here.pk).update(name="Renamed")

    again = content_of(exported(Event.objects.get(pk=here.pk), frida))

    assert again["id"] == content_of(file)["id"]


def test_a_discarded_file_is_gone(file: bytes, frida: User, federation: Club) -> None:
    discard_event_file(file=sent(file, actor=frida, club=federation))

    assert not EventFile.objects.exists()
    assert not EventFilePiece.objects.exists()


def test_files_that_nobody_confirms_are_deleted_after_a_week(
    file: bytes, frida: User, federation: Club
) -> None:
    old, new = (sent(file, actor=frida, club=federation) for _ in range(2))
    EventFile.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=8))

    assert delete_old_files() == 1
    assert list(EventFile.objects.all()) == [new]


def test_files_are_limited_in_size_and_number(
    frida: User, federation: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused):
        upload_event_file(actor=frida, club=federation, content=[b""], size=0)
    with pytest.raises(Refused):
        upload_event_file(actor=frida, club=federation, content=[b""], size=2**40)
    monkeypatch.setattr(uploads, "FILES_AN_HOUR", uploads.RateLimit("few-event-files", 1))
    upload_event_file(actor=frida, club=federation, content=[b"x"], size=1)
    with pytest.raises(TooManyRequests):
        upload_event_file(actor=frida, club=federation, content=[b"x"], size=1)
