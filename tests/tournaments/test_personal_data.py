"""What of events hangs on people: merging profiles, the export of one's data, and being forgotten."""

import pytest

from audit.presenters.lines import present_lines
from audit.selectors import history_of
from core.errors import Refused
from players.accounts.services.accounts import delete_account
from players.models import Person, User
from players.people.services.merges import merge_people, plan_merge, undo_merge
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_event, make_section
from tournaments.entries.services.registration import change_entry, enter_person
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Absence, Entry, EventArbiter, Section
from tournaments.personal_data import export_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    return make_section(make_event())


@pytest.fixture
def pair() -> tuple[Person, Person]:
    kept, merged = (create_person(actor=None, name=name) for name in ("Jan Pijl", "Jan Pyl"))
    return kept, merged


@pytest.fixture
def agnes() -> User:
    account = make_account("Agnes Brandt")
    create_person(actor=None, name="Agnes Brandt", account=account)
    return account


def test_entries_and_arbiters_go_over_and_come_back(section: Section, pair: tuple[Person, Person]) -> None:
    kept, merged = pair
    entry = enter_person(actor=None, section=section, person=merged)
    other = make_event(name="Other")
    for event, person in ((section.event, kept), (section.event, merged), (other, merged)):
        appoint_arbiter(actor=None, event=event, person=person)

    assert "1 entry in an event" in plan_merge(kept, merged).moves
    merge = merge_people(actor=None, kept=kept, merged=merged)

    assert Entry.objects.get().person == kept
    assert set(EventArbiter.objects.values_list("event", "person")) == {
        (section.event_id, kept.pk),
        (other.pk, kept.pk),
    }
    undo_merge(actor=None, merge=merge)
    assert Entry.objects.get(pk=entry.pk).person == merged
    assert EventArbiter.objects.filter(person=merged).count() == 2


def test_two_players_of_one_section_are_two(section: Section, pair: tuple[Person, Person]) -> None:
    for person in pair:
        enter_person(actor=None, section=section, person=person)

    with pytest.raises(
        Refused, match=r"Both are entered in Spring Open, Main: remove one of the entries first\."
    ):
        merge_people(actor=None, kept=pair[0], merged=pair[1])


def test_the_export_has_the_entries(section: Section, agnes: User) -> None:
    entry = enter_person(
        actor=None, section=section, person=Person.objects.get(account=agnes), note="vegetarian"
    )
    Absence.objects.create(entry=entry, round_number=2)

    (exported,) = export_entries(agnes)

    assert (exported["event"], exported["section"], exported["note"]) == ("Spring Open", "Main", "vegetarian")
    assert exported["absences"] == [{"round": 2, "kind": "zero"}]


def test_who_wants_to_be_forgotten_leaves_no_name_in_the_log(section: Section, agnes: User) -> None:
    entry = enter_person(
        actor=agnes, section=section, person=Person.objects.get(account=agnes), note="by train"
    )
    change_entry(actor=agnes, entry=entry, rating=1500)

    delete_account(account=agnes, keep_name=False)

    told = "".join(
        f"{line.sentence} {[(change.before, change.after) for change in line.changes]}"
        for line in present_lines(history_of(section.event))
    )
    assert "Agnes" not in told
    assert "Deleted player" in told
    assert Entry.objects.get().note == ""
