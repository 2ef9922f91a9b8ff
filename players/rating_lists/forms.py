"""The forms of a rating pool: their fields are made from the parameters that the pure code knows."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from audit.forms import DayInput
from audit.services import MAX_REASON_LENGTH
from players.club_games.selectors import choices_in_clubs
from players.models import Club, PeriodRule, Person
from players.models.starting_ratings import (
    MAX_RATING_SOURCE_LENGTH,
    MAX_STARTING_RATING,
    MIN_STARTING_RATING,
)
from players.ratings import CountingRules, Elo, EloParameters, Glicko2, Glicko2Parameters, ListingRules, store

COUNTING_LABELS: Final[dict[str, str | Promise]] = {
    "count_forfeits": _("Games won or lost by forfeit count"),
    "count_double_losses": _("Games that both players lost by decision count"),
    "count_unrated": _("Games of unrated events count"),
    "byes_keep_active": _("A bye keeps a player on the list"),
    "handicap_games": _("Games with different handicap levels"),
    "level_worth": _("Points that handicap level 1, level 2 … cost"),
    "first_move_worth": _("Points that the first move is worth"),
}

LISTING_LABELS: Final[dict[str, str | Promise]] = {
    "inactive_after_days": _("Days without a game after which a player leaves the list"),
}

GLICKO2_LABELS: Final[dict[str, str | Promise]] = {
    "initial_rating": _("A newcomer’s rating"),
    "initial_deviation": _("A newcomer’s deviation"),
    "initial_volatility": _("A newcomer’s volatility"),
    "tau": _("Tau: how fast volatilities may change"),
    "tolerance": _("Where the search for a volatility stops"),
    "clock": _("What makes deviations grow"),
    "days_per_period": _("Days in one unit of time"),
    "maximum_deviation": _("Largest deviation"),
    "minimum_deviation": _("Smallest deviation"),
    "provisional_deviation": _("A rating with a larger deviation is provisional"),
}

ELO_LABELS: Final[dict[str, str | Promise]] = {
    "k_newcomer": _("K of newcomers"),
    "newcomer_games": _("Games as a newcomer"),
    "k_standard": _("K of most players"),
    "k_top": _("K of those who have reached the top"),
    "top_rating": _("Rating that counts as the top"),
    "junior_k": _("Young players have a K of their own, if everybody may see their year of birth"),
    "k_junior": _("K of young players"),
    "junior_age": _("Highest age that counts as young"),
    "junior_below": _("Rating up to which young players have their K"),
    "games_times_k": _("Maximum of games times K in a period"),
    "difference_limit": _("Largest difference of ratings that counts"),
    "unlimited_from": _("Rating from which differences are not limited"),
    "first_rating_games": _("Games needed for a first rating"),
    "virtual_draws": _("Virtual draws added to them"),
    "virtual_rating": _("Rating of the virtual opponents"),
    "first_rating_maximum": _("Highest first rating"),
    "first_rating_months": _("Months that results wait for a first rating"),
    "zero_start_ignored": _("A first event without points is left out"),
    "unrated_opponents_count": _("Unrated opponents count as virtual ones for a first rating"),
    "floor": _("Lowest rating"),
    "below_floor": _("A player who drops below"),
    "provisional_games": _("With fewer games a rating is provisional"),
}

CHOICE_LABELS: Final[dict[str, str | Promise]] = {
    "ignore": _("do not count"),
    "count": _("count like any other game"),
    "adjust": _("count, with the handicap’s worth"),
    "days": _("time"),
    "periods": _("the number of periods"),
    "unrated": _("is unrated and starts again"),
    "held": _("is held at the lowest rating"),
}


_SYSTEMS: Final[dict[str, tuple[type[Any], Mapping[str, str | Promise]]]] = {
    Glicko2.name: (Glicko2Parameters, GLICKO2_LABELS),
    Elo.name: (EloParameters, ELO_LABELS),
}

_PARTS: Final[dict[str, tuple[type[Any], Mapping[str, str | Promise]]]] = {
    "counting": (CountingRules, COUNTING_LABELS),
    "listing": (ListingRules, LISTING_LABELS),
}


class NewPoolForm(forms.Form):
    """What a new pool needs; it begins with the usual parameters, which can be changed afterwards."""

    name = forms.CharField(label=_("Name"), max_length=120)
    game = forms.ChoiceField(label=_("Game"))
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("all clubs")
    )
    method = forms.ChoiceField(
        label=_("Rating system"), choices=[(Glicko2.name, "Glicko-2"), (Elo.name, _("Elo (FIDE rules)"))]
    )
    period_rule = forms.ChoiceField(label=_("What is rated together"), choices=PeriodRule)

    def __init__(self, *args: Any, clubs: list[Club], for_all: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game: Any = self.fields["game"]
        game.choices = choices_in_clubs(clubs)
        club: Any = self.fields["club"]
        club.queryset = Club.objects.filter(pk__in=[each.pk for each in clubs])
        club.required = not for_all
        if not for_all:
            club.empty_label = None


class StartingRatingForm(forms.Form):
    """What a member brings along, from where and of which day."""

    player = forms.ModelChoiceField(label=_("Member"), queryset=Person.objects.none())
    rating = forms.IntegerField(
        label=_("Rating"), min_value=MIN_STARTING_RATING, max_value=MAX_STARTING_RATING
    )
    source = forms.CharField(
        label=_("Source"),
        max_length=MAX_RATING_SOURCE_LENGTH,
        help_text=_("Which list it was taken from. Everybody can read it."),
    )
    dated_on = forms.DateField(label=_("Date of that list"), widget=DayInput)

    def __init__(self, *args: Any, members: QuerySet[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player: Any = self.fields["player"]
        player.queryset = members


class PoolForm(forms.Form):
    """All parameters of a pool."""

    name = forms.CharField(label=_("Name"), max_length=120)
    period_rule = forms.ChoiceField(label=_("What is rated together"), choices=PeriodRule)

    def __init__(self, *args: Any, method: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.method = method
        own, own_labels = _SYSTEMS[method]
        for prefix, (kind, names) in {**_PARTS, "own": (own, own_labels)}.items():
            hints = get_type_hints(kind)
            for name, label in names.items():
                self.fields[f"{prefix}_{name}"] = _field(hints[name], label)
        self.fields["reason"] = forms.CharField(
            label=_("Why"),
            max_length=MAX_REASON_LENGTH,
            required=False,
            help_text=_("Everybody reads it beside the new version of the list."),
        )

    def document(self) -> dict[str, object]:
        """The system as `restore_system` reads it."""
        own, _names = _SYSTEMS[self.method]
        parameters = self._part("own", own)
        for prefix, (kind, _names) in _PARTS.items():
            parameters[prefix] = self._part(prefix, kind)
        return {"system": self.method, "parameters": parameters}

    def _part(self, prefix: str, kind: type[Any]) -> dict[str, object]:
        given = {field.name for field in fields(kind)}
        return {
            name.removeprefix(f"{prefix}_"): value
            for name, value in self.cleaned_data.items()
            if name.startswith(f"{prefix}_") and name.removeprefix(f"{prefix}_") in given
        }


def initial_values(document: Mapping[str, Any]) -> dict[str, Any]:
    """A pool's parameters as the form's fields show them."""
    values: dict[str, Any] = {}
    for name, value in document["parameters"].items():
        if name in _PARTS:
            values |= {f"{name}_{each}": _shown_value(part) for each, part in value.items()}
        else:
            values[f"own_{name}"] = _shown_value(value)
    return values


def shown_parameters(
    document: Mapping[str, Any],
) -> list[tuple[str | Promise, list[tuple[str | Promise, Any]]]]:
    """Every parameter with its name, for the page that explains the rules."""
    parameters = document["parameters"]
    own, own_labels = _SYSTEMS[str(document["system"])]
    groups: list[tuple[str | Promise, Mapping[str, str | Promise], Mapping[str, Any]]] = [
        (_("What counts"), COUNTING_LABELS, parameters.get("counting", store(CountingRules()))),
        (_("The list"), LISTING_LABELS, parameters.get("listing", store(ListingRules()))),
        (_("The system"), own_labels, {**store(own()), **parameters}),
    ]
    return [
        (title, [(label, _parameter_text(values[name])) for name, label in names.items() if name in values])
        for title, names, values in groups
    ]


class _NumberListField(forms.CharField):
    """Numbers with commas or spaces between them; nothing is an empty list."""

    def to_python(self, value: Any) -> Any:
        words = str(value or "").replace(";", " ").replace(",", " ").split()
        try:
            return [float(word) for word in words]
        except ValueError as error:
            raise forms.ValidationError(
                _("Give numbers with spaces between them, such as: 100 220")
            ) from error


def _field(hint: Any, label: Any) -> forms.Field:
    kinds = [kind for kind in get_args(hint) if kind is not NoneType] or [hint]
    optional = NoneType in get_args(hint)
    kind = kinds[0]
    if kind is bool:
        return forms.BooleanField(label=label, required=False)
    if hint == tuple[float, ...]:
        return _NumberListField(label=label, required=False)
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = [(member.value, CHOICE_LABELS[member.value]) for member in kind]
        return forms.ChoiceField(label=label, choices=choices)
    if kind is int:
        return forms.IntegerField(label=label, required=not optional)
    return forms.FloatField(label=label, required=not optional)


def _shown_value(value: Any) -> Any:
    return " ".join(f"{part:g}" for part in value) if isinstance(value, list) else value


def _parameter_text(value: Any) -> Any:
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case None | []:
            return _("none")
        case list():
            return _shown_value(value)
        case str():
            return CHOICE_LABELS.get(value, value)
        case float():
            return f"{value:g}"
    return value
