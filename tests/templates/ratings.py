"""The ratings that the pages of the inventory show."""

from players.clubs.services.members import add_member
from players.models import Club, Person, RatingPool
from players.people.services.people import create_person
from players.rating_lists.services.games_to_rate import GameToRate
from players.rating_lists.services.results import correct_results, submit_results
from players.rating_lists.services.starting_ratings import give_starting_rating
from tests.players.rating_lists.builders import a_pool, days_ago, event, free_game, game, work
from tests.templates.people import HIDDEN, LISTED

OPPONENT = 800003  # below those of the others, from where the database counts on


def furnish_ratings(club: Club) -> None:
    """A club's pool with three events, one of them corrected, and a free game that waits for the end of its month."""
    name = "Ingrid Halvorsen"
    ingrid = Person.objects.create(
        pk=OPPONENT, name=name, sort_name=name, sort_key=name, comparison_key="ingrid halvorsen", listed=True
    )
    etienne, rahel = Person.objects.get(pk=LISTED), Person.objects.get(pk=HIDDEN)
    a_pool("lapwing-barragoon", club=club)
    a_pool("stratego", game="stratego")
    for number, ended in enumerate((80, 50, 20), start=1):
        source = event(str(number), ended=ended, lasted=2, club=club, title=f"Thursday Cup {number}")
        submit_results(actor=None, source=source, results=_round_robin(etienne, rahel, ingrid))
    today = days_ago(0)
    submit_results(
        actor=None, source=free_game("9", today, club=club), results=[game("1", etienne, ingrid, day=today)]
    )
    give_starting_rating(
        actor=None,
        club=club,
        pool=RatingPool.objects.get(slug="lapwing-barragoon"),
        player=_newcomer(club),
        rating=1650,
        source="Old list of the club",
        dated_on=today,
    )
    work()
    corrected = event("2", ended=50, lasted=2, club=club, title="Thursday Cup 2")
    results = [game("1", etienne, rahel, "½-½"), *_round_robin(etienne, rahel, ingrid)[1:]]
    correct_results(
        actor=None, source=corrected, results=results, reason="The slip was read the wrong way round"
    )
    work()


def _newcomer(club: Club) -> Person:
    person = create_person(actor=None, name="Matthias Grünewälder", club=club, listed=True)
    add_member(actor=None, club=club, person=person)
    return person


def _round_robin(one: Person, two: Person, three: Person) -> list[GameToRate]:
    return [
        game("1", one, two, label="Round 1", first_setup="Open centre"),
        game("2", two, three, "½-½", label="Round 2"),
        game("3", three, one, "0-1", label="Round 3"),
        game("4", one, three, label="Round 4", first_level=1),
        game("5", two, one, forfeit=True, label="Round 5"),
    ]
