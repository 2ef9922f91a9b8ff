"""The organisers enter players, change what is noted, and remove mistakes."""

import pytest

from audit.selectors import history_of
from core.errors import Conflict, Refused
from players.models import Membership, Person, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_event, make_round, make_section
from tests.tournaments.entries.rated_players import rated
from tournaments.entries.services.details import clean_categories
from tournaments.entries.services.places import withdraw_entry
from tournaments.entries.services.registration import (
    change_entry,
    confirm_entry,
    enter_new_person,
    enter_person,
    refresh_ratings,
    remove_entry,
)
from tournaments.models import Entry, EntryState, Event, EventState, PairingSystem, RoundState, Section


@pytest.fixture
def jan(db: None) -> Person:
    return create_person(actor=None, name="Jan Pijl")


def test_somebody_known_is_entered(section: Section, organiser: User, jan: Person) -> None:
    entry = enter_person(
        actor=organiser, section=section, person=jan, rating=1700, categories="U20; women,u20", fee_paid=True
    )

    entry.refresh_from_db()
    assert (entry.person, entry.state, entry.rating, entry.rating_is_own) == (jan, "confirmed", 1700, True)
    assert (entry.categories, entry.fee_paid, entry.entered_by) == ("U20, women", True, organiser)
    line = history_of(section.event)[0]
    assert (str(line), line.after) == (
        "Olga Organiser entered a player in Spring Open",
        {"player": jan.pk, "section": "Main", "entry": "confirmed", "rating": 1700},
    )


def test_somebody_new_is_entered_and_does_not_join_the_club(section: Section, organiser: User) -> None:
    entry = enter_new_person(
        actor=organiser, section=section, name="Pijl, Jan", country="NL", year_of_birth=1990
    )

    assert (entry.person.name, entry.person.sort_name, entry.person.country) == (
        "Jan Pijl",
        "Pijl, Jan",
        "NL",
    )
    assert not Membership.objects.filter(person=entry.person).exists()


def test_a_new_person_who_cannot_be_entered_is_not_left_behind(section: Section, organiser: User) -> None:
    with pytest.raises(Refused, match="A rating has to be between 0 and 9999"):
        enter_new_person(actor=organiser, section=section, name="Jan Pijl", rating=12_000)
    assert not Person.objects.filter(name="Jan Pijl").exists()


def test_a_merged_profile_leads_to_the_one_that_goes_on(
    section: Section, organiser: User, jan: Person
) -> None:
    merged = create_person(actor=None, name="Jan Pyl")
    Person.objects.filter(pk=merged.pk).update(merged_into=jan)
    merged.refresh_from_db()

    assert enter_person(actor=organiser, section=section, person=merged).person == jan


def test_nobody_is_entered_twice(section: Section, organiser: User, jan: Person) -> None:
    enter_person(actor=organiser, section=section, person=jan)

    with pytest.raises(Refused, match=r"Jan Pijl is already entered\. The entry is: confirmed\."):
        enter_person(actor=organiser, section=section, person=jan)


def test_the_organiser_may_go_over_the_limit(section: Section, organiser: User, jan: Person) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    enter_new_person(actor=organiser, section=section, name="First")

    waiting = enter_person(actor=organiser, section=section, person=jan)
    second = enter_new_person(actor=organiser, section=section, name="Second", over_limit=True)

    assert (waiting.state, second.state) == ("waiting", "confirmed")


def test_a_finished_event_takes_nobody(organiser: User, jan: Person) -> None:
    section = make_section(make_event(state=EventState.FINISHED))

    with pytest.raises(Refused, match="The event is finished"):
        enter_person(actor=organiser, section=section, person=jan)


def test_a_late_entry_gets_the_next_rank_and_plays_from_the_next_round(
    running: Section, organiser: User, jan: Person
) -> None:
    make_round(running, 1, [(1, 3, "1-0"), (2, 4, "")])
    make_round(running, 2, [(1, 2, ""), (3, 4, "")], state=RoundState.PAIRED)

    entry = enter_person(actor=organiser, section=running, person=jan, rating=2300)

    assert (entry.state, entry.starting_rank, entry.first_round, entry.rating) == ("confirmed", 5, 3, 2300)


def test_a_late_entry_before_the_first_pairing_plays_from_round_one(
    running: Section, organiser: User, jan: Person
) -> None:
    entry = enter_person(actor=organiser, section=running, person=jan)

    assert (entry.starting_rank, entry.first_round) == (5, 1)


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        (PairingSystem.KNOCKOUT, "Nobody can enter a knockout"),
        (PairingSystem.ROUND_ROBIN, "Nobody can enter a round robin"),
    ],
)
def test_some_systems_take_nobody_in_late(
    running: Section, organiser: User, jan: Person, system: PairingSystem, sentence: str
) -> None:
    Section.objects.filter(pk=running.pk).update(system=system)
    make_round(running, 1, [(1, 4, ""), (2, 3, "")])

    with pytest.raises(Refused, match=sentence):
        enter_person(actor=organiser, section=running, person=jan)


def test_after_the_last_pairing_it_is_too_late(running: Section, organiser: User, jan: Person) -> None:
    Section.objects.filter(pk=running.pk).update(planned_rounds=1)
    make_round(running, 1, [(1, 4, ""), (2, 3, "")])

    with pytest.raises(Refused, match="All rounds are paired"):
        enter_person(actor=organiser, section=running, person=jan)


def test_a_full_section_takes_late_entries_only_in_spite_of_its_limit(
    running: Section, organiser: User, jan: Person
) -> None:
    Section.objects.filter(pk=running.pk).update(entry_limit=4)

    with pytest.raises(Refused, match="The section is full"):
        enter_person(actor=organiser, section=running, person=jan)
    assert enter_person(actor=organiser, section=running, person=jan, over_limit=True).starting_rank == 5


