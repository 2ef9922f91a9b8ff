"""People for everybody to see: the list, and a person's page."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.countries import country_choices
from players.models import Person
from players.page_sections import ON_A_PERSONS_PAGE
from players.people.forms import PeopleFilterForm
from players.people.selectors import listed_people, memberships_visible_to, where_it_went
from players.policies import may_see_person, rights_towards_person

PEOPLE_ON_A_PAGE = 50


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    form = PeopleFilterForm(request.GET)
    wanted = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    page = Paginator(listed_people(**wanted), PEOPLE_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "wanted": wanted, "form": form, "countries": country_choices()}
    return render(request, "people/people.html", context)


@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_object_or_404(Person.objects.select_related("merged_into"), pk=pk)
    if subject.merged_into is not None:
        return _to_where_it_went(request, subject)
    rights = rights_towards_person(request.user, subject)
    if not rights.see:
        raise Http404(_("There is no such person."))
    context = {
        "person": subject,
        "rights": rights,
        "memberships": list(memberships_visible_to(request.user, subject)),
        "sections": ON_A_PERSONS_PAGE.shown_to(request, subject),
    }
    return render(request, "people/person.html", context)


def _to_where_it_went(request: HttpRequest, merged: Person) -> HttpResponse:
    """Not for good: a merge can be undone."""
    kept = where_it_went(merged)
    if not may_see_person(request.user, kept):
        raise Http404(_("There is no such person."))
    return redirect(kept)
