"""What the style guide shows, with made-up content, for those who build pages."""

from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from config.style_guide_samples import sample_objects
from players.accounts.forms.sign_in import PasswordInput


class SampleStanding(NamedTuple):
    rank: int
    name: str
    club: str
    rating: int
    points: str
    buchholz: str
    state: str


STANDINGS = (
    SampleStanding(1, "Agnes Brandt", "Lapwing Games Circle", 1912, "5½", "21½", "playing"),
    SampleStanding(2, "Jorge Núñez", "Torre Blanca", 1874, "5", "22", "playing"),
    SampleStanding(3, "Łucja Wiśniewska", "Lapwing Games Circle", 1790, "4½", "19½", "withdrawn"),
    SampleStanding(4, "Pietro Gallo", "Circolo del Naviglio", 1688, "4", "18", "playing"),
    SampleStanding(5, "Emil Sørensen", "Torre Blanca", 1655, "3½", "20", "absent"),
)
COLOURS = (
    "paper",
    "surface",
    "sunken",
    "ink",
    "green",
    "rufous",
    "plum",
    "gold",
    "red",
    "board-light",
    "board-dark",
)


class SampleForm(forms.Form):
    name = forms.CharField(label=_("Name of the event"), help_text=_("As it will stand on the poster."))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=15)
    system = forms.ChoiceField(
        label=_("Pairing system"), choices=[("swiss", _("Swiss")), ("robin", _("Round robin"))]
    )
    rated = forms.BooleanField(label=_("Count for the rating list"), required=False)
    public = forms.ChoiceField(
        label=_("Who may see it"),
        choices=[("all", _("Everybody")), ("club", _("Members of the club"))],
        widget=forms.RadioSelect,
    )
    password = forms.CharField(
        label=_("Password of the projector"),
        required=False,
        widget=PasswordInput(attrs={"autocomplete": "off"}),
    )
    remarks = forms.CharField(label=_("Remarks"), required=False, widget=forms.Textarea(attrs={"rows": 3}))


def style_guide_context(request: HttpRequest) -> dict[str, Any]:
    for level in (messages.SUCCESS, messages.INFO, messages.WARNING, messages.ERROR):
        messages.add_message(request, level, SAMPLE_MESSAGES[level])
    wrong = SampleForm({"rounds": "99", "name": "", "system": "swiss"}, auto_id="wrong_%s")
    return {
        "standings": STANDINGS,
        "place": "Golden Anchor",
        "colours": COLOURS,
        "sample_form": SampleForm(initial={"public": "all", "system": "swiss"}),
        "wrong_form": wrong if wrong.errors else None,
        "page": Paginator(range(240), 20).get_page(request.GET.get("page", 3)),
        "sort": request.GET.get("sort", "rank"),
        "picture": render_to_string("style_guide/board.html"),
        **sample_objects(request),
    }


SAMPLE_MESSAGES = {
    messages.SUCCESS: _("The result is saved."),
    messages.INFO: _("Round 4 is being paired."),
    messages.WARNING: _("Two boards have no result yet."),
    messages.ERROR: _("The file could not be read: line 12 has no result."),
}
