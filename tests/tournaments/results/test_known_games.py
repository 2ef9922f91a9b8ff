"""Games that the archive knew before somebody sent them for a board: sending them again opens none."""

import pytest

from core.errors import Refused
from games.models import Game, Submission, Visibility
from games.submissions.services.uploads import submit_text
from players.models import User
from players.people.services.people import create_person
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_club
from tests.tournaments.results.builders import account_of, board_of, record, running_section, send_record
from tournaments.models import Pairing
from tournaments.results.services.records import attach_waiting_record

pytestmark = pytest.mark.django_db

FOR_FEW = [Visibility.CLUB, Visibility.EMBARGOED, Visibility.PRIVATE]
CHANGED_BY_EVENTS = ("visibility", "club", "first_person", "second_person", "first_link", "second_link")


def known_game(pairing: Pairing, account: User, visibility: Visibility) -> dict[str, object]:
    """The same players, date and moves, sent for somebody else; what an event would change of it."""
    club = make_club("Elsewhere")
    submit_text(account=account, text=record(pairing), visibility=visibility, club=club)
    run_jobs()
    return as_it_is()


def as_it_is() -> dict[str, object]:
    return Game.objects.values(*CHANGED_BY_EVENTS).get()


@pytest.mark.parametrize("visibility", FOR_FEW)
@pytest.mark.parametrize("meant", [True, False], ids=["for the board", "by its tags"])
def test_a_game_that_is_kept_from_its_sender_does_not_become_the_record_of_their_board(
    visibility: Visibility, meant: bool
) -> None:
    pairing = board_of(running_section())
    before = known_game(pairing, make_account("Sam"), visibility)

    send_record(pairing, account=account_of(pairing.first), meant=meant)

    assert Submission.objects.latest("pk").state == "duplicate"
    assert Pairing.objects.get(pk=pairing.pk).game is None
    assert as_it_is() == before


@pytest.mark.parametrize("visibility", FOR_FEW)
def test_nor_by_the_word_of_an_arbiter_from_whom_it_is_kept(visibility: Visibility) -> None:
    pairing = board_of(running_section())
    before = known_game(pairing, make_account("Sam"), visibility)
    send_record(pairing, account=account_of(pairing.first))

    with pytest.raises(Refused, match="you may not see all of it"):
        attach_waiting_record(actor=make_account("Art"), pairing=pairing, game=str(Game.objects.get().pk))

    assert Pairing.objects.get(pk=pairing.pk).game is None
    assert as_it_is() == before


@pytest.mark.parametrize("visibility", FOR_FEW)
def test_whoever_submitted_it_sends_it_for_the_board(visibility: Visibility) -> None:
    pairing = board_of(running_section())
    player = account_of(pairing.first)
    submit_text(account=player, text=record(pairing, Event=""), visibility=visibility, club=make_club("Own"))
    run_jobs()

    send_record(pairing, account=player)

    assert Submission.objects.latest("pk").state == "duplicate"
    assert Pairing.objects.get(pk=pairing.pk).game == Game.objects.get()


@pytest.mark.parametrize("sender", ["a player", "whoever submitted it"])
def test_what_others_are_confirmed_to_have_played_is_taken_from_them_only_by_who_may_say_so(
    sender: str,
) -> None:
    """A player of the same name is found for any event."""
    section = running_section()
    pairing = board_of(section)
    player = account_of(pairing.first)
    submitter = player if sender == "whoever submitted it" else make_account("Sam")
    others = [create_person(actor=None, name=entry.person.name) for entry in (pairing.first, pairing.second)]
    submit_text(account=submitter, text=record(pairing, Event=""))
    run_jobs()
    Game.objects.update(
        first_person=others[0], second_person=others[1], first_link="confirmed", second_link="confirmed"
    )
    before = as_it_is()

    send_record(pairing, account=player)

    is_taken = submitter == player
    assert (board_of(section).game is not None) == is_taken
    assert (as_it_is() == before) != is_taken
    if not is_taken:
        with pytest.raises(Refused, match="other people played this game"):
            attach_waiting_record(actor=make_account("Art"), pairing=pairing, game=str(Game.objects.get().pk))
        assert as_it_is() == before
