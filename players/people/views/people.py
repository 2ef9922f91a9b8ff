"""The list of people, a person's page, and changing what is known about a person."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.pages import BoundedPaginator
from core.web.panels import render_panels
from core.web.rate_limits import by_address, longest_wait
from core.web.refusals import refusals_as_messages, too_many_requests
from players.countries import country_choices
from players.models import Person, User
from players.people import policies
from players.people.access import get_person_or_404
from players.people.forms import EditPersonForm, PeopleFilterForm, PhotoForm
from players.people.policies import may_see_person, rights_towards_person
from players.people.presenters import PERSON_PAGE
from players.people.selectors.people import (
    follow_merges,
    get_profile_or_404,
    listed_people,
    pending_claim_of,
    visible_memberships_of,
)
from players.people.services import photos
from players.people.services.people import edit_person
from players.people.services.photos import (
    MAX_PHOTO_BYTES,
    PHOTO_CONTENT_TYPE,
    PHOTO_SIZES,
    remove_photo,
    set_photo,
)

PEOPLE_PER_PAGE = 50


@require_safe
def people_list(request: HttpRequest) -> HttpResponse:
    form = PeopleFilterForm(request.GET)
    wanted = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    page = BoundedPaginator(listed_people(**wanted), PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "wanted": wanted, "form": form, "countries": country_choices()}
    return render(request, "people/people.html", context)


@require_safe
def person_page(request: HttpRequest, pk: int) -> HttpResponse:
    subject = get_profile_or_404(pk)
    if subject.merged_into is not None:
        return _redirect_to_kept(request, subject)
    rights = rights_towards_person(request.user, subject)
    if not rights.see:
        raise Http404(_("There is no such person."))
    context = {
        "person": subject,
        "rights": rights,
        "claimed": pending_claim_of(request.user)
        if rights.claim and isinstance(request.user, User)
        else None,
        "memberships": list(visible_memberships_of(request.user, subject)),
        "panels": render_panels(PERSON_PAGE, request, subject),
    }
    return render(request, "people/person.html", context)


def _redirect_to_kept(request: HttpRequest, merged: Person) -> HttpResponse:
    """Not for good: a merge can be undone."""
    kept = follow_merges(merged)
    if not may_see_person(request.user, kept):
        raise Http404(_("There is no such person."))
    return redirect(kept)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_person_page(request: SignedInRequest, pk: int) -> HttpResponse:
    person, rights = get_person_or_404(request, pk, right=lambda rights: rights.edit)
    form = EditPersonForm(person, rights, request.POST or None)
    context = {"form": form, "person": person, "rights": rights}
    if form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            edit_person(actor=request.user, person=person, reason=reason, **form.changes())
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("The changes are saved."))
            return redirect(person)
    return render(request, "people/edit.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_photo(request: SignedInRequest, pk: int) -> HttpResponse:
    person, rights = get_person_or_404(request, pk, right=lambda rights: rights.decide)
    if request.method == "POST":
        limits = [
            *by_address(policies.PHOTOS_BY_ADDRESS, request),
            (policies.PHOTOS_BY_ACCOUNT, str(request.user.pk)),
        ]
        if wait := longest_wait(limits):
            again = {"person": person, "rights": rights}
            return too_many_requests(request, "people/photo.html", form=PhotoForm(), wait=wait, **again)
    form = PhotoForm(request.POST or None, request.FILES or None, initial={"shows_photo": person.shows_photo})
    context = {"form": form, "person": person, "rights": rights}
    if form.is_valid():
        try:
            set_photo(actor=request.user, person=person, data=_read_photo_upload(form.cleaned_data["photo"]))
            edit_person(actor=request.user, person=person, shows_photo=form.cleaned_data["shows_photo"])
        except Refused as refusal:
            form.add_error("photo", str(refusal))
        else:
            messages.success(request, _("The photo is saved."))
            return redirect(person)
    return render(request, "people/photo.html", context)


@sign_in_required
@require_POST
def delete_photo(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = get_person_or_404(request, pk, right=lambda rights: rights.decide)
    with refusals_as_messages(request):
        remove_photo(actor=request.user, person=person)
        messages.success(request, _("The photo is removed."))
    return redirect(person)


@require_safe
def photo_file(request: HttpRequest, pk: int, size: int) -> HttpResponse:
    """The picture itself, for those who may see it. Each browser asks again whether it still may."""
    person, _rights = get_person_or_404(request, pk, right=lambda rights: rights.see_photo)
    content = photos.read_photo(person.photo, size) if person.photo and size in PHOTO_SIZES else None
    if content is None:
        raise Http404(_("There is no such photo."))
    response = HttpResponse(content, content_type=PHOTO_CONTENT_TYPE)
    response["Cache-Control"] = "private, no-cache"
    response["ETag"] = f'"{person.photo}-{size}"'
    return response


def _read_photo_upload(file: UploadedFile[bytes]) -> bytes:
    """At most one byte more than is accepted: enough for the sentence that says so."""
    return bytes(file.read(MAX_PHOTO_BYTES + 1))