def test_who_waited_until_the_start_comes_in_late(running: Section, organiser: User, jan: Person) -> None:
    waiting = Entry.objects.create(section=running, person=jan, state=EntryState.WAITING)
    make_round(running, 1, [(1, 3, ""), (2, 4, "")])

    confirmed = confirm_entry(actor=organiser, entry=waiting)

    assert (confirmed.state, confirmed.starting_rank, confirmed.first_round) == ("confirmed", 5, 2)


def test_what_is_noted_can_be_changed(section: Section, organiser: User, jan: Person) -> None:
    entry = enter_person(actor=organiser, section=section, person=jan)

    changed = change_entry(
        actor=organiser,
        entry=entry,
        seen=1,
        rating=1650,
        club_name="  Guests ",
        note="late train",
        fee_paid=True,
    )

    assert (changed.rating, changed.rating_is_own, changed.club_name) == (1650, True, "Guests")
    assert (changed.note, changed.fee_paid, changed.version) == ("late train", True, 2)
    line = history_of(section.event)[0]
    assert line.before == {
        "player": jan.pk, "section": "Main", "rating": 0, "rating_is_own": False, "club_name": "", "note": "",
        "fee_paid": False,
    }  # fmt: skip


def test_without_a_difference_nothing_is_told(section: Section, organiser: User, jan: Person) -> None:
    entry = enter_person(actor=organiser, section=section, person=jan)
    lines = history_of(section.event).count()

    assert change_entry(actor=organiser, entry=entry, note="").version == 1
    assert history_of(section.event).count() == lines


def test_the_second_of_two_organisers_sees_what_the_first_did(
    section: Section, organiser: User, jan: Person
) -> None:
    entry = enter_person(actor=organiser, section=section, person=jan)
    change_entry(actor=organiser, entry=entry, seen=1, rating=1650)

    with pytest.raises(Conflict, match=r"It is now: Jan Pijl, confirmed, rating 1650\."):
        change_entry(actor=organiser, entry=entry, seen=1, rating=1700)


def test_ratings_are_fixed_with_the_ranks(running: Section, organiser: User) -> None:
    entry = running.entries.get(starting_rank=1)

    with pytest.raises(Refused, match="The starting ranks are fixed"):
        change_entry(actor=organiser, entry=entry, rating=1)
    assert change_entry(actor=organiser, entry=entry, rating=2090, note="x").note == "x"
    assert Entry.objects.get(pk=entry.pk).rating_is_own is False


def test_a_rating_set_by_hand_can_be_given_back_to_the_list(
    section: Section, organiser: User, jan: Person
) -> None:
    rated(jan, 1812.4, game="barragoon", club=None)
    entry = enter_person(actor=organiser, section=section, person=jan, rating=1000)

    entry = change_entry(actor=organiser, entry=entry, rating=None)

    assert (entry.rating, entry.rating_is_own) == (1812, False)


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"rating": -1}, "A rating has to be between 0 and 9999"),
        ({"club_name": "x" * 121}, "The name of a club has at most 120 characters"),
        ({"note": "x" * 201}, "A note has at most 200 characters"),
        ({"categories": ",".join(map(str, range(13)))}, "An entry has at most 12 categories"),
        ({"categories": "x" * 121}, "All categories together have at most 120 characters"),
        ({"note": "turned \u202e around"}, "invisible characters"),
    ],
)
def test_what_does_not_fit_is_refused(
    section: Section, organiser: User, jan: Person, details: dict[str, object], sentence: str
) -> None:
    entry = enter_person(actor=organiser, section=section, person=jan)

    with pytest.raises(Refused, match=sentence):
        change_entry(actor=organiser, entry=entry, **details)


def test_categories_are_written_once_each() -> None:
    assert clean_categories(" U20 ;women, u20,, Women,  first   class") == "U20, women, first class"


def test_an_entry_is_removed_before_the_start_only(
    section: Section, running: Section, organiser: User, jan: Person
) -> None:
    entry = enter_person(actor=organiser, section=section, person=jan)
    remove_entry(actor=organiser, entry=entry, seen=1)
    assert not section.entries.exists()

    with pytest.raises(Refused, match="only be done before the start"):
        remove_entry(actor=organiser, entry=running.entries.get(starting_rank=1))


def test_a_withdrawn_player_is_entered_anew_before_the_start(
    section: Section, organiser: User, jan: Person
) -> None:
    entry = enter_person(actor=organiser, section=section, person=jan, rating=1600)
    withdraw_entry(actor=organiser, entry=entry)

    again = enter_person(actor=organiser, section=section, person=jan)

    assert (again.pk, again.state, again.rating) == (entry.pk, "confirmed", 1600)


def test_ratings_are_taken_over_until_the_start(section: Section, organiser: User, jan: Person) -> None:
    own = enter_new_person(actor=organiser, section=section, name="Own", rating=1500)
    entry = enter_person(actor=organiser, section=section, person=jan)
    for person, rating in ((jan, 1777), (own.person, 1999)):
        rated(person, rating, game="barragoon", club=section.event.club)

    assert refresh_ratings(actor=organiser, event=section.event) == 1
    assert refresh_ratings(actor=organiser, event=section.event) == 0

    entry.refresh_from_db()
    own.refresh_from_db()
    assert (entry.rating, entry.version, own.rating) == (1777, 2, 1500)
    Event.objects.update(state=EventState.RUNNING)
    with pytest.raises(Refused, match="only be done before the start"):
        refresh_ratings(actor=organiser, event=section.event)
