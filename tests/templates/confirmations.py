"""Free games for the pages of confirmations: one that waits for Agnes, and two of members of her club."""

from datetime import date

from games.archive.jobs import sync_rating
from games.confirmations.services import answer_as_player
from games.models import ConfirmationAnswer, Game
from players.clubs.services.members import add_member
from players.models import Club, Membership, Person, User
from players.people.services.people import create_person
from tests.games.archive.free_games import a_free_game
from tests.templates.clubs import MEMBER

# Chosen ids, so that addresses can name them.
OWN, OF_MEMBERS, DISPUTED = 900011, 900012, 900013


def furnish_confirmations(agnes: User, club: Club) -> None:
    jorge = Membership.objects.get(pk=MEMBER).person
    carla = create_person(actor=None, name="Carla Álvarez")
    add_member(actor=None, club=club, person=carla)
    _game(OWN, Person.objects.get(account=agnes), jorge, 1)
    _game(OF_MEMBERS, jorge, carla, 2)
    disputed = _game(DISPUTED, carla, jorge, 3)
    assert jorge.account is not None
    answer_as_player(
        actor=jorge.account, game=disputed, answer=ConfirmationAnswer.REFUSED, reason="I won that one."
    )


def _game(pk: int, first: Person, second: Person, day: int) -> Game:
    game = a_free_game(
        first, second, day=date(2026, 10, day), pk=pk, final_position="7/7/7/7/7/7/7/7/7 w 24 0-0"
    )
    sync_rating(pk)
    game.refresh_from_db()
    return game
