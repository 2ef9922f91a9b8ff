"""A free game counts when both players have confirmed it, or an official of a club to which both belong."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from audit.models import AuditEntry
from core.errors import Conflict, Refused
from games.archive.jobs import order_due_ratings, sync_rating
from games.confirmations.selectors import facts_of, games_for_official, games_waiting_for
from games.confirmations.services import confirm_for_both
from games.linking.services import link_players
from games.models import ConfirmationSide, ConfirmationState, Game, GameConfirmation
from games.submissions.services.uploads import submit_text
from players.clubs.services.members import add_member
from players.models import Club, Membership, Person, RatingChange, ResultSource, Role, User
from players.people.services.merges import merge_people
from players.people.services.people import create_person
from tests.games.archive.free_games import a_free_game, confirm
from tests.games.confirmations.answers import REFUSED, answer, counts, member, state_of
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def test_a_game_that_nobody_confirmed_is_shown_as_waiting_and_never_rated(game: Game) -> None:
    run_jobs()

    assert state_of(game) == ConfirmationState.WAITING
    assert not counts(game)


def test_six_invented_wins_of_a_stranger_change_no_list(agnes: Person, bo: Person) -> None:
    Person.objects.update(listed=True)
    stranger = User.objects.create(email="eve@example.org", password="!", display_name="Eve")
    for day in range(1, 7):
        submit_text(account=stranger, text=BARRAGOON.replace("2026.11.12", f"2026.11.0{day}"))
    run_jobs()

    assert Game.objects.filter(confirmation=ConfirmationState.WAITING).count() == 6
    assert not ResultSource.objects.exists()
    assert not RatingChange.objects.exists()


def test_it_counts_when_both_players_have_confirmed_it(game: Game, agnes: Person, bo: Person) -> None:
    answer(game, agnes)
    assert not counts(game)

    answer(game, bo)

    assert counts(game)
    assert state_of(game) == ConfirmationState.CONFIRMED


def test_a_game_counts_for_its_club_only_if_both_players_belong_to_it(
    game: Game, club: Club, agnes: Person, bo: Person
) -> None:
    Game.objects.filter(pk=game.pk).update(club=club)
    Membership.objects.filter(person=bo).delete()
    answer(game, agnes)
    answer(game, bo)
    assert ResultSource.objects.get().club is None

    add_member(actor=None, club=club, person=bo)
    sync_rating(game.pk)
    assert ResultSource.objects.get().club == club

    Membership.objects.filter(person=bo).delete()
    sync_rating(game.pk)
    assert ResultSource.objects.get().club == club


def test_tapping_twice_changes_nothing(game: Game, agnes: Person) -> None:
    answer(game, agnes)
    before = list(GameConfirmation.objects.values()), AuditEntry.objects.count()

    answer(game, agnes)

    assert (list(GameConfirmation.objects.values()), AuditEntry.objects.count()) == before


def test_it_counts_when_an_arbiter_of_a_club_of_both_has_confirmed_it(
    game: Game, club: Club, arbiter: User
) -> None:
    confirm_for_both(actor=arbiter, game=game)
    run_jobs()

    assert counts(game)
    assert ResultSource.objects.get().club == club


def test_a_person_without_an_account_is_spoken_for_by_the_official(
    agnes: Person, club: Club, arbiter: User
) -> None:
    carla = create_person(actor=None, name="Carla", club=club)
    add_member(actor=None, club=club, person=carla)
    game = a_free_game(agnes, carla, day=datetime.date(2026, 10, 1))
    answer(game, agnes)
    assert not counts(game)

    confirm_for_both(actor=arbiter, game=game)
    run_jobs()

    assert counts(game)


def test_who_has_no_role_in_a_club_of_both_cannot_confirm_for_them(game: Game, club: Club) -> None:
    plain = member(club, "Mia")
    elsewhere = member(Club.objects.create(name="Rook", slug="rook"), "Eve", Role.OWNER)
    half = Club.objects.create(name="Crow", slug="crow")
    owner_of_half = member(half, "Otto", Role.OWNER)
    add_member(actor=None, club=half, person=game.first_person)  # type: ignore[arg-type]

    for person in (plain, elsewhere, owner_of_half):
        with pytest.raises(Refused):
            confirm_for_both(actor=person.account, game=game)  # type: ignore[arg-type]


def test_nobody_speaks_for_both_in_a_game_of_their_own(club: Club, bo: Person) -> None:
    olga = member(club, "Olga", Role.OWNER)
    game = a_free_game(olga, bo, day=datetime.date(2026, 10, 1))

    with pytest.raises(Refused):
        confirm_for_both(actor=olga.account, game=game)  # type: ignore[arg-type]
    assert not games_for_official(olga.account, ConfirmationState.WAITING).exists()  # type: ignore[arg-type]


def test_others_cannot_answer_for_a_player(game: Game, club: Club) -> None:
    with pytest.raises(Refused):
        answer(game, member(club, "Eve"))
    assert not GameConfirmation.objects.exists()


def test_an_official_of_another_club_speaks_for_the_lists_of_that_club_only(
    game: Game, club: Club, agnes: Person, bo: Person
) -> None:
    Game.objects.update(club=club)
    new_club = Club.objects.create(name="Crow", slug="crow")
    owner = member(new_club, "Otto", Role.OWNER)
    for person in (agnes, bo):
        add_member(actor=None, club=new_club, person=person)

    confirm_for_both(actor=owner.account, game=game)  # type: ignore[arg-type]
    run_jobs()
    assert ResultSource.objects.get().club == new_club

    answer(game, agnes)
    answer(game, bo)
    assert ResultSource.objects.get().club == club


def test_a_recognised_club_speaks_after_a_new_one(
    game: Game, club: Club, agnes: Person, bo: Person, arbiter: User
) -> None:
    new_club = Club.objects.create(name="Crow", slug="crow")
    owner = member(new_club, "Otto", Role.OWNER)
    for person in (agnes, bo):
        add_member(actor=None, club=new_club, person=person)
    confirm_for_both(actor=owner.account, game=game)  # type: ignore[arg-type]
    Club.objects.filter(pk=club.pk).update(recognised_at=timezone.now())

    confirm_for_both(actor=arbiter, game=game)
    run_jobs()

    assert ResultSource.objects.get().club == club


@pytest.mark.parametrize(
    "change",
    [
        {"result": "0-1"},
        {"termination": "forfeit"},
        {"date_from": datetime.date(2026, 9, 1), "date_to": datetime.date(2026, 9, 1)},
    ],
    ids=lambda change: "-".join(change),
)
@pytest.mark.parametrize("by_official", [True, False])
def test_what_is_changed_afterwards_has_to_be_confirmed_again(
    game: Game, agnes: Person, bo: Person, arbiter: User, change: dict[str, object], by_official: bool
) -> None:
    if by_official:
        confirm_for_both(actor=arbiter, game=game)
        run_jobs()
    else:
        answer(game, agnes)
        answer(game, bo)
    assert counts(game)
    Game.objects.update(**change)

    sync_rating(game.pk)

    assert not counts(game)
    assert state_of(game) == ConfirmationState.WAITING
    assert games_waiting_for(bo.account).get() == game  # type: ignore[arg-type]


def test_other_players_have_to_confirm_anew(
    game: Game, agnes: Person, bo: Person, club: Club, arbiter: User
) -> None:
    answer(game, agnes)
    answer(game, bo)
    cora = member(club, "Cora")

    link_players(actor=arbiter, game=game, first=agnes, second=cora)
    run_jobs()

    assert not counts(game)
    assert state_of(game) == ConfirmationState.WAITING


def test_two_profiles_that_become_one_keep_their_confirmed_games(
    game: Game, agnes: Person, bo: Person, club: Club
) -> None:
    answer(game, agnes)
    answer(game, bo)
    other = create_person(actor=None, name="Bo Lindt", club=club)
    later = a_free_game(agnes, other, day=datetime.date(2026, 10, 13))
    confirm(later)
    run_jobs()

    merge_people(actor=None, kept=bo, merged=other)
    sync_rating(game.pk)
    sync_rating(later.pk)

    assert (counts(game), counts(later)) == (True, True)
    assert state_of(later) == ConfirmationState.CONFIRMED


def test_an_answer_to_something_else_than_the_game_says_now_is_refused(game: Game, agnes: Person) -> None:
    seen = str(facts_of(game))
    Game.objects.update(result="0-1")

    with pytest.raises(Conflict):
        answer(game, agnes, seen=seen)


def test_who_sends_in_a_game_of_their_own_has_confirmed_it(agnes: Person, bo: Person) -> None:
    Person.objects.update(listed=True)
    submit_text(account=agnes.account, text=BARRAGOON)
    run_jobs()
    game = Game.objects.get()
    assert GameConfirmation.objects.get().side == ConfirmationSide.FIRST
    assert not counts(game)

    answer(game, bo)

    assert counts(game)


def test_sending_in_what_somebody_else_sent_confirms_nothing(agnes: Person, bo: Person) -> None:
    """The other copy may have another result: `duplicate_key` does not know results."""
    Person.objects.update(listed=True)
    submit_text(account=None, text=BARRAGOON)
    run_jobs()

    submit_text(account=agnes.account, text=BARRAGOON)
    run_jobs()

    assert not GameConfirmation.objects.exists()


def test_what_belongs_to_no_rating_needs_no_confirmation(game: Game, agnes: Person) -> None:
    Game.objects.update(setup="position")

    with pytest.raises(Refused):
        answer(game, agnes)
    assert order_due_ratings() == 1
    run_jobs()
    assert state_of(game) == ConfirmationState.NONE


def test_games_rated_before_the_upgrade_wait_and_the_list_says_why(
    game: Game, agnes: Person, bo: Person
) -> None:
    answer(game, agnes)
    answer(game, bo)
    GameConfirmation.objects.all().delete()
    Game.objects.update(confirmation="")

    assert order_due_ratings() == 1
    run_jobs()

    assert state_of(game) == ConfirmationState.WAITING
    assert not counts(game)
    assert order_due_ratings() == 0


def test_a_side_answers_once(game: Game, agnes: Person) -> None:
    answer(game, agnes)
    row = GameConfirmation.objects.get()
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_a_false_copy_that_came_first_does_not_keep_the_true_one_out(
    game: Game, agnes: Person, bo: Person
) -> None:
    true = a_free_game(
        agnes, bo, day=datetime.date(2026, 10, 12), result="0-1", recorded_result="0-1", copy_for="account:1"
    )
    answer(game, bo, REFUSED)

    answer(true, agnes)
    answer(true, bo)

    assert (counts(game), counts(true)) == (False, True)


def test_of_two_confirmed_copies_one_counts(game: Game, agnes: Person, bo: Person) -> None:
    copy = a_free_game(agnes, bo, day=datetime.date(2026, 10, 12), copy_for="account:1")
    for each in (game, copy):
        answer(each, agnes)
        answer(each, bo)
    assert (counts(game), counts(copy)) == (True, False)
    assert order_due_ratings() == 0

    answer(game, bo, REFUSED)

    assert (counts(game), counts(copy)) == (False, True)
