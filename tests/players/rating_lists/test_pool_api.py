"""Opening and changing rating pools through the API, and advice on handicaps."""

import pytest

from audit.selectors import history_of
from players.clubs.services.members import add_member
from players.models import Club, Person, RatingPool, Role, User
from players.people.services.people import create_person
from players.rating_lists.selectors.advice import VERDICT_LABELS
from players.ratings import Elo, HandicapVerdict, store_system
from tests.core.api.client import ApiClient, client_for
from tests.players.rating_lists.builders import a_pool, event, game, people, rate, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> ApiClient:
    """Of the club Rook."""
    club = Club.objects.create(name="Rook", slug="rook")
    account = User.objects.create_user("olga@example.org", None, display_name="Olga")
    person: Person = create_person(actor=None, name="Olga", account=account)
    add_member(actor=None, club=club, person=person, role=Role.ORGANISER)
    return client_for(account)


def test_an_organiser_opens_a_pool_of_the_club_with_the_usual_parameters_and_own_ones(
    organiser: ApiClient,
) -> None:
    sent = {
        "name": "Ladder",
        "game": "barragoon",
        "club": "rook",
        "parameters": {"tau": 0.3, "counting": {"count_forfeits": True}},
    }
    answer = organiser.post("rating-pools/", sent)

    assert answer.status_code == 201
    pool = answer.json()
    assert (pool["slug"], pool["method"], pool["period_rule"]) == ("rook-ladder", "glicko-2", "events")
    parameters = pool["system"]["parameters"]
    assert (parameters["tau"], parameters["days_per_period"]) == (0.3, 30)
    assert (parameters["counting"]["count_forfeits"], parameters["counting"]["count_unrated"]) == (
        True,
        False,
    )
    line = history_of(RatingPool.objects.get()).get()
    assert line.actor_name == "Olga"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"name": "Ladder", "game": "barragoon"}, 403),
        ({"name": "Ladder", "game": "barragoon", "club": "nowhere"}, 400),
        ({"name": "Ladder", "game": "halma", "club": "rook"}, 400),
        ({"name": "Ladder", "game": "barragoon", "club": "rook", "method": "dice"}, 400),
        ({"name": "Ladder", "game": "barragoon", "club": "rook", "parameters": {"tau": -1}}, 422),
        ({"name": "Ladder", "game": "barragoon", "club": "rook", "parameters": {"tempo": 1}}, 422),
        ({"name": "Ladder", "game": "barragoon", "club": "rook", "parameters": {"counting": 7}}, 422),
        ({"name": "Ladder", "game": "barragoon", "club": "rook", "parameter": {}}, 400),
        ({"name": "?!", "game": "barragoon", "club": None}, 403),
    ],
)
def test_what_cannot_be_or_is_not_allowed_is_refused(
    organiser: ApiClient, sent: dict[str, object], status: int
) -> None:
    assert organiser.post("rating-pools/", sent).status_code == status
    assert not RatingPool.objects.exists()


def test_a_change_leaves_what_is_not_sent_and_computes_the_list_anew(organiser: ApiClient) -> None:
    pool = a_pool("rook-ladder", club=Club.objects.get())
    ann, ben = people("Ann", "Ben")
    rate(event(club=pool.club), [game("1", ann, ben, forfeit=True)])
    assert not pool.ratings.exists()

    sent = {"parameters": {"counting": {"count_forfeits": True}}, "reason": "We count them."}
    answer = organiser.patch("rating-pools/rook-ladder/", sent)
    work()

    assert answer.status_code == 200
    assert answer.json()["system"]["parameters"]["tau"] == 0.5
    assert pool.ratings.filter(until_version=None).count() == 2
    assert history_of(pool).first().reason == "We count them."  # type: ignore[union-attr]


def test_another_system_begins_with_its_own_parameters(organiser: ApiClient) -> None:
    a_pool("rook-ladder", club=Club.objects.get())
    answer = organiser.patch("rating-pools/rook-ladder/", {"method": Elo.name, "period_rule": "events_only"})
    assert (answer.json()["method"], answer.json()["period_rule"]) == (Elo.name, "events_only")
    assert answer.json()["system"]["parameters"]["k_standard"] == 20


def test_pools_of_others_and_of_all_are_left_alone(organiser: ApiClient) -> None:
    a_pool("all")
    a_pool("heron", club=Club.objects.create(name="Heron", slug="heron"))
    assert organiser.patch("rating-pools/all/", {"name": "Mine"}).status_code == 403
    assert organiser.patch("rating-pools/heron/", {"name": "Mine"}).status_code == 403
    assert ApiClient().post("rating-pools/", {"name": "x", "game": "barragoon"}).status_code == 401


def test_advice_is_what_the_page_says_and_says_when_it_knows_too_little() -> None:
    a_pool("all")
    ann, ben = people("Ann", "Ben")
    rate(event(), [game("1", ann, ben), game("2", ann, ben), game("3", ann, ben)])

    answer = ApiClient().get("rating-pools/all/advice/", player=ann.pk, opponent=ben.pk).json()

    assert answer["verdict"] == VERDICT_LABELS[HandicapVerdict.TOO_FEW_GAMES]
    assert [(each["level"], each["opponent_level"], each["reliable"]) for each in answer["options"]] == [
        (0, 0, True),
        (1, 0, False),
        (2, 0, False),
    ]
    assert answer["best"] == answer["options"][0]
    assert 0.5 < answer["best"]["expected"] < 1


def test_advice_needs_two_players_of_the_pool() -> None:
    a_pool("all")
    ann, ben, cleo = people("Ann", "Ben", "Cleo")
    rate(event(), [game("1", ann, ben)])
    alone, themselves = {"player": ann.pk}, {"player": ann.pk, "opponent": ann.pk}
    for query in ({}, alone, themselves, {"player": ann.pk, "opponent": cleo.pk}):
        assert ApiClient().get("rating-pools/all/advice/", **query).status_code == 400


def test_advice_is_refused_where_one_has_no_rating_yet() -> None:
    a_pool("all", method=Elo.name, system=store_system(Elo()))
    ann, ben = people("Ann", "Ben")
    rate(event(), [game("1", ann, ben)])
    answer = ApiClient().get("rating-pools/all/advice/", player=ann.pk, opponent=ben.pk)
    assert answer.status_code == 422
