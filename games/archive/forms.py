"""The filters of game lists: they combine, live in the address, and serve pages, downloads and the API alike."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from audit.forms import DayInput
from core.db.folding import folded_words
from core.game_types import game_choices, start_choices
from core.permissions.actors import Actor
from games.archive.selectors.games import (
    Colour,
    PlayerSearch,
    of_event,
    played_since,
    played_until,
    with_event_words,
    with_named_words,
    with_players,
    with_text,
    with_verdict,
)
from games.models import ConfirmationState, Game, GameResult, GameTermination, Verdict
from games.models.game import MAX_POSITION_LENGTH
from games.positions.selectors.lookup import passed_through, read_position
from players.models import Club
from players.people.selectors.people import visible_person_ids

MAX_TEXT_LENGTH: Final = 100
MAX_WORDS: Final = 8
ANY_FINDING: Final = "any"
MAX_EXPRESS: Final = 9
MAX_ID: Final = 2**31 - 1
COLOUR_CHOICES: Final = (
    (Colour.FIRST.value, _("moves first (White, Red)")),
    (Colour.SECOND.value, _("moves second (Brown, Blue)")),
)


def _text(label: Any) -> django_filters.CharFilter:
    # The method says that the set itself looks at it, together with others.
    return django_filters.CharFilter(label=label, method="together", max_length=MAX_TEXT_LENGTH)


def _day(label: Any, method: str) -> django_filters.DateFilter:
    return django_filters.DateFilter(label=label, method=method, widget=DayInput)


class WholeNumberFilter(django_filters.NumberFilter):
    """Of something that is counted; the library's own would take 3.5 as well."""

    field_class = forms.IntegerField  # type: ignore[assignment]  # the stubs know of the library's own field only

    def get_max_validator(self) -> None:
        """None of the library's: the bounds of the field say it."""


def _choice(label: Any, choices: Any, **options: Any) -> django_filters.ChoiceFilter:
    return django_filters.ChoiceFilter(label=label, choices=choices, empty_label=_("any"), **options)


def check_position(text: str) -> None:
    if read_position(text) is None:
        raise ValidationError(
            _("This is no position of a game that the site knows. The position editor writes one."),
            code="invalid",
        )


class GameFilters(django_filters.FilterSet):
    """`actor` decides what words are looked for in: never in what the actor may not read."""

    q = _text(_("names, events and comments"))
    kind = _choice(_("game"), game_choices)
    player = _text(_("player"))
    person = WholeNumberFilter(label=_("person"), method="together", min_value=1, max_value=MAX_ID)
    colour = _choice(_("player’s colour"), COLOUR_CHOICES, method="together")
    opponent = _text(_("opponent"))
    result = _choice(_("result"), GameResult.choices)
    termination = _choice(_("ended"), GameTermination.choices)
    event = _text(_("event"))
    of_event = WholeNumberFilter(
        label=_("event of this site"), method="together", min_value=1, max_value=MAX_ID
    )
    club = django_filters.ModelChoiceFilter(
        label=_("club"), queryset=Club.objects.order_by("name"), to_field_name="slug", empty_label=_("any")
    )
    round = django_filters.CharFilter(label=_("round"), lookup_expr="exact", max_length=MAX_TEXT_LENGTH)
    since = _day(_("from"), "not_before")
    until = _day(_("to"), "not_after")
    shortest = WholeNumberFilter(
        label=_("plies, at least"), field_name="ply_count", lookup_expr="gte", min_value=0, max_value=32767
    )
    longest = WholeNumberFilter(
        label=_("plies, at most"), field_name="ply_count", lookup_expr="lte", min_value=0, max_value=32767
    )
    setup = _choice(_("set-up"), start_choices)
    first_express = WholeNumberFilter(
        label=_("first player’s express level"), min_value=0, max_value=MAX_EXPRESS
    )
    second_express = WholeNumberFilter(
        label=_("second player’s express level"), min_value=0, max_value=MAX_EXPRESS
    )
    adjudicated = _choice(
        _("adjudication"), ((ANY_FINDING, _("any verdict")), *Verdict.choices), method="by_verdict"
    )

    position = django_filters.CharFilter(
        label=_("position"),
        method="together",
        max_length=MAX_POSITION_LENGTH,
        validators=[check_position],
    )
    confirmation = _choice(_("confirmation"), [choice for choice in ConfirmationState.choices if choice[0]])

    class Meta:
        model = Game
        fields = ()

    def __init__(self, data: Any, queryset: QuerySet[Game], *, actor: Actor, **options: Any) -> None:
        self.actor = actor
        super().__init__(data, queryset, **options)

    def offer_clubs(self, clubs: Sequence[Club]) -> None:
        """In the form, instead of all that there are; without any to choose from the field is not there."""
        fields = self.form.fields
        fields["club"].widget.choices = [("", _("any")), *((club.slug, club.name) for club in clubs)]
        if not clubs and not self.form.data.get("club"):
            del fields["club"]

    @property
    def are_used(self) -> bool:
        """Whether any of them is asked for."""
        return any(value not in (None, "") for value in self.form.cleaned_data.values())

    def filter_queryset(self, queryset: QuerySet[Game]) -> QuerySet[Game]:
        games: QuerySet[Game] = super().filter_queryset(queryset)
        wanted = self.form.cleaned_data
        if wanted["person"] and not visible_person_ids(self.actor, [wanted["person"]]):
            return games.none()  # which games are somebody's would tell who is behind a name
        player, opponent, event = (_words(wanted[name]) for name in ("player", "opponent", "event"))
        games = with_players(games, PlayerSearch(player, opponent, wanted["person"], wanted["colour"] or ""))
        games = with_event_words(games, event)
        games = with_named_words(games, player + opponent + event)
        games = of_event(games, self.actor, wanted["of_event"])
        games = with_text(games, _words(wanted["q"]), self.actor)
        position = read_position(wanted["position"]) if wanted.get("position") else None
        if position is None:
            return games
        return passed_through(games.filter(kind=position.kind), position.key.key, self.actor)

    def together(self, queryset: QuerySet[Game], name: str, value: object) -> QuerySet[Game]:
        return queryset

    def not_before(self, queryset: QuerySet[Game], name: str, day: date) -> QuerySet[Game]:
        return played_since(queryset, day)

    def not_after(self, queryset: QuerySet[Game], name: str, day: date) -> QuerySet[Game]:
        return played_until(queryset, day)

    def by_verdict(self, queryset: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        return with_verdict(queryset, self.actor, None if value == ANY_FINDING else value)


def _words(text: str) -> list[str]:
    return folded_words(text)[:MAX_WORDS]
