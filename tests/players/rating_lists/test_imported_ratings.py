"""Starting ratings that come with a table of people."""

import pytest
from django.test import Client
from django.utils import timezone

from core.errors import Refused
from players.clubs.services import imports
from players.models import Club, PeopleUpload, RatingPool, StartingRating, User
from tests.players.circle import Circle
from tests.players.people_tables import work as work_on
from tests.players.rating_lists.builders import a_pool, days_ago, event, game, people, rate

pytestmark = pytest.mark.django_db
TABLE = "Name;Country;DWZ\nHugo de Vries;NL;1720\nZoë Winter;DE;\nLow Rated;DE;12\nJan Pijl;NL;1650\n"


@pytest.fixture
def pool(circle: Circle) -> RatingPool:
    return a_pool("own", club=circle.club)


def uploaded(circle: Circle, pool: RatingPool | None, text: str = TABLE) -> PeopleUpload:
    upload = imports.upload_people(
        actor=circle.organiser,
        club=circle.club,
        data=text.encode(),
        pool=pool,
        rating_source="DWZ list",
        rated_on=days_ago(3),
    )
    work_on(upload)
    upload.refresh_from_db()
    return upload


def entered(circle: Circle, upload: PeopleUpload, actor: User | None = None) -> None:
    work_on(imports.confirm_upload(actor=actor or circle.organiser, upload=upload))


def test_the_column_gives_new_and_known_members_starting_ratings(circle: Circle, pool: RatingPool) -> None:
    entered(circle, uploaded(circle, pool))

    given = StartingRating.objects.order_by("player__name")
    assert [(row.player.name, row.rating, row.source, row.dated_on, row.club) for row in given] == [
        ("Hugo de Vries", 1720, "DWZ list", days_ago(3), circle.club),
        ("Jan Pijl", 1650, "DWZ list", days_ago(3), circle.club),
    ]
    change = pool.changes.get(kind="starting")
    assert change.reason == "2 people (DWZ list)"


def test_what_is_no_rating_refuses_the_line_with_its_column(circle: Circle, pool: RatingPool) -> None:
    upload = uploaded(circle, pool)

    (row,) = upload.rows.filter(finding="refused")
    assert (row.name, row.column, row.rating) == ("Low Rated", "DWZ", None)


def test_without_a_list_the_column_is_left_alone(circle: Circle) -> None:
    upload = uploaded(circle, None)

    entered(circle, upload)

    assert upload.unread_columns == ["DWZ"]
    assert not StartingRating.objects.exists()


def test_who_has_a_rating_is_entered_and_keeps_it(circle: Circle, pool: RatingPool) -> None:
    (opponent,) = people("Opponent")
    rate(event(club=circle.club), [game("1", circle.listed, opponent)])
    upload = uploaded(circle, pool)

    entered(circle, upload)

    row = upload.rows.get(name="Jan Pijl")
    assert row.outcome != "left out"
    assert row.problem
    assert StartingRating.objects.get().player.name == "Hugo de Vries"


def test_who_is_no_organiser_any_more_gives_none(circle: Circle, pool: RatingPool) -> None:
    stranger = User.objects.create(email="eve@example.org", password="!", display_name="Eve")

    entered(circle, uploaded(circle, pool), stranger)

    assert not StartingRating.objects.exists()


def test_a_list_needs_a_source_a_date_and_the_column(circle: Circle, pool: RatingPool) -> None:
    for data, values in (
        (TABLE, {"rating_source": "", "rated_on": days_ago(3)}),
        (TABLE, {"rating_source": "DWZ", "rated_on": None}),
        ("Name;Country\nHugo;NL\n", {"rating_source": "DWZ", "rated_on": days_ago(3)}),
    ):
        with pytest.raises(Refused):
            imports.upload_people(
                actor=circle.organiser,
                club=circle.club,
                data=data.encode(),
                pool=pool,
                **values,  # type: ignore[arg-type]
            )


def test_lists_across_clubs_are_offered_to_recognised_clubs(
    client: Client, circle: Circle, pool: RatingPool
) -> None:
    a_pool("all")
    client.force_login(circle.organiser)
    address = f"/people/import/{circle.club.slug}/"

    def offered() -> list[str]:
        return [each.slug for each in client.get(address).context["form"].fields["pool"].queryset]

    assert offered() == ["own"]
    Club.objects.update(recognised_at=timezone.now())
    assert offered() == ["all", "own"]


def test_the_form_takes_them(client: Client, circle: Circle, pool: RatingPool) -> None:
    client.force_login(circle.organiser)

    client.post(
        f"/people/import/{circle.club.slug}/",
        {"text": TABLE, "pool": pool.pk, "rating_source": "DWZ list", "rated_on": str(days_ago(3))},
    )

    upload = PeopleUpload.objects.get()
    assert (upload.pool, upload.rating_source, upload.rated_on) == (pool, "DWZ list", days_ago(3))
