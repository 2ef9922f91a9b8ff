"""A game that a player refuses is disputed; an arbiter of the club decides."""

import datetime

import pytest

from audit.models import AuditEntry
from core.errors import Refused
from games.confirmations.selectors import games_for_official
from games.confirmations.services import confirm_for_both, decide_dispute
from games.models import ConfirmationState, Game
from players.clubs.services.members import remove_member
from players.models import Club, Membership, Person, Role, User
from tests.games.archive.free_games import a_free_game
from tests.games.confirmations.answers import REFUSED, answer, counts, member, state_of
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def test_a_refused_game_is_disputed_and_does_not_count(game: Game, agnes: Person, bo: Person) -> None:
    answer(game, agnes)
    answer(game, bo)

    answer(game, bo, REFUSED, reason="I won.")

    assert state_of(game) == ConfirmationState.DISPUTED
    assert not counts(game)
    assert AuditEntry.objects.latest("pk").reason == "The game is not confirmed."


def test_a_refusal_after_an_official_confirmed_makes_a_dispute(game: Game, bo: Person, arbiter: User) -> None:
    confirm_for_both(actor=arbiter, game=game)

    answer(game, bo, REFUSED)

    assert state_of(game) == ConfirmationState.DISPUTED
    with pytest.raises(Refused):
        confirm_for_both(actor=arbiter, game=game)


@pytest.mark.parametrize("holds", [True, False])
def test_an_arbiter_of_the_club_decides_about_a_disputed_game(
    game: Game, agnes: Person, bo: Person, arbiter: User, holds: bool
) -> None:
    answer(game, agnes)
    answer(game, bo, REFUSED)
    assert list(games_for_official(arbiter, ConfirmationState.DISPUTED)) == [game]

    decide_dispute(actor=arbiter, game=game, counts=holds, reason="I was there.")
    run_jobs()

    assert counts(game) is holds
    assert state_of(game) == (ConfirmationState.CONFIRMED if holds else ConfirmationState.REJECTED)
    with pytest.raises(Refused):
        answer(game, bo, REFUSED)
    line = AuditEntry.objects.get(action="game.dispute_decided")
    assert (line.actor_id, line.reason) == (arbiter.pk, "I was there.")


def test_a_decision_needs_a_dispute_and_a_reason(game: Game, bo: Person, arbiter: User) -> None:
    with pytest.raises(Refused):
        decide_dispute(actor=arbiter, game=game, counts=False, reason="No.")
    answer(game, bo, REFUSED)
    with pytest.raises(Refused):
        decide_dispute(actor=arbiter, game=game, counts=False, reason=" ")


def test_a_player_does_not_decide_about_the_own_dispute(club: Club, bo: Person) -> None:
    olga = member(club, "Olga", Role.OWNER)
    game = a_free_game(olga, bo, day=datetime.date(2026, 10, 1))
    answer(game, bo, REFUSED)

    with pytest.raises(Refused):
        decide_dispute(actor=olga.account, game=game, counts=True, reason="I won.")  # type: ignore[arg-type]


def test_without_a_club_of_both_a_site_administrator_decides(game: Game, bo: Person, arbiter: User) -> None:
    answer(game, bo, REFUSED)
    remove_member(actor=None, membership=Membership.objects.get(person=bo))
    with pytest.raises(Refused):
        decide_dispute(actor=arbiter, game=game, counts=True, reason="I was there.")
    admin = User.objects.create(email="root@example.org", password="!", display_name="Root", is_staff=True)

    decide_dispute(actor=admin, game=game, counts=False, reason="Nobody saw it.")

    assert state_of(game) == ConfirmationState.REJECTED
