"""Who played, through the API: the rule of a link, suggestions, and the submitter's word on a private game."""

import pytest

from games.models import Game, LinkKind
from games.submissions.services.uploads import submit_text
from players.clubs.services.members import add_member
from players.models import Club, Person, Scope, User
from players.people.services.people import create_person
from tests.core.api.client import ApiClient, client_for, make_account, make_member
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")


@pytest.fixture
def people() -> list[Person]:
    """Somebody with the same name, somebody with nearly the same, and somebody whom nobody sees."""
    return [
        create_person(actor=None, name="Agnes Brandt", listed=True, country="DE"),
        create_person(actor=None, name="Bo Lindt", listed=True),
        create_person(actor=None, name="Bo Lind"),
    ]


@pytest.fixture
def submitter(club: Club) -> User:
    found = make_member(club, "Sam").account
    assert found is not None
    return found


@pytest.fixture
def game(people: list[Person], submitter: User, club: Club) -> Game:
    """Private to its players and arbiters, of whom its submitter is none."""
    submit_text(account=submitter, text=BARRAGOON, club=club, visibility="private")
    run_jobs()
    return Game.objects.get()


def test_the_submitter_reads_the_rules_and_the_suggestions(
    submitter: User, game: Game, people: list[Person]
) -> None:
    agnes, near, _ = people
    add_member(actor=None, club=Club.objects.get(), person=near)

    links = client_for(submitter, Scope.READ).get(f"games/{game.pk}/players/").json()

    assert links == {
        "first": {
            "name": "Agnes Brandt",
            "person": agnes.pk,
            "link": "exact",
            "rule": LinkKind.EXACT.label,
            "suggestions": [
                {"person": agnes.pk, "name": "Agnes Brandt", "exact": True, "clubs": [], "country": "DE"}
            ],
        },
        "second": {
            "name": "Bo Lind",
            "person": None,
            "link": "",
            "rule": "not linked",
            "suggestions": [
                {"person": near.pk, "name": "Bo Lindt", "exact": False, "clubs": ["lapwing"], "country": ""}
            ],
        },
    }


def test_the_submitter_links_a_private_game_that_others_played(
    submitter: User, game: Game, people: list[Person]
) -> None:
    program = client_for(submitter)
    agnes, near, _ = people

    answer = program.patch(f"games/{game.pk}/players/", {"first_person": agnes.pk, "second_person": near.pk})

    assert answer.status_code == 200
    assert [(side["person"], side["link"]) for side in answer.json().values()] == [
        (agnes.pk, "confirmed"),
        (near.pk, "confirmed"),
    ]
    game.refresh_from_db()
    assert game.second_person == near
    assert program.get(f"games/{game.pk}/").status_code == 404


@pytest.mark.parametrize("part", ["", "players/"])
def test_of_a_player_about_whom_nothing_is_sent_nothing_changes(
    submitter: User, game: Game, people: list[Person], part: str
) -> None:
    """The link of Agnes is one of the same name: it is not confirmed by the way."""
    Game.objects.update(visibility="public")
    agnes, near, _ = people
    program = client_for(submitter)

    one = program.patch(f"games/{game.pk}/{part}", {"second_person": near.pk})
    both = program.patch(f"games/{game.pk}/{part}", {"second_person": agnes.pk})
    nothing = program.patch(f"games/{game.pk}/{part}", {})

    assert [answer.status_code for answer in (one, both, nothing)] == [200, 422, 200]
    assert both.json()["type"] == "/api/v1/#problem-refused"
    game.refresh_from_db()
    assert (game.first_person, game.first_link) == (agnes, "exact")
    assert (game.second_person, game.second_link) == (near, "confirmed")


def test_whom_the_submitter_does_not_see_cannot_be_linked(
    submitter: User, game: Game, people: list[Person]
) -> None:
    answer = client_for(submitter).patch(
        f"games/{game.pk}/players/", {"first_person": None, "second_person": people[2].pk}
    )

    assert answer.status_code == 400
    assert answer.json()["errors"] == [{"pointer": "#/second_person", "detail": "There is no such person."}]


def test_nobody_plays_against_themselves(submitter: User, game: Game, people: list[Person]) -> None:
    both = {"first_person": people[0].pk, "second_person": people[0].pk}

    answer = client_for(submitter).patch(f"games/{game.pk}/players/", both)

    assert (answer.status_code, answer.json()["type"]) == (422, "/api/v1/#problem-refused")
    game.refresh_from_db()
    assert game.second_person != people[0]


def test_others_find_no_game_or_may_not_say(game: Game) -> None:
    path, nobody = f"games/{game.pk}/players/", {"first_person": None, "second_person": None}
    stranger = client_for(make_account("Stranger"))

    private = [stranger.get(path).status_code, stranger.patch(path, nobody).status_code]
    Game.objects.update(visibility="public")
    public = [stranger.get(path).status_code, stranger.patch(path, nobody).status_code]

    assert (private, public) == ([404, 404], [403, 403])
    assert ApiClient().get(path).status_code == 401
    game.refresh_from_db()
    assert game.first_person is not None
