"""The profile: name, e-mail address, and saying goodbye."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.accounts import deletion, email_change, guarded_form, services
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.forms import NameForm
from players.accounts.settings_forms import DeletionForm, NewEmailForm
from players.errors import Refused
from players.people.selectors import person_of


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: SignedInRequest) -> HttpResponse:
    user = request.user
    form = NameForm(request.POST or None, initial={"display_name": user.display_name})
    if request.method == "POST" and form.is_valid():
        services.rename(user=user, display_name=form.cleaned_data["display_name"])
        messages.success(request, _("Your name is saved."))
        return redirect("account")
    return render(request, "accounts/account.html", {"form": form, "person": person_of(user)})


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def change_email(request: SignedInRequest) -> HttpResponse:
    def ask(form: NewEmailForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        email_change.ask_to_confirm(account=request.user, email=email)
        messages.success(
            request,
            _("A mail is on its way to %(email)s. Your address changes when you follow its link.")
            % {"email": email},
        )
        return redirect("account")

    return guarded_form.answer(request, "accounts/change_email.html", NewEmailForm, ask)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: SignedInRequest, token: str) -> HttpResponse:
    """Where the link in the mail leads. Looking changes nothing: programs that check mails look at links too."""
    email = email_change.address_in(token, account=request.user)
    context = {"email": email}
    if not email:
        # The same for a link of somebody else's as for one that never was.
        return render(request, "accounts/confirm_email.html", context, status=404)
    if request.method == "POST":
        try:
            email_change.change(account=request.user, email=email)
        except Refused as refusal:
            context["problem"] = str(refusal)
        else:
            messages.success(request, _("Your e-mail address is %(email)s now.") % {"email": email})
            return redirect("account")
    return render(request, "accounts/confirm_email.html", context)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: SignedInRequest) -> HttpResponse:
    def delete(form: DeletionForm) -> HttpResponse:
        deletion.delete_account(account=request.user, keep_name=form.keeps_name())
        logout(request)
        messages.success(request, _("Your account is deleted. Goodbye, and thank you for playing."))
        return redirect("home")

    return guarded_form.answer(
        request,
        "accounts/delete.html",
        DeletionForm,
        delete,
        clubs=deletion.clubs_in_the_way(request.user),
        person=person_of(request.user),
    )
