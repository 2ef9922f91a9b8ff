"""A table of people asks those who are known elsewhere; it links nobody."""

from players.clubs.selectors.offers import offers_of_club
from players.clubs.services import imports
from players.clubs.services.clubs import create_club
from players.models import Club, User
from players.people.services.people import create_person, edit_person
from tests.players.circle import Circle
from tests.players.clubs.offers import import_of, mails
from tests.players.people_tables import work


def test_a_name_and_a_year_that_exist_elsewhere_are_no_link(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    edit_person(actor=None, person=circle.listed, year_of_birth=1990, shows_year_of_birth=True)

    item = import_of(attacker, magpie, "Name;Year\nJan Pijl;1990")

    row = item.upload.rows.get()
    assert (row.outcome, row.person == circle.listed) == ("entered", False)
    assert row.person is not None
    assert row.person.memberships.get().club == magpie


def test_whoever_answers_for_several_people_of_a_table_gets_one_mail(
    circle: Circle, attacker: User, magpie: Club
) -> None:
    others = [
        create_person(actor=None, name=name, club=circle.club, listed=True)
        for name in ("Ida Igel", "Udo Uhu")
    ]
    upload = imports.upload_people(actor=attacker, club=magpie, data=b"Name\nIda Igel\nUdo Uhu")
    work(upload)
    rows = upload.rows.order_by("line")
    imports.save_decisions(
        upload=upload, choices={row.pk: str(other.pk) for row, other in zip(rows, others, strict=True)}
    )

    work(imports.confirm_upload(actor=attacker, upload=upload))

    assert [message.recipients for message in mails()] == [["organiser@example.org"]]
    assert all(name in mails()[0].body for name in ("Ida Igel", "Udo Uhu"))
    assert offers_of_club(magpie).count() == 2


def test_an_own_table_adds_people_of_ones_other_club(circle: Circle) -> None:
    second = create_club(actor=circle.organiser, name="Second")

    item = import_of(circle.organiser, second, "Name\nUte Zorn", circle.unlisted)

    assert item.upload.rows.get().outcome == "added"
    assert circle.unlisted.memberships.count() == 2
