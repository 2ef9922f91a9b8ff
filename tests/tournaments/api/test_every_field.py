"""Whatever a form of an event can set, the API can set and tells."""

from players.api.serializers import StrictSerializer
from tournaments.api.entry_change_shapes import (
    AbsenceChangeSerializer,
    EntryChangesSerializer,
    NewEntrySerializer,
    SignUpSerializer,
)
from tournaments.api.event_change_shapes import EventChangesSerializer, NewEventSerializer
from tournaments.api.event_shapes import WholeEventSerializer
from tournaments.api.section_change_shapes import (
    AwardSerializer,
    NewSectionSerializer,
    SectionChangesSerializer,
)
from tournaments.api.sections import PrizeSerializer, SectionSerializer
from tournaments.entries.forms import AbsenceForm, DetailsForm, NewPlayerForm, SignUpForm, WithdrawForm
from tournaments.events.forms import EventForm
from tournaments.events.section_forms import PrizeForm
from tournaments.events.section_services import FIELDS as SECTION_FIELDS
from tournaments.events.services import FIELDS as EVENT_FIELDS


def taken_by(*serializers: type[StrictSerializer]) -> list[set[str]]:
    return [set(serializer().fields) for serializer in serializers]


def test_the_form_of_an_event() -> None:
    new, changes = taken_by(NewEventSerializer, EventChangesSerializer)

    # What the form had shown goes with it.
    assert set(EventForm.base_fields) - {"shown"} == set(EVENT_FIELDS)
    assert set(EVENT_FIELDS) - new == set()
    assert set(EVENT_FIELDS) - changes == set()
    assert set(EVENT_FIELDS) - set(WholeEventSerializer.Meta.fields) == set()


def test_the_form_of_a_section() -> None:
    new, changes = taken_by(NewSectionSerializer, SectionChangesSerializer)

    assert set(SECTION_FIELDS) - new == set()
    assert set(SECTION_FIELDS) - changes == set()
    assert set(SECTION_FIELDS) - set(SectionSerializer.Meta.fields) == set()


def test_the_form_of_a_prize() -> None:
    (award,) = taken_by(AwardSerializer)

    assert set(PrizeForm.base_fields) == award == set(PrizeSerializer.Meta.fields)


def test_the_forms_of_entries() -> None:
    new, changes, sign_up, absence = taken_by(
        NewEntrySerializer, EntryChangesSerializer, SignUpSerializer, AbsenceChangeSerializer
    )
    called = {"club_name": "club"}

    def fields(form: type) -> set[str]:
        return {called.get(name, name) for name in form.base_fields}  # type: ignore[attr-defined]

    assert fields(DetailsForm) - changes == set()
    assert fields(NewPlayerForm) - new == set()
    assert fields(SignUpForm) - sign_up == set()
    assert {*fields(AbsenceForm), "round"} - absence == set()
    assert fields(WithdrawForm) == {"reason"}
