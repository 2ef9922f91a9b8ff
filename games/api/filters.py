"""The filters of game lists as parameters of the API: the same names and bounds as on the page."""

from typing import Any

import django_filters
from rest_framework import serializers

from games.reading.filters import GameFilters

Field = serializers.Field[Any, Any, Any, Any]


def filter_parameters() -> dict[str, Field]:
    """How the description of the API tells of each filter; the filter itself judges the value."""
    return {name: _parameter(found) for name, found in GameFilters.base_filters.items()}


def _parameter(found: django_filters.Filter) -> Field:
    said: dict[str, Any] = {"required": False, "help_text": found.label}
    match found:
        case django_filters.ModelChoiceFilter():
            return serializers.SlugField(max_length=80, **said)
        case django_filters.ChoiceFilter():
            return serializers.ChoiceField([key for key, _label in found.extra["choices"]], **said)
        case django_filters.NumberFilter():
            bounds = {name: found.extra[name] for name in ("min_value", "max_value")}
            return serializers.IntegerField(**bounds, **said)
        case django_filters.DateFilter():
            return serializers.DateField(**said)
    return serializers.CharField(max_length=found.extra["max_length"], allow_blank=True, **said)
