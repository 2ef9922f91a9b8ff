"""The form above a history: who, what, which kind of object, when, and words. It lives in the address."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from audit.actions import general_sentence
from audit.selectors import Facets, HistoryFilter

SITE_ACTOR = "site"
DELETED_ACTOR = "gone:"


class DayInput(forms.DateInput):
    """A calendar. Browsers complain of a value that is no day, so it gets none; the form says what was wrong."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")

    def format_value(self, value: Any) -> str | None:
        text = super().format_value(value)
        try:
            return text if text and parse_date(text) else None
        except ValueError:
            return None


class HistoryForm(forms.Form):
    """What cannot be read is named on the form and left out of account."""

    q = forms.CharField(label=_("Words"), max_length=100, required=False)
    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("To"), required=False, widget=DayInput)

    def __init__(self, *args: Any, facets: Facets, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        anybody = [("", _("Anybody"))]
        self._add("actor", _("Who"), [*anybody, *_actors(facets)])
        self._add(
            "action",
            _("What"),
            [("", _("Anything")), *((key, general_sentence(key)) for key in facets.actions)],
        )
        self._add("kind", _("Kind of object"), [("", _("Any")), *_kinds(facets)])
        self.order_fields(["q", "actor", "action", "kind", "since", "until"])

    def wanted(self) -> HistoryFilter:
        self.is_valid()
        data = self.cleaned_data
        actor = data.get("actor", "")
        name = None
        if actor.startswith(DELETED_ACTOR):
            name = actor.removeprefix(DELETED_ACTOR)
        elif actor == SITE_ACTOR:
            name = ""
        return HistoryFilter(
            actor=int(actor) if actor and name is None else None,
            actor_name=name,
            actions=frozenset({data["action"]} if data.get("action") else ()),
            kind=int(data["kind"]) if data.get("kind") else None,
            since=_midnight(data.get("since")),
            until=_midnight(data.get("until"), days=1),
            text=data.get("q", ""),
        )

    def _add(self, name: str, label: Any, choices: list[tuple[str, Any]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)


def _actors(facets: Facets) -> list[tuple[str, Any]]:
    people = [(str(pk), name) for pk, name in facets.actors.items()]
    gone = [
        (f"{DELETED_ACTOR}{name}", _("%(name)s (account deleted)") % {"name": name})
        for name in facets.gone_actors
    ]
    return [*people, *gone, *([(SITE_ACTOR, _("The site"))] if facets.by_the_site else [])]


def _kinds(facets: Facets) -> list[tuple[str, str]]:
    kinds = [(str(pk), capfirst(ContentType.objects.get_for_id(pk).name)) for pk in facets.kinds]
    return sorted(kinds, key=lambda kind: kind[1])


def _midnight(day: Any, *, days: int = 0) -> datetime | None:
    """The beginning of the day where the reader is."""
    if day is None:
        return None
    try:
        return timezone.make_aware(datetime.combine(day + timedelta(days=days), time.min))
    except OverflowError:  # the last day there is
        return None
