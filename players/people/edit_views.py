"""Changing what is known about a person, and the photo."""

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest, owner_only
from players.errors import Refused
from players.people import photo_store
from players.people.access import person_or_404
from players.people.forms import EditPersonForm, PhotoForm
from players.people.photo_services import remove_photo, set_photo
from players.people.photos import CONTENT_TYPE, MOST_BYTES, SIZES
from players.people.services import edit_person


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: SignedInRequest, pk: int) -> HttpResponse:
    person, rights = person_or_404(request, pk, right=lambda rights: rights.edit)
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


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def change_photo(request: SignedInRequest, pk: int) -> HttpResponse:
    person, rights = person_or_404(request, pk, right=lambda rights: rights.decide)
    form = PhotoForm(request.POST or None, request.FILES or None, initial={"shows_photo": person.shows_photo})
    context = {"form": form, "person": person, "rights": rights}
    if form.is_valid():
        try:
            set_photo(actor=request.user, person=person, data=_content(form.cleaned_data["photo"]))
            edit_person(actor=request.user, person=person, shows_photo=form.cleaned_data["shows_photo"])
        except Refused as refusal:
            form.add_error("photo", str(refusal))
        else:
            messages.success(request, _("The photo is saved."))
            return redirect(person)
    return render(request, "people/photo.html", context)


@owner_only
@require_POST
def delete_photo(request: SignedInRequest, pk: int) -> HttpResponse:
    person, _rights = person_or_404(request, pk, right=lambda rights: rights.decide)
    try:
        remove_photo(actor=request.user, person=person)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The photo is removed."))
    return redirect(person)


@require_safe
def photo(request: HttpRequest, pk: int, size: int) -> HttpResponse:
    """The picture itself, for those who may see it. Each browser asks again whether it still may."""
    person, _rights = person_or_404(request, pk, right=lambda rights: rights.see_photo)
    content = photo_store.read(person.photo, size) if person.photo and size in SIZES else None
    if content is None:
        raise Http404(_("There is no such photo."))
    response = HttpResponse(content, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "private, no-cache"
    response["ETag"] = f'"{person.photo}-{size}"'
    return response


def _content(file: UploadedFile[bytes]) -> bytes:
    """At most one byte more than is accepted: enough for the sentence that says so."""
    return bytes(file.read(MOST_BYTES + 1))
