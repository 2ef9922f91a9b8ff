"""Rated results of the demo club: three tournaments, some handicap games, and a list for each of two pools."""

import random
from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Club, Person, SourceKind
from players.rating_lists.handed_over import GameResult, Source
from players.rating_lists.pool_services import open_pool
from players.rating_lists.services import hand_over
from players.ratings import Elo, EloParameters, Glicko2, store_system

WEEKS_AGO = (18, 10, 3)
SETUPS = ("", "Open centre", "Two towers")
SEED = 1887


def load_demo_ratings(club: Club, people: Sequence[Person]) -> None:
    """A round robin a tournament. Whoever comes first in the list is the strongest, mostly."""
    open_pool(
        actor=None, name=_("Club rating"), game="barragoon", club=club, system=store_system(Glicko2()),
        slug=f"{club.slug}-barragoon",
    )  # fmt: skip
    open_pool(
        actor=None, name=_("All clubs"), game="barragoon", club=None,
        system=store_system(Elo(EloParameters(floor=1000))), slug="barragoon",
    )  # fmt: skip
    dice = random.Random(SEED)  # noqa: S311  games for show, the same on every site
    today = timezone.localdate()
    for number, weeks in enumerate(WEEKS_AGO, start=1):
        last_day = today - timedelta(weeks=weeks)
        source = Source(
            kind=SourceKind.EVENT,
            key=f"demo-{number}",
            game="barragoon",
            title=_("Lapwing Cup %(number)d") % {"number": number},
            start=last_day - timedelta(days=1),
            end=last_day,
            club=club,
        )
        hand_over(actor=None, source=source, results=_round_robin(dice, people, last_day))


def _round_robin(dice: random.Random, people: Sequence[Person], day: date) -> list[GameResult]:
    pairs = [(one, other) for place, one in enumerate(people) for other in people[place + 1 :]]
    results = []
    for number, (strong, weak) in enumerate(pairs, start=1):
        handicap = dice.random() < 0.15
        chance = 0.5 + 0.03 * (people.index(weak) - people.index(strong)) - 0.1 * handicap
        throw = dice.random()
        points = 2 if throw < chance - 0.1 else 1 if throw < chance + 0.05 else 0
        first, second = (strong, weak) if dice.random() < 0.5 else (weak, strong)
        mine = points if first is strong else 2 - points
        results.append(
            GameResult(
                key=str(number),
                first=first.pk,
                second=second.pk,
                first_half_points=mine,
                second_half_points=2 - mine,
                played_on=day,
                first_level=int(handicap and first is strong),
                second_level=int(handicap and second is strong),
                first_setup=dice.choice(SETUPS),
                second_setup=dice.choice(SETUPS),
                label=_("Game %(number)d") % {"number": number},
            )
        )
    return results
