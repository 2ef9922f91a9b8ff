"""The form of a rating pool: its fields are made from the parameters that the pure code knows."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import Club, PeriodRule
from players.models.rating_pool import game_choices
from players.rating_lists import parameter_labels as labels
from players.ratings import CountingRules, Elo, EloParameters, Glicko2, Glicko2Parameters, ListingRules, store

LONGEST_REASON: Final = 500
_SYSTEMS: Final[dict[str, tuple[type[Any], Mapping[str, str | Promise]]]] = {
    Glicko2.name: (Glicko2Parameters, labels.GLICKO_2),
    Elo.name: (EloParameters, labels.ELO),
}
_PARTS: Final[dict[str, tuple[type[Any], Mapping[str, str | Promise]]]] = {
    "counting": (CountingRules, labels.COUNTING),
    "listing": (ListingRules, labels.LISTING),
}


class NewPoolForm(forms.Form):
    """What a new pool needs; it begins with the usual parameters, which can be changed afterwards."""

    name = forms.CharField(label=_("Name"), max_length=120)
    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("all clubs")
    )
    method = forms.ChoiceField(
        label=_("Rating system"), choices=[(Glicko2.name, "Glicko-2"), (Elo.name, _("Elo after FIDE"))]
    )
    period_rule = forms.ChoiceField(label=_("What is rated together"), choices=PeriodRule)

    def __init__(self, *args: Any, clubs: list[Club], for_all: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club: Any = self.fields["club"]
        club.queryset = Club.objects.filter(pk__in=[each.pk for each in clubs])
        club.required = not for_all
        if not for_all:
            club.empty_label = None


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
            max_length=LONGEST_REASON,
            required=False,
            help_text=_("Stands beside the new version of the list, for everybody to read."),
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
            values |= {f"{name}_{each}": _shown(part) for each, part in value.items()}
        else:
            values[f"own_{name}"] = _shown(value)
    return values


def shown_parameters(
    document: Mapping[str, Any],
) -> list[tuple[str | Promise, list[tuple[str | Promise, Any]]]]:
    """Every parameter with its name, for the page that explains the rules."""
    parameters = document["parameters"]
    own, own_labels = _SYSTEMS[str(document["system"])]
    groups: list[tuple[str | Promise, Mapping[str, str | Promise], Mapping[str, Any]]] = [
        (_("What counts"), labels.COUNTING, parameters.get("counting", store(CountingRules()))),
        (_("The list"), labels.LISTING, parameters.get("listing", store(ListingRules()))),
        (_("The system"), own_labels, {**store(own()), **parameters}),
    ]
    return [
        (title, [(label, _told(values[name])) for name, label in names.items() if name in values])
        for title, names, values in groups
    ]


class _Numbers(forms.CharField):
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
        return _Numbers(label=label, required=False)
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = [(member.value, labels.CHOICES[member.value]) for member in kind]
        return forms.ChoiceField(label=label, choices=choices)
    if kind is int:
        return forms.IntegerField(label=label, required=not optional)
    return forms.FloatField(label=label, required=not optional)


def _shown(value: Any) -> Any:
    return " ".join(f"{part:g}" for part in value) if isinstance(value, list) else value


def _told(value: Any) -> Any:
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case None | []:
            return _("none")
        case list():
            return _shown(value)
        case str():
            return labels.CHOICES.get(value, value)
        case float():
            return f"{value:g}"
    return value
