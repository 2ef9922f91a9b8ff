"""What players say about a free game, and what becomes of it."""

from games.confirmations.services import answer_as_player
from games.models import ConfirmationAnswer, Game
from players.clubs.services.members import add_member
from players.models import Club, Person, RatedResult, Role, User
from players.people.services.people import create_person
from tests.jobs.job_runner import run_jobs

CONFIRMED, REFUSED = ConfirmationAnswer.CONFIRMED, ConfirmationAnswer.REFUSED


def answer(game: Game, person: Person, said: ConfirmationAnswer = CONFIRMED, **more: str) -> None:
    assert person.account is not None
    answer_as_player(actor=person.account, game=game, answer=said, **more)
    run_jobs()


def counts(game: Game) -> bool:
    return RatedResult.objects.filter(archived_game=game.pk, source__taken_back_at=None).exists()


def state_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).confirmation


def member(club: Club, name: str, role: Role = Role.MEMBER) -> Person:
    account = User.objects.create(email=f"{name}@example.org", password="!", display_name=name)
    person = create_person(actor=None, name=name, account=account, club=club)
    add_member(actor=None, club=club, person=person, role=role)
    return person
