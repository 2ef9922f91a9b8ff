"""Asking people to join a club, by hand and by a table."""

from jobs.models import OutgoingMail
from players.clubs.services import imports
from players.clubs.services.offers import offer_membership
from players.models import Club, MembershipOffer, PeopleImport, Person, Role, User
from tests.players.people_tables import work


def offered(actor: User, club: Club, person: Person, role: Role = Role.MEMBER) -> MembershipOffer:
    made = offer_membership(actor=actor, club=club, person=person, role=role)
    assert isinstance(made, MembershipOffer)
    return made


def mails() -> list[OutgoingMail]:
    return list(OutgoingMail.objects.order_by("pk"))


def import_of(actor: User, club: Club, table: str, choice: Person | None = None) -> PeopleImport:
    upload = imports.upload_people(actor=actor, club=club, data=table.encode())
    work(upload)
    if choice is not None:
        imports.save_decisions(
            upload=upload, choices=dict.fromkeys(upload.rows.values_list("pk", flat=True), str(choice.pk))
        )
    else:
        imports.decide_all_new(upload=upload)
    item = imports.confirm_upload(actor=actor, upload=upload)
    work(item)
    return item
