"""What the parameters of pools are called, in the order in which forms and pages show them."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COUNTING: Final[dict[str, str | Promise]] = {
    "count_forfeits": _("Games won or lost by forfeit count"),
    "count_double_losses": _("Games that both players lost by decision count"),
    "count_unrated": _("Games of unrated events count"),
    "byes_keep_active": _("A bye keeps a player on the list"),
    "handicap_games": _("Games with different express levels"),
    "level_worth": _("Points that express level 1, level 2 … cost"),
    "first_move_worth": _("Points that the first move is worth"),
}
LISTING: Final[dict[str, str | Promise]] = {
    "inactive_after_days": _("Days without a game after which a player leaves the list"),
}
GLICKO_2: Final[dict[str, str | Promise]] = {
    "initial_rating": _("A newcomer’s rating"),
    "initial_deviation": _("A newcomer’s deviation"),
    "initial_volatility": _("A newcomer’s volatility"),
    "tau": _("Tau: how fast volatilities may change"),
    "tolerance": _("Where the search for a volatility stops"),
    "clock": _("What makes deviations grow"),
    "days_per_period": _("Days that are one unit of time"),
    "maximum_deviation": _("Greatest deviation"),
    "minimum_deviation": _("Smallest deviation"),
    "provisional_deviation": _("A rating with a greater deviation is provisional"),
}
ELO: Final[dict[str, str | Promise]] = {
    "k_newcomer": _("K of newcomers"),
    "newcomer_games": _("Games until which one is a newcomer"),
    "k_standard": _("K of most players"),
    "k_top": _("K of those who have reached the top"),
    "top_rating": _("Rating that is the top"),
    "junior_k": _("The young have a K of their own, if everybody may see their year of birth"),
    "k_junior": _("K of the young"),
    "junior_age": _("Last year of life that counts as young"),
    "junior_below": _("Rating up to which the young have their K"),
    "games_times_k": _("Most that games times K may be in a period"),
    "difference_limit": _("A greater difference of ratings counts as this one"),
    "unlimited_from": _("Rating from which on differences are not limited"),
    "first_rating_games": _("Games needed for a first rating"),
    "virtual_draws": _("Virtual draws added to them"),
    "virtual_rating": _("Rating of the virtual opponents"),
    "first_rating_maximum": _("Highest first rating"),
    "first_rating_months": _("Months that results wait for a first rating"),
    "zero_start_ignored": _("A first event without points is left out"),
    "unrated_opponents_count": _("Unrated opponents count as virtual ones for a first rating"),
    "floor": _("Lowest rating"),
    "below_floor": _("Who drops below"),
    "provisional_games": _("With fewer games a rating is provisional"),
}
CHOICES: Final[dict[str, str | Promise]] = {
    "ignore": _("do not count"),
    "count": _("count like any other game"),
    "adjust": _("count, with the handicap’s worth"),
    "days": _("time"),
    "periods": _("the number of periods"),
    "unrated": _("is unrated and starts again"),
    "held": _("is held at the lowest rating"),
}
