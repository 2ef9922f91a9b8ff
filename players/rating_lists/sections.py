"""Ratings on the pages of people and clubs."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Club, Person, RatingPool
from players.page_sections import ON_A_CLUBS_PAGE, ON_A_PERSONS_PAGE, Section
from players.rating_lists.list_selectors import current_list
from players.rating_lists.performance import performances
from players.rating_lists.policies import may_open_pool

ROWS_OF_A_CLUB = 5


def ratings_of_person(request: HttpRequest, person: Person) -> Section | None:
    """The page asks whether the person may be seen; this is a part of it. Four queries."""
    found = performances(list(RatingPool.objects.filter(ratings__player=person).distinct()), person)
    if not found:
        return None
    return Section(_("Ratings"), "ratings/parts/of_person.html", {"performances": found})


def ratings_of_club(request: HttpRequest, club: Club) -> Section | None:
    """The best of each of the club's lists. Two queries a list, one for those who are signed in."""
    pools = list(RatingPool.objects.filter(club=club))
    if not pools and not may_open_pool(request.user, club):
        return None
    lists = []
    for pool in pools:
        ratings = current_list(pool)
        lists.append((pool, list(ratings.shown(ratings.rows()[:ROWS_OF_A_CLUB]))))
    return Section(
        _("Ratings"),
        "ratings/parts/of_club.html",
        {"lists": lists, "club": club, "may_open": may_open_pool(request.user, club)},
    )


ON_A_PERSONS_PAGE.register("ratings", ratings_of_person, order=400)
ON_A_CLUBS_PAGE.register("ratings", ratings_of_club, order=400)
