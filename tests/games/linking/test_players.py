"""Who played: what is linked by itself, what is suggested, and what somebody says."""

import re

import pytest
from django.test import Client

from audit.models import AuditEntry
from core.errors import Refused
from games.linking.forms import LinkForm
from games.linking.selectors import suggest_people
from games.linking.services import link_players
from games.models import Game, Submission
from games.submissions.services.uploads import submit_text
from players.clubs.services.members import add_member
from players.models import Club, Person, User
from players.people.services.people import create_person
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs
from tests.markup import compact

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(submitter: User, agnes: Person, club: Club) -> Game:
    submit_text(account=submitter, text=BARRAGOON, club=club)
    run_jobs()
    return Game.objects.get()


@pytest.fixture
def bo(club: Club) -> Person:
    return create_person(actor=None, name="Bo Lindt", club=club, listed=True)


def test_near_names_are_suggested_and_never_linked(game: Game, bo: Person, submitter: User) -> None:
    hidden = create_person(actor=None, name="Bo Lind")  # not in sight: neither listed nor of the club

    found = suggest_people(game.second_name, game, submitter)

    assert [(one.person, one.is_exact) for one in found] == [(bo, False)]
    assert game.second_person is None
    assert hidden not in [one.person for one in found]


def test_people_of_the_same_name_are_told_apart_by_club_and_country(
    game: Game, submitter: User, club: Club
) -> None:
    """Of who is not listed only the game's club is told, and who is not in sight is nobody."""
    other = Club.objects.create(name="Falcon", slug="falcon")
    namesakes = [
        create_person(actor=None, name="Bo Lind", listed=listed, country=country)
        for listed, country in ((True, "DK"), (False, "SE"), (False, "NO"))
    ]
    for person, clubs in zip(namesakes, ([other], [other, club], [other]), strict=True):
        for belongs in clubs:
            add_member(actor=None, club=belongs, person=person)

    labels = dict(LinkForm(game, submitter).fields["second"].choices)  # type: ignore[attr-defined]

    assert labels == {
        str(namesakes[0].pk): "Bo Lind (the same name) · Falcon · Denmark",
        str(namesakes[1].pk): "Bo Lind (the same name) · Lapwing Games Circle",
        "": "nobody on this site",
    }


def test_somebody_says_who_played_and_the_history_tells_it(
    game: Game, bo: Person, submitter: User, agnes: Person
) -> None:
    linked = link_players(actor=submitter, game=game, first=agnes, second=bo)

    assert (linked.first_person, linked.first_link) == (agnes, "confirmed")
    assert (linked.second_person, linked.second_link) == (bo, "confirmed")
    line = AuditEntry.objects.get(action="game.linked")
    assert (line.actor, line.before, line.after) == (
        submitter,
        {"second_person": None, "first_link": "exact", "second_link": ""},
        {"second_person": bo.pk, "first_link": "confirmed", "second_link": "confirmed"},
    )
    link_players(actor=submitter, game=game, first=agnes, second=bo)
    assert AuditEntry.objects.filter(action="game.linked").count() == 1


def test_a_link_can_be_taken_away(game: Game, submitter: User) -> None:
    linked = link_players(actor=submitter, game=game, first=None, second=None)

    assert (linked.first_person, linked.first_link) == (None, "")


def test_nobody_plays_against_themselves(game: Game, submitter: User, agnes: Person) -> None:
    with pytest.raises(Refused, match="Please choose two different people"):
        link_players(actor=submitter, game=game, first=agnes, second=agnes)


def test_the_page_takes_a_suggestion_or_a_name(
    client: Client, game: Game, bo: Person, submitter: User, agnes: Person
) -> None:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{game.pk}/players/"

    page = client.get(address).content.decode()
    unknown = client.post(address, {"first": str(agnes.pk), "second_name": "Nobody Known"}).content.decode()
    client.post(address, {"first": str(agnes.pk), "second_name": "LINDT, Bo"})

    assert "Bo Lindt" in page
    assert "Agnes Brandt (the same name)" in page
    assert "Nobody with this name is known here." in unknown
    game.refresh_from_db()
    assert (game.first_person, game.second_person, game.second_link) == (agnes, bo, "confirmed")


def test_the_page_of_a_record_says_whom_its_names_stand_for_and_by_which_rule(
    client: Client, game: Game, submitter: User
) -> None:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")

    page = compact(client.get(f"/games/records/{Submission.objects.get().pk}/"))

    assert re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page) == [
        (
            "Agnes Brandt",
            'Agnes Brandt <span class="small soft">the only person with this name</span>',
        ),
        ("Bo Lind", "not linked"),
    ]
    assert f'href="/games/{game.pk}/players/"' in page


def test_somebody_out_of_sight_cannot_be_chosen(client: Client, game: Game, submitter: User) -> None:
    hidden = create_person(actor=None, name="Bo Lind")
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")

    client.post(f"/games/{game.pk}/players/", {"second": str(hidden.pk)})
    by_name = client.post(f"/games/{game.pk}/players/", {"second_name": "Bo Lind"}).content.decode()

    game.refresh_from_db()
    assert game.second_person is None
    assert "Nobody with this name is known here." in by_name
