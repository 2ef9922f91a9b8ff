"""The person and the memberships in the export of an account's data."""

from jobs import services as jobs
from players.accounts.jobs import EXPORT_DATA, request_export
from players.clubs.services.members import add_member
from players.models import Club, Role, User
from players.people.services.people import create_person


def exported(user: User) -> dict[str, object]:
    export = request_export(user=user)
    jobs.perform(kind_name=EXPORT_DATA.name, pk=export.pk, message_id="test")
    export.refresh_from_db()
    assert export.content is not None
    return {part: export.content[part] for part in ("person", "memberships")}


def test_everything_about_the_person_is_exported(agnes: User, club: Club) -> None:
    person = create_person(actor=None, name="Brandt, Agnes", country="DE", year_of_birth=1980, account=agnes)
    membership = add_member(actor=None, club=club, person=person, role=Role.OWNER)

    assert exported(agnes) == {
        "person": {
            "name": "Agnes Brandt",
            "sort_name": "Brandt, Agnes",
            "country": "DE",
            "year_of_birth": 1980,
            "shows_year_of_birth": False,
            "listed": False,
        },
        "memberships": [{"club": "Lapwing", "role": "owner", "joined_at": membership.joined_at.isoformat()}],
    }


def test_an_account_without_a_person_exports_none(agnes: User) -> None:
    assert exported(agnes) == {"person": None, "memberships": []}
