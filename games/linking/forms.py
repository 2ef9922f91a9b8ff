"""The form that says who played."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.linking.selectors import Suggestion, selectable_people_named, selectable_person, suggest_people
from games.models import Game
from players.countries import country_name
from players.models import Person, User

NOBODY = ""
OTHER = "other"


class LinkForm(forms.Form):
    """For each player: somebody suggested, somebody else by name, or nobody."""

    first = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    first_name = forms.CharField(label=gettext_lazy("Somebody else, by name"), required=False, max_length=120)
    second = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    second_name = forms.CharField(
        label=gettext_lazy("Somebody else, by name"), required=False, max_length=120
    )

    def __init__(self, game: Game, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._game, self._actor = game, actor
        for side, name, person in (
            ("first", game.first_name, game.first_person),
            ("second", game.second_name, game.second_person),
        ):
            field = self.fields[side]
            field.label = _("Who is “%(name)s”?") % {"name": name}
            if isinstance(field, forms.ChoiceField):
                field.choices = _choices(suggest_people(name, game, actor), person)
            self.initial.setdefault(side, str(person.pk) if person else NOBODY)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for side in ("first", "second"):
            data[f"{side}_person"] = self._person(side, data)
        return data

    def _person(self, side: str, data: dict[str, Any]) -> Person | None:
        name = data.get(f"{side}_name", "").replace("\0", "").strip()
        if name:
            found = selectable_people_named(self._game, self._actor, name)
            if len(found) == 1:
                return found[0]
            sentence = (
                _("Several people have this name. Please choose one of the suggestions, or nobody.")
                if found
                else _("Nobody with this name is known here. Enter the person first, or choose nobody.")
            )
            self.add_error(f"{side}_name", sentence)
            return None
        chosen = data.get(side) or ""
        return selectable_person(self._game, self._actor, int(chosen)) if chosen.isdecimal() else None


def _choices(found: list[Suggestion], linked: Person | None) -> list[tuple[str, str]]:
    people = {suggestion.person.pk: suggestion for suggestion in found}
    if linked is not None and linked.pk not in people:
        people = {linked.pk: Suggestion(linked, is_exact=False)} | people
    return [
        *((str(pk), _label(suggestion)) for pk, suggestion in people.items()),
        (NOBODY, _("nobody on this site")),
    ]


def _label(suggestion: Suggestion) -> str:
    name = suggestion.person.name
    label = _("%(name)s (the same name)") % {"name": name} if suggestion.is_exact else name
    clubs = (club.name for club in suggestion.clubs)
    return " · ".join(filter(None, (label, *clubs, country_name(suggestion.country))))
