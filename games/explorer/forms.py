"""Which games the explorer counts: the filters of the list of games, and what only makes sense here."""

from typing import Any, Final

import django_filters
from django import forms
from django.utils.translation import gettext_lazy as _

from games.archive.forms import GameFilters, WholeNumberFilter

MAX_RATING: Final = 5000
MAX_LINE_LENGTH: Final = 4000
MAX_LINE_PLIES: Final = 200
# What stands open; the others are behind "More filters".
FIRST_FILTERS: Final = ("player", "colour", "event", "since", "rated")
# The position says them, or a link of another page.
LEFT_OUT: Final = ("kind", "person", "of_event")


class ExplorerFilters(GameFilters):
    position = None  # type: ignore[assignment]  # how a filter is taken out
    rated = WholeNumberFilter(
        label=_("both rated at least"), method="together", min_value=1, max_value=MAX_RATING
    )
    withheld = django_filters.BooleanFilter(
        label=_("also games that only I may see"), method="together", widget=forms.CheckboxInput
    )

    @property
    def rated_from(self) -> int | None:
        rating: int | None = self.form.cleaned_data["rated"]
        return rating

    @property
    def with_withheld(self) -> bool:
        return bool(self.form.cleaned_data.get("withheld")) and self.actor.is_authenticated

    @property
    def are_used(self) -> bool:
        given = self.form.cleaned_data
        return any(
            value not in (None, "", False)
            for name, value in given.items()
            if name not in ("kind", "withheld")
        )


def split_line(text: str) -> list[str]:
    """The plies that lead from a position to the one that is asked for."""
    return text[:MAX_LINE_LENGTH].split()[:MAX_LINE_PLIES]


def query_of(values: Any) -> dict[str, str]:
    """The filters of an address, for links that keep them."""
    return {name: values[name] for name in ExplorerFilters.base_filters if values.get(name)}
