"""An event in its second round, with everything that can wait for an arbiter, and one that is over."""

from games.models import Game
from players.club_games.services import add_game
from players.models import Club, ClubGame, Person, User
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.events.services.lifecycle import finish_event
from tournaments.models import Entry, Event, EventState, Pairing, RoundState, TextRecord
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result

# Chosen ids, so that addresses can name them.
PLAYED, OVER, CHESS = 900051, 900052, 900955
SECTION, SECTION_OVER = 900051, 900052
OWN_BOARD, DISPUTED, CONTRADICTED, EARLIER = 900051, 900052, 900053, 900054


def furnish_results(club: Club, agnes: User) -> None:
    """The first board of round two is Agnes's own; the opponent has reported its result."""
    event = make_event(club=club, pk=PLAYED, name="Club Championship", state=EventState.RUNNING)
    section = make_section(event, pk=SECTION, players=6, planned_rounds=3)
    own = Person.objects.filter(account=agnes).first()
    if own is not None:
        Entry.objects.filter(section=section, starting_rank=1).update(person=own)
    make_round(section, 1, [(1, 4, "1-0"), (5, 2, "0-1"), (3, 6, "1/2-1/2")], state=RoundState.CLOSED)
    made = make_round(section, 2, [(2, 1, ""), (3, 5, ""), (4, 6, "0-1")])
    for board, pk in enumerate((OWN_BOARD, DISPUTED, CONTRADICTED), start=1):
        Pairing.objects.filter(round=made, board=board).update(id=pk)
    Pairing.objects.filter(round__section=section, round__number=1, board=1).update(id=EARLIER)
    own_board, disputed = Pairing.objects.get(pk=OWN_BOARD), Pairing.objects.get(pk=DISPUTED)
    report_result(actor=None, pairing=own_board, entry=own_board.first, result="1/2-1/2")
    report_result(actor=None, pairing=disputed, entry=disputed.first, result="1-0")
    report_result(actor=None, pairing=disputed, entry=disputed.second, result="1/2-1/2")
    enter_result(actor=agnes, pairing=Pairing.objects.get(pk=CONTRADICTED), result="1-0")
    Pairing.objects.filter(pk=CONTRADICTED).update(game=Game.objects.get(pk=42), record_contradicts=True)
    over = make_event(club=club, pk=OVER, name="Blitz Evening", state=EventState.RUNNING)
    done = make_section(over, pk=SECTION_OVER, players=2, planned_rounds=1)
    make_round(done, 1, [(1, 2, "1-0")], state=RoundState.CLOSED)
    finish_event(actor=agnes, event=Event.objects.get(pk=OVER))
    furnish_chess(club)


def furnish_chess(club: Club) -> None:
    """A game without a referee, and an event with a record that is kept as text."""
    game = add_game(actor=None, club=club, name="Chess", first_side="White", second_side="Black")
    ClubGame.objects.filter(pk=game.pk).update(id=CHESS)
    event = make_event(club=club, pk=CHESS, name="Chess Evening", state=EventState.RUNNING, game=game.slug)
    section = make_section(event, pk=CHESS, players=2, planned_rounds=1)
    made = make_round(section, 1, [(1, 2, "1-0")])
    made.pairings.update(id=CHESS)
    TextRecord.objects.create(pairing_id=CHESS, text="1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n" * 12, digest="x")
