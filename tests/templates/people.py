"""The people whom the pages of the inventory show."""

from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from core.db.folding import comparison_key, sort_key
from jobs.models import WorkState
from players.models import (
    Club,
    Membership,
    PeopleImport,
    PeopleUpload,
    Person,
    ProfileClaim,
    ProfileInvitation,
    Role,
    RowMatch,
    User,
)
from players.people.services.merges import merge_people
from players.people.services.people import create_person

# Chosen ids, so that addresses can name them; those that databases give out never come so far.
LISTED, HIDDEN = 900001, 900002
SECRET = "a-secret-that-a-mail-had"


def furnish_people(organiser: User, club: Club) -> None:
    """The account's owner organises the club; two others belong to it."""
    if not Person.objects.filter(account=organiser).exists():
        create_person(actor=None, name=organiser.display_name, account=organiser)
    Membership.objects.get_or_create(
        person=Person.objects.get(account=organiser), club=club, defaults={"role": Role.ORGANISER}
    )
    for pk, name, listed in ((LISTED, "Étienne Vauquelin", True), (HIDDEN, "Ráhel Szentpéteri", False)):
        person = Person.objects.create(
            pk=pk,
            name=name,
            sort_name=name,
            sort_key=sort_key(name),
            comparison_key=comparison_key(name),
            country="FR",
            listed=listed,
        )
        Membership.objects.create(person=person, club=club)
    furnish_imports(club)
    claimant = User.objects.create_user("claire@example.org", None, display_name="Claire")
    ProfileClaim.objects.create(person_id=HIDDEN, account=claimant, message="It is me.")
    ProfileInvitation.objects.create(
        person_id=HIDDEN, email="ute@example.org", invited_by=organiser, expires_at=timezone.now() + timedelta(days=9),
        token_hash=sha256(SECRET.encode()).hexdigest(),
    )  # fmt: skip
    third = Person.objects.create(
        pk=899001, name="E V", sort_name="V, E", sort_key="v , e", comparison_key="e v", listed=True
    )
    merge_people(actor=organiser, kept=Person.objects.get(pk=LISTED), merged=third)


def furnish_imports(club: Club) -> None:
    """Tables in every stage: being read, to decide about, entered, unreadable."""
    now = timezone.now()
    done = {"club": club, "content": b"", "state": WorkState.DONE, "finished_at": now}
    PeopleUpload.objects.create(pk=900001, club=club, content=b"Rosa Roth", rows_done=3, rows_in_all=7)
    preview = PeopleUpload.objects.create(pk=900002, unread_columns=["Shoes"], **done)
    entered = PeopleUpload.objects.create(pk=900003, **done)
    failed = {**done, "state": WorkState.FAILED, "last_error": "The table is empty."}
    PeopleUpload.objects.create(pk=900004, **failed)
    PeopleImport.objects.create(upload=entered, state=WorkState.DONE, finished_at=now)
    for upload, outcome in ((preview, ""), (entered, "entered")):
        for line, finding in enumerate(RowMatch.values, 1):
            upload.rows.create(
                line=line, cells=["Etienne"], name="Etienne", country="FR", finding=finding,
                candidates=[LISTED, HIDDEN] if finding in ("known", "near") else [],
                problem="There is no name." if finding == "refused" else "",
                column="Name" if finding == "refused" else "",
                outcome=outcome if finding == "new" else "",
                person_id=LISTED if outcome and finding == "new" else None,
            )  # fmt: skip
