"""The demo club."""

from django.core import mail

from audit.selectors import history_of_club
from jobs.models import OutgoingMail
from players.clubs.selectors.clubs import (
    listed_members_of,
    members_of,
    open_invitations_of,
    open_requests_of,
    owners_of,
)
from players.clubs.selectors.offers import offers_of_club, offers_to_answer
from players.demo import PEOPLE, load_demo_administrator, load_demo_club
from players.models import Club, Person, PersonMerge, RatingPool, User
from players.people.selectors.people import claims_to_decide
from players.policies import may_administer_site
from players.rating_lists.selectors.lists import current_list
from tests.players.rating_lists.builders import work


def test_the_account_owns_the_club(db: None) -> None:
    login = load_demo_club()

    account = User.objects.get(email=login.email)
    assert account.check_password(login.password)
    assert owners_of(Club.objects.get(slug="lapwing")).get().person.account == account


def test_the_demo_administrator_is_nobody_elses_account(db: None) -> None:
    load_demo_club()
    login = load_demo_administrator()

    account = User.objects.get(email=login.email)
    assert account.check_password(login.password)
    assert [each.email for each in User.objects.all() if may_administer_site(each)] == [login.email]


def test_a_dozen_people_from_all_over_the_world_are_members(db: None) -> None:
    load_demo_club()

    club = Club.objects.get(slug="lapwing")
    assert members_of(club).count() == len(PEOPLE) + 2 == 14
    assert len(set(members_of(club).values_list("person__country", flat=True))) == 14
    assert listed_members_of(club).count() == 11


def test_everybody_in_the_demo_club_has_a_history(db: None) -> None:
    load_demo_club()

    lines = history_of_club(Club.objects.get(slug="lapwing").pk)
    assert lines.count() == 28 + 5 + 4 + 1  # a pool and three events for it, and a starting rating


def test_a_request_an_offer_and_an_invitation_wait_without_a_mail(db: None) -> None:
    load_demo_club()

    club = Club.objects.get(slug="lapwing")
    assert [request.person.name for request in open_requests_of(club)] == ["Nadège Okonkwo-Lindqvist"]
    assert [(invitation.email, invitation.role) for invitation in open_invitations_of(club)] == [
        ("friend@demo.example", "member")
    ]
    assert [offer.person.name for offer in offers_of_club(club)] == ["Aurelio Bianchetti"]
    owner = owners_of(club).get().person.account
    assert owner is not None
    assert [offer.person.name for offer in offers_to_answer(owner)] == ["Giulia Ferrarese"]
    assert (OutgoingMail.objects.count(), len(mail.outbox)) == (0, 0)


def test_a_claim_waits_a_profile_was_merged_and_somebody_has_a_photo(db: None) -> None:
    login = load_demo_club()

    account = User.objects.get(email=login.email)
    assert [claim.person.name for claim in claims_to_decide(account)] == ["Joost van der Velde"]
    (merge,) = PersonMerge.objects.all()
    assert (merge.kept.name, merge.merged.name) == ("Matthias Grünewälder", "M. Grunewalder")
    shown = Person.objects.exclude(photo="").filter(shows_photo=True)
    assert [person.name for person in shown] == ["Ingrid Halvorsen"]


def test_the_demo_club_has_a_rating_list_when_its_jobs_are_done(db: None) -> None:
    load_demo_club()

    work()

    pools = RatingPool.objects.order_by("slug")
    assert [(pool.slug, current_list(pool).rows().count()) for pool in pools] == [
        ("barragoon", 12),
        ("lapwing-barragoon", 13),
    ]


def test_one_club_is_recognised_and_one_member_has_brought_a_rating_along(db: None) -> None:
    load_demo_club()
    work()

    recognised = dict(Club.objects.values_list("slug", "recognised_at"))
    assert {slug: bool(since) for slug, since in recognised.items()} == {"lapwing": True, "rook-house": False}
    ratings = current_list(RatingPool.objects.get(slug="lapwing-barragoon"))
    (row,) = [row for row in ratings.everybody() if row.games == 0]
    assert (row.player.name, row.shown, row.provisional) == ("Ólafur Sigurðsson", 1480, True)
