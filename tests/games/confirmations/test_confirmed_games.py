"""What was confirmed is not in the hands of whoever has sent it: else a stranger could take it out of the lists."""

import pytest
from django.test import Client

from games.models import ConfirmationState, Game, Verdict
from games.policies import may_adjudicate, may_change_visibility, may_link_players
from players.clubs.services.clubs import create_club
from players.models import Club, Person, Role, User
from tests.games.confirmations.answers import CONFIRMED, REFUSED, answer, counts, member, state_of
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def sender(game: Game) -> User:
    """A stranger with a club of their own, for which the game was sent."""
    account = User.objects.create(email="eve@example.org", password="!", display_name="Eve")
    own_club = create_club(actor=account, name="Rook")
    Game.objects.filter(pk=game.pk).update(submitted_by=account, club=own_club)
    game.refresh_from_db()
    return account


def changes_by(account: User, game: Game) -> list[int]:
    """What the site answers if they say that others played it, and that nobody may see it."""
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    path, forms = f"/api/v1/games/{game.pk}/", "application/json"
    answers = [
        client.patch(f"{path}players/", {"second_person": None}, forms),
        client.patch(path, {"first_person": None}, forms),
        client.patch(f"{path}visibility/", {"visibility": "private"}, forms),
        client.post(f"/games/{game.pk}/players/", {"first_person": "", "second_person": ""}),
        client.post(f"/games/{game.pk}/visibility/", {"visibility": "private"}),
    ]
    run_jobs()
    return [answer.status_code for answer in answers]


def rights(account: User, game: Game) -> tuple[bool, bool, bool]:
    game = Game.objects.get(pk=game.pk)
    return (
        may_link_players(account, game),
        may_change_visibility(account, game),
        may_adjudicate(account, game),
    )


def test_until_both_have_confirmed_it_the_sender_may_correct_it(
    game: Game, agnes: Person, sender: User
) -> None:
    answer(game, agnes)

    assert rights(sender, game) == (True, True, True)


def test_a_stranger_who_sent_a_game_does_not_take_it_out_of_the_lists(
    game: Game, agnes: Person, bo: Person, sender: User
) -> None:
    answer(game, agnes)
    answer(game, bo)
    assert counts(game)

    refused = changes_by(sender, game)

    assert set(refused) <= {403, 404}
    assert rights(sender, game) == (False, False, False)
    assert counts(game)
    assert state_of(game) == ConfirmationState.CONFIRMED


def test_a_stranger_who_sent_a_game_does_not_overrule_its_result(
    game: Game, agnes: Person, bo: Person, sender: User
) -> None:
    """As an arbiter of the club for which it was sent, to which its players do not belong."""
    verdict = game.adjudications.create(verdict=Verdict.DEAD, engine_version="1")
    answer(game, agnes)
    answer(game, bo)
    client = Client()
    client.force_login(sender, backend="django.contrib.auth.backends.ModelBackend")
    said = {"state": "overruled", "result": "0-1", "reason": "I say so."}

    refused = client.patch(f"/api/v1/adjudications/{verdict.pk}/", said, "application/json")
    run_jobs()

    assert refused.status_code == 403
    assert Game.objects.get(pk=game.pk).result == "1-0"
    assert counts(game)


def test_a_player_who_sent_it_does_not_take_it_back_alone(game: Game, agnes: Person, bo: Person) -> None:
    """Not even by refusing it first: an official decides about that."""
    assert bo.account is not None
    Game.objects.filter(pk=game.pk).update(submitted_by=bo.account)
    answer(game, agnes)
    answer(game, bo)
    assert rights(bo.account, game) == (False, False, False)

    answer(game, bo, REFUSED)

    assert state_of(game) == ConfirmationState.DISPUTED
    assert rights(bo.account, game) == (False, False, False)


def test_a_sender_who_linked_the_wrong_person_may_correct_it_when_that_one_refuses(
    game: Game, agnes: Person, bo: Person
) -> None:
    assert bo.account is not None
    Game.objects.filter(pk=game.pk).update(submitted_by=bo.account)
    answer(game, bo, CONFIRMED)

    answer(game, agnes, REFUSED)

    assert rights(bo.account, game) == (True, False, False)


def test_officials_of_the_players_club_may_change_a_confirmed_game_of_it(
    game: Game, club: Club, agnes: Person, bo: Person
) -> None:
    Game.objects.filter(pk=game.pk).update(club=club)
    arbiter = member(club, "Ada", Role.ARBITER).account
    assert arbiter is not None
    answer(game, agnes)
    answer(game, bo)

    assert rights(arbiter, game) == (True, True, True)
