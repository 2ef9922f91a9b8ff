"""Players sign up, wait, move up, and are told by mail."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from audit.presenters.lines import present_lines
from audit.selectors import history_of
from core.errors import Refused
from players.models import Club, Membership, Person, User
from tests.tournaments.builders import make_section
from tests.tournaments.entries.players import MakePlayer, person_of
from tests.tournaments.entries.rated_players import rated
from tournaments.entries.selectors.entries import waiting_position
from tournaments.entries.services.places import fill_free_places, withdraw_entry
from tournaments.entries.services.registration import confirm_entry, enter_person, remove_entry, sign_up
from tournaments.models import Entry, EntryState, Event, EventState, Section


def set_event(event: Event, **fields: object) -> None:
    Event.objects.filter(pk=event.pk).update(**fields)


def states(section: Section) -> dict[str, str]:
    return {str(entry.person): entry.state for entry in section.entries.order_by("entered_at")}


def test_a_player_is_confirmed_at_once_and_told(section: Section, agnes: User) -> None:
    before = section.event.change_number

    entry = sign_up(actor=agnes, section=section)

    assert (entry.state, entry.rating, entry.entered_by, entry.version) == ("confirmed", 0, agnes, 1)
    section.event.refresh_from_db()
    assert section.event.change_number == before + 1
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["agnes.brandt@example.org"], "You are entered in Spring Open")
    assert entry.code in sent.body


def test_the_log_names_the_player_by_the_name_of_today(section: Section, agnes: User) -> None:
    sign_up(actor=agnes, section=section)
    Person.objects.filter(account=agnes).update(name="Agnes Brandt-Pijl")

    (line,) = present_lines(history_of(section.event))

    assert "as a player" in line.sentence
    assert [(change.label, change.after) for change in line.changes] == [
        ("Entry", "confirmed"),
        ("Player", "Agnes Brandt-Pijl"),
        ("Section", "Main"),
    ]


def test_who_has_no_profile_gets_one(section: Section) -> None:
    account = User.objects.create_user(email="new@example.org", password=None, display_name="Nora Neu")

    assert sign_up(actor=account, section=section).person.name == "Nora Neu"


def test_the_rating_comes_from_the_list_of_the_club(section: Section, agnes: User) -> None:
    rated(person_of(agnes), 1801.6, game="barragoon", club=None)
    rated(person_of(agnes), 1750.5, game="barragoon", club=section.event.club)
    rated(person_of(agnes), 2000, game="stratego", club=section.event.club)

    assert sign_up(actor=agnes, section=section).rating == 1751


def test_the_rating_comes_from_the_list_of_all_clubs_otherwise(section: Section, agnes: User) -> None:
    other = Club.objects.create(name="Other", slug="other")
    rated(person_of(agnes), 1801.6, game="barragoon", club=None)
    rated(person_of(agnes), 1900, game="barragoon", club=other)

    assert sign_up(actor=agnes, section=section).rating == 1802


@pytest.mark.parametrize(("listed", "club_name"), [(True, "Tiles and Tales"), (False, "")])
def test_the_club_is_noted_of_those_whose_club_everybody_may_know(
    section: Section, agnes: User, listed: bool, club_name: str
) -> None:
    person = person_of(agnes)
    Person.objects.filter(pk=person.pk).update(listed=listed)
    Membership.objects.create(club=section.event.club, person=person)

    assert sign_up(actor=agnes, section=section).club_name == club_name


def test_the_second_time_is_refused(section: Section, agnes: User) -> None:
    sign_up(actor=agnes, section=section)

    with pytest.raises(Refused, match=r"You are already entered in this section\."):
        sign_up(actor=agnes, section=section)


def test_one_section_at_a_time(section: Section, agnes: User) -> None:
    other = make_section(section.event, name="Juniors")
    first = sign_up(actor=agnes, section=section)

    with pytest.raises(Refused, match=r"already entered in the section Main\. Withdraw there first\."):
        sign_up(actor=agnes, section=other)
    withdraw_entry(actor=agnes, entry=first)
    assert sign_up(actor=agnes, section=other).state == EntryState.CONFIRMED


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"state": EventState.DRAFT}, "The event is still a draft"),
        ({"state": EventState.RUNNING}, "The event has started"),
        ({"state": EventState.ARCHIVED}, "The event has started"),
        ({"self_entry": False}, "Players cannot enter themselves"),
        ({"entries_until": timezone.now() - timedelta(minutes=1)}, "Entries were open until"),
    ],
)
def test_signing_up_needs_an_open_event(
    section: Section, agnes: User, fields: dict[str, object], sentence: str
) -> None:
    set_event(section.event, **fields)

    with pytest.raises(Refused, match=sentence):
        sign_up(actor=agnes, section=section)
    assert not section.entries.exists()


def test_signing_up_is_possible_until_the_last_moment(section: Section, agnes: User) -> None:
    set_event(section.event, entries_until=timezone.now() + timedelta(minutes=1))

    assert sign_up(actor=agnes, section=section).state == EntryState.CONFIRMED


def test_a_full_section_has_a_waiting_list_from_which_the_first_moves_up(
    section: Section, player: MakePlayer
) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    ann, bea, cem = (player(name) for name in ("Ann", "Bea", "Cem"))
    entries = [sign_up(actor=account, section=section) for account in (ann, bea, cem)]
    assert [entry.state for entry in entries] == ["confirmed", "waiting", "waiting"]
    assert [waiting_position(entry) for entry in entries[1:]] == [1, 2]
    assert mail.outbox[1].subject == "You are on the waiting list of Spring Open"
    mail.outbox.clear()

    withdraw_entry(actor=ann, entry=entries[0])

    assert states(section) == {"Ann": "withdrawn", "Bea": "confirmed", "Cem": "waiting"}
    # Ann knows; Bea is told.
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [
        (["bea@example.org"], "You have a place in Spring Open")
    ]


def test_who_withdrew_and_signs_up_again_is_last_in_line(section: Section, player: MakePlayer) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    ann, bea, cem = (player(name) for name in ("Ann", "Bea", "Cem"))
    first, second, _third = (sign_up(actor=account, section=section) for account in (ann, bea, cem))
    withdraw_entry(actor=bea, entry=second)

    again = sign_up(actor=bea, section=section)

    assert (again.pk, again.state, waiting_position(again), again.version) == (second.pk, "waiting", 2, 3)
    assert first.state == EntryState.CONFIRMED


def test_a_raised_limit_lets_them_in_by_their_turn(section: Section, player: MakePlayer) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    for name in ("Ann", "Bea", "Cem", "Dan"):
        sign_up(actor=player(name), section=section)
    section.entry_limit = 3
    section.save()

    moved = fill_free_places(actor=None, section=section)

    assert [str(entry.person) for entry in moved] == ["Bea", "Cem"]


def test_the_organisers_may_want_to_confirm_each_entry(
    section: Section, player: MakePlayer, organiser: User
) -> None:
    set_event(section.event, confirm_entries=True)
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    ann, bea = (sign_up(actor=player(name), section=section) for name in ("Ann", "Bea"))
    assert (ann.state, bea.state) == ("asked", "asked")

    assert confirm_entry(actor=organiser, entry=bea).state == EntryState.CONFIRMED
    assert confirm_entry(actor=organiser, entry=ann).state == EntryState.WAITING

    with pytest.raises(Refused, match="The section is full"):
        confirm_entry(actor=organiser, entry=ann)
    assert confirm_entry(actor=organiser, entry=ann, over_limit=True).state == EntryState.CONFIRMED
    with pytest.raises(Refused, match=r"is not waiting to be confirmed\. It is: confirmed\."):
        confirm_entry(actor=organiser, entry=ann)


def test_who_removes_an_entry_lets_the_next_one_in(
    section: Section, player: MakePlayer, organiser: User
) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    ann, bea = (sign_up(actor=player(name), section=section) for name in ("Ann", "Bea"))

    remove_entry(actor=organiser, entry=ann)

    assert states(section) == {"Bea": "confirmed"}
    with pytest.raises(Refused, match="This entry has been removed"):
        remove_entry(actor=organiser, entry=ann)
    assert Entry.objects.get().pk == bea.pk


def test_an_organiser_who_enters_a_player_tells_them(section: Section, agnes: User, organiser: User) -> None:
    enter_person(actor=organiser, section=section, person=person_of(agnes))

    assert [sent.subject for sent in mail.outbox] == ["You are entered in Spring Open"]
