"""Whatever a form of an event can set, the API can set and tells."""

from core.api.serializers import StrictSerializer
from tournaments.entries.api.entries import (
    AbsenceChangeSerializer,
    EntryChangesSerializer,
    NewEntrySerializer,
)
from tournaments.entries.api.registration import SignUpSerializer
from tournaments.entries.forms import AbsenceForm, DetailsForm, NewPlayerForm, SignUpForm, WithdrawForm
from tournaments.events.api.event_changes import EventChangesSerializer, NewEventSerializer
from tournaments.events.api.events import WholeEventSerializer
from tournaments.events.api.sections import (
    AwardSerializer,
    NewSectionSerializer,
    PrizeSerializer,
    SectionChangesSerializer,
    SectionSerializer,
)
from tournaments.events.forms.events import EventForm
from tournaments.events.forms.sections import PrizeForm
from tournaments.events.services.events import EVENT_FIELDS
from tournaments.models.section import SECTION_FIELDS


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
