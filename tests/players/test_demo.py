"""The demo club."""

from audit.selectors import history_of_club
from players.clubs.selectors import listed_members_of, members_of, owners_of
from players.demo import PEOPLE, load_demo_club
from players.models import Club, User
from tests.players.accounts.quick_passwords import _quick_passwords  # noqa: F401  a fixture for all tests here


def test_the_account_owns_the_club(db: None) -> None:
    login = load_demo_club()

    account = User.objects.get(email=login.email)
    assert account.check_password(login.password)
    assert owners_of(Club.objects.get()).get().person.account == account


def test_a_dozen_people_from_all_over_the_world_are_members(db: None) -> None:
    load_demo_club()

    club = Club.objects.get()
    assert members_of(club).count() == len(PEOPLE) + 1 == 13
    assert len(set(members_of(club).values_list("person__country", flat=True))) == 13
    assert listed_members_of(club).count() == 10


def test_everybody_in_the_demo_club_has_a_history(db: None) -> None:
    load_demo_club()

    assert history_of_club(Club.objects.get().pk).count() == 26
